using AesModes.Backends.Hardware;

namespace AesModes.Tests.Backends;

/// <summary>Builds several rounds, or a round on several states, from the emulated round on one state.</summary>
internal interface IEmulatedRounds<TSelf> : IAesInstructions
    where TSelf : struct, IEmulatedRounds<TSelf>
{
    static Vector128<byte> IAesInstructions.Rounds(
        Vector128<byte> state, Vector128<byte> previousKey, Vector128<byte> key1, Vector128<byte> key2, Vector128<byte> key3) =>
        TSelf.Round(TSelf.Round(TSelf.Round(state, previousKey, key1), key1, key2), key2, key3);

    static void IAesInstructions.Round(ref Vector128<byte> s0, ref Vector128<byte> s1, Vector128<byte> previousKey, Vector128<byte> key)
    {
        s0 = TSelf.Round(s0, previousKey, key);
        s1 = TSelf.Round(s1, previousKey, key);
    }

    static void IAesInstructions.Round(
        ref Vector128<byte> s0, ref Vector128<byte> s1, ref Vector128<byte> s2, ref Vector128<byte> s3, Vector128<byte> previousKey, Vector128<byte> key)
    {
        TSelf.Round(ref s0, ref s1, previousKey, key);
        TSelf.Round(ref s2, ref s3, previousKey, key);
    }
}
