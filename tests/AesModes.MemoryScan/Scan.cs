using System.Globalization;
using System.Runtime.InteropServices;
using AesModes.Backends;

namespace AesModes.MemoryScan;

/// <summary>Makes calls and scans the memory afterwards.</summary>
internal static unsafe class Scan
{
    /// <summary>At least one size for each kernel: small, fused and with a table.</summary>
    private static readonly int[] _sizes = [0, 1, 12, 16, 17, 32, 40, 64, 100, 128, 240, 300, 350, 512, 600, 1000, 2500, 5000, 9000, 40000];

    /// <summary>Calls before the first scan, in which the runtime completes its one-time work.</summary>
    private const int Warmups = 3;

    /// <summary>The runtime uses this stack too and saves registers there when it compiles a method or suspends a thread. Only the call's own leftovers occur in every attempt.</summary>
    private const int Attempts = 3;

    /// <summary>The scan looks for the blocks in this many bytes of the message.</summary>
    private const int MostValues = 2500;

    /// <summary>Differing bytes belong to one run if at most this many equal bytes separate them.</summary>
    private const int Gap = 8;

    public static void Run(Backend backend, IReadOnlyList<Secret> secrets, Report report)
    {
        Dictionary<string, Finder> finders = secrets.GroupBy(secret => secret.Set).ToDictionary(set => set.Key, set => new Finder(set));
        Buffers buffers = new(secrets);
        ulong* left = (ulong*)NativeMemory.AllocZeroed(Stack.Depth);
        string name = $"{backend.Name} {backend.Description}";
        foreach (int size in _sizes)
        {
            Dictionary<string, byte[][]> firsts = [];
            for (int seed = 1; seed <= 2; seed++)
            {
                using Calls calls = new(buffers, backend, size);
                foreach (Call call in calls.Create(seed))
                {
                    // A decryption of a forgery clears it.
                    new Random(seed).NextBytes(buffers.Text(size));
                    for (int i = 0; i < Warmups; i++)
                    {
                        call.Run();
                    }

                    byte[][] attempts = [.. Enumerable.Range(0, Attempts).Select(_ => GC.AllocateUninitializedArray<byte>(Stack.Depth))];
                    HashSet<Secret>? found = null;
                    foreach (byte[] attempt in attempts)
                    {
                        Stack.Leave(call.Run, left);
                        HashSet<Secret> now = [.. finders[call.Set].Find(new ReadOnlySpan<byte>(left, Stack.Depth).TrimStart((byte)0xA5))];
                        found = found is null ? now : [.. found.Intersect(now)];
                        new ReadOnlySpan<byte>(left, Stack.Depth).CopyTo(attempt);
                    }

                    foreach (Secret secret in found!)
                    {
                        report.Found($"{name}, {call.Name}", secret, size);
                    }

                    NoteValues(call, attempts[^1]);
                    report.Calls++;
                    string key = $"{call.Name} {call.Set[..^2]}";
                    if (seed == 1)
                    {
                        firsts.Add(key, attempts);
                        continue;
                    }

                    if (!call.UsesRuntime)
                    {
                        (int inAll, int inARow) = firsts[key].Zip(attempts, (one, other) => Compare(one, other)).Min();
                        report.Differs($"{name}, {call.Name}", inAll, inARow);
                    }

                    foreach (byte[] attempt in firsts[key].Concat(attempts))
                    {
                        Array.Clear(attempt);
                    }
                }
            }

            void NoteValues(Call call, ReadOnlySpan<byte> stack)
            {
                byte[] text = buffers.Text(size), other = buffers.Other(size);
                for (int i = 0; i + 16 <= Math.Min(size, MostValues); i += 16)
                {
                    byte[] block = text[i..(i + 16)];
                    byte[] keyStream = [.. block.Zip(other[i..(i + 16)], (one, two) => (byte)(one ^ two))];
                    if (block.AsSpan().ContainsAnyExcept((byte)0))
                    {
                        report.Value($"{name}, {call.Name}", stack.IndexOf(block) >= 0 ? "plaintext" : null, size);
                        report.Value($"{name}, {call.Name}", stack.IndexOf(keyStream) >= 0 ? "key stream" : null, size);
                    }
                }
            }
        }

        buffers.Clear();
        NativeMemory.Clear(left, Stack.Depth);
        NativeMemory.Free(left);
        Stack.PaintAll();
    }

    /// <summary>Scans all writable memory of this process through /proc/self/mem.</summary>
    public static void Process(IReadOnlyList<Secret> secrets, Report report)
    {
        Finder finder = new(secrets);
        using FileStream memory = new("/proc/self/mem", FileMode.Open, FileAccess.Read, FileShare.ReadWrite, 0);
        byte[] piece = GC.AllocateArray<byte>(1 << 20, pinned: true);
        foreach (string line in File.ReadAllLines("/proc/self/maps"))
        {
            string[] parts = line.Split(' ', StringSplitOptions.RemoveEmptyEntries);
            if (!parts[1].StartsWith("rw", StringComparison.Ordinal))
            {
                continue;
            }

            long[] range = [.. parts[0].Split('-').Select(address => long.Parse(address, NumberStyles.HexNumber, CultureInfo.InvariantCulture))];
            string where = parts.Length > 5 ? Path.GetFileName(parts[5]) : "memory without a name";
            for (long at = range[0]; at < range[1]; at += piece.Length - 256)
            {
                int read;
                try
                {
                    memory.Position = at;
                    read = memory.Read(piece, 0, (int)Math.Min(piece.Length, range[1] - at));
                }
                catch (IOException)
                {
                    // The page is reserved but was never used.
                    continue;
                }

                report.BytesOfProcess += read;
                foreach (Secret secret in finder.Find(piece.AsSpan(0, read)))
                {
                    report.Found($"the process at its end, {where}", secret, 0);
                }

                Array.Clear(piece);
            }
        }
    }

    private static (int InAll, int InARow) Compare(ReadOnlySpan<byte> first, ReadOnlySpan<byte> second)
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

        return (inAll, inARow);
    }
}
