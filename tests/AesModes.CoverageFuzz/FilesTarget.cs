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
    private static readonly Dictionary<(string Algorithm, int Size), byte[]> _sealed = [];

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

    /// <summary>The sealed file of an algorithm, and of a plaintext that is known by its size.</summary>
    public static byte[] Seal(string algorithm, int size)
    {
        if (!_sealed.TryGetValue((algorithm, size), out byte[]? file))
        {
            byte[] nonce = new byte[algorithm == "gcm-siv" ? 12 : 16];
            nonce.AsSpan().Fill((byte)size);
            file = _sealed[(algorithm, size)] = FileFormat.Write(algorithm, _key, nonce, MakePlaintext(size));
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
        byte[] original = Seal(algorithm, input[1]);
        byte[] file = original;
        for (int at = 2; at + EditSize <= input.Length; at += EditSize)
        {
            file = Edit(file, input.AsSpan(at, EditSize));
        }

        // What is authenticated is known without the library; AES-CTR takes any text, also under a header that was another's.
        byte[]? expected = file.AsSpan().SequenceEqual(original) ? MakePlaintext(input[1])
            : file.Length >= 12 && file.AsSpan(10, 2).SequenceEqual("CT"u8) ? FileFormat.Read(file, _key)
            : null;
        kind.Check(file, _key, expected, $"{algorithm}, {input[1]} bytes, {Convert.ToHexStringLower(file)}");
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
