namespace AesModes.Backends;

/// <summary>
/// The one place where what was made from secrets becomes public, so that code behind it may branch on it: whether a message
/// was accepted, and its tag.
/// </summary>
/// <remarks>
/// tests/constant-time runs all of this with secrets that valgrind knows as such, and implements <see cref="Mark"/>; in the library it has no
/// body, and the compiler leaves the calls out.
/// </remarks>
internal static partial class Declassified
{
    /// <summary>
    /// Whether a comparison found no difference. In constant time also where vectors are not accelerated: there Vector128's own comparison
    /// stops at the first byte.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsZero(Vector128<byte> difference)
    {
        bool isZero = (difference.AsUInt64().GetElement(0) | difference.AsUInt64().GetElement(1)) == 0;
        Mark(ref isZero);
        return isZero;
    }

    /// <summary>
    /// AES-GCM-SIV's counter, where a loop branches on it: it is the tag, which goes out with the message, or came with it from whoever sent it.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Counter(Vector128<byte> counter)
    {
        Mark(ref counter);
        return counter;
    }

    static partial void Mark<T>(ref T value)
        where T : unmanaged;
}
