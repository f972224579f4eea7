using System.Runtime.InteropServices;
using AesModes.Backends.Hardware;
using AesModes.Modes;
using static AesModes.Tests.Backends.PieceChecks;

namespace AesModes.Tests.Backends;

/// <summary>
/// Tests that each method of each backend does what <see cref="IBackend"/> specifies: every length, in place and with separate buffers, at any alignment, without writing
/// outside the destination.
/// </summary>
public class PieceTests
{
    private const int MaxLength = 300;

    /// <summary>Ordinary first counters, and ones that wrap within the tested lengths: in a batch, between two batches, and in the remainder.</summary>
    private static readonly uint[] _firstCounts = [0, 0x7FFF_FFFA, 0x0100_00FE, uint.MaxValue, uint.MaxValue - 3, uint.MaxValue - 8, uint.MaxValue - 13];

    [Theory]
    [MemberData(nameof(TestBackends.Names), MemberType = typeof(TestBackends))]
    public void ExpandKey_RandomKeys_MatchesFips197(string backend)
    {
        BackendPieces pieces = TestBackends.GetPieces(backend);
        Random random = Sweep.Start();
        for (int i = 0; i < 150; i++)
        {
            int keySize = 16 + (8 * (i % 3));
            byte[] key = Bytes.Random(random, keySize);
            byte[] expected = RoundKeys(key);
            string what = Describe(backend, $"round keys of {Convert.ToHexStringLower(key)}");
            Bytes.AssertEqual(expected, Stored(pieces.CreateRoundKeys(key)), what);

            // The key and the round keys may begin at the same address.
            var roundKeys = new Vector128<byte>[(keySize / 4) + 7];
            Span<byte> place = MemoryMarshal.AsBytes(roundKeys.AsSpan())[..keySize];
            key.CopyTo(place);
            pieces.ExpandKey(place, roundKeys);
            Bytes.AssertEqual(expected, Stored(roundKeys), $"{what}, in place");
        }
    }

    [Theory]
    [MemberData(nameof(TestBackends.Names), MemberType = typeof(TestBackends))]
    public void EncryptBlockAndBlocks_UpTo40Blocks_EqualReference(string backend)
    {
        BackendPieces pieces = TestBackends.GetPieces(backend);
        Random random = Sweep.Start();
        for (int keySize = 16; keySize <= 32; keySize += 8)
        {
            (ReferenceAes reference, Vector128<byte>[] roundKeys) = CreateKey(random, pieces, keySize);
            byte[] source = Bytes.Random(random, 40 * 16);
            byte[] expected = reference.Encrypt(source);
            byte[] single = Stored(pieces.EncryptBlock(roundKeys, Vector128.Create<byte>(source.AsSpan(0, 16))));
            Bytes.AssertEqual(expected.AsSpan(0, 16), single, Describe(backend, $"AES-{8 * keySize}, a block by itself"));
            for (int blocks = 0; blocks <= 40; blocks++)
            {
                InPlaceAndApart(source.AsSpan(0, 16 * blocks), expected.AsSpan(0, 16 * blocks), Describe(backend, $"AES-{8 * keySize}, {blocks} blocks"), (from, to) =>
                    pieces.EncryptBlocks(roundKeys, from, to));
            }
        }
    }

    [Theory]
    [MemberData(nameof(TestBackends.Names), MemberType = typeof(TestBackends))]
    public void DeriveKeys_RandomKeys_EqualsReference(string backend)
    {
        BackendPieces pieces = TestBackends.GetPieces(backend);
        Random random = Sweep.Start();
        for (int i = 0; i < 60; i++)
        {
            byte[] key = Bytes.Random(random, i % 2 == 0 ? 16 : 32);
            byte[] nonce = Bytes.Random(random, 12);
            (byte[] authentication, byte[] encryption) = ReferenceGcmSiv.DeriveKeys(key, nonce);
            string what = Describe(backend, $"AES-{8 * key.Length}, {i}");

            Vector128<byte>[] roundKeys = pieces.CreateRoundKeys(key);
            var recordRoundKeys = new Vector128<byte>[roundKeys.Length];
            pieces.DeriveKeys(roundKeys, nonce, recordRoundKeys, out Vector128<byte> h);
            Bytes.AssertEqual(authentication, Stored(h), $"message-authentication key, {what}");
            Bytes.AssertEqual(RoundKeys(encryption), Stored(recordRoundKeys), $"message-encryption key's round keys, {what}");
        }
    }

    [Theory]
    [MemberData(nameof(TestBackends.Names), MemberType = typeof(TestBackends))]
    public void EncryptSmallAndDecryptSmall_LengthsAndAssociatedData_EqualReference(string backend)
    {
        BackendPieces pieces = TestBackends.GetPieces(backend);
        Assert.SkipUnless(pieces.HasSmallKernel, "software has no kernel for small messages");
        Random random = Sweep.Start();
        foreach ((int length, int associatedLength) in SmallLengths(random))
        {
            ReferenceMessage message = new(
                Bytes.Random(random, random.Next(2) == 0 ? 16 : 32), Bytes.Random(random, 12), Bytes.Random(random, length), Bytes.Random(random, associatedLength));
            string what = $"{backend}: {message}";

            byte[] destination = Sample.Filled(length + 1);
            byte[] tag = Sample.Filled(17);
            Assert.False(Encrypt(isDisposed: true, message.Plaintext, destination), what);
            Bytes.AssertAll(Sample.Filler, destination, $"ciphertext by keys that were erased, {what}");
            Bytes.AssertAll(Sample.Filler, tag, $"tag by keys that were erased, {what}");
            Assert.True(Encrypt(isDisposed: false, message.Plaintext, destination), what);
            Bytes.AssertEqual([.. message.Ciphertext, Sample.Filler], destination, $"ciphertext and the byte after it, {what}");
            Bytes.AssertEqual([.. message.Tag, Sample.Filler], tag, $"tag and the byte after it, {what}");
            byte[] inPlace = [.. message.Plaintext];
            Assert.True(Encrypt(isDisposed: false, inPlace, inPlace), what);
            Bytes.AssertEqual(message.Ciphertext, inPlace, $"ciphertext in place, {what}");

            destination = Sample.Filled(length + 1);
            Assert.Equal(Verdict.KeyDisposed, Decrypt(isDisposed: true, message.Tag, message.Ciphertext, destination));
            Bytes.AssertAll(Sample.Filler, destination, $"plaintext by keys that were erased, {what}");
            Assert.Equal(Verdict.Authentic, Decrypt(isDisposed: false, message.Tag, message.Ciphertext, destination));
            Bytes.AssertEqual([.. message.Plaintext, Sample.Filler], destination, $"plaintext and the byte after it, {what}");
            Assert.Equal(Verdict.Authentic, Decrypt(isDisposed: false, message.Tag, inPlace, inPlace));
            Bytes.AssertEqual(message.Plaintext, inPlace, $"plaintext in place, {what}");

            byte[] wrong = Bytes.Flip(message.Tag, random.Next(128));
            destination = Sample.Filled(length + 1);
            Assert.Equal(Verdict.Forged, Decrypt(isDisposed: false, wrong, message.Ciphertext, destination));
            (_, byte[] encryption) = ReferenceGcmSiv.DeriveKeys(message.Key, message.Nonce);
            byte[] decrypted = ReferenceGcmSiv.XorKeyStream(new ReferenceAes(encryption), ReferenceGcmSiv.InitialCounter(wrong), message.Ciphertext);
            Bytes.AssertEqual([.. decrypted, Sample.Filler], destination, $"what a wrong tag decrypts to and the byte after it, {what}");

            // The destination may be longer than the source.
            bool Encrypt(bool isDisposed, byte[] source, byte[] destination)
            {
                using ExpandedKey key = CreateKey(isDisposed);
                return pieces.EncryptSmall(key, new GcmSivMessage(message.Nonce, message.AssociatedData, source, destination, tag));
            }

            Verdict Decrypt(bool isDisposed, byte[] given, byte[] source, byte[] destination)
            {
                using ExpandedKey key = CreateKey(isDisposed);
                return pieces.DecryptSmall(key, new GcmSivMessage(message.Nonce, message.AssociatedData, source, destination, given));
            }

            ExpandedKey CreateKey(bool isDisposed)
            {
                ExpandedKey key = new((message.Key.Length / 4) + 7, typeof(AesGcmSiv));
                pieces.ExpandKey(message.Key, key.Vectors);
                if (isDisposed)
                {
                    key.Dispose();
                }

                return key;
            }
        }
    }

    /// <summary>Plaintext and associated data of every length up to a block. Then every number of blocks with no, short and the longest possible associated data.</summary>
    private static IEnumerable<(int Length, int AssociatedLength)> SmallLengths(Random random)
    {
        for (int length = 0; length <= 16; length++)
        {
            for (int associatedLength = 0; associatedLength <= 16; associatedLength++)
            {
                yield return (length, associatedLength);
            }
        }

        int[] lengths = [.. Enumerable.Range(0, 145), .. Enumerable.Range(10, 30).Select(blocks => (16 * blocks) - random.Next(16)), 1023, 1024, 1025, 2047, 2048];
        foreach (int length in lengths)
        {
            yield return (length, 0);
            int room = 16 * (SmallMemory.MaxBlocks - 1 - ((length + 15) / 16));
            yield return (length, Math.Min(1 + random.Next(64), room));
            yield return (length, room - random.Next(16));
        }
    }

    private static (ReferenceAes Reference, Vector128<byte>[] RoundKeys) CreateKey(Random random, BackendPieces pieces, int keySize)
    {
        byte[] key = Bytes.Random(random, keySize);
        return (new ReferenceAes(key), pieces.CreateRoundKeys(key));
    }

    private static byte[] RoundKeys(byte[] key) => [.. new ReferenceAes(key).RoundKeys.SelectMany(k => k)];

    [Theory]
    [MemberData(nameof(TestBackends.Names), MemberType = typeof(TestBackends))]
    public void XorKeyStream_EveryLengthAndCounter_EqualsReference(string backend)
    {
        BackendPieces pieces = TestBackends.GetPieces(backend);
        Random random = Sweep.Start();
        for (int keySize = 16; keySize <= 32; keySize += 8)
        {
            (ReferenceAes reference, Vector128<byte>[] roundKeys) = CreateKey(random, pieces, keySize);
            byte[] source = Bytes.Random(random, MaxLength);
            foreach (uint first in _firstCounts)
            {
                byte[] counter = [.. BitConverter.GetBytes(first), .. Bytes.Random(random, 12)];
                byte[] expected = ReferenceGcmSiv.XorKeyStream(reference, counter, source);
                for (int length = 0; length <= MaxLength; length++)
                {
                    InPlaceAndApart(
                        source.AsSpan(0, length), expected.AsSpan(0, length), Describe(backend, $"AES-{8 * keySize}, counter {first:x8}, {length} bytes"), (from, to) =>
                            pieces.XorUntabled(roundKeys, Vector128.Create<byte>(counter), from, to));
                }
            }
        }
    }

    /// <summary>Kernels may treat the counter's lowest byte separately. Tests each of its values and the carry.</summary>
    [Theory]
    [MemberData(nameof(TestBackends.Names), MemberType = typeof(TestBackends))]
    public void XorKeyStream_EveryLowByteOfTheCounter_EqualsReference(string backend)
    {
        BackendPieces pieces = TestBackends.GetPieces(backend);
        Random random = Sweep.Start();
        (ReferenceAes reference, Vector128<byte>[] roundKeys) = CreateKey(random, pieces, 16);
        byte[] rest = Bytes.Random(random, 12);
        foreach (uint upper in (ReadOnlySpan<uint>)[0x0000_FF00, 0x00FF_FF00, 0xFFFF_FF00])
        {
            byte[] stream = ReferenceGcmSiv.XorKeyStream(reference, [.. BitConverter.GetBytes(upper), .. rest], new byte[16 * 320]);
            for (int low = 0; low < 256; low++)
            {
                int length = (16 * random.Next(1, 63)) + random.Next(17);
                byte[] counter = [.. BitConverter.GetBytes(upper + (uint)low), .. rest];
                InPlaceAndApart(
                    new byte[length], stream.AsSpan(16 * low, length), Describe(backend, $"counter {upper + (uint)low:x8}, {length} bytes"), (from, to) =>
                        pieces.XorUntabled(roundKeys, Vector128.Create<byte>(counter), from, to));
            }
        }
    }

    /// <summary>Uses a table. Carries into each byte of the counter, and crosses one or more runs of 256 counters.</summary>
    [Theory]
    [MemberData(nameof(TestBackends.Names), MemberType = typeof(TestBackends))]
    public void XorKeyStream_WithTableFromEveryLowByteOfTheCounter_EqualsReference(string backend)
    {
        int[] blockCounts = [1, 4, 11, 12, 13, 31, 32, 33, 63, 64, 65, 128, 240, 255, 256, 257, 300, 511, 512, 513, 600];
        BackendPieces pieces = TestBackends.GetPieces(backend);
        Random random = Sweep.Start();
        (ReferenceAes reference, Vector128<byte>[] roundKeys) = CreateKey(random, pieces, 16);
        byte[] rest = Bytes.Random(random, 12);
        var memory = new Vector128<byte>[FaceTable.Size];
        foreach (uint upper in (ReadOnlySpan<uint>)[0x0000_FF00, 0x00FF_FE00, 0xFFFF_FF00])
        {
            byte[] stream = ReferenceGcmSiv.XorKeyStream(reference, [.. BitConverter.GetBytes(upper), .. rest], new byte[16 * (256 + 600)]);
            for (int low = 0; low < 256; low++)
            {
                int length = (16 * blockCounts[random.Next(blockCounts.Length)]) - (random.Next(2) * random.Next(16));
                byte[] counter = [.. BitConverter.GetBytes(upper + (uint)low), .. rest];
                InPlaceAndApart(
                    new byte[length], stream.AsSpan(16 * low, length), Describe(backend, $"counter {upper + (uint)low:x8}, {length} bytes"), (from, to) =>
                    {
                        // The second call continues with the table that the first one filled.
                        FaceTable table = new() { Memory = memory };
                        int first = length / 32 * 16;
                        pieces.XorKeyStream(roundKeys, Vector128.Create<byte>(counter), ref table, from[..first], to[..first]);
                        pieces.XorKeyStream(
                            roundKeys, GcmSivCounter.Advance(Vector128.Create<byte>(counter), (uint)first / 16), ref table, from[first..], to[first..]);
                    });
            }
        }
    }

    /// <summary>Lengths of whole loop iterations for backends with batches of 8, 16, 32 or more blocks, and a byte or a block more or less.</summary>
    [Theory]
    [MemberData(nameof(TestBackends.Names), MemberType = typeof(TestBackends))]
    public void XorKeyStream_AroundWholeBatches_EqualsReference(string backend)
    {
        BackendPieces pieces = TestBackends.GetPieces(backend);
        Random random = Sweep.Start();
        (ReferenceAes reference, Vector128<byte>[] roundKeys) = CreateKey(random, pieces, 32);
        byte[] source = Bytes.Random(random, 4200);
        byte[] counter = [.. BitConverter.GetBytes(uint.MaxValue - 70), .. Bytes.Random(random, 12)];
        byte[] expected = ReferenceGcmSiv.XorKeyStream(reference, counter, source);
        foreach (int whole in (ReadOnlySpan<int>)[512, 768, 1024, 1536, 2048, 4096])
        {
            foreach (int more in (ReadOnlySpan<int>)[-17, -16, -15, -1, 0, 1, 15, 16, 17, 100])
            {
                int length = whole + more;
                InPlaceAndApart(source.AsSpan(0, length), expected.AsSpan(0, length), Describe(backend, $"{length} bytes"), (from, to) =>
                    pieces.XorUntabled(roundKeys, Vector128.Create<byte>(counter), from, to));
            }
        }
    }

    [Theory]
    [MemberData(nameof(TestBackends.Names), MemberType = typeof(TestBackends))]
    public void ExpandHashKey_RequestedPowers_AreHighestFirst(string backend)
    {
        BackendPieces pieces = TestBackends.GetPieces(backend);
        Random random = Sweep.Start();
        int[] counts = pieces.HashPowerCounts;
        Assert.All(counts, c => Assert.InRange(c, 1, IGcmSivKernels.MaxHashPowers));
        foreach (int count in counts)
        {
            byte[] h = Bytes.Random(random, 16);
            byte[] expected = new byte[16 * count];
            UInt128 power = ReferenceField.Read(h);
            for (int i = count - 1; i >= 0; i--)
            {
                ReferenceField.Write(power).CopyTo(expected, 16 * i);
                power = ReferenceField.Dot(power, ReferenceField.Read(h));
            }

            Bytes.AssertEqual(expected, Stored(pieces.CreateHashPowers(Vector128.Create<byte>(h), count)), Describe(backend, $"{count} powers"));
        }
    }

    [Theory]
    [MemberData(nameof(TestBackends.Names), MemberType = typeof(TestBackends))]
    public void AbsorbAndAbsorbLast_EveryLengthAndNumberOfPowers_EqualReference(string backend)
    {
        BackendPieces pieces = TestBackends.GetPieces(backend);
        Random random = Sweep.Start();
        byte[] data = Bytes.Random(random, 4200);
        byte[] h = Bytes.Random(random, 16);
        byte[] last = Bytes.Random(random, 16);
        byte[][] starts = [new byte[16], Bytes.Random(random, 16)];
        int[] lengths = [.. Enumerable.Range(0, MaxLength + 1), 511, 512, 513, 767, 768, 769, 1023, 1024, 1025, 1279, 1280, 1281, 1296, 2047, 2048, 2049, 4200];
        int[] counts = pieces.HashPowerCounts;
        Vector128<byte>[][] powers = [.. counts.Select(p => pieces.CreateHashPowers(Vector128.Create<byte>(h), p))];
        foreach (byte[] start in starts)
        {
            foreach (int length in lengths)
            {
                UInt128 expected = ReferenceField.Polyval(ReferenceField.Read(h), ReferenceField.Read(start), Bytes.Pad(data.AsSpan(0, length)));
                UInt128 expectedLast = ReferenceField.Polyval(ReferenceField.Read(h), expected, last);

                // The data ends at the array's end, so that a read past the end does not get zeros, which would go unnoticed.
                byte[] exact = data[..length];
                byte[] within = new byte[length + 33];
                within.AsSpan().Fill(Sample.Filler);
                exact.CopyTo(within, 1 + (length % 16));
                for (int p = 0; p < counts.Length; p++)
                {
                    Vector128<byte> from = Vector128.Create<byte>(start);
                    string what = Describe(backend, $"{length} bytes by {counts[p]} powers");
                    Bytes.AssertEqual(ReferenceField.Write(expected), Stored(pieces.Absorb(powers[p], from, exact)), what);
                    Bytes.AssertEqual(
                        ReferenceField.Write(expected), Stored(pieces.Absorb(powers[p], from, within.AsSpan(1 + (length % 16), length))), $"{what}, within others");
                    Bytes.AssertEqual(
                        ReferenceField.Write(expectedLast),
                        Stored(pieces.AbsorbLast(powers[p], from, within.AsSpan(1 + (length % 16), length), Vector128.Create<byte>(last))),
                        $"{what} and one block more");
                }
            }
        }
    }

    [Theory]
    [MemberData(nameof(TestBackends.Names), MemberType = typeof(TestBackends))]
    public void DecryptAndAbsorb_EveryLength_MatchesReferenceUpToHashedLength(string backend)
    {
        BackendPieces pieces = TestBackends.GetPieces(backend);
        Random random = Sweep.Start();
        for (int keySize = 16; keySize <= 32; keySize += 8)
        {
            (ReferenceAes reference, Vector128<byte>[] roundKeys) = CreateKey(random, pieces, keySize);
            byte[] h = Bytes.Random(random, 16);
            byte[] start = Bytes.Random(random, 16);
            byte[] source = Bytes.Random(random, 1400);
            byte[] counter = [.. BitConverter.GetBytes(uint.MaxValue - (uint)random.Next(80)), .. Bytes.Random(random, 12)];
            byte[] text = ReferenceGcmSiv.XorKeyStream(reference, counter, source);

            // The reference's hash after each block.
            UInt128[] hashes = new UInt128[(source.Length / 16) + 1];
            hashes[0] = ReferenceField.Read(start);
            for (int i = 1; i < hashes.Length; i++)
            {
                hashes[i] = ReferenceField.Polyval(ReferenceField.Read(h), hashes[i - 1], text.AsSpan(16 * (i - 1), 16));
            }

            var memory = new Vector128<byte>[FaceTable.Size];
            foreach ((int powers, bool hasTable) in pieces.HashPowerCounts.Select(p => (p, false)).Append((IGcmSivKernels.MaxHashPowers, true)))
            {
                Vector128<byte>[] hashPowers = pieces.CreateHashPowers(Vector128.Create<byte>(h), powers);
                int[] lengths = [.. Enumerable.Range(0, MaxLength + 1), .. Enumerable.Range(500, 30), .. Enumerable.Range(760, 30), .. Enumerable.Range(1275, 10), 1400];
                foreach (int length in lengths)
                {
                    byte[] apart = Sample.Filled(length + 32);
                    byte[] inPlace = Sample.Filled(length + 32);
                    source.AsSpan(0, length).CopyTo(inPlace.AsSpan(16));
                    Check(source.AsSpan(0, length), apart, "apart");
                    Check(inPlace.AsSpan(16, length), inPlace, "in place");

                    void Check(ReadOnlySpan<byte> from, byte[] to, string form)
                    {
                        var keyMemory = new Vector128<byte>[RecordKeys.Size];
                        RecordKeys keys = new(keyMemory, hasTable ? memory : [], roundKeys.Length, powers);
                        roundKeys.CopyTo(keys.RoundKeys);
                        hashPowers.CopyTo(keys.HashPowers);
                        Vector128<byte> hash = pieces.DecryptAndAbsorb(
                            ref keys, Vector128.Create<byte>(counter), Vector128.Create<byte>(start), from, to.AsSpan(16, length), out int hashed);
                        string what = Describe(
                            backend, $"AES-{8 * keySize}, {powers} powers, {(hasTable ? "a" : "no")} table, {length} bytes {form}, of which {hashed} were hashed");
                        Assert.True(hashed % 16 == 0 && hashed >= 0 && hashed <= length, what);
                        Bytes.AssertEqual(text.AsSpan(0, length), to.AsSpan(16, length), what);
                        Bytes.AssertEqual(ReferenceField.Write(hashes[hashed / 16]), Stored(hash), $"hash, {what}");
                        Bytes.AssertAll(Sample.Filler, to.AsSpan(0, 16), $"memory before, {what}");
                        Bytes.AssertAll(Sample.Filler, to.AsSpan(^16..), $"memory after, {what}");

                        // Otherwise the test would pass although the fused kernel never runs. If wide multiplies slow down AES on this CPU, the kernel does not run natively;
                        // the emulated backends then test it.
                        bool isFused = pieces.IsHardwareAccelerated && !(X86.SlowsAesBeside512Bits && backend == "x86 (AES instructions, 512-bit carry-less multiply)");
                        Assert.True(!isFused || powers < IGcmSivKernels.MaxHashPowers || length < 1024 || hashed > 0, what);
                    }
                }
            }
        }
    }
}
