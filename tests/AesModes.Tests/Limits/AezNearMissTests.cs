namespace AesModes.Tests.Limits;

/// <summary>
/// Tests that decryption checks every bit of the tag's zeros. Random tampering cannot test this, because it sets bits everywhere. So the reference enciphers messages with a
/// single bit set in the tag area, and the library must reject each one, for every bit and tag size.
/// </summary>
public class AezNearMissTests
{
    private const int MaxTag = 100;

    /// <summary>
    /// With these sizes, the tag begins in AEZ-tiny, in a fragment, in M_x, in M_y and in pairs, on and off block boundaries. With a tag of 100 bytes after 300, one group of
    /// eight pairs belongs to the message and the next to the tag.
    /// </summary>
    private static readonly int[] _sizes = [1, 2, 7, 15, 16, 17, 31, 32, 33, 48, 63, 170, 300];

    private static readonly Lazy<NearMiss[]>[] _nearMisses = [.. _sizes.Select(s => new Lazy<NearMiss[]>(() => MakeAll(s)))];

    public static MatrixTheoryData<string, int> Rows => new(TestBackends.Names.Select(r => r.Data), _sizes);

    [Theory]
    [MemberData(nameof(Rows))]
    public void TryDecrypt_TagAreaOfOneBit_IsRefusedAndThePlaintextCleared(string name, int size)
    {
        Backend backend = TestBackends.Get(name);
        Random random = Sweep.Start();
        byte[] plaintext = new byte[size];
        NearMiss[] all = _nearMisses[_sizes.IndexOf(size)].Value;
        foreach (NearMiss nearMiss in Effort.IsShort(name) ? Sweep.Thin(random, 5, all) : all)
        {
            AezCase message = nearMiss.Message;
            using Aez aez = message.Open(backend);
            ReadOnlyMemory<byte>[] associatedData = AezCalls.ToMemories(message.AssociatedData);
            for (int bit = 0; bit < nearMiss.Ciphertexts.Length; bit++)
            {
                byte[] ciphertext = nearMiss.Ciphertexts[bit];
                Refusal.Check(
                    plaintext,
                    to => aez.TryDecrypt(message.Nonce, ciphertext, to, associatedData),
                    () => $"bit {bit} of the tag's zeros set, {message} on {name}");
            }

            message.Check(aez, name);
        }
    }

    /// <summary>For each tag size, a message and its near misses, indexed by bit.</summary>
    private static NearMiss[] MakeAll(int size)
    {
        var random = new Random(Sweep.Seed + size);
        return [.. Effort.Thin(Enumerable.Range(1, MaxTag), Effort.IsSlow ? 10 : Effort.IsChangedRun ? 15 : MaxTag).Select(tagSize => Make(AezCase.CreateAny(random, size, tagSize)))];
    }

    private static NearMiss Make(AezCase message)
    {
        ReferenceAez reference = message.Reference;
        return new NearMiss(
            message,
            [
                .. Enumerable.Range(0, 8 * message.TagSize).Select(bit => reference.Encipher(
                    message.Nonce, message.AssociatedData, [.. message.Plaintext, .. Bytes.Flip(new byte[message.TagSize], bit)])),
            ]);
    }

    private sealed record NearMiss(AezCase Message, byte[][] Ciphertexts);
}
