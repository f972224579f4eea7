using System.Security.Cryptography;
using System.Text;
using Microsoft.EntityFrameworkCore.Storage.ValueConversion;

namespace AesModes.Samples.EncryptedColumn;

/// <summary>A text in a BLOB: random nonce, ciphertext, tag. Equal texts look different, so the database can neither search nor sort them.</summary>
internal sealed class EncryptedText(AesGcmSiv siv, string table, string column) : ValueConverter<string, byte[]>(
    text => siv.Seal(Encoding.UTF8.GetBytes(text), Place.Of(table, column)),
    stored => Encoding.UTF8.GetString(siv.Open(stored, Place.Of(table, column))));

/// <summary>A text in a BLOB, always the same bytes for the same text: ciphertext, tag. For equality search, and it shows which rows are equal.</summary>
/// <remarks>Give it a key that nothing else uses. The fixed nonce is the point here; elsewhere it is a mistake.</remarks>
internal sealed class SearchableText(AesGcmSiv siv, string table, string column) : ValueConverter<string, byte[]>(
    text => Encrypt(siv, Place.Of(table, column), Encoding.UTF8.GetBytes(text)),
    stored => Encoding.UTF8.GetString(Decrypt(siv, Place.Of(table, column), stored)))
{
    private const int TagSize = 16;

    // AES-GCM-SIV derives the tag from the message and the key stream from the tag. Under one nonce only equal messages can be told; under AES-GCM all would be lost.
    private static readonly byte[] _nonce = new byte[12];

    private static byte[] Encrypt(AesGcmSiv siv, byte[] place, byte[] text)
    {
        byte[] stored = new byte[text.Length + TagSize];
        siv.Encrypt(_nonce, text, stored.AsSpan(0, text.Length), stored.AsSpan(text.Length), place);
        return stored;
    }

    private static byte[] Decrypt(AesGcmSiv siv, byte[] place, byte[] stored)
    {
        // The database is not trusted: it may hold less than a tag.
        if (stored.Length < TagSize)
        {
            throw new AuthenticationTagMismatchException("The stored value is shorter than a tag.");
        }

        byte[] text = new byte[stored.Length - TagSize];
        siv.Decrypt(_nonce, stored.AsSpan(0, text.Length), stored.AsSpan(text.Length), text, place);
        return text;
    }
}

/// <summary>Table and column as associated data: a cell that is moved to another column does not open there.</summary>
internal static class Place
{
    // A zero between them: "a.b" and "c" are not "a" and "b.c".
    public static byte[] Of(string table, string column) => Encoding.UTF8.GetBytes($"{table}\0{column}");
}
