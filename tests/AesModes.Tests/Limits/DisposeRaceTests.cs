using System.Diagnostics;
using System.Security.Cryptography;

namespace AesModes.Tests.Limits;

/// <summary>
/// The contract: one thread may dispose an instance while others use it. Each call gives the correct result or throws ObjectDisposedException, never output from a fully or
/// partly erased key. Contracts/DisposeTests tests a Dispose between a call's first check and its work.
/// </summary>
public sealed class DisposeRaceTests
{
    /// <summary>At least two. More only if each has its own core, because a thread that waits for a core does not race.</summary>
    private static readonly int _workers = Math.Clamp(Environment.ProcessorCount - 1, 2, 4);

    /// <summary>Much longer than the disposing thread can wait for a core on a busy machine.</summary>
    private static readonly TimeSpan _patience = TimeSpan.FromSeconds(30);

    [Theory]
    [MemberData(nameof(TestBackends.Fast), MemberType = typeof(TestBackends))]
    public void Dispose_WhileOthersWork_GivesRightResultsOrObjectDisposed(string name)
    {
        Backend backend = TestBackends.Get(name);
        Race(name, backend, "Encrypt spans", "TryDecrypt spans", new GcmSivSample(10), new GcmSivSample(33), new GcmSivSample(300));
    }

    /// <summary>Messages of one small chunk, of another chunk, and of two chunks. An interrupted call leaves nothing in the output.</summary>
    [Theory]
    [MemberData(nameof(TestBackends.Fast), MemberType = typeof(TestBackends))]
    public void DisposeDuringStreams_WhileOthersWork_GivesRightResultsOrNothing(string name)
    {
        Backend backend = TestBackends.Get(name);
        GcmSivSample[] samples = [new(10, backend: backend), new(5000, backend: backend), new(70_000, backend: backend)];
        Race(name, [.. samples.Select(s => new Contest($"streams of {s.Plaintext.Length} bytes", () => s.Create(backend), encrypt => PrepareStreams(s, encrypt)))]);
    }

    /// <summary>AEZ-prf, AEZ-tiny, AEZ-core without and with pairs, and with a tag that extends past the pairs.</summary>
    [Theory]
    [MemberData(nameof(TestBackends.Fast), MemberType = typeof(TestBackends))]
    public void DisposeAez_WhileOthersWork_GivesRightResultsOrObjectDisposed(string name)
    {
        Backend backend = TestBackends.Get(name);
        Race(
            name, backend, "Aez.Encrypt string", "Aez.TryDecrypt string",
            new AezSample(0), new AezSample(10), new AezSample(24), new AezSample(40, tagSize: 0), new AezSample(300), new AezSample(20, tagSize: 300));
    }

    /// <summary>Without a table, with one, and after a partial block.</summary>
    [Theory]
    [MemberData(nameof(TestBackends.FastAes), MemberType = typeof(TestBackends))]
    public void DisposeCtr_WhileOthersWork_GivesRightResultsOrObjectDisposed(string name)
    {
        Backend backend = TestBackends.Get(name);
        Race(name, backend, "FaceCtr.Encrypt", "FaceCtr.Decrypt", new CtrSample(10), new CtrSample(40, position: 7), new CtrSample(300), new CtrSample(9000));
    }

    /// <summary>A transform serves one thread at a time: one thread uses it, another disposes it. An interrupted call leaves a cleared output.</summary>
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

        // All threads meet before each round.
        using Barrier barrier = new(workerCount + 1, _ =>
        {
            contest = contests[round % contests.Length];
            instance = contest.Create();
            working = 0;
            round++;

            // Run each contest at least once, even without time.
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
                    // Otherwise, the other threads would wait forever for this one.
                    Volatile.Write(ref failed, true);
                    barrier.RemoveParticipant();
                    throw;
                }
            },
            workerCount + 1);
        TestContext.Current.TestOutputHelper?.WriteLine($"{round - 1} rounds, {workerCount} workers.");
    }

    /// <summary>Repeats the call until the instance is disposed.</summary>
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

    /// <summary>Prepares a call with its own buffers. With an incorrect key, an authentic message would be rejected.</summary>
    private static Func<IDisposable, bool> Prepare(Form form, Sample sample)
    {
        byte[] source = form.GetSource(sample);
        byte[] expected = form.Encrypts ? sample.Ciphertext : sample.Plaintext;
        byte[] destination = new byte[expected.Length];
        byte[] tag = form.CreateTag(sample);
        return instance => form.Call(instance, sample, source, destination, tag)
            && destination.AsSpan().SequenceEqual(expected) && tag.AsSpan().SequenceEqual(sample.Tag);
    }

    /// <summary>Prepares a call with its own streams. The output has bytes before its position.</summary>
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

    /// <summary>Prepares the next piece of the message. After its end, calls are empty, and Dispose ends those too.</summary>
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
                // The call noticed Dispose before its work or after it.
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

    /// <param name="What">The message, for failure messages.</param>
    /// <param name="Create">Creates an instance for a round.</param>
    /// <param name="Prepare">Prepares an encryption or decryption that returns whether its result is correct.</param>
    private sealed record Contest(string What, Func<IDisposable> Create, Func<bool, Func<IDisposable, bool>> Prepare);
}
