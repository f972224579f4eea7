using System.Runtime.Intrinsics;
using System.Security.Cryptography;
using AesModes.Backends;
using AesModes.Backends.Hardware;
using AesModes.Modes;

namespace AesModes.MachineCode;

/// <summary>Calls all code that handles secrets, on every backend of this process, so that the JIT compiles it.</summary>
internal static class Driver
{
    /// <summary>Lengths around and between the kernels' thresholds. The longest fills a FACE table twice.</summary>
    private static readonly int[] _lengths =
        [0, 1, 15, 16, 17, 31, 32, 33, 48, 64, 65, 100, 128, 129, 200, 255, 256, 300, 448, 511, 512, 513, 640, 1000, 1024, 1300, 2048, 2500, 4096, 5000, 9000];

    private static readonly Random _random = new(1);

    private delegate Vector128<byte> LoadPart(ref byte source, int count);

    public static void Run()
    {
        // The JIT inlines this method, except, without vector instructions, in one place that no message reaches: AEZ's M_x and M_y before a tag of more than two blocks.
        LoadPart load = PartialBlock.Load;
        _ = load(ref Bytes(3)[0], 3);
        RunFusedDecryption();
        foreach (Backend backend in Backend.All)
        {
            // WideMachineCodeTests checks native code.
            if (backend.HasNativeCode || !backend.IsSupported)
            {
                continue;
            }

            foreach (int keySize in (int[])[16, 24, 32])
            {
                RunCtr(backend, keySize);
                RunAez(backend, keySize);
                if (keySize != 24)
                {
                    RunGcmSiv(backend, keySize);
                }
            }
        }
    }

    /// <summary>Compiles the kernel that an Intel CPU does not use (IMultiply.SlowsAes).</summary>
    private static void RunFusedDecryption()
    {
        if (!X86.IsMultiply512Supported)
        {
            return;
        }

        foreach (int tableSize in (int[])[0, FaceTable.Size])
        {
            RecordKeys keys = new(new Vector128<byte>[RecordKeys.Size], new Vector128<byte>[tableSize], 15, IGcmSivKernels.MaxHashPowers);
            byte[] text = Bytes(50 * GcmSivDecryption<X86, Multiply512<X86>, Vector512<ulong>>.Batch);
            _ = GcmSivDecryption<X86, Multiply512<X86>, Vector512<ulong>>.Decrypt(ref keys, default, default, text, text);
        }
    }

    private static void RunGcmSiv(Backend backend, int keySize)
    {
        byte[] nonce = Bytes(12);
        byte[] tag = new byte[16];
        using AesGcmSiv siv = new(Bytes(keySize), backend);
        foreach (int length in _lengths)
        {
            byte[] plaintext = Bytes(length);
            byte[] ciphertext = new byte[length];
            byte[] associatedData = Bytes(length % 50);
            siv.Encrypt(nonce, plaintext, ciphertext, tag, associatedData);
            siv.Decrypt(nonce, ciphertext, tag, plaintext, associatedData);
            byte[] wrong = [.. tag.Select(b => (byte)~b)];
            Require(!siv.TryDecrypt(nonce, ciphertext, wrong, plaintext, associatedData));
            byte[] sealedMessage = siv.Seal(plaintext, associatedData);
            Require(siv.Open(sealedMessage, associatedData).AsSpan().SequenceEqual(plaintext));
            Require(siv.TryOpen(sealedMessage, associatedData, plaintext));

            using MemoryStream result = new();
            siv.Encrypt(nonce, new MemoryStream(plaintext), result, tag, associatedData);
            result.Position = 0;
            siv.Decrypt(nonce, result, tag, new MemoryStream(), associatedData);
        }
    }

    private static void RunAez(Backend backend, int keySize)
    {
        foreach (int tagSize in (int[])[0, 1, 16, 48])
        {
            using Aez aez = new(Bytes(keySize + tagSize), tagSize, backend);
            foreach (int length in _lengths)
            {
                byte[] nonce = Bytes(length % 40);
                byte[] plaintext = Bytes(length);
                byte[] ciphertext = new byte[length + tagSize];
                aez.Encrypt(nonce, plaintext, ciphertext);
                aez.Decrypt(nonce, ciphertext, plaintext);
                aez.Encrypt(nonce, plaintext, ciphertext, nonce);
                aez.Decrypt(nonce, ciphertext, plaintext, nonce);
                ReadOnlyMemory<byte>[] strings = [nonce, plaintext.ToArray(), Array.Empty<byte>()];
                aez.Encrypt(nonce, plaintext, ciphertext, strings);
                aez.Decrypt(nonce, ciphertext, plaintext, strings);
                aez.Encrypt(nonce.AsSpan(), plaintext, ciphertext);
                aez.Decrypt(nonce.AsSpan(), ciphertext, plaintext);
                if (tagSize > 0)
                {
                    Require(!aez.TryDecrypt(nonce, ciphertext.AsSpan(0, tagSize - 1), plaintext));
                    byte[] sealedMessage = aez.Seal(plaintext, nonce);
                    Require(aez.Open(sealedMessage, nonce).AsSpan().SequenceEqual(plaintext));
                    Require(aez.TryOpen(sealedMessage, nonce, plaintext));
                }

                ciphertext.AsSpan().Reverse();
                _ = aez.TryDecrypt(nonce, ciphertext, plaintext, strings);
            }
        }
    }

    private static void RunCtr(Backend backend, int keySize)
    {
        using FaceCtr ctr = new(Bytes(keySize), backend);
        byte[] counter = Bytes(16);
        foreach (int length in _lengths)
        {
            byte[] text = Bytes(length);
            ctr.Encrypt(counter, text, text, 5);
            ctr.Decrypt(counter, text, text, 16);
            using ICryptoTransform transform = ctr.CreateEncryptor(counter);
            transform.TransformBlock(text, 0, length, text, 0);
            transform.TransformFinalBlock(text, 0, length);
        }
    }

    /// <summary>Returns the same bytes in every run, because some paths depend on the counter.</summary>
    private static byte[] Bytes(int length)
    {
        byte[] bytes = new byte[length];
        _random.NextBytes(bytes);
        return bytes;
    }

    private static void Require(bool condition)
    {
        if (!condition)
        {
            throw new InvalidOperationException("The library does not do what it should.");
        }
    }
}
