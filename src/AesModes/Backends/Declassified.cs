namespace AesModes.Backends;

/// <summary>The only place where values derived from secrets become public, so that later code may branch on them: the result of a comparison, and the tag.</summary>
/// <remarks>
/// tests/constant-time marks the secrets for valgrind, and implements <see cref="Mark"/>. In the library this method has no body, and the compiler omits the calls.
/// </remarks>
internal static partial class Declassified
{
    /// <summary>
    /// Returns whether a comparison found no difference. It is also constant-time if vectors are not accelerated: Vector128's own comparison would stop at the first
    /// different byte.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsZero(Vector128<byte> difference)
    {
        bool isZero = (difference.AsUInt64().GetElement(0) | difference.AsUInt64().GetElement(1)) == 0;
        Mark(ref isZero);
        return isZero;
    }

    /// <summary>Makes AES-GCM-SIV's counter public, for a loop that branches on it. The counter is the tag, which is sent or was received with the message.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Counter(Vector128<byte> counter)
    {
        Mark(ref counter);
        return counter;
    }

    static partial void Mark<T>(ref T value)
        where T : unmanaged;
}
