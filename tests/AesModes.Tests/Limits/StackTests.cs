using System.Runtime.InteropServices;

namespace AesModes.Tests.Limits;

/// <summary>
/// No call leaves a buffer of secrets on its stack. What is there after it under one key and text, and under others of the same sizes, differs
/// where secrets are left: some vectors, where the compiler put them, are (SECURITY.md), a buffer is not. Buffers below <see cref="MostInARow"/>
/// are not told apart from those: a message's round keys and powers of H are none that this test would find.
/// </summary>
public sealed class StackTests
{
    /// <summary>What the compiler leaves in a row and in all is below these. FACE's table, software's scratch and chunks are above.</summary>
    private const int MostInARow = 600;

    private const int Most = 1600;

    /// <summary>Runs are taken for one where no more bytes than that are the same by chance, or as in a number's upper half.</summary>
    private const int Gap = 8;

    /// <summary>The runtime works on this stack as well when it compiles a call anew; what is left always is the call's.</summary>
    private const int Attempts = 8;

    [Theory]
    [MemberData(nameof(TestBackends.Fast), MemberType = typeof(TestBackends))]
    public void Call_WhenItHasReturned_LeavesNoBufferOfSecretsOnTheStack(string name)
    {
        SkipUnlessKnown();
        Backend backend = TestBackends.Get(name);
        List<string> failures = [];
        foreach ((string what, Func<byte, Action> prepare) in Calls(backend))
        {
            (int inARow, int inAll) = (int.MaxValue, int.MaxValue);
            for (int i = 0; i < Attempts && (inARow > MostInARow || inAll > Most); i++)
            {
                (int row, int all) = Compare(Stack.Leave(prepare(1)), Stack.Leave(prepare(2)));
                (inARow, inAll) = (Math.Min(inARow, row), Math.Min(inAll, all));
            }

            string line = $"{what}: {inAll} bytes of secrets are left on the stack, {inARow} in a row.";
            TestContext.Current.TestOutputHelper?.WriteLine($"{name}, {line}");
            if (inARow > MostInARow || inAll > Most)
            {
                failures.Add(line);
            }
        }

        Assert.True(failures.Count == 0, $"{name}: {string.Join(' ', failures)}");
    }

    /// <summary>What one kernel hands to the next by reference stands in a buffer, and is cleared with it. (Software's kernels return vectors, which the compiler keeps.)</summary>
    [Theory]
    [MemberData(nameof(TestBackends.Fast), MemberType = typeof(TestBackends))]
    public void Call_WhenItHasReturned_LeavesNothingThatWentByReferenceOnTheStack(string name)
    {
        SkipUnlessKnown();
        Backend backend = TestBackends.Get(name);
        Assert.SkipUnless(backend.IsHardwareAccelerated, "software's kernels hand over by value");
        byte[] nonce = Bytes(1, 12);
        foreach (int size in (int[])[12, 300])
        {
            byte[] key = Bytes(2, 32), text = Bytes(3, size);
            (byte[] h, byte[] encryption) = ReferenceGcmSiv.DeriveKeys(key, nonce);
            byte[] hash = ReferenceField.Write(ReferenceField.Polyval(ReferenceField.Read(h), 0, ReferenceGcmSiv.PolyvalInput(text, [])));
            byte[] tag = ReferenceGcmSiv.Tag(encryption, hash, nonce);
            byte[] keyStream = new ReferenceAes(encryption).Encrypt(ReferenceGcmSiv.InitialCounter(tag));
            byte[] ciphertext = ReferenceGcmSiv.XorKeyStream(new ReferenceAes(encryption), ReferenceGcmSiv.InitialCounter(tag), text);
            byte[][] roundKeys = [.. new ReferenceAes(encryption).RoundKeys];
            byte[] block = ReferenceGcmSiv.PolyvalInput(text, [])[..16];
            byte[][] secrets = [h, hash, keyStream, block, .. roundKeys];
            using AesGcmSiv siv = new(key, backend);
            Check($"AesGcmSiv, {size} bytes, encryption", () => siv.Encrypt(nonce.AsSpan(), text, ciphertext, tag), secrets);
            Check($"AesGcmSiv, {size} bytes, decryption", () => siv.TryDecrypt(nonce, ciphertext, tag, text), secrets);
        }

        byte[] aezKey = Bytes(4, 48), message = Bytes(5, 600), expanded = new byte[900];
        PlainAez plain = new(aezKey);
        using Aez aez = new(aezKey, 300, backend);
        byte[][] multiples = [.. Enumerable.Range(1, 4).Select(group => plain.MultipleOfI(1 + (8 * group)))];
        Check("Aez, tag of 300, encryption", () => aez.Encrypt(nonce, message, expanded), multiples);
        Check("Aez, tag of 300, decryption", () => aez.TryDecrypt(nonce, expanded, message), multiples);

        void Check(string what, Action call, params byte[][] secrets)
        {
            byte[][] found = secrets;
            for (int i = 0; i < Attempts && found.Length > 0; i++)
            {
                byte[] left = Stack.Leave(call);
                found = [.. found.Where(secret => left.AsSpan().IndexOf(secret) >= 0)];
            }

            Assert.True(found.Length == 0, $"{name}, {what}: of the secrets are on the stack those of number {string.Join(", ", found.Select(secret => secrets.IndexOf(secret)))}.");
        }
    }

    private static void SkipUnlessKnown() => Assert.SkipWhen(
        Effort.IsUnoptimized || Effort.SwitchedOff is not null || RuntimeInformation.ProcessArchitecture != Architecture.X64,
        "what the compiler leaves is known for Release builds on x64 with all instructions");

    private static (int InARow, int InAll) Compare(byte[] first, byte[] second)
    {
        (int row, int same, int inARow, int inAll) = (0, 0, 0, 0);
        for (int i = 0; i < first.Length; i++)
        {
            bool differs = first[i] != second[i];
            inAll += differs ? 1 : 0;
            same = differs ? 0 : same + 1;
            row = same > Gap ? 0 : row + 1;
            inARow = Math.Max(inARow, row - same);
        }

        return (inARow, inAll);
    }

    private static IEnumerable<(string What, Func<byte, Action> Prepare)> Calls(Backend backend)
    {
        foreach (int size in (int[])[12, 300, 2500, 9000])
        {
            yield return ($"AesGcmSiv, {size} bytes, encryption", seed =>
            {
                AesGcmSiv siv = new(Bytes(seed, 32), backend);
                byte[] text = Bytes(seed, size), ciphertext = new byte[size], nonce = Bytes(0, 12), tag = new byte[16];
                return () => siv.Encrypt(nonce.AsSpan(), text, ciphertext, tag);
            });
            yield return ($"AesGcmSiv, {size} bytes, decryption", seed =>
            {
                AesGcmSiv siv = new(Bytes(seed, 32), backend);
                byte[] text = Bytes(seed, size), ciphertext = new byte[size], nonce = Bytes(0, 12), tag = new byte[16];
                siv.Encrypt(nonce.AsSpan(), text, ciphertext, tag);
                return () => siv.TryDecrypt(nonce, ciphertext, tag, text);
            });
            yield return ($"FaceCtr, {size} bytes", seed =>
            {
                FaceCtr ctr = new(Bytes(seed, 32), backend);
                byte[] text = Bytes(seed, size), ciphertext = new byte[size], counter = Bytes(0, 16);
                return () => ctr.Encrypt(counter, text, ciphertext, 3);
            });
            yield return ($"Aez, {size} bytes, encryption", seed =>
            {
                Aez aez = new(Bytes(seed, 48), 16, backend);
                byte[] text = Bytes(seed, size), ciphertext = new byte[size + 16], nonce = Bytes(0, 100);
                return () => aez.Encrypt(nonce, text, ciphertext, text);
            });
            yield return ($"Aez, {size} bytes, tag of 300, decryption", seed =>
            {
                Aez aez = new(Bytes(seed, 48), 300, backend);
                byte[] text = Bytes(seed, size), ciphertext = new byte[size + 300], nonce = Bytes(0, 100);
                aez.Encrypt(nonce, text, ciphertext);
                return () => aez.TryDecrypt(nonce, ciphertext, text);
            });
        }

        yield return ("new AesGcmSiv", seed =>
        {
            byte[] key = Bytes(seed, 32);
            return () => new AesGcmSiv(key, backend).Dispose();
        });
        yield return ("new Aez", seed =>
        {
            byte[] key = Bytes(seed, 100);
            return () => new Aez(key, 16, backend).Dispose();
        });
    }

    private static byte[] Bytes(int seed, int count) => Reference.Bytes.Random(new Random(seed), count);
}
