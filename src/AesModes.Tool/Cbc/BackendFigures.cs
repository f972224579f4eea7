namespace AesModes.Tool.Cbc;

internal sealed record BackendFigures(string Backend, OperationFigures Encryption, OperationFigures Decryption)
{
    public static BackendFigures Of(CbcContestant contestant, int bytes, ClockRate clock) => new(
        contestant.Name, OperationFigures.Of(contestant.Encryption, bytes, clock), OperationFigures.Of(contestant.Decryption, bytes, clock));
}
