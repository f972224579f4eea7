using System.Buffers.Binary;
using AesModes.Tests.Fuzz;
using AesModes.Tests.Tool;

namespace AesModes.CoverageFuzz;

/// <summary>Encrypted files (docs/file-format.md): any bytes, sealed files with edits, and random cases' files.</summary>
internal sealed class FilesTarget : Target
{
    /// <summary>Of an edit: what it does, where (2), and with which byte.</summary>
    private const int EditSize = 4;

    private static readonly byte[] _key = [.. Enumerable.Range(1, 32).Select(i => (byte)i)];
    private static readonly string[] _algorithms = ["gcm-siv", "aez", "ctr"];
    private static readonly Dictionary<(string Algorithm, int Version, int Size), byte[]> _sealed = [];

    private readonly ContainerFuzz _kind;

    public FilesTarget()
        : this(new ContainerFuzz())
    {
    }

    private FilesTarget(ContainerFuzz kind)
        : base(("raw", file => kind.Check(file, _key, "raw")), ("edited", input => CheckEdited(kind, input)), ("containers", Decide(kind))) => _kind = kind;

    public override void Dispose()
    {
        _kind.Dispose();
        base.Dispose();
    }

    /// <summary>The sealed file of an algorithm and a version, and of a plaintext that is known by its size.</summary>
    public static byte[] Seal(string algorithm, int version, int size)
    {
        if (!_sealed.TryGetValue((algorithm, version, size), out byte[]? file))
        {
            byte[] random = new byte[version == 2 ? FileFormat2.SaltSize : algorithm == "gcm-siv" ? 12 : 16];
            random.AsSpan().Fill((byte)size);
            file = _sealed[(algorithm, version, size)] = version == 2
                ? FileFormat2.Write(algorithm, FileFormat2.Header(algorithm, "RK"), _key, random, MakePlaintext(size))
                : FileFormat.Write(algorithm, _key, random, MakePlaintext(size));
        }

        return file;
    }

    private static byte[] MakePlaintext(int size) => [.. Enumerable.Range(0, size).Select(i => (byte)(3 * i))];

    private static void CheckEdited(ContainerFuzz kind, byte[] input)
    {
        if (input.Length < 2)
        {
            return;
        }

        string algorithm = _algorithms[input[0] % _algorithms.Length];
        byte[] original = Seal(algorithm, 1 + (input[0] / _algorithms.Length % 2), input[1]);
        byte[] file = original;
        for (int at = 2; at + EditSize <= input.Length; at += EditSize)
        {
            file = Edit(file, input.AsSpan(at, EditSize));
        }

        string what = $"{algorithm}, {input[1]} bytes, {Convert.ToHexStringLower(file)}";
        if (file.AsSpan().SequenceEqual(original))
        {
            kind.Check(file, _key, isTaken: true, MakePlaintext(input[1]), what);
        }
        else if (file.Length >= 12 && file.AsSpan(10, 2).SequenceEqual("CT"u8))
        {
            // AES-CTR takes any ciphertext, in version 1 also under a header that was another's.
            kind.Check(file, _key, what);
        }
        else
        {
            // What is authenticated is known without the library. The first chunk is the only one here.
            kind.Check(file, _key, isTaken: false, [], what);
        }
    }

    private static byte[] Edit(byte[] file, ReadOnlySpan<byte> edit)
    {
        int at = Math.Min(file.Length, (int)BinaryPrimitives.ReadUInt16LittleEndian(edit[1..]));
        switch (edit[0] % 5)
        {
            case 0:
                return file[..at];
            case 1:
                return [.. file[..at], edit[3], .. file[at..]];
            case 2:
                return [.. file[..at], .. file[Math.Min(file.Length, at + edit[3])..]];
            case 3 when at < file.Length:
                byte[] replaced = [.. file];
                replaced[at] = edit[3];
                return replaced;
            case 4 when at < file.Length:
                byte[] changed = [.. file];
                changed[at] ^= edit[3];
                return changed;
            default:
                return file;
        }
    }
}
