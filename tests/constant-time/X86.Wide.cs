namespace AesModes.Backends.Hardware;

/// <summary>In place of the wide multiplications, which .NET 9 does not have.</summary>
internal readonly partial struct X86
{
    public static bool IsMultiply256Supported => false;

    public static bool IsMultiply512Supported => false;

    public static Vector256<ulong> MultiplyLowLow(Vector256<ulong> left, Vector256<ulong> right) => throw new PlatformNotSupportedException();

    public static Vector256<ulong> MultiplyLowHigh(Vector256<ulong> left, Vector256<ulong> right) => throw new PlatformNotSupportedException();

    public static Vector256<ulong> MultiplyHighLow(Vector256<ulong> left, Vector256<ulong> right) => throw new PlatformNotSupportedException();

    public static Vector256<ulong> MultiplyHighHigh(Vector256<ulong> left, Vector256<ulong> right) => throw new PlatformNotSupportedException();

    public static Vector512<ulong> MultiplyLowLow(Vector512<ulong> left, Vector512<ulong> right) => throw new PlatformNotSupportedException();

    public static Vector512<ulong> MultiplyLowHigh(Vector512<ulong> left, Vector512<ulong> right) => throw new PlatformNotSupportedException();

    public static Vector512<ulong> MultiplyHighLow(Vector512<ulong> left, Vector512<ulong> right) => throw new PlatformNotSupportedException();

    public static Vector512<ulong> MultiplyHighHigh(Vector512<ulong> left, Vector512<ulong> right) => throw new PlatformNotSupportedException();
}
