using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Security.Cryptography;

namespace AesModes;

/// <summary>The checks that the public types share. Each throws before anything is written.</summary>
internal static class Arguments
{
    /// <summary>For a constructor that passes its argument on.</summary>
    /// <exception cref="ArgumentNullException">The array is null.</exception>
    public static byte[] NotNull(byte[] array, [CallerArgumentExpression(nameof(array))] string name = "")
    {
        ArgumentNullException.ThrowIfNull(array, name);
        return array;
    }

    /// <exception cref="ArgumentException">The value is empty.</exception>
    public static void CheckNotEmpty(ReadOnlySpan<byte> value, [CallerArgumentExpression(nameof(value))] string name = "")
    {
        if (value.IsEmpty)
        {
            throw new ArgumentException($"The {name} must have at least 1 byte; 0 were given.", name);
        }
    }

    /// <exception cref="ArgumentOutOfRangeException">With so many bytes more, the value would be longer than a span can be.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void CheckRoom(ReadOnlySpan<byte> value, int more, [CallerArgumentExpression(nameof(value))] string name = "")
    {
        if (value.Length > int.MaxValue - more)
        {
            ThrowRoom(value.Length, int.MaxValue - more, name);
        }
    }

    /// <exception cref="ArgumentException">The value has fewer bytes.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void CheckLeast(ReadOnlySpan<byte> value, int size, [CallerArgumentExpression(nameof(value))] string name = "")
    {
        if (value.Length < size)
        {
            ThrowLeast(value.Length, size, name);
        }
    }

    /// <exception cref="ArgumentException">The value has none of the allowed sizes.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void CheckSize(
        ReadOnlySpan<byte> value, KeySizes allowed, [CallerArgumentExpression(nameof(value))] string name = "")
    {
        if (!IsAllowed(value.Length, allowed))
        {
            ThrowSize(value.Length, allowed, name);
        }
    }

    /// <exception cref="ArgumentException">The value has another size.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void CheckSize(ReadOnlySpan<byte> value, int size, [CallerArgumentExpression(nameof(value))] string name = "")
    {
        if (value.Length != size)
        {
            ThrowSize(value.Length, new KeySizes(size, size, 1), name);
        }
    }

    /// <exception cref="ArgumentOutOfRangeException">The position is negative, or so many bytes from there on go beyond the largest.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void CheckPosition(long position, int count, [CallerArgumentExpression(nameof(position))] string name = "")
    {
        if ((ulong)position > (ulong)(long.MaxValue - count))
        {
            ThrowPosition(position, count, name);
        }
    }

    /// <exception cref="ArgumentException">The array has not so many elements behind the offset.</exception>
    public static void CheckBuffer(byte[] buffer, int offset, int count, [CallerArgumentExpression(nameof(buffer))] string name = "")
    {
        if (count > buffer.Length - offset)
        {
            throw new ArgumentException(
                string.Create(CultureInfo.InvariantCulture, $"The {name} has {buffer.Length - offset} bytes from the offset on; {count} are needed."), name);
        }
    }

    /// <exception cref="ArgumentException">The destination has not exactly the size it must have.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void CheckDestination(
        ReadOnlySpan<byte> destination, int size, [CallerArgumentExpression(nameof(destination))] string name = "")
    {
        if (destination.Length != size)
        {
            ThrowDestination(destination.Length, size, name);
        }
    }

    /// <exception cref="ArgumentException">They overlap and do not begin together.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void CheckSameOrApart(
        ReadOnlySpan<byte> source, ReadOnlySpan<byte> destination, [CallerArgumentExpression(nameof(destination))] string name = "")
    {
        // Most are apart: that is asked first, and by less than it takes to say by how much they overlap.
        if (source.Overlaps(destination))
        {
            CheckBeginTogether(source, destination, name);
        }
    }

    /// <exception cref="ArgumentException">They overlap.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void CheckApart(
        ReadOnlySpan<byte> value,
        ReadOnlySpan<byte> other,
        [CallerArgumentExpression(nameof(value))] string name = "",
        [CallerArgumentExpression(nameof(other))] string otherName = "")
    {
        if (value.Overlaps(other))
        {
            ThrowOverlap(name, otherName);
        }
    }

    /// <exception cref="ArgumentException">The streams are one, cannot do what they must, or the input is too long.</exception>
    public static void CheckStreams(
        Stream input,
        Stream output,
        long maxSize,
        [CallerArgumentExpression(nameof(input))] string inputName = "",
        [CallerArgumentExpression(nameof(output))] string outputName = "")
    {
        if (ReferenceEquals(input, output))
        {
            throw new ArgumentException("One stream cannot be both input and output.", outputName);
        }

        if (!input.CanRead || !input.CanSeek)
        {
            throw new ArgumentException("The stream is read twice: it must be able to read and to seek.", inputName);
        }

        if (!output.CanWrite)
        {
            throw new ArgumentException("The stream must be able to write.", outputName);
        }

        long size = input.Length - input.Position;
        if (size > maxSize)
        {
            throw new ArgumentException(
                string.Create(CultureInfo.InvariantCulture, $"The stream has {size} bytes left; at most {maxSize} are allowed."), inputName);
        }
    }

    private static void CheckBeginTogether(ReadOnlySpan<byte> source, ReadOnlySpan<byte> destination, string name)
    {
        _ = source.Overlaps(destination, out int offset);
        if (offset != 0)
        {
            ThrowPartialOverlap(name);
        }
    }

    private static bool IsAllowed(int size, KeySizes allowed) =>
        size >= allowed.MinSize && size <= allowed.MaxSize && (size == allowed.MinSize || (size - allowed.MinSize) % allowed.SkipSize == 0);

    [DoesNotReturn]
    private static void ThrowSize(int size, KeySizes allowed, string name)
    {
        List<string> sizes = [];
        for (int s = allowed.MinSize; s <= allowed.MaxSize; s += Math.Max(allowed.SkipSize, 1))
        {
            sizes.Add(s.ToString(CultureInfo.InvariantCulture));
        }

        throw new ArgumentException(
            string.Create(CultureInfo.InvariantCulture, $"The {name} must have {string.Join(" or ", sizes)} bytes; {size} were given."), name);
    }

    [DoesNotReturn]
    private static void ThrowRoom(int given, int most, string name) => throw new ArgumentOutOfRangeException(
        name, string.Create(CultureInfo.InvariantCulture, $"The {name} must have at most {most} bytes here; {given} were given."));

    [DoesNotReturn]
    private static void ThrowLeast(int given, int least, string name) => throw new ArgumentException(
        string.Create(CultureInfo.InvariantCulture, $"The {name} must have at least {least} bytes here; {given} were given."), name);

    [DoesNotReturn]
    private static void ThrowPosition(long position, int count, string name) => throw new ArgumentOutOfRangeException(
        name, position, string.Create(CultureInfo.InvariantCulture, $"The {name} must be from 0 to {long.MaxValue - count} for {count} bytes."));

    [DoesNotReturn]
    private static void ThrowDestination(int given, int size, string name) =>
        throw new ArgumentException(
            string.Create(CultureInfo.InvariantCulture, $"The {name} must have exactly {size} bytes here; {given} were given."), name);

    [DoesNotReturn]
    private static void ThrowPartialOverlap(string name) =>
        throw new ArgumentException("Source and destination overlap without beginning at the same byte: use the same memory, or memory apart.", name);

    [DoesNotReturn]
    private static void ThrowOverlap(string name, string otherName) =>
        throw new ArgumentException($"The memory overlaps that of the {otherName}, which is written or read in the same call.", name);
}
