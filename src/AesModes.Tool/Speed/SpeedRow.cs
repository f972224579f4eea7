namespace AesModes.Tool.Speed;

/// <summary>What was measured of one algorithm, direction, backend and size; names as in JSON.</summary>
/// <param name="Algorithm">gcm-siv, aez, ctr, or the platform's aes-gcm.</param>
/// <param name="Direction">encrypt or decrypt.</param>
/// <param name="Backend">x86, arm, software, or native.</param>
/// <param name="KeySize">In bits.</param>
/// <param name="Bytes">Of the message.</param>
/// <param name="BestNanoseconds">A message, in the best round.</param>
/// <param name="MedianNanoseconds">A message, in the middle one.</param>
/// <param name="MegabytesPerSecond">10⁶ bytes, at best.</param>
/// <param name="CyclesPerByte">At best.</param>
/// <param name="AgainstNative">How many times as fast as native AES-GCM, by both bests; null where there is none.</param>
/// <param name="ShareOfLimit">Of what this machine's AES and multiply instructions allow; null where the row does not run on them, or not on ours.</param>
internal sealed record SpeedRow(
    string Algorithm,
    string Direction,
    string Backend,
    int KeySize,
    int Bytes,
    double BestNanoseconds,
    double MedianNanoseconds,
    double MegabytesPerSecond,
    double CyclesPerByte,
    double? AgainstNative,
    double? ShareOfLimit);
