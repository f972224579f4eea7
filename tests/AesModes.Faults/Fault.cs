namespace AesModes.Faults;

/// <summary>What a backend computes for a mode, by the names of <see cref="Backends.IBackend"/>.</summary>
internal enum Piece
{
    ExpandKey,
    EncryptBlock,
    DeriveKeys,
    XorKeyStream,
    ExpandHashKey,
    Absorb,
    AbsorbLast,
    DecryptAndAbsorb,
    EncryptSmall,
    DecryptSmall,
    Aes4,
    Aes10,
    AezHash,
    AezPass1,
    AezPass2,
}

/// <summary>
/// One wrong bit in one result of one kernel. A kernel is a piece with the number of round keys and the sizes of text for which code of its own computes it.
/// </summary>
/// <param name="Piece">The piece.</param>
/// <param name="Mode">The public class whose messages meet the fault.</param>
/// <param name="IsSecondResult">False: the text, or the only result. True: the tag, hash, sum or verdict beside it.</param>
/// <param name="RoundKeys">0 for any number.</param>
/// <param name="LeastSize">In bytes.</param>
/// <param name="MostSize">In bytes.</param>
/// <param name="HasTable">Whether the piece has a FACE table; null for either.</param>
internal sealed record Fault(
    Piece Piece, Type Mode, bool IsSecondResult = false, int RoundKeys = 0, int LeastSize = 0, int MostSize = int.MaxValue, bool? HasTable = null)
{
    private static readonly int[] _gcmSivKeys = [11, 15];
    private static readonly int[] _ctrKeys = [11, 13, 15];
    private static readonly bool[] _results = [false, true];

    /// <summary>The sizes at which a backend changes its kernel: blocks side by side, software's two cores, AEZ's pipelines.</summary>
    private static readonly (int Least, int Most)[] _streamSizes = [(1, 16), (17, 64), (65, 192), (193, 8191)];
    private static readonly (int Least, int Most)[] _smallSizes = [(1, 16), (17, 160), (200, int.MaxValue)];
    private static readonly (int Least, int Most)[] _pairSizes = [(32, 223), (224, 1920), (1921, int.MaxValue)];

    public static IReadOnlyList<Fault> All { get; } =
    [
        .. from keys in _gcmSivKeys select new Fault(Piece.ExpandKey, typeof(AesGcmSiv), RoundKeys: keys),
        .. from keys in _gcmSivKeys select new Fault(Piece.EncryptBlock, typeof(AesGcmSiv), RoundKeys: keys),
        .. from keys in _gcmSivKeys from second in _results select new Fault(Piece.DeriveKeys, typeof(AesGcmSiv), second, keys),
        .. from piece in (Piece[])[Piece.EncryptSmall, Piece.DecryptSmall]
           from keys in _gcmSivKeys
           from second in _results
           from size in _smallSizes
           select new Fault(piece, typeof(AesGcmSiv), second, keys, size.Least, size.Most),
        .. from keys in _gcmSivKeys from size in _streamSizes select new Fault(Piece.XorKeyStream, typeof(AesGcmSiv), false, keys, size.Least, size.Most, false),
        .. from keys in _gcmSivKeys select new Fault(Piece.XorKeyStream, typeof(AesGcmSiv), RoundKeys: keys, HasTable: true),
        new Fault(Piece.ExpandHashKey, typeof(AesGcmSiv)),
        new Fault(Piece.Absorb, typeof(AesGcmSiv)),
        new Fault(Piece.AbsorbLast, typeof(AesGcmSiv)),
        .. from keys in _gcmSivKeys
           from second in _results
           from table in _results
           select new Fault(Piece.DecryptAndAbsorb, typeof(AesGcmSiv), second, keys, HasTable: table),
        .. from keys in _ctrKeys select new Fault(Piece.ExpandKey, typeof(FaceCtr), RoundKeys: keys),
        .. from keys in _ctrKeys select new Fault(Piece.EncryptBlock, typeof(FaceCtr), RoundKeys: keys),
        .. from keys in _ctrKeys from size in _streamSizes select new Fault(Piece.XorKeyStream, typeof(FaceCtr), false, keys, size.Least, size.Most, false),
        .. from keys in _ctrKeys select new Fault(Piece.XorKeyStream, typeof(FaceCtr), RoundKeys: keys, HasTable: true),
        new Fault(Piece.Aes4, typeof(Aez)),
        new Fault(Piece.Aes10, typeof(Aez)),
        new Fault(Piece.AezHash, typeof(Aez)),
        .. from piece in (Piece[])[Piece.AezPass1, Piece.AezPass2]
           from second in _results
           from size in _pairSizes
           select new Fault(piece, typeof(Aez), second, LeastSize: size.Least, MostSize: size.Most),
    ];

    public bool Hits(Piece piece, bool isSecondResult, int roundKeys = 0, int size = 0, bool hasTable = false) =>
        piece == Piece
        && isSecondResult == IsSecondResult
        && (RoundKeys == 0 || RoundKeys == roundKeys)
        && size >= LeastSize
        && size <= MostSize
        && (HasTable ?? hasTable) == hasTable;

    public override string ToString() =>
        $"{Mode.Name}, {Piece}{(IsSecondResult ? " (second result)" : "")}, round keys: {(RoundKeys == 0 ? "any" : RoundKeys)}, "
        + $"bytes: {LeastSize} to {(MostSize == int.MaxValue ? "any" : MostSize)}, FACE table: {HasTable?.ToString() ?? "any"}";
}
