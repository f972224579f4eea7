namespace AesModes.Benchmarks.Ratios;

internal enum Operation
{
    Encrypt,
    Decrypt,
}
