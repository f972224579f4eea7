using System.Buffers.Binary;
using AesModes.Modes;

namespace AesModes.Tests.Backends;

/// <summary>
/// Kills mutants of the kernels quickly on every backend: runs the self-tests, which cover every path, and short messages of every size. The modes are created as trials;
/// others would switch to the next backend after a failed self-test and give the correct result.
/// </summary>
[Fast]
[Kernels]
public sealed class KernelTests
{
    /// <summary>Every size up to a few blocks, then sizes around the backends' batches.</summary>
    private static readonly int[] _sizes =
        [.. Enumerable.Range(0, 82), 95, 96, 111, 127, 128, 129, 144, 160, 191, 193, 223, 255, 256, 257, 300, 385, 447, 449, 513, 640, 777, 1025, 2049, 2100];

    private static readonly byte[] _noise = Bytes.Random(new Random(1), 5000);

    private static readonly Lazy<ReferenceMessage[]> _gcmSiv = new(() =>
        [.. _sizes.Select(size => new ReferenceMessage(_noise[..(size % 2 == 0 ? 16 : 32)], _noise[40..52], _noise[..size], _noise[100..(100 + (size * 7 % 50))]))]);

    private static readonly Lazy<AezCase[]> _aez = new(() =>
        [.. _sizes.Select(size => new AezCase(_noise[..48], size % 5 == 0 ? 100 : 16, _noise[..(size % 40)], [.. Enumerable.Range(0, size % 3).Select(i => _noise[i..(i + (size % 70))])], _noise[..size]))]);

    public static MatrixTheoryData<string, string> SelfTests =>
        new(TestBackends.Names.Select(r => r.Data), Backend.All.SelectMany(backend => backend.SelfTests.Select(test => test.Name)).Distinct());

    [Theory]
    [MemberData(nameof(SelfTests))]
    public void SelfTest_OfAPath_Passes(string name, string test) =>
        Assert.All(TestBackends.Get(name).SelfTests.Where(t => t.Name == test), t => Assert.True(t.Passes()));

    [Theory]
    [MemberData(nameof(TestBackends.Names), MemberType = typeof(TestBackends))]
    public void SelfTests_OfABackend_NameTheirModeAndPath(string name)
    {
        string[] names = [.. TestBackends.Get(name).SelfTests.Select(test => test.Name)];
        Assert.Equal(names.Distinct(), names);
        Assert.All(names, test => Assert.Matches("^(AES-GCM-SIV (en|de)cryption, [a-z].*, AES-(128|256)|AES-CTR, [a-z].*, AES-(128|192|256)|AEZ, [a-z].*|AEZ, AEZ-(tiny|core, .*[a-z]))$", test));
    }

    [Theory]
    [MemberData(nameof(TestBackends.Names), MemberType = typeof(TestBackends))]
    public void GcmSiv_MessagesOfManySizes_EqualReference(string name)
    {
        Backend backend = TestBackends.Get(name);
        foreach (ReferenceMessage message in _gcmSiv.Value)
        {
            using GcmSiv mode = backend.CreateGcmSiv(message.Key, isTrial: true);
            byte[] text = Sample.Filled(message.Plaintext.Length + 1);
            byte[] tag = new byte[16];
            mode.Encrypt(new GcmSivMessage(message.Nonce, message.AssociatedData, message.Plaintext, text, tag));
            Expect.Same([.. message.Ciphertext, Sample.Filler], text, $"ciphertext, {message} on {name}");
            Expect.Same(message.Tag, tag, $"tag, {message} on {name}");
            Assert.True(mode.TryDecrypt(new GcmSivMessage(message.Nonce, message.AssociatedData, message.Ciphertext, text, tag), throws: false), $"{message} on {name}");
            Expect.Same([.. message.Plaintext, Sample.Filler], text, $"plaintext, {message} on {name}");
            tag[message.Plaintext.Length % 16] ^= 4;
            Assert.False(mode.TryDecrypt(new GcmSivMessage(message.Nonce, message.AssociatedData, message.Ciphertext, text, tag), throws: false), $"{message} on {name}");
        }
    }

    [Theory]
    [MemberData(nameof(TestBackends.Names), MemberType = typeof(TestBackends))]
    public void GcmSiv_DisposedKey_IsRefusedAndNothingWritten(string name)
    {
        Backend backend = TestBackends.Get(name);
        foreach (ReferenceMessage message in _gcmSiv.Value.Where(m => m.Plaintext.Length is 5 or 40 or 128))
        {
            using GcmSiv mode = backend.CreateGcmSiv(message.Key, isTrial: true);
            mode.Dispose();
            byte[] text = Sample.Filled(message.Plaintext.Length);
            byte[] tag = Sample.Filled(16);
            Expect.Throws<ObjectDisposedException>(
                $"encryption, {message} on {name}", () => mode.Encrypt(new GcmSivMessage(message.Nonce, message.AssociatedData, message.Plaintext, text, tag)));
            Expect.Throws<ObjectDisposedException>(
                $"decryption, {message} on {name}", () => mode.TryDecrypt(new GcmSivMessage(message.Nonce, message.AssociatedData, message.Ciphertext, text, message.Tag), throws: false));
            Bytes.AssertAll(Sample.Filler, text, $"text, {message} on {name}");
            Bytes.AssertAll(Sample.Filler, tag, $"tag, {message} on {name}");
        }
    }

    [Theory]
    [MemberData(nameof(TestBackends.Names), MemberType = typeof(TestBackends))]
    public void Aez_MessagesOfManySizes_EqualReference(string name)
    {
        Backend backend = TestBackends.Get(name);
        foreach (AezCase message in _aez.Value)
        {
            using AezCipher mode = backend.CreateAez(message.Key, message.TagSize, isTrial: true);
            ReadOnlyMemory<byte>[] strings = AezCalls.ToMemories(message.AssociatedData);
            byte[] ciphertext = new byte[message.Ciphertext.Length];
            AezMessage encryption = new(message.Nonce, message.Plaintext, ciphertext, strings);
            mode.Encrypt(in encryption);
            Expect.Same(message.Ciphertext, ciphertext, $"ciphertext, {message} on {name}");
            byte[] plaintext = new byte[message.Plaintext.Length];
            AezMessage decryption = new(message.Nonce, ciphertext, plaintext, strings);
            Assert.True(mode.TryDecrypt(in decryption), $"{message} on {name}");
            Expect.Same(message.Plaintext, plaintext, $"plaintext, {message} on {name}");
        }
    }

    [Theory]
    [MemberData(nameof(TestBackends.Names), MemberType = typeof(TestBackends))]
    public void Ctr_MessagesOfManySizes_MatchReference(string name)
    {
        Backend backend = TestBackends.Get(name);
        foreach (int size in _sizes)
        {
            byte[] key = _noise[..(16 + (8 * (size % 3)))];
            byte[] counter = [.. _noise[..10], 255, 255, 255, 255, 255, (byte)(255 - (size % 20))];
            using CtrCipher mode = backend.CreateCtr(key, isTrial: true);
            byte[] text = Sample.Filled(size + 1);
            mode.Xor(BinaryPrimitives.ReadUInt128BigEndian(counter), size * 5L, _noise.AsSpan(0, size), text.AsSpan(0, size));
            Expect.Same([.. ReferenceCtr.Xor(key, counter, _noise.AsSpan(0, size), size * 5), Sample.Filler], text, $"{size} bytes on {name}");
        }
    }

    /// <summary>Calls share FACE's table until it is no longer valid, and beyond.</summary>
    [Theory]
    [MemberData(nameof(TestBackends.Names), MemberType = typeof(TestBackends))]
    public void XorCounterBlocks_CallsThatShareATable_EqualReference(string name)
    {
        BackendPieces pieces = TestBackends.GetPieces(name);
        for (int keySize = 16; keySize <= 32; keySize += 8)
        {
            byte[] key = _noise[..keySize];
            Vector128<byte>[] roundKeys = pieces.CreateRoundKeys(key);
            UInt128 counter = (new UInt128(7, 9) << 40) - 700;
            FaceTable table = new() { Memory = new Vector128<byte>[FaceTable.Size] };
            foreach (int blocks in (int[])[40, 1, 300, 255, 8, 300, 16])
            {
                byte[] text = new byte[16 * blocks];
                pieces.XorCounterBlocks(roundKeys, BlockCounter.ToBlock(counter), ref table, _noise.AsSpan(0, text.Length), text);
                Expect.Same(ReferenceCtr.Xor(key, ReferenceCtr.CounterBlock(counter), _noise.AsSpan(0, text.Length)), text, $"AES-{8 * keySize}, {blocks} blocks from {counter:x32} on {name}");
                counter += (uint)blocks;
            }
        }
    }

    [Theory]
    [MemberData(nameof(TestBackends.Names), MemberType = typeof(TestBackends))]
    public void EncryptBlocks_UpTo20_EqualReference(string name)
    {
        BackendPieces pieces = TestBackends.GetPieces(name);
        for (int keySize = 16; keySize <= 32; keySize += 8)
        {
            ReferenceAes reference = new(_noise.AsSpan(0, keySize));
            Vector128<byte>[] roundKeys = pieces.CreateRoundKeys(_noise.AsSpan(0, keySize));
            for (int blocks = 0; blocks <= 20; blocks++)
            {
                byte[] text = new byte[16 * blocks];
                pieces.EncryptBlocks(roundKeys, _noise.AsSpan(0, text.Length), text);
                Expect.Same(reference.Encrypt(_noise.AsSpan(0, text.Length)), text, $"AES-{8 * keySize}, {blocks} blocks on {name}");
            }
        }
    }
}
