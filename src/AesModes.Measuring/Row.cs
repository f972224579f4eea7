namespace AesModes.Measuring;

/// <summary>One thing to time beside others.</summary>
/// <param name="Name">What it is called in every table.</param>
/// <param name="Bytes">How much one call handles.</param>
/// <param name="Repeat">Makes so many calls, one after the other.</param>
/// <param name="Work">What one call cannot do without, where that is known.</param>
internal sealed record Row(string Name, int Bytes, Action<int> Repeat, Work? Work = null)
{
    /// <summary>For <see cref="Repeat"/>: so many times that call.</summary>
    public static Action<int> Calls(Action call) => calls =>
    {
        for (; calls > 0; calls--)
        {
            call();
        }
    };
}

/// <summary>The instructions that one call cannot do without; everything else it does is counted as free.</summary>
/// <param name="AesRounds">AESENC and AESENCLAST, or AESE.</param>
/// <param name="Multiplies">Carry-less multiplications.</param>
/// <param name="MultiplyWidth">How many bits wide these are: 128, 256 or 512.</param>
/// <param name="Overlap">Whether both can run at the same time, as they can where the hash is of what is already there.</param>
internal sealed record Work(double AesRounds, double Multiplies = 0, int MultiplyWidth = 128, bool Overlap = false)
{
    /// <summary>Those that the limit counts: fewer, where it is that of a longer message.</summary>
    public double LimitAesRounds { get; init; } = AesRounds;

    /// <summary>What the multiply unit takes besides, in carry-less multiplications of 128 bits.</summary>
    public double NarrowMultiplies { get; init; }

    /// <summary>The shortest time for the AES rounds alone, in nanoseconds: no right row is faster.</summary>
    public double AesNanoseconds(MachineSpeed speed) => Nanoseconds(AesRounds, speed);

    /// <summary>The shortest time for both kinds, in nanoseconds: the limit whose share a row reaches.</summary>
    public double LimitNanoseconds(MachineSpeed speed)
    {
        double multiplies = Nanoseconds(Multiplies, MultiplyWidth, speed) + Nanoseconds(NarrowMultiplies, 128, speed);
        double aes = Nanoseconds(LimitAesRounds, speed);
        return Overlap ? Math.Max(aes, multiplies) : aes + multiplies;
    }

    private static double Nanoseconds(double aesRounds, MachineSpeed speed) => speed.HasAesRounds ? aesRounds / speed.AesRounds.Largest : 0;

    private static double Nanoseconds(double multiplies, int width, MachineSpeed speed) =>
        multiplies > 0 && speed.Multiplies.TryGetValue(width, out Samples? samples) ? multiplies / samples.Largest : 0;
}
