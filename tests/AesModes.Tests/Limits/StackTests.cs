using System.Runtime.CompilerServices;
using AesModes.Backends;
using AesModes.Tests.Backends;
using AesModes.Tests.Contracts;
using Xunit;

namespace AesModes.Tests.Limits;

/// <summary>
/// No call leaves a buffer of secrets on its stack. What is there after it, under one key and text and under another of the same sizes, differs
/// where secrets are left; a few registers that the compiler put there are (SECURITY.md), a buffer is not.
/// </summary>
public sealed class StackTests
{
    /// <summary>More than any call takes.</summary>
    private const int Depth = 128 * 1024;

    [Theory]
    [MemberData(nameof(TestBackends.Fast), MemberType = typeof(TestBackends))]
    public void Call_WhenItHasReturned_LeavesNoBufferOfSecretsOnTheStack(string name)
    {
        Backend backend = TestBackends.Get(name);
        List<string> report = [];
        foreach ((string what, Func<byte, Action> prepare) in Calls(backend))
        {
            byte[] first = Leave(prepare(1));
            byte[] second = Leave(prepare(2));
            int length = 0, most = 0, total = 0, same = 0;
            for (int i = 0; i < Depth; i++)
            {
                bool differs = first[i] != second[i];
                total += differs ? 1 : 0;
                same = differs ? 0 : same + 1;
                length = same > 8 ? 0 : length + 1;
                most = Math.Max(most, length - same);
            }

            report.Add($"{total,6} bytes, the longest run {most,6}: {what}");
        }

        report.ForEach(line => TestContext.Current.TestOutputHelper?.WriteLine($"{name}: {line}"));
    }

    private static IEnumerable<(string What, Func<byte, Action> Prepare)> Calls(Backend backend)
    {
        foreach (int size in (int[])[12, 300, 9000])
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

    private static byte[] Bytes(int seed, int count) => Sample.Bytes(new Random(seed), count);

    /// <summary>The stack under this method after the call.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static byte[] Leave(Action call)
    {
        // Compiled and done with its first look at everything.
        for (int i = 0; i < 40; i++)
        {
            call();
        }

        byte[] left = new byte[Depth];
        Paint();
        call();
        Read(left);
        return left;
    }

    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static unsafe void Paint()
    {
        byte* stack = stackalloc byte[Depth];
        new Span<byte>(stack, Depth).Fill(Sample.Filler);
    }

    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static unsafe void Read(Span<byte> left)
    {
        byte* stack = stackalloc byte[Depth];
        new Span<byte>(stack, Depth).CopyTo(left);
    }
}
