using System.Diagnostics;
using AesModes.Backends;
using AesModes.Tests.Backends;
using AesModes.Tests.Contracts;
using Xunit;

namespace AesModes.Tests.Limits;

/// <summary>
/// API.md: Dispose on one thread while others work: each call ends with a right result or ObjectDisposedException, never with output under
/// a zeroed or half-zeroed key. What a call meets when Dispose falls exactly between its first look and its work: Contracts/DisposeTests.
/// </summary>
public sealed class DisposeRaceTests
{
    /// <summary>Two at least; more only where they have a core each, as a thread that waits for one is not racing.</summary>
    private static readonly int _workers = Math.Clamp(Environment.ProcessorCount - 1, 2, 4);

    [Theory]
    [MemberData(nameof(TestBackends.Fast), MemberType = typeof(TestBackends))]
    public void Dispose_WhileOthersWork_GivesRightResultsOrObjectDisposed(string name)
    {
        Backend backend = TestBackends.Get(name);
        Sample[] samples = [new(10, backend: backend), new(33, backend: backend), new(300, backend: backend)];
        Random random = Sweep.Start();
        int rounds = Sweep.IsExhaustive ? 200_000 : 8_000;
        TimeSpan limit = Sweep.IsExhaustive ? TimeSpan.FromMinutes(1) : TimeSpan.FromSeconds(1.5);
        long start = Stopwatch.GetTimestamp();
        int round = 0;
        int working = 0;
        bool failed = false;
        bool stop = false;
        Sample sample = samples[0];
        AesGcmSiv siv = null!;

        // All meet before each round.
        using Barrier barrier = new(_workers + 1, _ =>
        {
            sample = samples[round % samples.Length];
            siv = sample.Create(backend);
            working = 0;
            round++;
            stop = failed || round > rounds || Stopwatch.GetElapsedTime(start) > limit;
        });

        ThreadTests.RunThreads(
            thread =>
            {
                try
                {
                    while (true)
                    {
                        barrier.SignalAndWait();
                        if (stop)
                        {
                            siv.Dispose();
                            return;
                        }

                        if (thread == 0)
                        {
                            SpinWait.SpinUntil(() => Volatile.Read(ref working) > 0 || Volatile.Read(ref failed));
                            Thread.SpinWait(random.Next(100));
                            siv.Dispose();
                        }
                        else
                        {
                            Interlocked.Increment(ref working);
                            Work(siv, sample, (thread + round) % 2 == 0, ref failed, $"{name}, {sample.Plaintext.Length} bytes, thread {thread}, round {round}");
                        }
                    }
                }
                catch
                {
                    // Without this one the others would wait for ever.
                    Volatile.Write(ref failed, true);
                    barrier.RemoveParticipant();
                    throw;
                }
            },
            _workers + 1);
        TestContext.Current.TestOutputHelper?.WriteLine($"{round - 1} rounds, {_workers} workers.");
    }

    /// <summary>Calls until the end of the instance.</summary>
    private static void Work(AesGcmSiv siv, Sample sample, bool encrypt, ref bool failed, string what)
    {
        byte[] text = new byte[sample.Plaintext.Length];
        byte[] tag = new byte[16];
        try
        {
            for (int call = 0; !Volatile.Read(ref failed); call++)
            {
                if (!IsRight(siv, sample, encrypt, text, tag))
                {
                    Assert.Fail($"{what}, call {call}, {(encrypt ? "Encrypt" : "TryDecrypt")}: a wrong result.");
                }
            }
        }
        catch (ObjectDisposedException)
        {
        }
    }

    private static bool IsRight(AesGcmSiv siv, Sample sample, bool encrypt, byte[] text, byte[] tag)
    {
        if (encrypt)
        {
            siv.Encrypt(sample.Nonce.AsSpan(), sample.Plaintext, text, tag, sample.AssociatedData);
            return text.AsSpan().SequenceEqual(sample.Ciphertext) && tag.AsSpan().SequenceEqual(sample.Tag);
        }

        // Under a wrong key an authentic message would be refused.
        return siv.TryDecrypt(sample.Nonce, sample.Ciphertext, sample.Tag, text, sample.AssociatedData)
            && text.AsSpan().SequenceEqual(sample.Plaintext);
    }
}
