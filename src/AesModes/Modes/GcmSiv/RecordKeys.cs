using System.Runtime.Intrinsics;
using AesModes.Backends;

namespace AesModes.Modes;

/// <summary>
/// What one message works with: the message-encryption key's round keys and the powers of the message-authentication key H, in the
/// caller's stack memory, which <see cref="Clear"/> overwrites.
/// </summary>
internal readonly ref struct RecordKeys
{
    /// <summary>The vectors of memory to bring.</summary>
    public const int Size = IBackend.MaxRoundKeys + IBackend.MaxHashPowers;

    private readonly Span<Vector128<byte>> _used;
    private readonly int _roundKeys;

    public RecordKeys(Span<Vector128<byte>> memory, int roundKeys, int powers)
    {
        _used = memory[..(roundKeys + powers)];
        _roundKeys = roundKeys;
    }

    public Span<Vector128<byte>> RoundKeys => _used[.._roundKeys];

    /// <summary>The message-authentication key as it is, where its powers end.</summary>
    public ref Vector128<byte> H => ref _used[^1];

    public Span<Vector128<byte>> HashPowers => _used[_roundKeys..];

    public void Clear() => Secrets.Erase(_used);
}
