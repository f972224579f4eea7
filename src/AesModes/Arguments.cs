using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Security.Cryptography;

namespace AesModes;

/// <summary>Argument checks that the public types share. Each one throws before anything is written.</summary>
internal static class Arguments
{
    /// <summary>Returns the argument, so that a constructor can check it in its initializer.</summary>
    /// <exception cref="ArgumentNullException">The argument is null.</exception>
    public static T NotNull<T>(T argument, [CallerArgumentExpression(nameof(argument))] string name = "")
        where T : class
    {
        ArgumentNullException.ThrowIfNull(argument, name);
        return argument;
    }

    /// <summary>Returns the key, so that a constructor of <see cref="Aez"/> can check it in its initializer.</summary>
    /// <exception cref="ArgumentException">The key is weak.</exception>
    public static ReadOnlySpan<byte> NotWeak(ReadOnlySpan<byte> key, [CallerArgumentExpression(nameof(key))] string name = "") =>
        AezCipher.IsWeak(key)
            ? throw new ArgumentException(
                $"The {name} is weak: a 16-byte third of its 48 bytes is zero or equals another. Use 48 random bytes. "
                + "Do not pad or repeat a shorter key to 48 bytes: pass its 16 or 32 bytes, from which BLAKE2b derives 48.",
                name)
            : key;

    /// <exception cref="ArgumentException">The value is empty.</exception>
    public static void CheckNotEmpty(ReadOnlySpan<byte> value, [CallerArgumentExpression(nameof(value))] string name = "")
    {
        if (value.IsEmpty)
        {
            ThrowLeast(0, 1, name);
        }
    }

    /// <exception cref="ArgumentOutOfRangeException">The value and <paramref name="more"/> bytes together exceed the maximum length of a span.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void CheckRoom(ReadOnlySpan<byte> value, int more, [CallerArgumentExpression(nameof(value))] string name = "")
    {
        if (value.Length > int.MaxValue - more)
        {
            ThrowRoom(value.Length, int.MaxValue - more, name);
        }
    }

    /// <exception cref="ArgumentException">The value is shorter than <paramref name="size"/> bytes.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void CheckLeast(ReadOnlySpan<byte> value, int size, [CallerArgumentExpression(nameof(value))] string name = "")
    {
        if (value.Length < size)
        {
            ThrowLeast(value.Length, size, name);
        }
    }

    /// <exception cref="ArgumentException">The value's length is not an allowed size.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void CheckSize(
        ReadOnlySpan<byte> value, KeySizes allowed, [CallerArgumentExpression(nameof(value))] string name = "")
    {
        if (!IsAllowed(value.Length, allowed))
        {
            ThrowSize(value.Length, allowed, name);
        }
    }

    /// <exception cref="ArgumentException">The value is not <paramref name="size"/> bytes long.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void CheckSize(ReadOnlySpan<byte> value, int size, [CallerArgumentExpression(nameof(value))] string name = "")
    {
        if (value.Length != size)
        {
            ThrowSize(value.Length, new KeySizes(size, size, 1), name);
        }
    }

    /// <exception cref="ArgumentOutOfRangeException">The output buffer has too few bytes after the offset.</exception>
    public static void CheckOutput(int given, int needed, string offsetName)
    {
        if (given < needed)
        {
            throw new ArgumentOutOfRangeException(
                offsetName, string.Create(CultureInfo.InvariantCulture, $"The output buffer has {Bytes(given)} from the offset on; {needed} are needed."));
        }
    }

    /// <exception cref="ArgumentOutOfRangeException">
    /// The position is negative, or <paramref name="position"/> + <paramref name="count"/> exceeds <see cref="long.MaxValue"/>.
    /// </exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void CheckPosition(long position, int count, [CallerArgumentExpression(nameof(position))] string name = "")
    {
        if ((ulong)position > (ulong)(long.MaxValue - count))
        {
            ThrowPosition(position, count, name);
        }
    }

    /// <exception cref="ArgumentException">The destination is not exactly <paramref name="size"/> bytes long.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void CheckDestination(
        ReadOnlySpan<byte> destination, int size, [CallerArgumentExpression(nameof(destination))] string name = "")
    {
        if (destination.Length != size)
        {
            ThrowDestination(destination.Length, size, name);
        }
    }

    /// <exception cref="ArgumentException">The buffers overlap but do not begin at the same byte.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void CheckSameOrApart(
        ReadOnlySpan<byte> source, ReadOnlySpan<byte> destination, [CallerArgumentExpression(nameof(destination))] string name = "")
    {
        // Most buffers do not overlap. This test is cheaper than the one that also computes the offset.
        if (source.Overlaps(destination))
        {
            CheckBeginTogether(source, destination, name);
        }
    }

    /// <exception cref="ArgumentException">The buffers overlap.</exception>
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

    /// <exception cref="ArgumentNullException">The stream is null.</exception>
    /// <exception cref="ArgumentException">The stream cannot read, or it must be able to seek and cannot.</exception>
    public static void CheckReadable(Stream stream, bool seekable = false, [CallerArgumentExpression(nameof(stream))] string name = "")
    {
        ArgumentNullException.ThrowIfNull(stream, name);
        if (!stream.CanRead || (seekable && !stream.CanSeek))
        {
            throw new ArgumentException($"The stream must be able to read{(seekable ? " and to seek" : string.Empty)}.", name);
        }
    }

    /// <exception cref="ArgumentNullException">The stream is null.</exception>
    /// <exception cref="ArgumentException">The stream cannot write.</exception>
    public static void CheckWritable(Stream stream, [CallerArgumentExpression(nameof(stream))] string name = "")
    {
        ArgumentNullException.ThrowIfNull(stream, name);
        if (!stream.CanWrite)
        {
            throw new ArgumentException("The stream must be able to write.", name);
        }
    }

    /// <exception cref="ArgumentException">Both are the same stream, a stream lacks a capability, or the input is too long.</exception>
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

        CheckWritable(output, outputName);
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

        string list = sizes.Count == 1 ? sizes[0] : $"{string.Join(", ", sizes[..^1])} or {sizes[^1]}";
        throw new ArgumentException(
            string.Create(CultureInfo.InvariantCulture, $"The {Words(name)} must be {list} bytes long; {size} were given."), name);
    }

    [DoesNotReturn]
    private static void ThrowRoom(int given, int most, string name) => throw new ArgumentOutOfRangeException(
        name, string.Create(CultureInfo.InvariantCulture, $"The {Words(name)} must be at most {Bytes(most)} long with this tag size; {given} were given."));

    [DoesNotReturn]
    private static void ThrowLeast(int given, int least, string name) => throw new ArgumentException(
        string.Create(CultureInfo.InvariantCulture, $"The {Words(name)} must be at least {Bytes(least)} long; {given} were given."), name);

    [DoesNotReturn]
    private static void ThrowPosition(long position, int count, string name) => throw new ArgumentOutOfRangeException(
        name, position, string.Create(CultureInfo.InvariantCulture, $"The {name} must be from 0 to {long.MaxValue - count} for {count} bytes."));

    [DoesNotReturn]
    private static void ThrowDestination(int given, int size, string name) =>
        throw new ArgumentException(
            string.Create(CultureInfo.InvariantCulture, $"The {Words(name)} must be {Bytes(size)} long; {given} were given."), name);

    [DoesNotReturn]
    private static void ThrowPartialOverlap(string name) =>
        throw new ArgumentException($"The {Words(name)} partially overlaps the source. Use a separate buffer, or one that begins at the same byte.", name);

    [DoesNotReturn]
    private static void ThrowOverlap(string name, string otherName) =>
        throw new ArgumentException($"The {Words(name)} must not overlap the {Words(otherName)}.", name);

    /// <summary>Converts a parameter's name to words: initialCounter becomes "initial counter".</summary>
    private static string Words(string name) =>
        string.Concat(name.Select(c => char.IsAsciiLetterUpper(c) ? $" {char.ToLowerInvariant(c)}" : c.ToString()));

    private static string Bytes(int count) => string.Create(CultureInfo.InvariantCulture, $"{count} byte{(count == 1 ? "" : "s")}");
}
