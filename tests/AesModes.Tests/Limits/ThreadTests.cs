using System.Security.Cryptography;
using AesModes.Backends;
using AesModes.Tests.Backends;
using AesModes.Tests.Contracts;
using AesModes.Tests.Reference;
using Xunit;

namespace AesModes.Tests.Limits;

/// <summary>The contract: many threads on one instance give right results: an instance holds no state between or during calls.</summary>
public sealed class ThreadTests
{
    private const int Threads = 4;

    [Theory]
    [MemberData(nameof(TestBackends.Fast), MemberType = typeof(TestBackends))]
    public void Calls_FromManyThreadsOnOneInstance_AreRight(string name)
    {
        Backend backend = TestBackends.Get(name);
        int rounds = Effort.IsSlow ? 3 : 300;
        byte[] key = new GcmSivSample(0).Key;
        using AesGcmSiv shared = new(key, backend);

        // Each thread has messages of its own. What is right was computed by an instance of its own, before.
        (byte[] Nonce, byte[] Plaintext, byte[] Ciphertext, byte[] Tag, byte[] AssociatedData)[][] messages =
            [.. Enumerable.Range(0, Threads).Select(thread => ((int[])[0, 1, 17, 100, 300, 1031]).Select(size => CreateMessage(backend, key, size, thread)).ToArray())];

        RunThreads(thread =>
        {
            byte[] tag = new byte[16];
            for (int round = 0; round < rounds; round++)
            {
                foreach (var message in messages[thread])
                {
                    string what = $"{name}, thread {thread}, round {round}, {message.Plaintext.Length} bytes";
                    byte[] text = (byte[])message.Plaintext.Clone();
                    shared.Encrypt(message.Nonce, text, text, tag, message.AssociatedData);
                    Expect.Same(message.Ciphertext, text, $"{what}: ciphertext");
                    Expect.Same(message.Tag, tag, $"{what}: tag");
                    Assert.True(shared.TryDecrypt(message.Nonce, text, tag, text, message.AssociatedData), $"{what}: not authentic");
                    Expect.Same(message.Plaintext, text, $"{what}: plaintext");
                    tag[thread] ^= 4;
                    Assert.False(shared.TryDecrypt(message.Nonce, message.Ciphertext, tag, text, message.AssociatedData), $"{what}: changed tag");
                    Expect.Cleared(text, $"{what}: changed tag");
                }

                if (round % 50 == 0)
                {
                    var message = messages[thread][^1];
                    using MemoryStream output = new();
                    shared.Encrypt(message.Nonce, new MemoryStream(message.Plaintext), output, tag, message.AssociatedData);
                    Expect.Same(message.Ciphertext, output.ToArray(), $"{name}, thread {thread}, round {round}: stream");
                    Expect.Same(message.Plaintext, shared.Open(shared.Seal(message.Plaintext)), $"{name}, thread {thread}, round {round}: Seal and Open");
                }
            }
        });
    }

    [Theory]
    [MemberData(nameof(TestBackends.Fast), MemberType = typeof(TestBackends))]
    public void AezCalls_FromManyThreadsOnOneInstance_AreRight(string name)
    {
        Backend backend = TestBackends.Get(name);
        int rounds = Effort.IsSlow ? 3 : backend.IsHardwareAccelerated ? 2000 : 100;
        using Aez shared = new(new AezSample(0).Key, 16, backend);

        // Each thread has messages of its own. What is right was computed by this instance, before.
        (byte[] Nonce, byte[] Plaintext, ReadOnlyMemory<byte>[] Strings, byte[] Ciphertext)[][] messages =
            [.. Enumerable.Range(0, Threads).Select(thread => ((int[])[0, 1, 17, 40, 100, 300, 1031]).Select(size => CreateMessage(shared, size, thread)).ToArray())];

        RunThreads(thread =>
        {
            for (int round = 0; round < rounds; round++)
            {
                foreach ((byte[] nonce, byte[] plaintext, ReadOnlyMemory<byte>[] strings, byte[] ciphertext) in messages[thread])
                {
                    string what = $"{name}, thread {thread}, round {round}, {plaintext.Length} bytes";
                    byte[] text = [.. plaintext, .. new byte[16]];
                    shared.Encrypt(nonce, text.AsSpan(0, plaintext.Length), text, strings);
                    Expect.Same(ciphertext, text, $"{what}: ciphertext");
                    Assert.True(shared.TryDecrypt(nonce, text, text.AsSpan(0, plaintext.Length), strings), $"{what}: not authentic");
                    Expect.Same(plaintext, text.AsSpan(0, plaintext.Length), $"{what}: plaintext");
                    ciphertext.CopyTo(text, 0);
                    text[^1] ^= 4;
                    Assert.False(shared.TryDecrypt(nonce, text, text.AsSpan(0, plaintext.Length), strings), $"{what}: changed");
                    Expect.Cleared(text.AsSpan(0, plaintext.Length), $"{what}: changed");
                }
            }
        });
    }

    /// <summary>Pieces of one text, and other texts, with and without a table; and transforms, each of its thread.</summary>
    [Theory]
    [MemberData(nameof(TestBackends.Fast), MemberType = typeof(TestBackends))]
    public void CtrCalls_FromManyThreadsOnOneInstance_AreRight(string name)
    {
        Backend backend = TestBackends.Get(name);
        int rounds = Effort.IsSlow ? 1 : backend.IsHardwareAccelerated ? 100 : 20;
        CtrSample sample = new(60_000);
        using FaceCtr shared = sample.Create(backend);
        RunThreads(thread =>
        {
            Random random = new(thread);
            byte[] text = new byte[sample.Plaintext.Length];
            for (int round = 0; round < rounds; round++)
            {
                string what = $"{name}, thread {thread}, round {round}";
                foreach (int most in (int[])[100, 8000, 30_000])
                {
                    int position = random.Next(text.Length - most);
                    Span<byte> piece = text.AsSpan(position, random.Next(most));
                    shared.Encrypt(sample.InitialCounter, sample.Plaintext.AsSpan(position, piece.Length), piece, position);
                    Expect.Same(sample.Ciphertext.AsSpan(position, piece.Length), piece, $"{what}: {piece.Length} bytes at {position}");
                    shared.Decrypt(sample.InitialCounter, piece, piece, position);
                    Expect.Same(sample.Plaintext.AsSpan(position, piece.Length), piece, $"{what}: {piece.Length} bytes at {position}, back");
                }

                using ICryptoTransform transform = shared.CreateEncryptor(sample.InitialCounter);
                int first = transform.TransformBlock(sample.Plaintext, 0, random.Next(5000), text, 0);
                int second = transform.TransformBlock(sample.Plaintext, first, random.Next(10_000), text, first);
                Expect.Same(sample.Ciphertext.AsSpan(0, first + second), text.AsSpan(0, first + second), $"{what}: transform of {first} and {second} bytes");
            }
        });
    }

    /// <summary>Runs the body on so many threads at once; the first failure is the test's.</summary>
    internal static void RunThreads(Action<int> body, int threads = Threads)
    {
        Exception?[] failures = new Exception?[threads];
        using Barrier start = new(threads);
        Thread[] all = [.. Enumerable.Range(0, threads).Select(number => new Thread(() =>
        {
            start.SignalAndWait();
            failures[number] = Record.Exception(() => body(number));
        }))];
        Array.ForEach(all, t => t.Start());
        Array.ForEach(all, t => t.Join());
        Exception? failure = failures.FirstOrDefault(f => f is not null);
        Assert.True(failure is null, failure?.ToString());
    }

    private static (byte[] Nonce, byte[] Plaintext, byte[] Ciphertext, byte[] Tag, byte[] AssociatedData) CreateMessage(
        Backend backend, byte[] key, int size, int thread)
    {
        Random random = new((size * 100) + thread);
        byte[] nonce = Bytes.Random(random, 12);
        byte[] plaintext = Bytes.Random(random, size);
        byte[] associatedData = Bytes.Random(random, random.Next(40));
        byte[] ciphertext = new byte[size];
        byte[] tag = new byte[16];
        using AesGcmSiv siv = new(key, backend);
        siv.Encrypt(nonce, plaintext, ciphertext, tag, associatedData);
        return (nonce, plaintext, ciphertext, tag, associatedData);
    }

    private static (byte[] Nonce, byte[] Plaintext, ReadOnlyMemory<byte>[] Strings, byte[] Ciphertext) CreateMessage(Aez aez, int size, int thread)
    {
        Random random = new((size * 100) + thread);
        byte[] nonce = Bytes.Random(random, random.Next(40));
        byte[] plaintext = Bytes.Random(random, size);
        ReadOnlyMemory<byte>[] strings = [.. Enumerable.Range(0, thread).Select(_ => Bytes.Random(random, random.Next(40)))];
        byte[] ciphertext = new byte[size + 16];
        aez.Encrypt(nonce, plaintext, ciphertext, strings);
        return (nonce, plaintext, strings, ciphertext);
    }
}
