using AesModes.Backends.Software;

namespace AesModes.Tests.Backends;

internal delegate Vector128<byte> TweakedBlock(ReadOnlySpan<Vector128<byte>> keys, Vector128<byte> block, Vector128<byte> whitening, Vector128<byte> addend);

internal delegate Vector128<byte> RunHash(ReadOnlySpan<Vector128<byte>> keys, in Vector128<byte> multipleOfJ, ReadOnlySpan<byte> blocks);

internal delegate Vector128<byte> FirstPass(ReadOnlySpan<Vector128<byte>> keys, in Vector128<byte> multipleOfI, ReadOnlySpan<byte> source, Span<byte> destination);

internal delegate Vector128<byte> SecondPass(ReadOnlySpan<Vector128<byte>> keys, in Vector128<byte> multipleOfI, Vector128<byte> s, Span<byte> text);

/// <summary>The AEZ methods of an <see cref="IBackend"/> as delegates. <see cref="BackendPieces"/> has the other methods.</summary>
internal sealed record AezPieces(TweakedBlock Aes4, TweakedBlock Aes10, RunHash AezHash, FirstPass AezPass1, SecondPass AezPass2)
{
    public static AezPieces Of<TBackend>()
        where TBackend : struct, IBackend => new(
            TBackend.Aes4,
            TBackend.Aes10,
            TBackend.AezHash,
            TBackend.AezPass1,
            (keys, in multipleOfI, s, text) =>
            {
                // Split S into any two parts with this sum.
                Vector128<byte> sx = Vector128.CreateSequence<byte>(90, 7);
                return TBackend.AezPass2(keys, in multipleOfI, in sx, s ^ sx, text);
            });

    /// <summary>The software backend's methods with only one AES core, for any number of blocks.</summary>
    public static AezPieces OfCore<TAes>()
        where TAes : struct, IWholeRounds =>
        new(AezPasses<TAes>.Aes4, AezPasses<TAes>.Aes10, AezPasses<TAes>.Hash, AezPasses<TAes>.Pass1, AezPasses<TAes>.Pass2);
}
