namespace AesModes.Tests.Reference;

/// <summary>AEZ-core: 32 bytes or more.</summary>
internal sealed partial class ReferenceAez
{
    /// <summary>d = 0 enciphers, d = 1 deciphers.</summary>
    private byte[] Core(byte[] delta, byte[] text, int d)
    {
        // Two blocks at the end, before them a fragment, before it pairs of blocks.
        int fragmentSize = text.Length % 32;
        int m = (text.Length - fragmentSize - 32) / 32;
        byte[] fragment = text[(32 * m)..(32 * m + fragmentSize)];
        byte[] mx = text[^32..^16];
        byte[] my = text[^16..];
        byte[] mu = fragment[..Math.Min(16, fragmentSize)];
        byte[] mv = fragment[mu.Length..];

        // 1.
        byte[][] w = new byte[m + 1][];
        byte[][] x = new byte[m + 1][];
        byte[] sumOfX = FragmentSum(mu, mv);
        for (int i = 1; i <= m; i++)
        {
            byte[] mi = text[(32 * (i - 1))..(32 * (i - 1) + 16)];
            byte[] mi2 = text[(32 * (i - 1) + 16)..(32 * i)];
            w[i] = Xor(mi, E(1, i, mi2));
            x[i] = Xor(mi2, E(0, 0, w[i]));
            sumOfX = Xor(sumOfX, x[i]);
        }

        // 2.
        byte[] sx = Xor(mx, delta, sumOfX, E(0, 1 + d, my));
        byte[] sy = Xor(my, E(-1, 1 + d, sx));
        byte[] s = Xor(sx, sy);

        // 3.
        List<byte> output = [];
        byte[] sumOfY = new byte[16];
        for (int i = 1; i <= m; i++)
        {
            byte[] s2 = E(2, i, s);
            byte[] y = Xor(w[i], s2);
            byte[] z = Xor(x[i], s2);
            byte[] ci2 = Xor(y, E(0, 0, z));
            byte[] ci = Xor(z, E(1, i, ci2));
            output.AddRange(ci);
            output.AddRange(ci2);
            sumOfY = Xor(sumOfY, y);
        }

        byte[] cu = Xor(mu, E(-1, 4, s));
        byte[] cv = Xor(mv, E(-1, 5, s));
        output.AddRange(cu);
        output.AddRange(cv);
        sumOfY = Xor(sumOfY, FragmentSum(cu, cv));

        // 4.
        byte[] cy = Xor(sx, E(-1, 2 - d, sy));
        byte[] cx = Xor(sy, delta, sumOfY, E(0, 2 - d, cy));
        output.AddRange(cx);
        output.AddRange(cy);
        return [.. output];
    }

    /// <summary>What a fragment adds to X or Y. One of less than 16 bytes has no v; with 16 bytes v is there and empty.</summary>
    private byte[] FragmentSum(byte[] u, byte[] v) => u.Length switch
    {
        0 => new byte[16],
        < 16 => E(0, 4, Pad(u)),
        _ => Xor(E(0, 4, u), E(0, 5, Pad(v))),
    };
}
