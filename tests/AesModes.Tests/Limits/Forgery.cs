using System.Globalization;

namespace AesModes.Tests.Limits;

/// <summary>A message that an attacker may have made from authentic ones: all inputs of a decryption except the key. For AEZ, the tag is part of the ciphertext.</summary>
internal sealed record Forgery(string What, byte[] Nonce, byte[] Ciphertext, byte[] Tag, byte[][] AssociatedData)
{
    /// <summary>The parts that can be changed, and their names.</summary>
    public (string Name, byte[] Bytes)[] Parts =>
    [
        ("nonce", Nonce), ("ciphertext", Ciphertext), ("tag", Tag),
        .. AssociatedData.Select((a, i) => (string.Create(CultureInfo.InvariantCulture, $"string {i + 1} of the associated data"), a)),
    ];

    /// <summary>Whether the input is the same, so that it is not a forgery.</summary>
    public bool IsSame(Forgery other)
    {
        (string, byte[] Bytes)[] theirs = other.Parts;
        return AssociatedData.Length == other.AssociatedData.Length && Parts.Zip(theirs).All(p => p.First.Bytes.AsSpan().SequenceEqual(p.Second.Item2));
    }

    /// <summary>Flips two or more bits anywhere: usually at most eight, in a quarter of the cases up to half of all.</summary>
    public Forgery ChangeBits(Random random)
    {
        Forgery changed = Copy();
        (string Name, byte[] Bytes)[] parts = [.. changed.Parts.Where(p => p.Bytes.Length > 0)];
        int all = 8 * parts.Sum(p => p.Bytes.Length);
        int count = random.Next(2, random.Next(4) == 0 ? (all / 2) + 3 : 9);
        HashSet<int> bits = [];
        while (bits.Count < count)
        {
            int bit = random.Next(all);
            if (bits.Add(bit))
            {
                FlipBit(parts, bit);
            }
        }

        return changed with { What = $"bits {string.Join(", ", bits.Order())} of nonce, ciphertext, tag and associated data changed" };
    }

    /// <summary>
    /// Truncates the ciphertext at either end to every length of at least <paramref name="leastCiphertext"/>, and lengthens it at either end. Does the same with each
    /// associated-data string, and moves a byte between strings, or between the last string and the ciphertext.
    /// </summary>
    public IEnumerable<Forgery> ChangeSizes(Random random, int leastCiphertext)
    {
        foreach ((string how, byte[] other) in OtherSizes(Ciphertext, random).Where(o => o.Bytes.Length >= leastCiphertext))
        {
            yield return this with { What = $"ciphertext {how}", Ciphertext = other };
        }

        for (int i = 0; i < AssociatedData.Length; i++)
        {
            byte[] own = AssociatedData[i];
            foreach ((string how, byte[] other) in OtherSizes(own, random))
            {
                yield return this with { What = $"string {i + 1} of the associated data {how}", AssociatedData = [.. AssociatedData[..i], other, .. AssociatedData[(i + 1)..]] };
            }

            if (own.Length > 0 && i + 1 < AssociatedData.Length)
            {
                yield return this with
                {
                    What = $"a byte of string {i + 1} moved to the next",
                    AssociatedData = [.. AssociatedData[..i], own[..^1], [own[^1], .. AssociatedData[i + 1]], .. AssociatedData[(i + 2)..]],
                };
            }
            else if (own.Length > 0)
            {
                yield return this with { What = "a byte of the associated data moved to the ciphertext", AssociatedData = [.. AssociatedData[..i], own[..^1]], Ciphertext = [own[^1], .. Ciphertext] };
            }
        }

        if (AssociatedData.Length > 0 && Ciphertext.Length > leastCiphertext)
        {
            yield return this with { What = "a byte of the ciphertext moved to the associated data", AssociatedData = [.. AssociatedData[..^1], [.. AssociatedData[^1], Ciphertext[0]]], Ciphertext = Ciphertext[1..] };
        }
    }

    /// <summary>Replaces parts by those of another message under the same key: each part and every combination.</summary>
    public IEnumerable<Forgery> Swap(Forgery other)
    {
        for (int mix = 1; mix < 15; mix++)
        {
            Forgery mixed = new(
                string.Create(CultureInfo.InvariantCulture, $"parts of another message: mix {mix:b4} (bits: associated data, tag, ciphertext, nonce)"),
                (mix & 1) > 0 ? other.Nonce : Nonce,
                (mix & 2) > 0 ? other.Ciphertext : Ciphertext,
                (mix & 4) > 0 ? other.Tag : Tag,
                (mix & 8) > 0 ? other.AssociatedData : AssociatedData);
            if (!mixed.IsSame(this) && !mixed.IsSame(other))
            {
                yield return mixed;
            }
        }
    }

    /// <summary>Flips one bit, counted over all parts.</summary>
    private static void FlipBit((string Name, byte[] Bytes)[] parts, int bit)
    {
        foreach ((string _, byte[] bytes) in parts)
        {
            if (bit < 8 * bytes.Length)
            {
                bytes[bit / 8] ^= (byte)(1 << (bit % 8));
                return;
            }

            bit -= 8 * bytes.Length;
        }

        Assert.Fail("There are not so many bits.");
    }

    private static IEnumerable<(string How, byte[] Bytes)> OtherSizes(byte[] bytes, Random random)
    {
        for (int size = 0; size < bytes.Length; size++)
        {
            yield return (string.Create(CultureInfo.InvariantCulture, $"cut to its first {size} bytes"), bytes[..size]);
            if (!bytes.AsSpan(0, size).SequenceEqual(bytes.AsSpan(^size..)))
            {
                yield return (string.Create(CultureInfo.InvariantCulture, $"cut to its last {size} bytes"), bytes[^size..]);
            }
        }

        foreach (int more in (int[])[1, 15, 16, 17, 32])
        {
            yield return (string.Create(CultureInfo.InvariantCulture, $"with {more} zeros behind"), [.. bytes, .. new byte[more]]);
            yield return (string.Create(CultureInfo.InvariantCulture, $"with {more} bytes behind"), [.. bytes, .. Bytes.Random(random, more)]);
            yield return (string.Create(CultureInfo.InvariantCulture, $"with {more} bytes in front"), [.. Bytes.Random(random, more), .. bytes]);
        }

        // Bytes that equal the padding.
        yield return ("with 10… padding behind", [.. bytes, 0x80, .. new byte[15 - (bytes.Length % 16)]]);
    }

    private Forgery Copy() => new(What, [.. Nonce], [.. Ciphertext], [.. Tag], [.. AssociatedData.Select(a => (byte[])a.Clone())]);
}
