using System.Buffers.Binary;
using AesModes.Tests.Fuzz;
using AesModes.Tests.Tool;

namespace AesModes.CoverageFuzz;

/// <summary>Fuzzes encrypted files (docs/file-format.md): arbitrary bytes, valid files with edits, and the files of random cases.</summary>
internal sealed class FilesTarget : Target
{
    /// <summary>The bytes of one edit: the operation, the offset (two bytes) and the operand.</summary>
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

    /// <summary>Encrypts the plaintext that <c>MakePlaintext</c> derives from the size.</summary>
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
            // AES-CTR accepts any ciphertext; in version 1, even if an edit changed another algorithm's header to CTR's.
            kind.Check(file, _key, what);
        }
        else
        {
            // An edited authenticated file must be rejected. It has only one chunk, so it yields no plaintext before that.
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
