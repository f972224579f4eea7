using System.Security.Cryptography;

namespace AesModes.Benchmarks.Study;

/// <summary>Holds a core against what is known, before it is timed.</summary>
internal static class StudyCheck
{
    private const byte Untouched = 0xA5;

    /// <summary>Says where the core goes wrong; null when nowhere.</summary>
    public static string? FindFault(StudyCore core, IEnumerable<StudyCase> cases) =>
        cases.Select(known => FindFault(core, known)).FirstOrDefault(fault => fault is not null);

    private static string? FindFault(StudyCore core, StudyCase known)
    {
        string name = $"{core.RowName}, AES-{8 * known.Key.Length}, {known.Name}";
        ReadOnlySpan<byte> plaintext = known.Plaintext.Span;
        byte[] destination = new byte[plaintext.Length + StudyCore.BlockSize];
        destination.AsSpan().Fill(Untouched);

        core.SetUp(known.Key, known.Counter);
        core.Xor(known.Counter, plaintext, destination);
        Span<byte> ciphertext = destination.AsSpan(0, plaintext.Length);
        if (known.Ciphertext is { } expected && !ciphertext.SequenceEqual(expected))
        {
            return $"{name}: byte {ciphertext.CommonPrefixLength(expected)} is wrong.";
        }

        if (known.Sha256 is { } hash && !SHA256.HashData(ciphertext).AsSpan().SequenceEqual(hash))
        {
            return $"{name}: the hash is another one.";
        }

        if (destination.AsSpan(plaintext.Length).ContainsAnyExcept(Untouched))
        {
            return $"{name}: wrote beyond the end.";
        }

        // Back, in place, with what is kept now being that of the text's end.
        core.Xor(known.Counter, ciphertext, ciphertext);
        return ciphertext.SequenceEqual(plaintext) ? null : $"{name}: decrypted in place, byte {ciphertext.CommonPrefixLength(plaintext)} is wrong.";
    }
}
