using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using AesModes.Backends;

namespace AesModes.Modes;

/// <summary>The key schedule of AES (FIPS 197 §5.2) for one key size. It runs before a key is kept in expanded form alone.</summary>
internal readonly struct KeyScheduleTest<TKey> : ISelfTest
    where TKey : struct, IAesKeySize
{
    public static string Name => $"key schedule, {TKey.Name}";

    public static ulong Answer => TKey.Size switch
    {
        16 => 0x724957CCCE651E9C,
        24 => 0x22D7BE52136432D1,
        _ => 0x7EDCAD44659D13E9,
    };

    public static ulong Compute<TBackend>()
        where TBackend : struct, IBackend
    {
        Vector128<byte>[] roundKeys = new Vector128<byte>[(TKey.Size / 4) + 7];
        TBackend.ExpandKey(SelfTestData.Key(TKey.Size), roundKeys);
        return SelfTestData.Digest(0, MemoryMarshal.AsBytes(roundKeys.AsSpan()));
    }
}
