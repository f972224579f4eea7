namespace AesModes
{
    /// <summary>What .NET 9 lacks of the members that the library calls.</summary>
    internal static class NetNine
    {
        extension(Volatile)
        {
            public static void ReadBarrier() => Thread.MemoryBarrier();
        }
    }
}

namespace Xunit
{
    /// <summary>What the reference code fails by, without a test framework.</summary>
    internal static class Assert
    {
        public static void Fail(string message) => throw new InvalidOperationException(message);
    }
}
