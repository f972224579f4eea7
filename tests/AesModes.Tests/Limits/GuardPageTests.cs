using System.Diagnostics.CodeAnalysis;
using System.Security.Cryptography;

namespace AesModes.Tests.Limits;

/// <summary>Tests that no call reads or writes outside its spans, with <see cref="CheckedCall"/>.</summary>
public sealed class GuardPageTests
{
    /// <summary>The size of the longest message, including the tag.</summary>
    private const int MaxSize = 9000;

    private const int MaxNonce = 64;
    private const int MaxString = 100;
    private const int MaxPosition = 32;

    private static readonly int[] _tagSizes = [0, 1, 16, 31, 40, 100];

    public static MatrixTheoryData<string, bool> Rows => new(TestBackends.Names.Select(r => r.Data), [true, false]);

    [Theory]
    [MemberData(nameof(Rows))]
    public void Call_EverySpanAtAGuardPage_StaysInside(string name, bool end) => CheckGcmSiv(name, end, Enumerable.Range(0, 601), 601, 60, size =>
        [new(size, size % 23, keySize: size % 2 == 0 ? 32 : 16)]);

    /// <summary>
    /// Long messages and long associated data, around the sizes in bytes at which kernels begin or end. Byte-sliced POLYVAL: 448, and 2048 with 64 blocks. Fused decryption:
    /// 512, in batches of 256. Bitsliced core: 208, 512, 640, 1024 and the ends of its groups. FACE's table: 8192, and 192 more for twelve blocks from it.
    /// </summary>
    [Theory]
    [MemberData(nameof(Rows))]
    public void Call_SizeAroundThresholdsAtAGuardPage_StaysInside(string name, bool end)
    {
        int most = TestBackends.IsEmulated(name) ? 8 : 150;
        CheckGcmSiv(name, end, Around(640, 768, 1024, 2048, 4096, 8192, 8192 + 192, 8192 + 256), most, most / 10, size =>
            [new(size, size % 17, keySize: size % 2 == 0 ? 32 : 16), new(size % 700, size, keySize: size % 2 == 0 ? 16 : 32)]);
    }

    /// <summary>Long associated data with a short message.</summary>
    [Theory]
    [MemberData(nameof(Rows))]
    public void Call_AssociatedDataAtAGuardPage_StaysInside(string name, bool end) => CheckGcmSiv(name, end, Enumerable.Range(0, 601), 601, 60, size =>
        [new(size % 19, size, keySize: size % 2 == 0 ? 16 : 32)]);

    /// <summary>Every combination of sizes around the small-message kernels' limits.</summary>
    [Theory]
    [MemberData(nameof(Rows))]
    public void Call_ShortMessageAndAssociatedDataAtGuardPages_StaysInside(string name, bool end)
    {
        int most = TestBackends.IsEmulated(name) ? 200 : 34 * 34;
        CheckGcmSiv(name, end, Enumerable.Range(0, 34 * 34), most, most / 10, sizes => [new(sizes / 34, sizes % 34, keySize: sizes % 2 == 0 ? 16 : 32)]);
    }

    /// <summary>Tests the spans of the stream overloads.</summary>
    [Theory]
    [SuppressMessage("Usage", "xUnit1051", Justification = "The calls end by themselves.")]
    [MemberData(nameof(Rows))]
    public void Streams_EverySpanAtAGuardPage_StayInside(string name, bool end)
    {
        Backend backend = TestBackends.Get(name);
        using GuardedMemory keyMemory = new(32);
        using GuardedMemory nonceMemory = new(12);
        using GuardedMemory tagMemory = new(16);
        using GuardedMemory dataMemory = new(300);
        foreach (int size in Thin(name, Enumerable.Range(0, 301), most: 60, least: 6))
        {
            GcmSivSample sample = new(size * 7 % 513, size, keySize: size % 2 == 0 ? 16 : 32, backend);
            string what = $"{name}, streams of {sample}, {(end ? "ending" : "beginning")} at the guard page";
            CheckedCall.Trace(what);
            Span<byte> nonce = nonceMemory.Place(end, sample.Nonce);
            Span<byte> associatedData = dataMemory.Place(end, sample.AssociatedData);
            Span<byte> tag = tagMemory.At(end, 16);
            using AesGcmSiv siv = new(keyMemory.Place(end, sample.Key), backend);
            using MemoryStream plaintext = new(sample.Plaintext);
            using MemoryStream ciphertext = new();
            using MemoryStream opened = new();
            siv.Encrypt(nonce, plaintext, ciphertext, tag, associatedData);
            Expect.Same(sample.Ciphertext, ciphertext.ToArray(), $"{what}: Encrypt");
            Expect.Same(sample.Tag, tag, $"{what}: tag");
            ciphertext.Position = 0;
            siv.Decrypt(nonce, ciphertext, tag, opened, associatedData);
            Expect.Same(sample.Plaintext, opened.ToArray(), $"{what}: Decrypt");
        }
    }

    /// <summary>Every message size with every tag size, while the sizes of nonce and associated data cycle through theirs.</summary>
    [Theory]
    [MemberData(nameof(Rows))]
    public void AezCall_EverySpanAtAGuardPage_StaysInside(string name, bool end)
    {
        int tags = _tagSizes.Length;
        CheckAez(name, end, Cases(), n => (n / tags, _tagSizes[n % tags], (n * 7) % (MaxNonce + 1), (n * 11) % (MaxString + 1)));

        // On slow backends, each size with only one of the tag sizes.
        IEnumerable<int> Cases() => IsSlow(name) && !Sweep.IsExhaustive
            ? Thin(name, Enumerable.Range(0, 601).Select(size => (size * tags) + (((size + Sweep.Seed) & int.MaxValue) % tags)), most: 601, least: 60)
            : Thin(name, Enumerable.Range(0, 601 * tags), most: 601 * tags, least: 60 * tags);
    }

    /// <summary>Long messages around the ends of the passes' batches of pairs, groups of 256 bytes, and the software backend's chunks.</summary>
    [Theory]
    [MemberData(nameof(Rows))]
    public void AezCall_MessageAroundThresholdsAtAGuardPage_StaysInside(string name, bool end)
    {
        int[] sizes = [.. Around(768, 1024, 2048, 4096)];
        int tags = _tagSizes.Length;
        CheckAez(name, end, Thin(name, Enumerable.Range(0, sizes.Length * tags), IsSlow(name) ? 60 : 400, 6), n => (sizes[n / tags], _tagSizes[n % tags], 12, 16));

        // The chunks of the hash, in the nonce and in the strings.
        CheckAez(name, end, Thin(name, Around(2048), IsSlow(name) ? 8 : 40, 0), size => (size % 40, 16, size, size));
    }

    /// <summary>Every combination of nonce and associated-data sizes, with short messages.</summary>
    [Theory]
    [MemberData(nameof(Rows))]
    public void AezCall_EveryNonceAndAssociatedDataAtGuardPages_StaysInside(string name, bool end)
    {
        const int Strings = MaxString + 1;
        CheckAez(
            name, end, Thin(name, Enumerable.Range(0, (MaxNonce + 1) * Strings), IsSlow(name) ? 500 : 3000, 50), n => (n % 50, 16, n / Strings, n % Strings));
        CheckAez(name, end, Thin(name, Enumerable.Range(Strings, 200), IsSlow(name) ? 40 : 200, 4), size => (size % 40, 16, size, size));
    }

    [Theory]
    [MemberData(nameof(Rows))]
    public void AezConstructor_KeyAtAGuardPage_StaysInside(string name, bool end)
    {
        Backend backend = TestBackends.Get(name);
        using GuardedMemory memory = new(MaxSize);
        foreach (int keySize in Enumerable.Range(1, 300))
        {
            AezSample sample = new(20, keySize: keySize);
            using Aez aez = new(memory.Place(end, sample.Key), 16, backend);
            Assert.True(aez.TryDecrypt(sample.Nonce, sample.Ciphertext, new byte[20], sample.Strings), $"{name}, key of {keySize}");
        }
    }

    [Theory]
    [MemberData(nameof(Rows))]
    public void CtrCall_EverySizeAtEveryPositionAtAGuardPage_StaysInside(string name, bool end) =>
        CheckCtr(name, end, [.. Enumerable.Range(0, 601)], most: 601 * MaxPosition, emulated: 1500);

    /// <summary>
    /// The bitsliced core begins at 13, 32, 40 or 64 blocks and processes groups. A run has 256 blocks. From twice that size, a call keeps a table and takes twelve blocks from
    /// it at a time.
    /// </summary>
    [Theory]
    [MemberData(nameof(Rows))]
    public void CtrCall_SizeAroundThresholdsAtAGuardPage_StaysInside(string name, bool end) =>
        CheckCtr(name, end, [.. Around(640, 1024, 2048, 4096, 8192, 8192 + 192, 8192 + 256)], most: 2000, emulated: 100);

    /// <summary>The methods that create a transform take one span. The transform takes arrays.</summary>
    [Theory]
    [MemberData(nameof(Rows))]
    public void CreateTransform_CounterAtAGuardPage_StaysInside(string name, bool end)
    {
        CtrSample sample = new(100);
        using GuardedMemory memory = new(CtrSample.CounterSize);
        using FaceCtr ctr = sample.Create(TestBackends.Get(name));
        using ICryptoTransform encryptor = ctr.CreateEncryptor(memory.Place(end, sample.InitialCounter));
        using ICryptoTransform decryptor = ctr.CreateDecryptor(memory.Place(end, sample.InitialCounter));
        byte[] ciphertext = encryptor.TransformFinalBlock(sample.Plaintext, 0, 100);
        Expect.Same(sample.Ciphertext, ciphertext, $"{name}, encryptor");
        Expect.Same(sample.Plaintext, decryptor.TransformFinalBlock(ciphertext, 0, 100), $"{name}, decryptor");
    }

    private static void CheckGcmSiv(string name, bool end, IEnumerable<int> cases, int most, int least, Func<int, GcmSivSample[]> create)
    {
        Backend backend = TestBackends.Get(name);
        using CheckedCall call = new(MaxSize);
        foreach (GcmSivSample sample in Thin(name, cases, most, least).SelectMany(create))
        {
            foreach (GcmSivForm form in GcmSivForm.All.Where(f => f.Run is not null))
            {
                call.Check(form, sample, backend, name, end);
            }
        }
    }

    private static void CheckAez(string name, bool end, IEnumerable<int> cases, Func<int, (int Size, int TagSize, int NonceSize, int StringSize)> get)
    {
        Backend backend = TestBackends.Get(name);
        using CheckedCall call = new(MaxSize);
        foreach ((int size, int tagSize, int nonceSize, int stringSize) in cases.Select(get))
        {
            foreach (AezForm form in AezForm.All)
            {
                int[] stringSizes = [.. form.StringSizes.Select((_, i) => i == 1 ? nonceSize : stringSize)];
                call.Check(form, new AezSample(size, tagSize, stringSizes, nonceSize), backend, name, end);
            }
        }
    }

    /// <summary>Checks the sizes at all positions, in messages under a key of each size.</summary>
    private static void CheckCtr(string name, bool end, int[] sizes, int most, int emulated)
    {
        Backend backend = TestBackends.Get(name);
        CtrSample[] texts = [.. from keySize in (int[])[16, 24, 32] select new CtrSample(MaxSize, 0, keySize)];
        using CheckedCall call = new(MaxSize);
        foreach (int n in Thin(name, Enumerable.Range(0, sizes.Length * MaxPosition), TestBackends.IsEmulated(name) ? emulated : most, emulated / 30))
        {
            (int size, int position) = (sizes[n / MaxPosition], n % MaxPosition);
            call.Check(CtrForm.All[0], texts[(size + position) % texts.Length].Cut(position, size), backend, name, end);
        }
    }

    private static IEnumerable<int> Around(params int[] thresholds) => from threshold in thresholds from more in Enumerable.Range(-34, 69) select threshold + more;

    /// <summary>Returns the given number of cases, or fewer in a short sweep.</summary>
    private static int[] Thin(string name, IEnumerable<int> all, int most, int least) => Effort.Thin(all, Effort.IsShort(name) ? least : most);

    private static bool IsSlow(string name) => !TestBackends.Get(name).IsHardwareAccelerated || TestBackends.IsEmulated(name);
}
