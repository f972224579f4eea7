namespace AesModes.Backends.Hardware;

/// <summary>The whitenings of E^{1,i}, J ⊕ 2^⌈i/8⌉·I ⊕ (i mod 8)·L. Each group of eight pairs shares a multiple of I.</summary>
internal struct AezWhitenings
{
    public const int GroupSize = 8;

    private readonly Vector128<byte> _j;
    private Vector128<byte> _multipleOfI;
    private Vector128<byte> _current;
    private Vector128<byte> _before;

    /// <param name="j">J.</param>
    /// <param name="multipleOfI">2^⌈i/8⌉·I of the first group.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public AezWhitenings(Vector128<byte> j, Vector128<byte> multipleOfI)
    {
        _j = j;
        _multipleOfI = multipleOfI;
        _current = j ^ multipleOfI;
    }

    /// <summary>J ⊕ 2^⌈i/8⌉·I of the current group.</summary>
    public readonly Vector128<byte> Common
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => _current;
    }

    /// <summary>(i mod 8)·L of the pair with this number in its group.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> MultipleOfL(ref Vector128<byte> key, nuint number) => Unsafe.Add(ref key, AezKey.Multiples + 1 + number);

    /// <summary>The whitening of the pair with this number in the current group.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly Vector128<byte> At(ref Vector128<byte> key, nuint number) => MultipleOfL(ref key, number) ^ _current;

    /// <summary>The whitening of the pair with this number in the previous group.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly Vector128<byte> Before(ref Vector128<byte> key, nuint number) => MultipleOfL(ref key, number) ^ _before;

    /// <summary>Advances to the next pair.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Advance(nuint number)
    {
        if (number == GroupSize - 1)
        {
            _multipleOfI = AezBlocks.Double(_multipleOfI);
            _before = _current;
            _current = _j ^ _multipleOfI;
        }
    }

    /// <summary>Like <see cref="Advance"/>, but no pair of another group follows.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void End(nuint number)
    {
        if (number == GroupSize - 1)
        {
            _before = _current;
        }
    }
}
