using AesModes.Backends.Software;

namespace AesModes.Tests.Backends;

/// <summary>The pieces of AEZ in <see cref="IBackend"/>, as <see cref="BackendPieces"/> has the others.</summary>
internal abstract class AezPieces
{
    public abstract Vector128<byte> Aes4(
        ReadOnlySpan<Vector128<byte>> keys, Vector128<byte> block, Vector128<byte> whitening, Vector128<byte> addend);

    public abstract Vector128<byte> Aes10(
        ReadOnlySpan<Vector128<byte>> keys, Vector128<byte> block, Vector128<byte> whitening, Vector128<byte> addend);

    public abstract Vector128<byte> AezHash(
        ReadOnlySpan<Vector128<byte>> keys, Vector128<byte> multipleOfJ, ReadOnlySpan<byte> blocks);

    public abstract Vector128<byte> AezPass1(
        ReadOnlySpan<Vector128<byte>> keys, in Vector128<byte> multipleOfI, ReadOnlySpan<byte> source, Span<byte> destination);

    public abstract Vector128<byte> AezPass2(
        ReadOnlySpan<Vector128<byte>> keys, in Vector128<byte> multipleOfI, Vector128<byte> s, Span<byte> text);
}

/// <inheritdoc/>
internal sealed class AezPieces<TBackend> : AezPieces
    where TBackend : struct, IBackend
{
    public override Vector128<byte> Aes4(
        ReadOnlySpan<Vector128<byte>> keys, Vector128<byte> block, Vector128<byte> whitening, Vector128<byte> addend) =>
        TBackend.Aes4(keys, block, whitening, addend);

    public override Vector128<byte> Aes10(
        ReadOnlySpan<Vector128<byte>> keys, Vector128<byte> block, Vector128<byte> whitening, Vector128<byte> addend) =>
        TBackend.Aes10(keys, block, whitening, addend);

    public override Vector128<byte> AezHash(
        ReadOnlySpan<Vector128<byte>> keys, Vector128<byte> multipleOfJ, ReadOnlySpan<byte> blocks) =>
        TBackend.AezHash(keys, multipleOfJ, blocks);

    public override Vector128<byte> AezPass1(
        ReadOnlySpan<Vector128<byte>> keys, in Vector128<byte> multipleOfI, ReadOnlySpan<byte> source, Span<byte> destination) =>
        TBackend.AezPass1(keys, in multipleOfI, source, destination);

    public override Vector128<byte> AezPass2(
        ReadOnlySpan<Vector128<byte>> keys, in Vector128<byte> multipleOfI, Vector128<byte> s, Span<byte> text)
    {
        // Any two whose sum it is.
        Vector128<byte> sx = Vector128.CreateSequence<byte>(90, 7);
        return TBackend.AezPass2(keys, in multipleOfI, in sx, s ^ sx, text);
    }
}

/// <summary>Those of the software backend on one AES core alone, whatever the number of blocks.</summary>
internal sealed class AezCorePieces<TAes> : AezPieces
    where TAes : struct, IWholeRounds
{
    public override Vector128<byte> Aes4(
        ReadOnlySpan<Vector128<byte>> keys, Vector128<byte> block, Vector128<byte> whitening, Vector128<byte> addend) =>
        AezPasses<TAes>.Aes4(keys, block, whitening, addend);

    public override Vector128<byte> Aes10(
        ReadOnlySpan<Vector128<byte>> keys, Vector128<byte> block, Vector128<byte> whitening, Vector128<byte> addend) =>
        AezPasses<TAes>.Aes10(keys, block, whitening, addend);

    public override Vector128<byte> AezHash(
        ReadOnlySpan<Vector128<byte>> keys, Vector128<byte> multipleOfJ, ReadOnlySpan<byte> blocks) =>
        AezPasses<TAes>.Hash(keys, multipleOfJ, blocks);

    public override Vector128<byte> AezPass1(
        ReadOnlySpan<Vector128<byte>> keys, in Vector128<byte> multipleOfI, ReadOnlySpan<byte> source, Span<byte> destination) =>
        AezPasses<TAes>.Pass1(keys, in multipleOfI, source, destination);

    public override Vector128<byte> AezPass2(
        ReadOnlySpan<Vector128<byte>> keys, in Vector128<byte> multipleOfI, Vector128<byte> s, Span<byte> text) =>
        AezPasses<TAes>.Pass2(keys, in multipleOfI, s, text);
}
