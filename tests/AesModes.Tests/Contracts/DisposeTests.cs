using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using AesModes.Backends;
using AesModes.Modes;
using AesModes.Tests.Backends;
using AesModes.Tests.Reference;
using Xunit;

namespace AesModes.Tests.Contracts;

/// <summary>The contract: use after Dispose is an ObjectDisposedException before arguments are looked at; keys are overwritten.</summary>
[Fast]
public sealed class DisposeTests
{
    /// <summary>Arguments with something wrong about each of them.</summary>
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

    [Theory]
    [MemberData(nameof(Form.Names), MemberType = typeof(Form))]
    public void Call_AfterDispose_ThrowsBeforeLookingAtArguments(string name)
    {
        Form form = Form.Get(name);
        IDisposable instance = form.Create(20);
        instance.Dispose();
        foreach ((string kind, Func<Arguments> create) in _badArguments.Append(new("right arguments", () => form.CreateArguments(20))))
        {
            Arguments arguments = create();
            Arguments before = arguments.Copy();
            string what = $"{name}, {kind}";
            ObjectDisposedException thrown = Expect.Throws<ObjectDisposedException>(what, () => form.Call(instance, arguments));
            Assert.Equal(form.Type.FullName, thrown.ObjectName);
            arguments.ExpectSame(before, what);
        }
    }

    [Fact]
    public void Dispose_Again_DoesNothing()
    {
        AesGcmSiv siv = new(new byte[16]);
        siv.Dispose();
        siv.Dispose();
        Expect.Throws<ObjectDisposedException>("Seal", () => siv.Seal([]));
    }

    [Fact]
    public void Dispose_OfOneInstance_LeavesOthersAlone()
    {
        Sample sample = new(20);
        using AesGcmSiv other = sample.Create();
        sample.Create().Dispose();
        byte[] plaintext = new byte[20];
        other.Decrypt(sample.Nonce, sample.Ciphertext, sample.Tag, plaintext, sample.AssociatedData);
        Expect.Same(sample.Plaintext, plaintext, "plaintext");
    }

    /// <summary>
    /// What a call meets when Dispose comes between its first look and its work, every time: the mode behind the public type, used after
    /// its end.
    /// </summary>
    [Theory]
    [MemberData(nameof(TestBackends.Names), MemberType = typeof(TestBackends))]
    public void Mode_DisposedAfterTheFirstLook_ThrowsAndWritesNothing(string name)
    {
        Backend backend = TestBackends.Get(name);
        foreach (int size in (int[])[0, 1, 16, 17, 100, 1000])
        {
            Sample sample = new(size);
            GcmSiv mode = backend.CreateGcmSiv(sample.Key);
            mode.Dispose();
            Assert.True(mode.IsDisposed);

            byte[] destination = Sample.Filled(size);
            byte[] tag = Sample.Filled(16);
            using MemoryStream source = new(sample.Plaintext);
            using MemoryStream output = new();
            string what = $"{name}, {size} bytes";
            Expect.Throws<ObjectDisposedException>($"{what}, Encrypt", () => mode.Encrypt(sample.Nonce, sample.Plaintext, destination, tag, []));
            Expect.Throws<ObjectDisposedException>($"{what}, TryDecrypt", () => mode.TryDecrypt(sample.Nonce, sample.Ciphertext, sample.Tag, destination, [], throws: false));
            Expect.Throws<ObjectDisposedException>($"{what}, Encrypt streams", () => mode.Encrypt(sample.Nonce, source, output, tag, [], default));
            Expect.Throws<ObjectDisposedException>($"{what}, TryDecrypt streams", () => mode.TryDecrypt(sample.Nonce, source, sample.Tag, output, [], default));
            Expect.Same(Sample.Filled(size), destination, $"{what}: destination");
            Expect.Same(Sample.Filled(16), tag, $"{what}: tag");
            Assert.Equal(0, output.Length);
        }
    }

    /// <summary>
    /// On the stack, where little has been written since: a message's round keys, the powers of H or the blocks in their place, and the table of a
    /// call that keeps one. One text for each way through the mode.
    /// </summary>
    [Theory]
    [InlineData(16, 12, 5)]
    [InlineData(32, 16, 16)]
    [InlineData(16, 100, 20)]
    [InlineData(32, 300, 0)]
    [InlineData(16, 1000, 100)]
    [InlineData(32, 9000, 5)]
    public void Call_WhenItHasReturned_HasOverwrittenKeysPowersAndTable(int keySize, int size, int associatedDataSize)
    {
        Backend interrupted = new Backend<InterruptedBackend>();
        Sample sample = new(size, associatedDataSize, keySize);
        using AesGcmSiv siv = sample.Create(interrupted);
        byte[] text = new byte[size];
        byte[] tag = new byte[16];
        byte[] wrong = Bytes.Flip(sample.Tag, 77);
        Check("Encrypt", size >= FaceTable.LeastTextSize, () => siv.Encrypt(sample.Nonce.AsSpan(), sample.Plaintext, text, tag, sample.AssociatedData));
        Expect.Same(sample.Ciphertext, text, "ciphertext");
        Check("TryDecrypt", size >= FaceTable.LeastTextSize, () => Assert.True(siv.TryDecrypt(sample.Nonce, sample.Ciphertext, sample.Tag, text, sample.AssociatedData)));
        Check("TryDecrypt of a wrong tag", size >= FaceTable.LeastTextSize, () => Assert.False(siv.TryDecrypt(sample.Nonce, sample.Ciphertext, wrong, text, sample.AssociatedData)));
        Check("Encrypt streams", true, () => siv.Encrypt(sample.Nonce, new MemoryStream(sample.Plaintext), new MemoryStream(), tag, sample.AssociatedData));
        Check("Decrypt streams", true, () => siv.Decrypt(sample.Nonce, new MemoryStream(sample.Ciphertext), sample.Tag, new MemoryStream(), sample.AssociatedData));

        void Check(string what, bool keepsTable, Action call)
        {
            (int roundKeys, int hashed, int table, int left) = InterruptedBackend.RunAndCountLeft(call);
            Assert.Equal((keySize / 4) + 7, roundKeys);
            Assert.True(hashed > 0, $"{what}: nothing was hashed.");
            Assert.Equal(keepsTable ? FaceTable.Size : 0, table);
            Assert.True(left == 0, $"{what}: {left} of {roundKeys} round keys, {hashed} powers or blocks, and {table} entries of the table are left.");
        }
    }

    /// <summary>Keys that were made from keys half overwritten are overwritten too.</summary>
    [Theory]
    [InlineData(12)]
    [InlineData(300)]
    [InlineData(9000)]
    public void Call_DisposedMeanwhile_HasOverwrittenWhatItDerived(int size)
    {
        Sample sample = new(size);
        using AesGcmSiv siv = sample.Create(new Backend<InterruptedBackend>());
        (int roundKeys, _, _, int left) = InterruptedBackend.RunAndCountLeft(
            () => Assert.Throws<ObjectDisposedException>(() => siv.Encrypt(sample.Nonce.AsSpan(), sample.Plaintext, new byte[size], new byte[16])), siv.Dispose);
        Assert.Equal(15, roundKeys);
        Assert.True(left == 0, $"{left} keys are left.");
    }

    [Fact]
    public void ExpandedKey_AfterDispose_IsOverwrittenAndMarked()
    {
        ExpandedKey key = new(15, typeof(AesGcmSiv));
        Span<Vector128<byte>> memory = key.Vectors;
        memory.Fill(Vector128.Create((byte)Sample.Filler));
        Assert.True(key.EndRead());
        Assert.False(key.IsDisposed);

        key.Dispose();
        Assert.Equal(15 * 16, MemoryMarshal.AsBytes(memory).Length);
        Expect.Cleared(MemoryMarshal.AsBytes(memory), "the memory");
        Assert.False(key.EndRead());
        Assert.True(key.IsDisposed);
        ObjectDisposedException thrown = Expect.Throws<ObjectDisposedException>("ThrowDisposed", key.ThrowDisposed);
        Assert.Equal("AesModes.AesGcmSiv", thrown.ObjectName);

        memory[3] = Vector128<byte>.AllBitsSet;
        key.Dispose();
        Expect.Cleared(MemoryMarshal.AsBytes(memory), "the memory, disposed again");
    }

    /// <summary>An instance that nobody disposes: its memory, still held here, is overwritten when the collector finds it.</summary>
    [Fact]
    public void ExpandedKey_Forgotten_IsOverwrittenByTheCollector()
    {
        Span<Vector128<byte>> memory = Forget();
        GC.Collect();
        GC.WaitForPendingFinalizers();
        Expect.Cleared(MemoryMarshal.AsBytes(memory), "the memory");

        // Not inlined: its locals are gone when it returns.
        [MethodImpl(MethodImplOptions.NoInlining)]
        [SuppressMessage("Reliability", "CA2000", Justification = "That it is not disposed is the test.")]
        static Span<Vector128<byte>> Forget()
        {
            ExpandedKey key = new(15, typeof(AesGcmSiv));
            key.Vectors.Fill(Vector128.Create((byte)Sample.Filler));
            return key.Vectors;
        }
    }

    /// <summary>The collector does not move it, so it leaves no copy behind.</summary>
    [Fact]
    public void ExpandedKey_AfterACompactingCollection_IsWhereItWas()
    {
        using ExpandedKey key = new(15, typeof(AesGcmSiv));
        nint before = Address(key);
        GC.Collect(2, GCCollectionMode.Forced, blocking: true, compacting: true);
        Assert.Equal(before, Address(key));
    }

    private static unsafe nint Address(ExpandedKey key)
    {
        fixed (Vector128<byte>* start = key.Vectors)
        {
            return (nint)start;
        }
    }
}
