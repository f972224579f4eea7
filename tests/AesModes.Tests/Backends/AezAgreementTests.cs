namespace AesModes.Tests.Backends;

/// <summary>Compares AEZ on every backend with the reference: every size of message, tag, nonce and associated data, with the other sizes random; random sizes; and messages of kilobytes.</summary>
public class AezAgreementTests
{
    private const int MaxPlaintext = 600;
    private const int MaxTag = 100;
    private const int MaxNonce = 64;
    private const int MaxStrings = 6;
    private const int MaxString = 100;

    /// <summary>The number of cases of each set in a short sweep.</summary>
    private const int ShortCount = 150;

    private static int RandomCount => Effort.IsChangedRun && !Sweep.IsExhaustive ? 2_000 : 20_000;

    /// <summary>All backends share these cases, so that the reference computes them only once.</summary>
    private static readonly Dictionary<string, Lazy<AezCase[]>> _sets = new()
    {
        ["every message"] = new(() => MakeSet(1, EveryMessage)),
        ["every tag"] = new(() => MakeSet(2, EveryTag)),
        ["every nonce"] = new(() => MakeSet(3, EveryNonce)),
        ["every associated data"] = new(() => MakeSet(4, EveryAssociatedData)),
        ["random"] = new(() => MakeSet(5, random => Enumerable.Range(0, RandomCount).Select(_ => AnyCase(random)))),
        ["kilobytes"] = new(() => MakeSet(6, Kilobytes)),
    };

    public static MatrixTheoryData<string, string> Rows => new(TestBackends.Names.Select(r => r.Data), _sets.Keys);

    [Theory]
    [MemberData(nameof(Rows))]
    public void EncryptAndDecrypt_Set_EqualReference(string name, string set)
    {
        Backend backend = TestBackends.Get(name);
        Random random = Sweep.Start();
        AezCase[] cases = _sets[set].Value;
        foreach (AezCase message in Effort.IsShort(name) ? Sweep.Thin(random, ShortCount, cases) : cases)
        {
            using Aez aez = message.Open(backend);
            message.Check(aez, name);
        }
    }

    /// <summary>One instance processes all messages: a call must not affect the next one.</summary>
    [Theory]
    [MemberData(nameof(TestBackends.Names), MemberType = typeof(TestBackends))]
    public void EncryptAndDecrypt_ManyMessagesOfOneInstance_EqualReference(string name)
    {
        Backend backend = TestBackends.Get(name);
        Random random = Sweep.Start();
        byte[] key = Bytes.Random(random, 48);
        using Aez aez = new(key, 16, backend);
        for (int i = 0; i < (Effort.IsShort(name) ? 20 : 300); i++)
        {
            AezCase any = AnyCase(random);
            new AezCase(key, 16, any.Nonce, any.AssociatedData, any.Plaintext).Check(aez, name);
        }
    }

    /// <summary>Without a tag, every message is a valid ciphertext, so decryption is tested on messages that no encryption produced.</summary>
    [Theory]
    [MemberData(nameof(TestBackends.Names), MemberType = typeof(TestBackends))]
    public void Decrypt_AnyMessageWithoutTag_MatchesReference(string name)
    {
        Backend backend = TestBackends.Get(name);
        Random random = Sweep.Start();
        int[] sizes = [.. Enumerable.Range(1, MaxPlaintext)];
        foreach (int size in Effort.Thin(sizes, Effort.IsShort(name) ? 30 : sizes.Length))
        {
            AezCase message = AezCase.CreateAny(random, size, 0);
            using Aez aez = message.Open(backend);
            byte[]? plaintext = aez.DecryptToArray(message.Nonce, message.Plaintext, message.AssociatedData, message.ToString);
            Bytes.AssertEqual(message.Reference.Decipher(message.Nonce, message.AssociatedData, message.Plaintext), plaintext, $"{message} on {name}");
        }
    }

    private static AezCase[] MakeSet(int offset, Func<Random, IEnumerable<AezCase>> make) => [.. make(new Random(Sweep.Seed + offset))];

    /// <summary>An exhaustive run uses every tag size. Other runs use 0, 16 and one that the seed selects.</summary>
    private static IEnumerable<AezCase> EveryMessage(Random random) =>
        from size in Enumerable.Range(0, MaxPlaintext + 1)
        from tagSize in Sweep.IsExhaustive ? Enumerable.Range(0, MaxTag + 1) : [0, 16, random.Next(MaxTag + 1)]
        select AezCase.Create(random, size, tagSize, AnyNonceSize(random), AnyStringSizes(random));

    /// <summary>Each tag size with an empty message and several others.</summary>
    private static IEnumerable<AezCase> EveryTag(Random random) =>
        from tagSize in Enumerable.Range(0, MaxTag + 1)
        from size in (int[])[0, 1, random.Next(32), random.Next(32, 64), random.Next(MaxPlaintext + 1), random.Next(MaxPlaintext + 1)]
        select AezCase.Create(random, size, tagSize, AnyNonceSize(random), AnyStringSizes(random));

    private static IEnumerable<AezCase> EveryNonce(Random random) =>
        from nonceSize in Enumerable.Range(0, MaxNonce + 1)
        from repetition in Enumerable.Range(0, 5)
        select AezCase.Create(random, AnySize(random), AnyTagSize(random), nonceSize, AnyStringSizes(random));

    /// <summary>Every number of strings, with a string of every size in each position.</summary>
    private static IEnumerable<AezCase> EveryAssociatedData(Random random)
    {
        for (int count = 0; count <= MaxStrings; count++)
        {
            for (int place = 0; place < count; place++)
            {
                for (int size = 0; size <= MaxString; size++)
                {
                    int[] sizes = [.. AezCase.RandomSizes(random, count, MaxString)];
                    sizes[place] = size;
                    yield return AezCase.Create(random, AnySize(random) / 4, AnyTagSize(random), AnyNonceSize(random), sizes);
                }
            }

            // No string, or only empty strings.
            yield return AezCase.Create(random, AnySize(random), AnyTagSize(random), AnyNonceSize(random), new int[count]);
        }
    }

    /// <summary>Covers several groups of eight pairs, every number of remaining pairs, and tags longer than a group. Associated data and nonces are longer than a group of eight blocks.</summary>
    private static IEnumerable<AezCase> Kilobytes(Random random)
    {
        for (int i = 0; i < 400; i++)
        {
            yield return AezCase.Create(random, random.Next(6000), AnyTagSize(random), AnyNonceSize(random), AnyStringSizes(random));
            yield return AezCase.Create(random, random.Next(1000), random.Next(MaxTag, 1200), AnyNonceSize(random), AnyStringSizes(random));
            yield return AezCase.Create(random, random.Next(100), AnyTagSize(random), random.Next(1000), random.Next(1000), random.Next(1000));
        }
    }

    private static AezCase AnyCase(Random random) =>
        AezCase.Create(random, AnySize(random), AnyTagSize(random), AnyNonceSize(random), AnyStringSizes(random));

    /// <summary>A third of the messages are short: AEZ-tiny, or AEZ-core without pairs.</summary>
    private static int AnySize(Random random) => random.Next(random.Next(3) == 0 ? 64 : MaxPlaintext + 1);

    private static int AnyTagSize(Random random) => random.Next(4) == 0 ? 16 : random.Next(MaxTag + 1);

    private static int AnyNonceSize(Random random) => random.Next(MaxNonce + 1);

    private static int[] AnyStringSizes(Random random) => [.. AezCase.RandomSizes(random, random.Next(MaxStrings + 1), MaxString)];
}
