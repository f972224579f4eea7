namespace AesModes.Backends.Hardware;

/// <summary>In place of the wide multiplications, which .NET 9 does not have.</summary>
internal readonly partial struct X86
{
    private static bool IsEncodedForVaes => false;

    public static bool HasVaes => false;

    public static bool IsMultiply256Supported => false;

    public static bool IsMultiply512Supported => false;

    public static Vector256<ulong> MultiplyLow(Vector256<ulong> left, Vector256<ulong> right) => throw new PlatformNotSupportedException();

    public static Vector256<ulong> MultiplyHigh(Vector256<ulong> left, Vector256<ulong> right) => throw new PlatformNotSupportedException();

    public static Vector256<ulong> MultiplyCross(Vector256<ulong> left, Vector256<ulong> right) => throw new PlatformNotSupportedException();

    public static Vector512<ulong> MultiplyLow(Vector512<ulong> left, Vector512<ulong> right) => throw new PlatformNotSupportedException();

    public static Vector512<ulong> MultiplyHigh(Vector512<ulong> left, Vector512<ulong> right) => throw new PlatformNotSupportedException();

    public static Vector512<ulong> MultiplyCross(Vector512<ulong> left, Vector512<ulong> right) => throw new PlatformNotSupportedException();
}
