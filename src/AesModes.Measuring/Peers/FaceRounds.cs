namespace AesModes.Measuring.Peers;

/// <summary>The AES rounds of counter mode with FACE, whose table holds the states after two rounds for 256 blocks.</summary>
internal static class FaceRounds
{
    private const int TabledRounds = 2;
    private const int TabledBlocks = 256;

    /// <summary>The limit: two rounds less for every block, as in a text without end.</summary>
    public static double Limit(double blocks, int rounds) => blocks * (rounds - TabledRounds);

    /// <summary>What no call can do without: all rounds for the first 256 blocks, which fill the table, and two less for each that follows.</summary>
    public static double Least(double blocks, int rounds) => Limit(blocks, rounds) + (Math.Min(blocks, TabledBlocks) * TabledRounds);
}
