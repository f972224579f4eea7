using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using AesModes.Backends;
using AesModes.Modes;
using AesModes.Tests.Backends;
using Xunit;

namespace AesModes.Tests.Contracts;

/// <summary>
/// The contract of <see cref="Aez"/>: keys are overwritten; Dispose during a call gives its right result or an ObjectDisposedException, never
/// output under keys that are not whole. What all types share, also use after Dispose: <see cref="DisposeTests"/>.
/// </summary>
[Fast]
public sealed class AezDisposeTests
{
    /// <summary>Every way through: empty, AEZ-tiny, AEZ-core without pairs, with pairs, with fragments, and with the tag beyond the pairs.</summary>
    private static readonly (int Size, int TagSize)[] _messages =
        [(0, 0), (0, 16), (0, 100), (1, 0), (5, 8), (15, 16), (16, 16), (31, 16), (40, 16), (63, 0), (64, 0), (64, 16), (100, 16), (300, 16), (20, 100), (300, 300), (1000, 16)];

    [Fact]
    public void Dispose_Again_DoesNothing()
    {
        Aez aez = new(new byte[48]);
        aez.Dispose();
        aez.Dispose();
        Expect.Throws<ObjectDisposedException>("Encrypt", () => aez.Encrypt(default, default, new byte[16]));
    }

    [Fact]
    public void Dispose_OfOneInstance_LeavesOthersAlone()
    {
        AezSample sample = new(20);
        using Aez other = sample.Create();
        sample.Create().Dispose();
        byte[] plaintext = new byte[20];
        other.Decrypt(sample.Nonce, sample.Ciphertext, plaintext, sample.Strings);
        Expect.Same(sample.Plaintext, plaintext, "plaintext");
    }

    /// <summary>As when Dispose comes between a call's first look and its work: the mode behind the public type, used after its end.</summary>
    [Theory]
    [MemberData(nameof(TestBackends.Names), MemberType = typeof(TestBackends))]
    public void Mode_DisposedAfterTheFirstLook_ThrowsAndLeavesNothingBehind(string name)
    {
        Backend backend = TestBackends.Get(name);
        foreach ((int size, int tagSize) in _messages)
        {
            AezSample sample = new(size, tagSize);
            AezCipher mode = backend.CreateAez(sample.Key, tagSize);
            mode.Dispose();
            Assert.True(mode.IsDisposed);

            // Nothing to write, and nothing that says whether the message is authentic: such a call may end either way.
            if (size + tagSize == 0)
            {
                continue;
            }

            byte[] destination = Sample.Filled(size + tagSize);
            string what = $"{name}, {sample}";
            Expect.Throws<ObjectDisposedException>(
                $"{what}, Encrypt", () => mode.Encrypt(new AezMessage(sample.Nonce, sample.Plaintext, destination, sample.Strings)));
            ExpectUntouchedOrCleared(destination, Sample.Filled(destination.Length), $"{what}, Encrypt");

            byte[] plaintext = Sample.Filled(size);
            Expect.Throws<ObjectDisposedException>(
                $"{what}, TryDecrypt", () => mode.TryDecrypt(new AezMessage(sample.Nonce, sample.Ciphertext, plaintext, sample.Strings)));
            ExpectUntouchedOrCleared(plaintext, Sample.Filled(size), $"{what}, TryDecrypt");
        }
    }

    /// <summary>Dispose falls before and after each piece of a call, one after the other, until the call ends before it comes.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Dispose_AtEachPieceOfACall_GivesTheRightResultOrObjectDisposed(bool inPlace)
    {
        Backend backend = new Backend<InterruptedBackend>();
        foreach ((int size, int tagSize) in _messages)
        {
            foreach (AezForm form in AezForm.All)
            {
                AezSample sample = form.CreateSample(size, tagSize);
                int disposedCalls = 0;
                bool interrupted = true;
                for (int at = 0; interrupted; at++)
                {
                    using Aez aez = sample.Create(backend);
                    interrupted = InterruptedBackend.RunUntil(
                        at,
                        aez.Dispose,
                        () => disposedCalls += IsCompleted(form, aez, sample, inPlace, $"{form.Name}, {sample}, at {at}, {(inPlace ? "in place" : "apart")}") ? 0 : 1);
                }

                // Else the test would pass by never meeting the race.
                Assert.True(disposedCalls > 0, $"{form.Name}, {sample}: no call noticed.");
            }
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
        Assert.Equal(AezKey.Count, memory.Length);
        Assert.True(mode.IsDisposed);
        mode.Dispose();
        Assert.Equal("AesModes.Aez", Expect.Throws<ObjectDisposedException>("ThrowDisposed", mode.ThrowDisposed).ObjectName);
    }

    /// <summary>An instance that nobody disposes: its memory, still held here, is overwritten when the collector finds it.</summary>
    [Fact]
    public void Mode_Forgotten_IsOverwrittenByTheCollector()
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
            Probe mode = new();
            mode.Vectors.Fill(Vector128.Create((byte)Sample.Filler));
            return mode.Vectors;
        }
    }

    /// <summary>The collector finds the instance while its last call runs: at each piece of it, one after the other.</summary>
    [Fact]
    public void Collect_AtEachPieceOfTheLastCall_LeavesItsResultRight()
    {
        Backend backend = new Backend<InterruptedBackend>();
        foreach ((int size, int tagSize) in ((int, int)[])[(0, 40), (10, 5), (40, 16), (300, 16)])
        {
            foreach (AezForm form in AezForm.All)
            {
                AezSample sample = form.CreateSample(size, tagSize);
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
                        () => CallOnce(form, sample, backend, $"{form.Name}, {sample}, at {at}"));
                }
            }
        }

        [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
        [SuppressMessage("Reliability", "CA2000", Justification = "That nobody keeps it is the test.")]
        static void CallOnce(AezForm form, AezSample sample, Backend backend, string what)
        {
            byte[] destination = new byte[form.Encrypts ? sample.Ciphertext.Length : sample.Plaintext.Length];
            Assert.True(
                form.Run(sample.Create(backend), sample.Nonce, form.Encrypts ? sample.Plaintext : sample.Ciphertext, destination, sample.Strings), what);
            Expect.Same(form.Encrypts ? sample.Ciphertext : sample.Plaintext, destination, what);
        }
    }

    /// <summary>Whether the call came to its end, with its right result; otherwise with ObjectDisposedException, and nothing left behind.</summary>
    private static bool IsCompleted(AezForm form, Aez aez, AezSample sample, bool inPlace, string what)
    {
        byte[] source = form.Encrypts ? sample.Plaintext : sample.Ciphertext;
        byte[] expected = form.Encrypts ? sample.Ciphertext : sample.Plaintext;
        byte[] memory = Sample.Filled(Math.Max(source.Length, expected.Length));
        if (inPlace)
        {
            source.CopyTo(memory, 0);
        }

        byte[] before = (byte[])memory.Clone();
        Span<byte> destination = memory.AsSpan(0, expected.Length);
        try
        {
            Assert.True(form.Run(aez, sample.Nonce, inPlace ? memory.AsSpan(0, source.Length) : source, destination, sample.Strings), $"{what}: refused.");
        }
        catch (ObjectDisposedException thrown)
        {
            Assert.Equal("AesModes.Aez", thrown.ObjectName);
            ExpectUntouchedOrCleared(destination, before, what);
            return false;
        }

        Expect.Same(expected, destination, what);
        return true;
    }

    private static void ExpectUntouchedOrCleared(ReadOnlySpan<byte> destination, ReadOnlySpan<byte> before, string what)
    {
        if (destination.ContainsAnyExcept((byte)0))
        {
            Expect.Same(before[..destination.Length], destination, $"{what}: neither untouched nor cleared");
        }
    }

    /// <summary>What every mode object has, within reach.</summary>
    private sealed class Probe() : AezCipher(16, isTrial: false)
    {
        public Span<Vector128<byte>> Vectors => Key.Vectors;

        public void ThrowDisposed() => Key.ThrowDisposed();

        public override Halves Encipher(in AezMessage message, bool inverse) => throw new NotSupportedException();

        protected override AezCipher CreateNext() => throw new NotSupportedException();
    }
}
