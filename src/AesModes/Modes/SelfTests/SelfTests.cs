using AesModes.Backends;

namespace AesModes.Modes;

/// <summary>A self-test on a backend, for code that runs several.</summary>
internal abstract class SelfTestCase
{
    public abstract string Name { get; }

    /// <summary>The result in this process: computed once.</summary>
    public abstract bool Holds { get; }

    /// <summary>Computes it anew.</summary>
    public abstract bool Passes();
}

/// <inheritdoc/>
internal sealed class SelfTestCase<TBackend, TTest> : SelfTestCase
    where TBackend : struct, IBackend
    where TTest : struct, ISelfTest
{
    public override string Name => TTest.Name;

    public override bool Holds => Proof<TBackend, TTest>.Holds;

    public override bool Passes() => TTest.Compute<TBackend>() == TTest.Answer;
}

/// <summary>The self-tests of each mode.</summary>
internal static class SelfTests<TBackend>
    where TBackend : struct, IBackend
{
    public static SelfTestCase[] OfGcmSiv =>
    [
        new SelfTestCase<TBackend, KeyScheduleTest<Aes128>>(), new SelfTestCase<TBackend, KeyScheduleTest<Aes256>>(),
        .. OfGcmSivPath<OneBlock>(), .. OfGcmSivPath<Few>(), .. OfGcmSivPath<Bulk>(), .. OfGcmSivPath<Tabled>(),
    ];

    public static SelfTestCase[] OfAez =>
    [
        new SelfTestCase<TBackend, AezKeyTest>(),
        OfAezPath<AezEmpty>(), OfAezPath<AezTiny>(), OfAezPath<AezFew>(), OfAezPath<AezPairs>(), OfAezPath<AezLongPairs>(),
        OfAezPath<AezManyPairs>(), OfAezPath<AezPairsBeyond>(), OfAezPath<AezStrings>(),
    ];

    public static SelfTestCase[] OfCtr => [.. OfCtrKey<Aes128>(), .. OfCtrKey<Aes192>(), .. OfCtrKey<Aes256>()];

    private static SelfTestCase[] OfGcmSivPath<TPath>()
        where TPath : struct, IGcmSivPath =>
    [
        new SelfTestCase<TBackend, GcmSivTest<TPath, Encryption, Aes128>>(), new SelfTestCase<TBackend, GcmSivTest<TPath, Decryption, Aes128>>(),
        new SelfTestCase<TBackend, GcmSivTest<TPath, Encryption, Aes256>>(), new SelfTestCase<TBackend, GcmSivTest<TPath, Decryption, Aes256>>(),
    ];

    private static SelfTestCase<TBackend, AezTest<TPath>> OfAezPath<TPath>()
        where TPath : struct, IAezPath => new();

    private static SelfTestCase[] OfCtrKey<TKey>()
        where TKey : struct, IAesKeySize =>
    [
        new SelfTestCase<TBackend, KeyScheduleTest<TKey>>(), new SelfTestCase<TBackend, CtrTest<CtrOne, TKey>>(),
        new SelfTestCase<TBackend, CtrTest<CtrPart, TKey>>(),
        new SelfTestCase<TBackend, CtrTest<CtrFour, TKey>>(), new SelfTestCase<TBackend, CtrTest<CtrSeveral, TKey>>(),
        new SelfTestCase<TBackend, CtrTest<CtrMany, TKey>>(), new SelfTestCase<TBackend, CtrTest<CtrTabled, TKey>>(),
    ];
}
