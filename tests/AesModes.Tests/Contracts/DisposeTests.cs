using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using AesModes.Modes;

namespace AesModes.Tests.Contracts;

/// <summary>
/// The contract: use after Dispose throws ObjectDisposedException before arguments are checked. A call during Dispose gives the correct result or that exception, never output
/// from partly erased keys. Keys and tables are erased.
/// </summary>
[Fast]
public sealed class DisposeTests
{
    private static readonly Backend _interrupted = InterruptedBackend.Backend;

    /// <summary>Each set of arguments has an error in every argument.</summary>
    private static readonly Dictionary<string, Func<Arguments>> _badArguments = new()
    {
        ["nulls"] = () => new Arguments(),
        ["wrong sizes"] = () => new Arguments
        {
            Nonce = Sample.Filled(1),
            Source = Sample.Filled(3),
            Destination = Sample.Filled(2),
            Tag = Sample.Filled(1),
            SourceStream = new MemoryStream(),
            DestinationStream = new MemoryStream([], writable: false),
        },
        ["one buffer for all"] = () =>
        {
            byte[] one = Sample.Filled(16);
            Stream stream = new MemoryStream();
            return new Arguments { Nonce = one, Source = one, Destination = one, Tag = one, AssociatedData = one, SourceStream = stream, DestinationStream = stream };
        },
    };

    public static MatrixTheoryData<string, bool> SpanCalls => new(Form.SpanNames.Select(r => r.Data), [false, true]);

    [Theory]
    [MemberData(nameof(Form.Names), MemberType = typeof(Form))]
    public void Call_AfterDispose_ThrowsBeforeLookingAtArguments(string name)
    {
        Form form = Form.Get(name);
        IDisposable instance = form.Create(20);
        for (int disposals = 1; disposals <= 2; disposals++)
        {
            instance.Dispose();
            foreach ((string kind, Func<Arguments> create) in _badArguments.Append(new("right arguments", () => form.CreateArguments(20))))
            {
                Arguments arguments = create();
                Arguments before = arguments.Copy();
                string what = $"{name}, {kind}, disposed {disposals} times";
                ObjectDisposedException thrown = Expect.Throws<ObjectDisposedException>(what, () => form.Call(instance, arguments));
                Assert.Equal(form.Type.FullName, thrown.ObjectName);
                arguments.ExpectSame(before, what);
            }
        }
    }

    [Theory]
    [MemberData(nameof(Form.Names), MemberType = typeof(Form))]
    public void Dispose_OfOneInstance_LeavesOthersAlone(string name)
    {
        Form form = Form.Get(name);
        Sample sample = form.CreateSample(100);
        using IDisposable other = sample.Create();
        sample.Create().Dispose();
        Arguments arguments = form.CreateArguments(sample);
        Assert.True(form.Call(other, arguments));
        form.ExpectResult(other, arguments, sample);
    }

    [Fact]
    public void Dispose_OfAnInstanceOrATransform_LeavesTheOtherAlone()
    {
        CtrSample sample = new(100);
        FaceCtr ctr = sample.Create();
        ctr.CreateEncryptor(sample.InitialCounter).Dispose();
        byte[] text = new byte[100];
        ctr.Encrypt(sample.InitialCounter, sample.Plaintext, text);
        Expect.Same(sample.Ciphertext, text, "the disposed transform's instance");

        ICryptoTransform transform = ctr.CreateEncryptor(sample.InitialCounter);
        Assert.Equal(33, transform.TransformBlock(sample.Plaintext, 0, 33, text, 0));
        ctr.Dispose();
        transform.TransformFinalBlock(sample.Plaintext, 33, 67).CopyTo(text, 33);
        Expect.Same(sample.Ciphertext, text, "the disposed instance's transform");

        transform.Dispose();
        transform.Dispose();
        ObjectDisposedException thrown = Expect.Throws<ObjectDisposedException>(
            "TransformBlock", () => transform.TransformBlock(new byte[1], 0, 1, new byte[1], 0));
        Assert.Equal(typeof(ICryptoTransform).FullName, thrown.ObjectName);
    }

    /// <summary>Uses the internal mode after its disposal, as if Dispose always came between a call's first check and its work.</summary>
    [Theory]
    [MemberData(nameof(TestBackends.Names), MemberType = typeof(TestBackends))]
    public void Mode_DisposedAfterFirstCheck_ThrowsAndClearsOutput(string name)
    {
        Backend backend = TestBackends.Get(name);
        foreach ((int size, int associatedDataSize) in GcmSivForm.All[0].Ways)
        {
            GcmSivSample sample = new(size, associatedDataSize);
            GcmSiv mode = backend.CreateGcmSiv(sample.Key);
            mode.Dispose();
            Assert.True(mode.IsDisposed);
            byte[] tag = Sample.Filled(16);
            using MemoryStream source = new(sample.Plaintext);
            using MemoryStream output = new();
            Check<AesGcmSiv>($"{sample}, Encrypt", size, to =>
            {
                GcmSivMessage message = new(sample.Nonce, sample.AssociatedData, sample.Plaintext, to, tag);
                mode.Encrypt(in message);
            });
            Check<AesGcmSiv>($"{sample}, TryDecrypt", size, to =>
            {
                GcmSivMessage message = new(sample.Nonce, sample.AssociatedData, sample.Ciphertext, to, sample.Tag);
                _ = mode.TryDecrypt(in message, throws: false);
            });
            Check<AesGcmSiv>($"{sample}, Encrypt streams", 0, _ => mode.Encrypt(sample.Nonce, source, output, tag, sample.AssociatedData, default));
            Check<AesGcmSiv>($"{sample}, TryDecrypt streams", 0, _ => mode.TryDecrypt(sample.Nonce, source, sample.Tag, output, sample.AssociatedData, default));
            Expect.Same(Sample.Filled(16), tag, $"{name}, {sample}: tag");
            Assert.Equal(0, output.Length);
        }

        // Excludes an empty message without a tag: nothing is written or authenticated, so the call may end either way.
        foreach ((int size, int tagSize) in AezForm.All[0].Ways.Where(w => w.Size + w.Other > 0))
        {
            AezSample sample = new(size, tagSize);
            AezCipher mode = backend.CreateAez(sample.Key, tagSize);
            mode.Dispose();
            Assert.True(mode.IsDisposed);
            Check<Aez>($"{sample}, Encrypt", size + tagSize, to => mode.Encrypt(new AezMessage(sample.Nonce, sample.Plaintext, to, sample.Strings)));
            Check<Aez>($"{sample}, TryDecrypt", size, to => mode.TryDecrypt(new AezMessage(sample.Nonce, sample.Ciphertext, to, sample.Strings)));
        }

        foreach ((int size, int position) in CtrForm.All[0].Ways.Append((0, 0)))
        {
            CtrCipher mode = backend.CreateCtr(new byte[32]);
            mode.Dispose();
            Assert.True(mode.IsDisposed);
            Check<FaceCtr>($"{size} bytes at {position}", size, to => mode.Xor(1, position, new byte[size], to));
            Check<FaceCtr>("CreateTransform", 0, _ => mode.CreateTransform(1));
        }

        void Check<T>(string what, int size, Action<byte[]> call)
        {
            byte[] destination = Sample.Filled(size);
            ObjectDisposedException thrown = Expect.Throws<ObjectDisposedException>($"{name}, {what}", () => call(destination));
            Assert.Equal(typeof(T).FullName, thrown.ObjectName);
            ExpectNothingBehind(typeof(T), Sample.Filled(size), destination, $"{name}, {what}");
        }
    }

    /// <summary>Disposes the instance before and after each piece of a call, one run for each, until the call completes first.</summary>
    [Theory]
    [MemberData(nameof(SpanCalls))]
    public void Dispose_AtEachPieceOfACall_GivesTheRightResultOrObjectDisposed(string name, bool inPlace)
    {
        Form form = Form.Get(name);
        foreach ((int size, int other) in form.Ways)
        {
            Sample sample = form.CreateSample(size, other);
            int noticed = 0;
            int disposals = AtEachPiece(
                () => sample.Create(_interrupted),
                (instance, at) => noticed += IsCompleted(form, instance, sample, inPlace, $"{name}, {sample}, at {at}, {(inPlace ? "in place" : "apart")}") ? 0 : 1);

            // Otherwise the test would pass without the race. Counter mode copies its keys before the first piece.
            Assert.True(disposals > 0 && (noticed > 0 || form is CtrForm), $"{name}, {sample}: of {disposals} calls {noticed} noticed.");
        }
    }

    /// <summary>The garbage collector finds the instance during its last call, at each piece in turn.</summary>
    [Theory]
    [MemberData(nameof(Form.Names), MemberType = typeof(Form))]
    public void Collect_AtEachPieceOfTheLastCall_LeavesItsResultRight(string name)
    {
        Form form = Form.Get(name);
        foreach ((int size, int other) in (((int, int)[])[(40, 16), (9000, 0), (0, 40), (1, 0), (10, 5), (100, 0), (300, 16)]).Take(Effort.IsBrief ? 2 : int.MaxValue))
        {
            Sample sample = form.CreateSample(size, form is CtrForm ? 0 : other);
            bool interrupted = true;
            for (int at = 0; interrupted; at++)
            {
                Arguments arguments = form.CreateArguments(sample);
                interrupted = InterruptedBackend.RunUntil(
                    at,
                    () =>
                    {
                        GC.Collect(0);
                        GC.WaitForPendingFinalizers();
                    },
                    () => CallOnce(arguments));
                using IDisposable another = sample.Create();
                form.ExpectResult(another, arguments, sample);
            }

            [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
            [SuppressMessage("Reliability", "CA2000", Justification = "That nobody keeps it is the test.")]
            void CallOnce(Arguments arguments) => Assert.True(form.Call(sample.Create(_interrupted), arguments), $"{name}, {sample}: refused.");
        }
    }

    /// <summary>
    /// Inspects the stack, little of which has been overwritten since the call: the message's round keys, the powers of H or the blocks in their place, and the table. One
    /// message for each path through the mode.
    /// </summary>
    [Theory]
    [InlineData(16, 12, 5)]
    [InlineData(32, 16, 16)]
    [InlineData(16, 100, 20)]
    [InlineData(32, 300, 0)]
    [InlineData(16, 1000, 100)]
    [InlineData(32, 9000, 5)]
    public void Call_AfterReturn_HasErasedKeysPowersAndTable(int keySize, int size, int associatedDataSize)
    {
        GcmSivSample sample = new(size, associatedDataSize, keySize);
        using AesGcmSiv siv = sample.Create(_interrupted);
        byte[] text = new byte[size];
        byte[] tag = new byte[16];
        byte[] wrong = Bytes.Flip(sample.Tag, 77);
        bool keepsTable = size >= FaceTable.LeastTextSize;
        Check("Encrypt", keepsTable, () => siv.Encrypt(sample.Nonce.AsSpan(), sample.Plaintext, text, tag, sample.AssociatedData));
        Expect.Same(sample.Ciphertext, text, "ciphertext");
        Check("TryDecrypt", keepsTable, () => Assert.True(siv.TryDecrypt(sample.Nonce, sample.Ciphertext, sample.Tag, text, sample.AssociatedData)));
        Check("TryDecrypt of a wrong tag", keepsTable, () => Assert.False(siv.TryDecrypt(sample.Nonce, sample.Ciphertext, wrong, text, sample.AssociatedData)));
        Check("Encrypt streams", true, () => siv.Encrypt(sample.Nonce, new MemoryStream(sample.Plaintext), new MemoryStream(), tag, sample.AssociatedData));
        Check("Decrypt streams", true, () => siv.Decrypt(sample.Nonce, new MemoryStream(sample.Ciphertext), sample.Tag, new MemoryStream(), sample.AssociatedData));

        void Check(string what, bool keepsTable, Action call) => Assert.True(CountOverwritten(what, keySize, keepsTable, call) > 0, $"{what}: nothing was hashed.");
    }

    /// <summary>Tests the same for counter mode's copy of the keys and its table.</summary>
    [Theory]
    [InlineData(16, 100)]
    [InlineData(32, 8000)]
    [InlineData(16, 8192)]
    [InlineData(24, 10_000)]
    [InlineData(32, 10_000)]
    public void CtrCall_WhenItHasReturned_HasOverwrittenKeysAndTable(int keySize, int size)
    {
        CtrSample sample = new(size, keySize: keySize);
        using FaceCtr ctr = sample.Create(_interrupted);
        byte[] text = new byte[size];
        CountOverwritten("Encrypt", keySize, size >= FaceTable.LeastTextSize, () => ctr.Encrypt(sample.InitialCounter, sample.Plaintext, text));
    }

    /// <summary>The call also erases keys that it derived from partly erased keys.</summary>
    [Theory]
    [InlineData(12)]
    [InlineData(300)]
    [InlineData(9000)]
    public void Call_DisposedMeanwhile_HasOverwrittenWhatItDerived(int size)
    {
        GcmSivSample sample = new(size);
        using AesGcmSiv siv = sample.Create(_interrupted);
        (int roundKeys, _, _, int left) = InterruptedBackend.RunAndCountLeft(
            () => Assert.Throws<ObjectDisposedException>(() => siv.Encrypt(sample.Nonce.AsSpan(), sample.Plaintext, new byte[size], new byte[16])), siv.Dispose);
        Assert.Equal(15, roundKeys);
        Assert.True(left == 0, $"{left} keys are left.");
    }

    [Theory]
    [InlineData(16)]
    [InlineData(24)]
    [InlineData(32)]
    public void Transform_AfterDispose_HasOverwrittenKeysAndTable(int keySize)
    {
        using FaceCtr ctr = new(new CtrSample(0, keySize: keySize).Key, _interrupted);
        ICryptoTransform transform = ctr.CreateEncryptor(new byte[16]);
        _ = transform.TransformFinalBlock(new byte[5000], 0, 5000);
        Span<Vector128<byte>> roundKeys = InterruptedBackend.SeenRoundKeys;
        Span<Vector128<byte>> table = InterruptedBackend.SeenTable;
        Assert.Equal((keySize / 4) + 7, roundKeys.Length);
        Assert.Equal(FaceTable.Size, table.Length);
        Assert.False(roundKeys.Contains(Vector128<byte>.Zero) || table.Contains(Vector128<byte>.Zero), "Not the keys and a full table.");

        transform.Dispose();
        Expect.Cleared(MemoryMarshal.AsBytes(roundKeys), "keys");
        Expect.Cleared(MemoryMarshal.AsBytes(table), "table");
        GC.KeepAlive(transform);
    }

    /// <summary>Disposes a transform during a call. The transform clears the output, the keys and the table entries that the call still writes.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void TransformBlock_DisposedAtEachPiece_ClearsItsOutputAndThrows(bool inPlace)
    {
        foreach ((int size, int position) in CtrForm.All[0].Ways)
        {
            CtrSample sample = new(size, position);
            int disposals = AtEachPiece(() => CreateAt(sample), (transform, at) =>
            {
                byte[] memory = [.. Sample.Filled(16), .. inPlace ? sample.Plaintext : Sample.Filled(size), .. Sample.Filled(16)];
                string what = $"{sample}, at {at}, {(inPlace ? "in place" : "apart")}";
                Exception? thrown = Record.Exception(
                    () => transform.TransformBlock(inPlace ? memory : sample.Plaintext, inPlace ? 16 : 0, size, memory, 16));
                if (thrown is not null)
                {
                    Assert.IsType<ObjectDisposedException>(thrown);
                    ExpectOverwritten(what);
                }

                byte[] expected = thrown is null ? sample.Ciphertext : new byte[size];
                Expect.Same([.. Sample.Filled(16), .. expected, .. Sample.Filled(16)], memory, what);
                return thrown is not null;
            });
            Assert.True(disposals > 0, $"{sample}: Dispose never came.");
        }
    }

    [Fact]
    public void TransformFinalBlock_DisposedAtEachPiece_Throws()
    {
        foreach ((int size, int position) in CtrForm.All[0].Ways)
        {
            CtrSample sample = new(size, position);
            int disposals = AtEachPiece(() => CreateAt(sample), (transform, at) =>
            {
                string what = $"{sample}, at {at}";
                byte[] result = [];
                Exception? thrown = Record.Exception(() => result = transform.TransformFinalBlock(sample.Plaintext, 0, size));
                if (thrown is null)
                {
                    Expect.Same(sample.Ciphertext, result, what);
                    return false;
                }

                Assert.IsType<ObjectDisposedException>(thrown);
                ExpectOverwritten(what);
                return true;
            });
            Assert.True(disposals > 0, $"{sample}: Dispose never came.");
        }
    }

    [Theory]
    [MemberData(nameof(Form.Classes), MemberType = typeof(Form))]
    public void Key_AfterDispose_IsOverwrittenAndMarked(string name)
    {
        Form form = Form.Get(name);
        IDisposable instance = form.Create(0);
        ExpandedKey key = FindKey(instance)!;
        Span<Vector128<byte>> memory = key.Vectors;
        Assert.Equal(form is AezForm ? AezKey.Count : 15, memory.Length);
        memory.Fill(Vector128.Create((byte)Sample.Filler));
        Assert.True(key.EndRead());
        Assert.False(key.IsDisposed);

        instance.Dispose();
        Expect.Cleared(MemoryMarshal.AsBytes(memory), "the memory");
        Assert.False(key.EndRead());
        Assert.True(key.IsDisposed);
        ObjectDisposedException thrown = Expect.Throws<ObjectDisposedException>("ThrowDisposed", key.ThrowDisposed);
        Assert.Equal(form.Type.FullName, thrown.ObjectName);

        memory[3] = Vector128<byte>.AllBitsSet;
        instance.Dispose();
        Expect.Cleared(MemoryMarshal.AsBytes(memory), "the memory, disposed again");
    }

    /// <summary>The finaliser erases the memory of an instance that nobody disposes. The test still refers to that memory.</summary>
    [Theory]
    [MemberData(nameof(Form.Classes), MemberType = typeof(Form))]
    public void Key_OfUndisposedInstance_IsErasedByFinalizer(string name)
    {
        Span<Vector128<byte>> memory = Forget(Form.Get(name));
        GC.Collect();
        GC.WaitForPendingFinalizers();
        Expect.Cleared(MemoryMarshal.AsBytes(memory), "the memory");

        // Not inlined, so that its locals are gone when it returns.
        [MethodImpl(MethodImplOptions.NoInlining)]
        [SuppressMessage("Reliability", "CA2000", Justification = "That it is not disposed is the test.")]
        static Span<Vector128<byte>> Forget(Form form)
        {
            ExpandedKey key = FindKey(form.Create(0))!;
            key.Vectors.Fill(Vector128.Create((byte)Sample.Filler));
            return key.Vectors;
        }
    }

    /// <summary>The garbage collector does not move the key, so it leaves no copy.</summary>
    [Fact]
    public void ExpandedKey_AfterACompactingCollection_IsWhereItWas()
    {
        using ExpandedKey key = new(15, typeof(AesGcmSiv));
        nint before = Address(key);
        GC.Collect(2, GCCollectionMode.Forced, blocking: true, compacting: true);
        Assert.Equal(before, Address(key));
    }

    /// <summary>Finds the keys of an instance or a transform: searches its fields, and theirs, for the first key.</summary>
    internal static ExpandedKey? FindKey(object instance)
    {
        for (Type? type = instance.GetType(); type is not null; type = type.BaseType)
        {
            foreach (FieldInfo field in type.GetFields(BindingFlags.Instance | BindingFlags.NonPublic | BindingFlags.DeclaredOnly))
            {
                object? value = field.FieldType.Assembly == typeof(ExpandedKey).Assembly ? field.GetValue(instance) : null;
                if ((value as ExpandedKey ?? (value is null ? null : FindKey(value))) is { } key)
                {
                    return key;
                }
            }
        }

        return null;
    }

    /// <summary>Returns whether the call completed with the correct result. Otherwise, it must throw ObjectDisposedException and leave nothing behind.</summary>
    private static bool IsCompleted(Form form, IDisposable instance, Sample sample, bool inPlace, string what)
    {
        byte[] source = form.GetSource(sample);
        byte[] tag = form.CreateTag(sample);
        int size = form.GetResultSize(sample);
        byte[] memory = Sample.Filled(Math.Max(source.Length, size));
        if (inPlace)
        {
            source.CopyTo(memory, 0);
        }

        byte[] before = (byte[])memory.Clone();
        Span<byte> destination = memory.AsSpan(0, size);
        try
        {
            Assert.True(form.Call(instance, sample, inPlace ? memory.AsSpan(0, source.Length) : source, destination, tag), $"{what}: refused.");
        }
        catch (ObjectDisposedException thrown)
        {
            Assert.Equal(form.Type.FullName, thrown.ObjectName);
            if (form is not GcmSivForm { HasNonceAndTag: false })
            {
                ExpectNothingBehind(form.Type, before.AsSpan(0, destination.Length), destination, what);
            }
            else if (!form.Encrypts && size >= 12)
            {
                // Seal may have written its nonce, and Open may have moved the ciphertext. But the plaintext must not be there.
                Assert.False(destination.SequenceEqual(sample.Plaintext), $"{what}: the plaintext is left.");
            }

            Expect.Same(form.CreateTag(sample), tag, $"{what}: tag");
            return false;
        }

        using IDisposable another = sample.Create();
        form.ExpectResult(another, sample, destination, tag, what);
        return true;
    }

    /// <summary>AEZ may already have written the destination. Then it must clear it.</summary>
    private static void ExpectNothingBehind(Type type, ReadOnlySpan<byte> before, ReadOnlySpan<byte> destination, string what)
    {
        if (type != typeof(Aez) || destination.ContainsAnyExcept((byte)0))
        {
            Expect.Same(before, destination, $"{what}: not as it was{(type == typeof(Aez) ? ", nor cleared" : string.Empty)}");
        }
    }

    /// <summary>Expects the call to erase its round keys, the powers or blocks that it hashed with, and the table. Returns the number of those powers or blocks.</summary>
    private static int CountOverwritten(string what, int keySize, bool keepsTable, Action call)
    {
        (int roundKeys, int hashed, int table, int left) = InterruptedBackend.RunAndCountLeft(call);
        Assert.Equal((keySize / 4) + 7, roundKeys);
        Assert.Equal(keepsTable ? FaceTable.Size : 0, table);
        Assert.True(left == 0, $"{what}: {left} of {roundKeys} round keys, {hashed} powers or blocks, and {table} entries of the table are left.");
        return hashed;
    }

    /// <summary>Creates a transform at the sample's position.</summary>
    private static ICryptoTransform CreateAt(CtrSample sample)
    {
        using FaceCtr ctr = sample.Create(_interrupted);
        ICryptoTransform transform = ctr.CreateEncryptor(sample.InitialCounter);
        _ = transform.TransformFinalBlock(new byte[sample.Position], 0, (int)sample.Position);
        return transform;
    }

    private static void ExpectOverwritten(string what)
    {
        Expect.Cleared(MemoryMarshal.AsBytes(InterruptedBackend.SeenRoundKeys), $"{what}: keys");
        Expect.Cleared(MemoryMarshal.AsBytes(InterruptedBackend.SeenTable), $"{what}: table");
    }

    /// <summary>Returns the number of calls that Dispose interrupted.</summary>
    private static int AtEachPiece<T>(Func<T> create, Action<T, int> call)
        where T : IDisposable
    {
        int at = 0;
        bool interrupted = true;
        while (interrupted)
        {
            using T instance = create();
            interrupted = InterruptedBackend.RunUntil(at, instance.Dispose, () => call(instance, at));
            at += interrupted ? 1 : 0;
        }

        return at;
    }

    /// <summary>Also expects every interrupted call to notice Dispose.</summary>
    private static int AtEachPiece<T>(Func<T> create, Func<T, int, bool> noticed)
        where T : IDisposable
    {
        int calls = 0;
        int disposals = AtEachPiece(create, (instance, at) => calls += noticed(instance, at) ? 1 : 0);
        Assert.Equal(disposals, calls);
        return disposals;
    }

    private static unsafe nint Address(ExpandedKey key)
    {
        fixed (Vector128<byte>* start = key.Vectors)
        {
            return (nint)start;
        }
    }
}
