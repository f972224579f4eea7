using System.Security.Cryptography;

namespace AesModes.Tool.Vectors;

/// <summary>A test vector. Its properties have the names of the file's fields.</summary>
internal abstract class VectorCase(string id)
{
    /// <summary>The cost of a vector without its message, in bytes.</summary>
    private const int Overhead = 1024;

    public string Id => id;

    public virtual int Size => 0;

    /// <summary>For the progress bar.</summary>
    public long Work => Overhead + (long)Size;

    /// <summary>Why the vector cannot run; null if it can.</summary>
    public virtual string? NotRunBecause => null;

    /// <exception cref="ArgumentException">The library refused the vector's input.</exception>
    public abstract void Check(Backend backend, Findings findings);
}

/// <summary>A plaintext and its ciphertext. For a long plaintext, the file has only the size and the ciphertext's hash (vectors/README.md).</summary>
internal abstract class TextCase : VectorCase
{
    private const int MaxSize = 1 << 30;

    /// <summary>Byte i of a long plaintext is 7 · i + (i >> 8), modulo 256: it repeats after 65,536 bytes.</summary>
    private static readonly byte[] _period = [.. Enumerable.Range(0, 1 << 16).Select(i => (byte)((7 * i) + (i >> 8)))];

    private readonly byte[] _plaintext;
    private readonly byte[] _ciphertext;

    protected TextCase(VectorFields fields)
        : base(fields.Id())
    {
        IsLong = fields.Has("plaintextBytes");
        Size = IsLong ? fields.Number("plaintextBytes", 0, MaxSize) : fields.Hex("plaintext").Length;
        _plaintext = IsLong ? [] : fields.Hex("plaintext");
        _ciphertext = IsLong ? fields.Hex("ciphertextSha256", SHA256.HashSizeInBytes) : fields.Hex("ciphertext");
    }

    public sealed override int Size { get; }

    /// <summary>Whether the file has only the ciphertext's hash.</summary>
    public bool IsLong { get; }

    /// <summary>The plaintext, which must not be written to. A long one is made anew each time: together they are too large to keep.</summary>
    public byte[] Plaintext => IsLong ? MakeLongPlaintext(Size) : _plaintext;

    public static byte[] MakeLongPlaintext(int size)
    {
        byte[] plaintext = new byte[size];
        for (int at = 0; at < size; at += _period.Length)
        {
            _period.AsSpan(0, Math.Min(_period.Length, size - at)).CopyTo(plaintext.AsSpan(at));
        }

        return plaintext;
    }

    public void CompareCiphertext(ReadOnlySpan<byte> actual, Findings findings)
    {
        if (IsLong)
        {
            findings.Compare("SHA-256 of the ciphertext", _ciphertext, SHA256.HashData(actual));
        }
        else
        {
            findings.Compare("ciphertext", _ciphertext, actual);
        }
    }
}

/// <summary>The differences between a test vector and this machine's results.</summary>
internal sealed class Findings
{
    private readonly List<string> _differences = [];

    /// <summary>All differences on one line; null if there are none.</summary>
    public string? Summary => _differences.Count == 0 ? null : string.Join("; ", _differences);

    public void Compare(string what, ReadOnlySpan<byte> expected, ReadOnlySpan<byte> actual)
    {
        if (expected.Length != actual.Length)
        {
            _differences.Add($"{what}: {actual.Length} bytes, {expected.Length} in the file");
        }
        else if (expected.CommonPrefixLength(actual) is int at && at < expected.Length)
        {
            _differences.Add($"{what}: byte {at} of {expected.Length} is {actual[at]:x2}, in the file {expected[at]:x2}");
        }
    }

    public void Require(bool held, string otherwise)
    {
        if (!held)
        {
            _differences.Add(otherwise);
        }
    }
}
