using AesModes.Backends;
using AesModes.Tests.Backends;
using AesModes.Tests.Contracts;
using Xunit;

namespace AesModes.Tests.Limits;

/// <summary>Every change of one bit, anywhere in a message, is noticed and leaves a cleared plaintext.</summary>
public sealed class TamperTests
{
    public static TheoryData<string, int, int> Rows
    {
        get
        {
            TheoryData<string, int, int> rows = [];
            foreach (string name in TestBackends.Names.Select(r => r.Data))
            {
                rows.Add(name, 17, 5);
                foreach ((int size, int associatedDataSize) in TestBackends.IsEmulated(name) ? [] : ((int, int)[])[(0, 0), (0, 33), (1, 1), (15, 16), (16, 0), (64, 20), (300, 100), (600, 300)])
                {
                    rows.Add(name, size, associatedDataSize);
                }
            }

            return rows;
        }
    }

    [Theory]
    [MemberData(nameof(Rows))]
    public void TryDecrypt_AnyBitChanged_IsRefusedAndThePlaintextCleared(string name, int size, int associatedDataSize)
    {
        Backend backend = TestBackends.Get(name);
        Sample sample = new(size, associatedDataSize, backend: backend);
        using AesGcmSiv siv = sample.Create(backend);
        (string Name, byte[] Bytes)[] parts =
        [
            ("tag", sample.Tag), ("nonce", sample.Nonce), ("ciphertext", sample.Ciphertext), ("associated data", sample.AssociatedData),
        ];
        Refusal.CheckEveryBit(
            parts,
            Effort.IsSlow || TestBackends.IsEmulated(name) ? 100 : int.MaxValue,
            new byte[size],
            plaintext => siv.TryDecrypt(sample.Nonce, sample.Ciphertext, sample.Tag, plaintext, sample.AssociatedData),
            $"{name}, {size} bytes, {associatedDataSize} of associated data");
    }
}
