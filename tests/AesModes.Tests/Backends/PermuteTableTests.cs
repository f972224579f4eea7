using AesModes.Backends.Software;

namespace AesModes.Tests.Backends;

/// <summary>Derives the vector-permute core's tables from AES's field (FIPS 197 §4.2), the two numbers that define the tower basis, and the S-box's affine map.</summary>
[Kernels]
public sealed class PermuteTableTests
{
    private const int G = 0x5C;
    private const int Tau = 0xB2;

    /// <summary>The element k + i·τ for the byte with low nibble k and high nibble i.</summary>
    private static readonly int[] _fromTower = [.. Enumerable.Range(0, 256).Select(b => Embed(b & 15) ^ Multiply(Embed(b >> 4), Tau))];

    [Fact]
    public void Basis_Numbers_SatisfyTheirEquations()
    {
        int g2 = Multiply(G, G);
        Assert.Equal(0, Multiply(g2, g2) ^ G ^ 1);
        Assert.Equal(0, Multiply(Tau, Tau) ^ Multiply(G, Tau) ^ G);
        Assert.Equal(256, _fromTower.Distinct().Count());
    }

    [Fact]
    public void InversionTables_EachEntry_IsDerived()
    {
        AssertTable(AesPermute.Inverse, n => n == 0 ? 0x80 : Nibble(Invert(Embed(n))));
        AssertTable(AesPermute.AOver, n => n == 0 ? 0x80 : Nibble(Multiply(G, Invert(Embed(n)))));
    }

    [Fact]
    public void BasisTables_EachEntry_IsDerived()
    {
        AssertTable(AesPermute.ToTowerLow, n => ToTower(n));
        AssertTable(AesPermute.ToTowerHigh, n => ToTower(n << 4));
        AssertTable(AesPermute.FromTowerLow, n => _fromTower[n]);
        AssertTable(AesPermute.FromTowerHigh, n => _fromTower[n << 4]);
        Assert.Equal(AesPermute.AffineConstant, ToTower(0x63));
    }

    [Fact]
    public void OutputTables_EachEntry_IsDerived()
    {
        int overA = Invert(G);
        int v = Multiply(Tau, Multiply(overA, overA));
        int u = 1 ^ Multiply(Tau, overA) ^ v;
        AssertTable(AesPermute.ULast, n => Affine(Multiply(Invert(Embed(n)), u)));
        AssertTable(AesPermute.VLast, n => Affine(Multiply(Invert(Embed(n)), v)));
        AssertTable(AesPermute.U2Last, n => Multiply(2, Affine(Multiply(Invert(Embed(n)), u))));
        AssertTable(AesPermute.V2Last, n => Multiply(2, Affine(Multiply(Invert(Embed(n)), v))));
        AssertTable(AesPermute.U1, n => ToTower(Affine(Multiply(Invert(Embed(n)), u))));
        AssertTable(AesPermute.V1, n => ToTower(Affine(Multiply(Invert(Embed(n)), v))));
        AssertTable(AesPermute.U2, n => ToTower(Multiply(2, Affine(Multiply(Invert(Embed(n)), u)))));
        AssertTable(AesPermute.V2, n => ToTower(Multiply(2, Affine(Multiply(Invert(Embed(n)), v)))));
    }

    private static void AssertTable(Vector128<byte> table, Func<int, int> expected) =>
        Assert.Equal(Enumerable.Range(0, 16).Select(n => (byte)expected(n)), Enumerable.Range(0, 16).Select(n => table.GetElement(n)));

    /// <summary>Maps an element of GF(16) to AES's field. The nibble's bits are the coefficients of 1, g, g² and g³.</summary>
    private static int Embed(int nibble)
    {
        int sum = 0;
        int power = 1;
        for (int bit = 0; bit < 4; bit++)
        {
            sum ^= ((nibble >> bit) & 1) * power;
            power = Multiply(power, G);
        }

        return sum;
    }

    private static int Nibble(int element) => Enumerable.Range(0, 16).Single(n => Embed(n) == element);

    private static int ToTower(int element) => Array.IndexOf(_fromTower, element);

    /// <summary>FIPS 197 §4.2.</summary>
    private static int Multiply(int x, int y)
    {
        int product = 0;
        for (; y != 0; y >>= 1)
        {
            product ^= (y & 1) * x;
            x = (x << 1) ^ (x >= 0x80 ? 0x11B : 0);
        }

        return product;
    }

    private static int Invert(int x) => Enumerable.Range(0, 256).FirstOrDefault(y => Multiply(x, y) == 1);

    /// <summary>FIPS 197 §5.1.1 without its constant.</summary>
    private static int Affine(int x) => Enumerable.Range(0, 8).Sum(i =>
        (((x >> i) ^ (x >> ((i + 4) % 8)) ^ (x >> ((i + 5) % 8)) ^ (x >> ((i + 6) % 8)) ^ (x >> ((i + 7) % 8))) & 1) << i);
}
