namespace AesModes.ConstantTime;

/// <summary>Faults on purpose, which valgrind has to report: without them, a check that sees nothing would pass.</summary>
internal static class Control
{
    private static readonly byte[] _table = [.. Enumerable.Range(0, 256).Select(i => (byte)(i ^ 0x55))];

    public static void Run(string fault, IReadOnlyList<Backend> backends)
    {
        byte[] secret = Secret.Of([0x12]);
        byte[] result = new byte[1];
        switch (fault)
        {
            case "lookup":
                LookUp(secret, result);
                Results.Check([0x47], result, "table lookup");
                break;
            case "branch":
                Branch(secret, result);
                Results.Check([1], result, "branch");
                break;
            case "verdict":
                KeepVerdicts(backends);
                break;
            default:
                throw new ArgumentException($"There is no fault '{fault}'.", nameof(fault));
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void LookUp(byte[] secret, byte[] result) =>
        // Without a check of the bounds, which would be a branch.
        result[0] = Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(_table), secret[0]);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Branch(byte[] secret, byte[] result)
    {
        // A call, so that no conditional move can be made of it.
        if ((secret[0] & 2) != 0)
        {
            Write(result);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Write(byte[] result) => result[0] = 1;

    /// <summary>Each of what <c>Declassified</c> makes public, not made public: so the marks reach it, and it is all that the runs leave out.</summary>
    private static void KeepVerdicts(IReadOnlyList<Backend> backends)
    {
        Secret.KeepAll = true;
        foreach (Backend backend in backends)
        {
            using AesGcmSiv gcmSiv = new(Secret.Of(new byte[32]), backend);
            _ = gcmSiv.TryDecrypt(new byte[12], new byte[16], new byte[16], new byte[16]);
            _ = gcmSiv.TryDecrypt(new byte[12], new byte[100], new byte[16], new byte[100]);
            _ = gcmSiv.TryDecrypt(new byte[12], new byte[2048], new byte[16], new byte[2048]);
            gcmSiv.Encrypt(new byte[12], new byte[2048], new byte[2048], new byte[16]);
            using Aez aez = new(Secret.Of(new byte[48]), 16, backend);
            _ = aez.TryDecrypt(new byte[12], new byte[100], new byte[84]);
        }
    }
}
