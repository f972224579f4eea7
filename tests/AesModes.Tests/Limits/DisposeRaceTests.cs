using System.Diagnostics;
using System.Security.Cryptography;

namespace AesModes.Tests.Limits;

/// <summary>
/// The contract: Dispose on one thread while others work: each call ends with a right result or ObjectDisposedException, never with output under
/// a zeroed or half-zeroed key. What a call meets when Dispose falls exactly between its first look and its work: Contracts/DisposeTests.
/// </summary>
public sealed class DisposeRaceTests
{
    /// <summary>Two at least; more only where they have a core each, as a thread that waits for one is not racing.</summary>
    private static readonly int _workers = Math.Clamp(Environment.ProcessorCount - 1, 2, 4);

    /// <summary>Much longer than a busy machine lets the disposing thread wait.</summary>
    private static readonly TimeSpan _patience = TimeSpan.FromSeconds(30);

    [Theory]
    [MemberData(nameof(TestBackends.Fast), MemberType = typeof(TestBackends))]
    public void Dispose_WhileOthersWork_GivesRightResultsOrObjectDisposed(string name)
    {
        Backend backend = TestBackends.Get(name);
        Race(name, backend, "Encrypt spans", "TryDecrypt spans", new GcmSivSample(10), new GcmSivSample(33), new GcmSivSample(300));
    }

    /// <summary>One chunk, the smallest and another, and two of the largest. A call that was caught leaves nothing in the output.</summary>
    [Theory]
    [MemberData(nameof(TestBackends.Fast), MemberType = typeof(TestBackends))]
    public void DisposeDuringStreams_WhileOthersWork_GivesRightResultsOrNothing(string name)
    {
        Backend backend = TestBackends.Get(name);
        GcmSivSample[] samples = [new(10, backend: backend), new(5000, backend: backend), new(70_000, backend: backend)];
        Race(name, [.. samples.Select(s => new Contest($"streams of {s.Plaintext.Length} bytes", () => s.Create(backend), encrypt => PrepareStreams(s, encrypt)))]);
    }

    /// <summary>AEZ-prf, AEZ-tiny, AEZ-core without pairs and with them, and with the tag beyond the pairs.</summary>
    [Theory]
    [MemberData(nameof(TestBackends.Fast), MemberType = typeof(TestBackends))]
    public void DisposeAez_WhileOthersWork_GivesRightResultsOrObjectDisposed(string name)
    {
        Backend backend = TestBackends.Get(name);
        Race(
            name, backend, "Aez.Encrypt string", "Aez.TryDecrypt string",
            new AezSample(0), new AezSample(10), new AezSample(24), new AezSample(40, tagSize: 0), new AezSample(300), new AezSample(20, tagSize: 300));
    }

    /// <summary>Without a table, with one, and behind the rest of a block.</summary>
    [Theory]
    [MemberData(nameof(TestBackends.FastAes), MemberType = typeof(TestBackends))]
    public void DisposeCtr_WhileOthersWork_GivesRightResultsOrObjectDisposed(string name)
    {
        Backend backend = TestBackends.Get(name);
        Race(name, backend, "FaceCtr.Encrypt", "FaceCtr.Decrypt", new CtrSample(10), new CtrSample(40, position: 7), new CtrSample(300), new CtrSample(9000));
    }

    /// <summary>A transform serves one thread at a time: one works, one disposes. A call that was caught leaves a cleared output.</summary>
    [Theory]
    [MemberData(nameof(TestBackends.FastAes), MemberType = typeof(TestBackends))]
    public void DisposeTransform_WhileAnotherWorks_GivesRightResultsOrAClearedOutput(string name)
    {
        Backend backend = TestBackends.Get(name);
        CtrSample sample = new(300_000);
        using FaceCtr ctr = sample.Create(backend);
        Race(
            name,
            [.. ((int[])[1, 17, 300, 5000]).Select(piece => new Contest(
                $"pieces of {piece} bytes",
                () => ctr.CreateEncryptor(sample.InitialCounter),
                inPlace => PrepareTransform(sample, piece, inPlace)))],
            workers: 1);
    }

    private static void Race(string name, Backend backend, string encryption, string decryption, params Sample[] samples) =>
        Race(name, [.. samples.Select(s => new Contest($"{s}", () => s.Create(backend), encrypt => Prepare(Form.Get(encrypt ? encryption : decryption), s)))]);

    private static void Race(string name, Contest[] contests, int? workers = null)
    {
        int workerCount = workers ?? _workers;
        Random random = Sweep.Start();
        int rounds = Sweep.IsExhaustive ? 100_000 : 8_000;
        TimeSpan limit = Sweep.IsExhaustive ? TimeSpan.FromMinutes(10) : TimeSpan.FromSeconds(Effort.IsChangedRun ? 0.3 : 1.5);
        long start = Stopwatch.GetTimestamp();
        int round = 0;
        int working = 0;
        bool failed = false;
        bool stop = false;
        Contest contest = contests[0];
        IDisposable instance = null!;

        // All meet before each round.
        using Barrier barrier = new(workerCount + 1, _ =>
        {
            contest = contests[round % contests.Length];
            instance = contest.Create();
            working = 0;
            round++;

            // Each contest at least once, however little time there is.
            stop = failed || round > rounds || (round > contests.Length && Stopwatch.GetElapsedTime(start) > limit);
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
                            instance.Dispose();
                            return;
                        }

                        if (thread == 0)
                        {
                            SpinWait.SpinUntil(() => Volatile.Read(ref working) > 0 || Volatile.Read(ref failed));
                            Thread.SpinWait(random.Next(100));
                            instance.Dispose();
                        }
                        else
                        {
                            Interlocked.Increment(ref working);
                            Work(instance, contest, (thread + round) % 2 == 0, ref failed, $"{name}, {contest.What}, thread {thread}, round {round}");
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
            workerCount + 1);
        TestContext.Current.TestOutputHelper?.WriteLine($"{round - 1} rounds, {workerCount} workers.");
    }

    /// <summary>Calls until the end of the instance.</summary>
    private static void Work(IDisposable instance, Contest contest, bool encrypt, ref bool failed, string what)
    {
        Func<IDisposable, bool> isRight = contest.Prepare(encrypt);
        long start = Stopwatch.GetTimestamp();
        try
        {
            for (int call = 0; !Volatile.Read(ref failed); call++)
            {
                if (call % 1024 == 1023)
                {
                    Assert.True(Stopwatch.GetElapsedTime(start) < _patience, $"{what}, call {call}: still not disposed.");
                }

                if (!isRight(instance))
                {
                    Assert.Fail($"{what}, call {call}, {(encrypt ? "encryption" : "decryption")}: a wrong result.");
                }
            }
        }
        catch (ObjectDisposedException)
        {
        }
    }

    /// <summary>A call with buffers of its own. Under a wrong key an authentic message would be refused.</summary>
    private static Func<IDisposable, bool> Prepare(Form form, Sample sample)
    {
        byte[] source = form.GetSource(sample);
        byte[] expected = form.Encrypts ? sample.Ciphertext : sample.Plaintext;
        byte[] destination = new byte[expected.Length];
        byte[] tag = form.CreateTag(sample);
        return instance => form.Call(instance, sample, source, destination, tag)
            && destination.AsSpan().SequenceEqual(expected) && tag.AsSpan().SequenceEqual(sample.Tag);
    }

    /// <summary>A call with streams of its own; the output has something in front of its position.</summary>
    private static Func<IDisposable, bool> PrepareStreams(GcmSivSample sample, bool encrypt)
    {
        byte[] front = Sample.Filled(7);
        byte[] tag = new byte[16];
        byte[] expected = encrypt ? sample.Ciphertext : sample.Plaintext;
        MemoryStream source = new(encrypt ? sample.Plaintext : sample.Ciphertext);
        MemoryStream output = new();
        return instance =>
        {
            AesGcmSiv siv = (AesGcmSiv)instance;
            source.Position = 0;
            output.SetLength(0);
            output.Write(front);
            try
            {
                if (encrypt)
                {
                    siv.Encrypt(sample.Nonce, source, output, tag, sample.AssociatedData);
                }
                else
                {
                    siv.Decrypt(sample.Nonce, source, sample.Tag, output, sample.AssociatedData);
                }
            }
            catch (ObjectDisposedException) when (!IsOutput([]))
            {
                return false;
            }
            catch (AuthenticationTagMismatchException)
            {
                return false;
            }

            return IsOutput(expected) && (!encrypt || tag.AsSpan().SequenceEqual(sample.Tag));
        };

        bool IsOutput(ReadOnlySpan<byte> behind) =>
            output.GetBuffer().AsSpan(0, (int)output.Length) is var all && all[..front.Length].SequenceEqual(front) && all[front.Length..].SequenceEqual(behind);
    }

    /// <summary>The next piece of the text. At its end nothing more, but that ends with the transform too.</summary>
    private static Func<IDisposable, bool> PrepareTransform(CtrSample sample, int piece, bool inPlace)
    {
        int at = 0;
        byte[] text = new byte[piece];
        return instance =>
        {
            int count = Math.Min(piece, sample.Plaintext.Length - at);
            Span<byte> output = text.AsSpan(0, count);
            output.Fill(Sample.Filler);
            if (inPlace)
            {
                sample.Plaintext.AsSpan(at, count).CopyTo(output);
            }

            byte[] before = (byte[])text.Clone();
            try
            {
                ((ICryptoTransform)instance).TransformBlock(inPlace ? text : sample.Plaintext, inPlace ? 0 : at, count, text, 0);
            }
            catch (ObjectDisposedException)
            {
                // Noticed before the call's work, or after.
                if (output.ContainsAnyExcept((byte)0) && !text.AsSpan().SequenceEqual(before))
                {
                    return false;
                }

                throw;
            }

            at += count;
            return output.SequenceEqual(sample.Ciphertext.AsSpan(at - count, count));
        };
    }

    /// <param name="What">The message, for a failure.</param>
    /// <param name="Create">Makes an instance for a round.</param>
    /// <param name="Prepare">An encryption of the message, or a decryption: whether its result is right.</param>
    private sealed record Contest(string What, Func<IDisposable> Create, Func<bool, Func<IDisposable, bool>> Prepare);
}
