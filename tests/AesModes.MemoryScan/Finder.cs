using System.Runtime.InteropServices;

namespace AesModes.MemoryScan;

/// <summary>Finds secrets at any address in memory.</summary>
internal sealed class Finder
{
    private const ulong Mask = 0x5A5A5A5A5A5A5A5A;

    /// <summary>The secrets by their first eight masked bytes.</summary>
    private readonly ILookup<ulong, Secret> _secrets;

    /// <summary>Whether a secret begins with a given two-byte value. Rules out most addresses quickly.</summary>
    private readonly bool[] _beginnings = new bool[65536];

    public Finder(IEnumerable<Secret> secrets)
    {
        _secrets = secrets.ToLookup(secret => MemoryMarshal.Read<ulong>(secret.Masked));
        foreach (IGrouping<ulong, Secret> group in _secrets)
        {
            _beginnings[(ushort)(group.Key ^ Mask)] = true;
        }
    }

    /// <summary>Returns the secrets in the memory, each once.</summary>
    public IEnumerable<Secret> Find(ReadOnlySpan<byte> memory)
    {
        HashSet<Secret> found = [];
        for (int i = 0; i + 16 <= memory.Length; i++)
        {
            if (_beginnings[MemoryMarshal.Read<ushort>(memory[i..])])
            {
                foreach (Secret secret in _secrets[MemoryMarshal.Read<ulong>(memory[i..]) ^ Mask])
                {
                    if (Equals(memory[i..], secret.Masked))
                    {
                        _ = found.Add(secret);
                    }
                }
            }
        }

        return found;
    }

    private static bool Equals(ReadOnlySpan<byte> memory, byte[] masked)
    {
        if (memory.Length < masked.Length)
        {
            return false;
        }

        for (int i = 0; i < masked.Length; i++)
        {
            if ((memory[i] ^ Secret.Mask) != masked[i])
            {
                return false;
            }
        }

        return true;
    }
}
