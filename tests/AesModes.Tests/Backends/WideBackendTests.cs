using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using AesModes.Backends.Hardware;
using AesModes.Modes;

namespace AesModes.Tests.Backends;

/// <summary>Tests which sizes <see cref="WideBackend{TWide, TAes, TMultiply, TVector}"/> gives to native functions, and that it overwrites the stack that they used.</summary>
[Kernels]
public sealed class WideBackendTests
{
    private const byte Left = 0xA5;

    private static readonly BackendPieces _managed = BackendPieces.Of<HardwareBackend<X86, Multiply128<X86>, Vector128<ulong>>>();
    private static readonly BackendPieces _wide = BackendPieces.Of<WideBackend<Observed, X86, Multiply128<X86>, Vector128<ulong>>>();

    private static readonly byte[] _data = Bytes.Random(new Random(1), 4096);

    private static readonly Vector128<byte>[] _aezKey = new PlainAez(_data.AsSpan(0, 48).ToArray()).Vectors;

    private static ReadOnlySpan<Vector128<byte>> Vectors => MemoryMarshal.Cast<byte, Vector128<byte>>(_data);

    [Theory]
    [InlineData(511, 0)]
    [InlineData(512, 512)]
    [InlineData(513, 512)]
    [InlineData(1000, 768)]
    public void XorKeyStream_FromTheLimit_GivesWholeBatchesToNativeCode(int size, int native)
    {
        EmulatedWide.SkipUnlessLoaded();
        Assert.Equal(native, CountNative(() => Assert.Equal(Xor(_managed.XorKeyStream, 1, size), Xor(_wide.XorKeyStream, 1, size))));
        Assert.Equal(native, CountNative(() => Assert.Equal(Xor(_managed.XorCounterBlocks, 1, size), Xor(_wide.XorCounterBlocks, 1, size))));
    }

    /// <summary>Only a batch in which the last 64 bits of the counter wrap is left to managed code.</summary>
    [Fact]
    public void XorCounterBlocks_CounterWraps_GivesTheOtherBatchesToNativeCode()
    {
        EmulatedWide.SkipUnlessLoaded();
        for (int blocks = 32; blocks <= 70; blocks++)
        {
            for (int before = 1; before <= 100; before++)
            {
                UInt128 counter = (UInt128)ulong.MaxValue - (uint)(before - 1);
                int batches = blocks / 16;
                int native = before % 16 != 0 && before < 16 * batches ? batches - 1 : batches;
                Assert.Equal(256 * native, CountNative(() => Assert.Equal(Xor(_managed.XorCounterBlocks, counter, 16 * blocks), Xor(_wide.XorCounterBlocks, counter, 16 * blocks))));
            }
        }
    }

    [Theory]
    [InlineData(511, IGcmSivKernels.MaxHashPowers, 0)]
    [InlineData(512, IGcmSivKernels.MaxHashPowers, 512)]
    [InlineData(1000, IGcmSivKernels.MaxHashPowers, 768)]
    [InlineData(1000, 8, 0)]
    public void DecryptAndAbsorb_FromTheLimitWithAllPowers_GivesWholeBatchesToNativeCode(int size, int powers, int native)
    {
        EmulatedWide.SkipUnlessLoaded();
        Assert.Equal(native, CountNative(() => Assert.Equal(Decrypt(_managed, size, powers), Decrypt(_wide, size, powers))));
    }

    [Theory]
    [InlineData(992, 0)]
    [InlineData(1024, 1024)]
    [InlineData(1600, 1536)]
    public void AezPasses_FromTheLimit_GiveWholeBatchesToNativeCode(int size, int native)
    {
        EmulatedWide.SkipUnlessLoaded();
        Assert.Equal(native, CountNative(() => Assert.Equal(Pass1(_managed, size), Pass1(_wide, size))));
        Assert.Equal(native, CountNative(() => Assert.Equal(Pass2(_managed, size), Pass2(_wide, size))));
    }

    /// <summary>Native code leaves keys in its stack frame.</summary>
    [Fact]
    public void Calls_NativeCodeLeavesBytesOnTheStack_OverwriteThem()
    {
        EmulatedWide.SkipUnlessLoaded();
        byte[] from = [.. _data], to = new byte[1024];
        Vector128<byte>[] roundKeys = Vectors[..11].ToArray(), keyMemory = new Vector128<byte>[RecordKeys.Size];
        Vector128<byte> block = Vectors[0];
        AssertOverwritten(() => Use(_wide.XorKeyStream));
        AssertOverwritten(() => Use(_wide.XorCounterBlocks));
        AssertOverwritten(() =>
        {
            RecordKeys keys = new(keyMemory, default, roundKeys.Length, IGcmSivKernels.MaxHashPowers);
            _ = _wide.DecryptAndAbsorb(ref keys, block, block, from.AsSpan(0, 1024), to, out _);
        });
        AssertOverwritten(() => _wide.Aez.AezPass1(_aezKey, in block, from.AsSpan(0, 1024), to));
        AssertOverwritten(() => _wide.Aez.AezPass2(_aezKey, in block, block, to));

        void Use(KeyStream xor)
        {
            FaceTable none = default;
            xor(roundKeys, block, ref none, from.AsSpan(0, 1024), to);
        }
    }

    private static void AssertOverwritten(Action call)
    {
        Observed.LeavesBytes = true;
        try
        {
            bool isLeft = true;
            // The first round compiles the call.
            for (int i = 0; i < 10 && isLeft; i++)
            {
                Observed.NativeSize = 0;
                call();
                isLeft = IsLeft();
                Assert.Equal(1024, (int)Observed.NativeSize);
            }

            Assert.False(isLeft);
        }
        finally
        {
            Observed.LeavesBytes = false;
        }

        [SkipLocalsInit]
        [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
        static bool IsLeft()
        {
            Span<byte> stack = stackalloc byte[8192];
            // Longer than any register that may still hold these bytes.
            Span<byte> left = stackalloc byte[160];
            left.Fill(Left);
            return stack.IndexOf(left) >= 0;
        }
    }

    private static byte[] Xor(KeyStream xor, UInt128 counter, int size)
    {
        byte[] output = new byte[size];
        FaceTable none = default;
        xor(Vectors[..11], BlockCounter.ToBlock(counter), ref none, _data.AsSpan(0, size), output);
        return output;
    }

    private static byte[] Decrypt(BackendPieces pieces, int size, int powers)
    {
        byte[] output = new byte[size + 16];
        RecordKeys keys = new(new Vector128<byte>[RecordKeys.Size], default, 11, powers);
        Vectors[..11].CopyTo(keys.RoundKeys);
        pieces.ExpandHashKey(Vectors[20], keys.HashPowers);
        Vector128<byte> hash = pieces.DecryptAndAbsorb(ref keys, Vectors[21], Vectors[22], _data.AsSpan(0, size), output.AsSpan(0, size), out int hashed);
        pieces.Absorb(keys.HashPowers, hash, output.AsSpan(hashed, size - hashed)).CopyTo(output, size);
        return output;
    }

    private static byte[] Pass1(BackendPieces pieces, int size)
    {
        byte[] output = new byte[size + 16];
        pieces.Aez.AezPass1(_aezKey, Vectors[40], _data.AsSpan(0, size), output.AsSpan(0, size)).CopyTo(output, size);
        return output;
    }

    private static byte[] Pass2(BackendPieces pieces, int size)
    {
        byte[] output = [.. _data.AsSpan(0, size), .. new byte[16]];
        pieces.Aez.AezPass2(_aezKey, Vectors[40], Vectors[41], output.AsSpan(0, size)).CopyTo(output, size);
        return output;
    }

    private static int CountNative(Action calls)
    {
        Observed.NativeSize = 0;
        calls();
        return (int)Observed.NativeSize;
    }

    /// <summary>The emulation, which adds up the sizes of the calls. On request, it leaves bytes on the stack instead.</summary>
    private readonly unsafe struct Observed : IWideKernels
    {
        [ThreadStatic]
        public static nuint NativeSize;

        [ThreadStatic]
        public static bool LeavesBytes;

        public static int Width => EmulatedWide.Width;

        public static bool IsLoaded => EmulatedWide.IsLoaded;

        public static int Batch => EmulatedWide.Batch;

        public static int LeastCtrSize => 2 * Batch;

        public static int LeastDecryptionSize => 2 * Batch;

        public static int LeastAezSize => 1024;

        public static void XorLittleEndian(byte* roundKeys, int rounds, byte* counter, byte* source, byte* destination, nuint size)
        {
            if (!Leaves(size))
            {
                EmulatedWide.XorLittleEndian(roundKeys, rounds, counter, source, destination, size);
            }
        }

        public static void XorBigEndian(byte* roundKeys, int rounds, byte* counter, byte* source, byte* destination, nuint size)
        {
            if (!Leaves(size))
            {
                EmulatedWide.XorBigEndian(roundKeys, rounds, counter, source, destination, size);
            }
        }

        public static void DecryptAndAbsorb(byte* roundKeys, int rounds, byte* powers, byte* counter, byte* hash, byte* source, byte* destination, nuint size)
        {
            if (!Leaves(size))
            {
                EmulatedWide.DecryptAndAbsorb(roundKeys, rounds, powers, counter, hash, source, destination, size);
            }
        }

        public static void AezPass1(byte* keys, byte* multipleOfI, byte* sum, byte* source, byte* destination, nuint size)
        {
            if (!Leaves(size))
            {
                EmulatedWide.AezPass1(keys, multipleOfI, sum, source, destination, size);
            }
        }

        public static void AezPass2(byte* keys, byte* multipleOfI, byte* sum, byte* s, byte* text, nuint size)
        {
            if (!Leaves(size))
            {
                EmulatedWide.AezPass2(keys, multipleOfI, sum, s, text, size);
            }
        }

        private static bool Leaves(nuint size)
        {
            NativeSize += size;
            if (LeavesBytes)
            {
                Leave();
            }

            return LeavesBytes;
        }

        [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
        private static void Leave()
        {
            Span<byte> stack = stackalloc byte[640];
            stack.Fill(Left);
        }
    }
}
