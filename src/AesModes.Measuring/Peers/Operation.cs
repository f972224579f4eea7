namespace AesModes.Measuring.Peers;

internal enum Operation
{
    Encrypt,
    Decrypt,
}
