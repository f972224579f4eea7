using System.Diagnostics;
using System.Runtime.InteropServices;
using System.Security.Cryptography;

namespace AesModes.Tests.Limits;

/// <summary>Tests that Dispose leaves a transform's table clear even if another thread is writing to it. A store that is still pending when the table is erased must not arrive afterwards.</summary>
public class CtrTableRaceTests
{
    public static TheoryData<string> Backends => TestBackends.FastAes;

    [Theory]
    [MemberData(nameof(Backends))]
    public void DisposeTransform_WhileAnotherWritesItsTable_LeavesZeros(string name)
    {
        Backend backend = TestBackends.Get(name);
        int rounds = Sweep.IsExhaustive ? 100_000 : int.MaxValue;
        TimeSpan limit = Sweep.IsExhaustive ? TimeSpan.FromMinutes(10) : TimeSpan.FromSeconds(1.5);
        byte[] block = new byte[16];
        using FaceCtr ctr = new(new byte[16], backend);
        ICryptoTransform? transform = null;
        bool stop = false;

        // The threads spin instead of sleeping, because the race lasts only nanoseconds.
        Thread worker = new(() =>
        {
            while (true)
            {
                ICryptoTransform? mine;
                while ((mine = Volatile.Read(ref transform)) is null)
                {
                    if (Volatile.Read(ref stop))
                    {
                        return;
                    }
                }

                try
                {
                    while (true)
                    {
                        mine.TransformBlock(block, 0, 16, block, 0);
                    }
                }
                catch (ObjectDisposedException)
                {
                    Volatile.Write(ref transform, null);
                }
            }
        });
        worker.Start();

        Random random = Sweep.Start();
        long start = Stopwatch.GetTimestamp();
        int round = 0;
        int left = 0;
        while (left == 0 && round < rounds && Stopwatch.GetElapsedTime(start) < limit)
        {
            ICryptoTransform next = ctr.CreateEncryptor(block);
            Span<byte> memory = MemoryMarshal.AsBytes(DisposeTests.FindKey(next)!.Vectors);
            Assert.True(memory.ContainsAnyExcept((byte)0));
            Volatile.Write(ref transform, next);
            Thread.SpinWait(random.Next(8));
            next.Dispose();
            SpinWait.SpinUntil(() => Volatile.Read(ref transform) is null);
            left = memory.Length - memory.Count((byte)0);
            round++;
        }

        Volatile.Write(ref stop, true);
        worker.Join();
        Assert.True(left == 0, $"{name}: {left} bytes of the key or the table are there after round {round} ({Sweep.HowToRepeat}).");
        TestContext.Current.TestOutputHelper?.WriteLine($"{round} rounds.");
        Assert.True(round > 10, $"{name}: only {round} rounds.");
    }
}
