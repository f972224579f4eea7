using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Security.Cryptography;
using AesModes.Backends;
using AesModes.Modes;
using AesModes.Tests.Backends;
using Xunit;

namespace AesModes.Tests.Contracts;

/// <summary>
/// The contract of <see cref="FaceCtr"/> and its transforms: keys and tables are overwritten; Dispose during a call gives its right result or an
/// ObjectDisposedException. What all types share, also use after Dispose: <see cref="DisposeTests"/>.
/// </summary>
[Fast]
public sealed class CtrDisposeTests
{
    /// <summary>With and without the rest of a block first, and with a table.</summary>
    private static readonly (int Size, long Position)[] _texts =
        [(1, 0), (16, 0), (17, 0), (5, 3), (16, 3), (100, 15), (1000, 0), (8192, 0), (10_000, 7)];

    private static readonly Backend _interrupted = new Backend<InterruptedBackend>();

    [Fact]
    public void Dispose_Again_DoesNothing()
    {
        FaceCtr ctr = new(new byte[16]);
        ICryptoTransform transform = ctr.CreateEncryptor(new byte[16]);
        ctr.Dispose();
        ctr.Dispose();
        Expect.Throws<ObjectDisposedException>("Encrypt", () => ctr.Encrypt(new byte[16], default, default));
        transform.Dispose();
        transform.Dispose();
        ObjectDisposedException thrown = Expect.Throws<ObjectDisposedException>(
            "TransformBlock", () => transform.TransformBlock(new byte[1], 0, 1, new byte[1], 0));
        Assert.Equal(typeof(ICryptoTransform).FullName, thrown.ObjectName);
    }

    [Fact]
    public void Dispose_OfOneInstance_LeavesOthersAndTransformsAlone()
    {
        CtrSample sample = new(100);
        using FaceCtr other = sample.Create();
        FaceCtr ctr = sample.Create();
        using ICryptoTransform transform = ctr.CreateEncryptor(sample.InitialCounter);
        byte[] text = new byte[100];
        Assert.Equal(33, transform.TransformBlock(sample.Plaintext, 0, 33, text, 0));
        ctr.Dispose();
        transform.TransformFinalBlock(sample.Plaintext, 33, 67).CopyTo(text, 33);
        Expect.Same(sample.Ciphertext, text, "the disposed one's transform");

        other.CreateEncryptor(sample.InitialCounter).Dispose();
        other.Decrypt(sample.InitialCounter, text, text);
        Expect.Same(sample.Plaintext, text, "another instance");
    }

    /// <summary>As when Dispose comes between a call's first look and its work: the mode behind the public type, used after its end.</summary>
    [Theory]
    [MemberData(nameof(TestBackends.Names), MemberType = typeof(TestBackends))]
    public void Mode_DisposedAfterTheFirstLook_ThrowsAndWritesNothing(string name)
    {
        Backend backend = TestBackends.Get(name);
        foreach ((int size, long position) in _texts.Append((0, 0)))
        {
            CtrCipher mode = backend.CreateCtr(new byte[32]);
            mode.Dispose();
            Assert.True(mode.IsDisposed);
            byte[] destination = Sample.Filled(size);
            string what = $"{name}, {size} bytes at {position}";
            ObjectDisposedException thrown = Expect.Throws<ObjectDisposedException>(what, () => mode.Xor(1, position, new byte[size], destination));
            Assert.Equal("AesModes.FaceCtr", thrown.ObjectName);
            Expect.Same(Sample.Filled(size), destination, what);
            thrown = Expect.Throws<ObjectDisposedException>($"{name}, CreateTransform", () => mode.CreateTransform(1));
            Assert.Equal("AesModes.FaceCtr", thrown.ObjectName);
        }
    }

    [Fact]
    public void Mode_AfterDispose_HasOverwrittenItsKeys()
    {
        Probe mode = new();
        Span<Vector128<byte>> memory = mode.Vectors;
        memory.Fill(Vector128.Create((byte)Sample.Filler));
        Assert.False(mode.IsDisposed);
        mode.Dispose();
        Expect.Cleared(MemoryMarshal.AsBytes(memory), "the memory");
        Assert.Equal(13, memory.Length);
        Assert.True(mode.IsDisposed);
        mode.Dispose();
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

    /// <summary>On the stack, where nothing has been written since: the copy of the keys, and the table of a call that keeps one.</summary>
    [Theory]
    [InlineData(16, 100)]
    [InlineData(32, 8000)]
    [InlineData(16, 8192)]
    [InlineData(24, 10_000)]
    [InlineData(32, 10_000)]
    public void Encrypt_AfterTheCall_HasOverwrittenKeysAndTable(int keySize, int size)
    {
        CtrSample sample = new(size, keySize: keySize);
        using FaceCtr ctr = sample.Create(_interrupted);
        byte[] text = new byte[size];
        (int roundKeys, _, int table, int left) =
            InterruptedBackend.RunAndCountLeft(() => ctr.Encrypt(sample.InitialCounter, sample.Plaintext, text));
        Assert.Equal((keySize / 4) + 7, roundKeys);
        Assert.Equal(size < FaceTable.LeastTextSize ? 0 : FaceTable.Size, table);
        Assert.True(left == 0, $"{left} of {roundKeys} keys and {table} entries of the table are left.");
    }

    /// <summary>Dispose falls before and after each piece of a call, one after the other, until the call ends before it comes.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Dispose_AtEachPieceOfACall_GivesTheRightResultOrObjectDisposed(bool inPlace)
    {
        foreach ((int size, long position) in _texts)
        {
            foreach (CtrForm form in CtrForm.All.Where(f => f.HasDestinationBuffer))
            {
                CtrSample sample = new(size, position);
                int disposals = AtEachPiece(
                    () => sample.Create(_interrupted),
                    (ctr, at) =>
                    {
                        byte[] memory = inPlace ? (byte[])form.GetSource(sample).Clone() : Sample.Filled(size);
                        byte[] before = (byte[])memory.Clone();
                        string what = $"{form.Name}, {sample}, at {at}, {(inPlace ? "in place" : "apart")}";
                        try
                        {
                            form.Run(ctr, sample.InitialCounter, inPlace ? memory : form.GetSource(sample), memory, position);
                            Expect.Same(form.GetResult(sample), memory, what);
                        }
                        catch (ObjectDisposedException thrown)
                        {
                            Assert.Equal("AesModes.FaceCtr", thrown.ObjectName);
                            Expect.Same(before, memory, what);
                        }
                    });
                Assert.True(disposals > 0, $"{form.Name}, {sample}: Dispose never came.");
            }
        }
    }

    /// <summary>A transform disposed at a piece of a call: its output is cleared, and so are the keys and what the call went on to write into the table.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void TransformBlock_DisposedAtEachPiece_ClearsItsOutputAndThrows(bool inPlace)
    {
        foreach ((int size, long position) in _texts)
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
        foreach ((int size, long position) in _texts)
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

    /// <summary>The collector finds the object while its last call runs: at each piece of it, one after the other.</summary>
    [Fact]
    public void Collect_AtEachPieceOfTheLastCall_LeavesItsResultRight()
    {
        foreach (CtrForm form in CtrForm.All)
        {
            foreach (int size in (int[])[1, 100, 9000])
            {
                CtrSample sample = new(size);
                bool interrupted = true;
                for (int at = 0; interrupted; at++)
                {
                    interrupted = InterruptedBackend.RunUntil(
                        at,
                        () =>
                        {
                            GC.Collect(0);
                            GC.WaitForPendingFinalizers();
                        },
                        () => CallOnce(form, sample, $"{form.Name}, {sample}, at {at}"));
                }
            }
        }

        [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
        [SuppressMessage("Reliability", "CA2000", Justification = "That nobody keeps it is the test.")]
        static void CallOnce(CtrForm form, CtrSample sample, string what)
        {
            byte[] destination = new byte[sample.Plaintext.Length];
            form.Run(sample.Create(_interrupted), sample.InitialCounter, form.GetSource(sample), destination, 0);
            Expect.Same(form.GetResult(sample), destination, what);
        }
    }

    /// <summary>A transform that has come to the sample's position. The text before it is not what it gives.</summary>
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

    /// <summary>How many calls Dispose fell into.</summary>
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

    /// <summary>The same; the call says whether it noticed, and has to.</summary>
    private static int AtEachPiece<T>(Func<T> create, Func<T, int, bool> noticed)
        where T : IDisposable
    {
        int calls = 0;
        int disposals = AtEachPiece(create, (instance, at) => calls += noticed(instance, at) ? 1 : 0);
        Assert.Equal(disposals, calls);
        return disposals;
    }

    /// <summary>What every mode object has, within reach.</summary>
    private sealed class Probe() : CtrCipher(13, isTrial: false)
    {
        public Span<Vector128<byte>> Vectors => Key.Vectors;

        public override void Xor(UInt128 initialCounter, long position, ReadOnlySpan<byte> source, Span<byte> destination) =>
            throw new NotSupportedException();

        public override ICryptoTransform CreateTransform(UInt128 initialCounter) => throw new NotSupportedException();

        protected override CtrCipher CreateNext() => throw new NotSupportedException();
    }
}
