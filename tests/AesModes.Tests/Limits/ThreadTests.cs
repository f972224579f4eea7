using System.Security.Cryptography;

namespace AesModes.Tests.Limits;

/// <summary>The contract: many threads can use one instance at the same time, because calls do not change its state.</summary>
public sealed class ThreadTests
{
    private const int Threads = 4;

    [Theory]
    [MemberData(nameof(TestBackends.Fast), MemberType = typeof(TestBackends))]
    public void Calls_FromManyThreadsOnOneInstance_AreRight(string name)
    {
        Backend backend = TestBackends.Get(name);
        byte[] key = Bytes.Random(new Random(1), 32);
        using AesGcmSiv shared = new(key, backend);
        Check(name, shared, Effort.IsSlow ? 3 : 300, "Encrypt spans", "TryDecrypt spans", CreateSample, (message, what) =>
        {
            GcmSivSample sample = (GcmSivSample)message;
            using MemoryStream output = new();
            shared.Encrypt(sample.Nonce, new MemoryStream(sample.Plaintext), output, new byte[16], sample.AssociatedData);
            Expect.Same(sample.Ciphertext, output.ToArray(), $"{what}: stream");
            Expect.Same(sample.Plaintext, shared.Open(shared.Seal(sample.Plaintext)), $"{what}: Seal and Open");
        });

        GcmSivSample CreateSample(int size, int thread)
        {
            Random random = new((size * 100) + thread);
            byte[] nonce = Bytes.Random(random, 12);
            byte[] plaintext = Bytes.Random(random, size);
            byte[] associatedData = Bytes.Random(random, random.Next(40));
            (byte[] ciphertext, byte[] tag) = ReferenceGcmSiv.Encrypt(key, nonce, plaintext, associatedData);
            return new GcmSivSample(key, nonce, plaintext, associatedData, ciphertext, tag);
        }
    }

    [Theory]
    [MemberData(nameof(TestBackends.Fast), MemberType = typeof(TestBackends))]
    public void AezCalls_FromManyThreadsOnOneInstance_AreRight(string name)
    {
        Backend backend = TestBackends.Get(name);
        byte[] key = Bytes.Random(new Random(1), 48);
        using Aez shared = new(key, 16, backend);
        Check(name, shared, Effort.IsSlow ? 3 : backend.IsHardwareAccelerated ? 2000 : 100, "Aez.Encrypt vector", "Aez.TryDecrypt vector", (size, thread) =>
        {
            Random random = new((size * 100) + thread);
            byte[][] strings = [.. Enumerable.Range(0, thread).Select(_ => Bytes.Random(random, random.Next(40)))];
            return new AezSample(new AezCase(key, 16, Bytes.Random(random, random.Next(40)), strings, Bytes.Random(random, size)));
        });
    }

    /// <summary>Pieces of one message and other messages, with and without a table, and a transform per thread.</summary>
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

    /// <summary>Runs the body on this many threads at once. Fails with the first failure.</summary>
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

    /// <summary>Each thread encrypts its own messages in place. The reference computed the expected results before.</summary>
    private static void Check(
        string name, IDisposable shared, int rounds, string encryption, string decryption, Func<int, int, Sample> create, Action<Sample, string>? alsoNowAndThen = null)
    {
        (Form encrypt, Form decrypt) = (Form.Get(encryption), Form.Get(decryption));
        Sample[][] samples = [.. Enumerable.Range(0, Threads).Select(thread => ((int[])[0, 1, 17, 40, 100, 300, 1031]).Select(size => create(size, thread)).ToArray())];
        RunThreads(thread =>
        {
            for (int round = 0; round < rounds; round++)
            {
                foreach (Sample sample in samples[thread])
                {
                    string what = $"{name}, thread {thread}, round {round}, {sample.Plaintext.Length} bytes";
                    byte[] memory = (byte[])sample.Ciphertext.Clone();
                    byte[] tag = encrypt.CreateTag(sample);
                    Span<byte> text = memory.AsSpan(0, sample.Plaintext.Length);
                    sample.Plaintext.CopyTo(text);
                    encrypt.Call(shared, sample, text, memory, tag);
                    encrypt.ExpectResult(shared, sample, memory, tag, $"{what}: encrypted");
                    Assert.True(decrypt.Call(shared, sample, memory, text, tag), $"{what}: not authentic");
                    Expect.Same(sample.Plaintext, text, $"{what}: plaintext");
                    sample.Ciphertext.CopyTo(memory, 0);
                    (tag.Length > 0 ? tag : memory)[^1] ^= 4;
                    Assert.False(decrypt.Call(shared, sample, memory, text, tag), $"{what}: changed");
                    Expect.Cleared(text, $"{what}: changed");
                }

                if (round % 50 == 0)
                {
                    alsoNowAndThen?.Invoke(samples[thread][^1], $"{name}, thread {thread}, round {round}");
                }
            }
        });
    }
}
