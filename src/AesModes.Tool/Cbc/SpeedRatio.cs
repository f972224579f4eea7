namespace AesModes.Tool.Cbc;

/// <summary>How many times as fast the first is as the second.</summary>
internal sealed record SpeedRatio(string Backend, string Against, double EncryptionAverage, double EncryptionBest, double DecryptionAverage, double DecryptionBest)
{
    public static SpeedRatio Of(BackendFigures figures, BackendFigures against) => new(
        figures.Backend,
        against.Backend,
        against.Encryption.Average.Microseconds / figures.Encryption.Average.Microseconds,
        against.Encryption.Best.Microseconds / figures.Encryption.Best.Microseconds,
        against.Decryption.Average.Microseconds / figures.Decryption.Average.Microseconds,
        against.Decryption.Best.Microseconds / figures.Decryption.Best.Microseconds);
}
