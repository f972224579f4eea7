using System.Buffers.Binary;
using System.Buffers.Text;
using System.Text;

namespace AesModes.Samples.OpaqueIds;

/// <summary>Row numbers and GUIDs as they are shown outside: no order, no count, no creation time. Deterministic, so a link stays the same.</summary>
/// <param name="key">For these ids and nothing else. Whoever changes it breaks all links.</param>
/// <param name="kind">"order", "customer": associated data, so that each kind has a permutation of its own.</param>
internal sealed class OpaqueIds(byte[] key, string kind) : IDisposable
{
    /// <summary>11 characters for a URL. Not a number: JavaScript would round it above 2^53.</summary>
    public const int TextLength = 11;

    // Without a tag AEZ is a permutation of the 8 or 16 bytes: 2^64 or 2^128 ids, each of them some row's.
    private readonly Aez _aez = new(key, tagSizeInBytes: 0);
    private readonly byte[] _kind = Encoding.UTF8.GetBytes(kind);

    public string Hide(long id)
    {
        Span<byte> block = stackalloc byte[sizeof(long)];
        BinaryPrimitives.WriteInt64BigEndian(block, id);
        _aez.Encrypt([], block, block, _kind);
        return Base64Url.EncodeToString(block);
    }

    /// <summary>False for what has another form, and for numbers that no row can have. A guess passes with a chance of <paramref name="largest"/> in 2^64.</summary>
    /// <param name="text">From outside.</param>
    /// <param name="largest">The largest number in use. Its zeros at the top are all the redundancy that there is.</param>
    /// <param name="id">The row's number.</param>
    public bool TryReveal(string text, long largest, out long id)
    {
        Span<byte> block = stackalloc byte[sizeof(long)];
        id = 0;
        // IsValid: TryDecodeFromChars throws for other characters. The comparison refuses other spellings of the same bytes: one id, one text.
        if (text.Length != TextLength || !Base64Url.IsValid(text) || !Base64Url.TryDecodeFromChars(text, block, out int size) || size != block.Length
            || Base64Url.EncodeToString(block) != text)
        {
            return false;
        }

        _aez.Decrypt([], block, block, _kind);
        id = BinaryPrimitives.ReadInt64BigEndian(block);
        return id >= 0 && id <= largest;
    }

    /// <summary>Hides the time in a GUID of version 7. The result has no version of its own: any 16 bytes are one.</summary>
    public Guid Hide(Guid id)
    {
        Span<byte> block = stackalloc byte[16];
        // Big-endian: the bytes in the order of the text, on every platform and in every language.
        id.TryWriteBytes(block, bigEndian: true, out _);
        _aez.Encrypt([], block, block, _kind);
        return new Guid(block, bigEndian: true);
    }

    /// <summary>Any GUID gives one. The six fixed bits of version 7 are too few to tell; only a look-up does.</summary>
    public Guid Reveal(Guid id)
    {
        Span<byte> block = stackalloc byte[16];
        id.TryWriteBytes(block, bigEndian: true, out _);
        _aez.Decrypt([], block, block, _kind);
        return new Guid(block, bigEndian: true);
    }

    public void Dispose() => _aez.Dispose();
}
