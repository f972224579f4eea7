using System.Runtime.Intrinsics;
using AesModes.Tool.Trace;

namespace AesModes.Tool.Vectors;

/// <summary>An AES-GCM-SIV encryption, checked in both directions, and step by step if the file has values of steps.</summary>
internal sealed class GcmSivCase(VectorFields fields) : TextCase(fields)
{
    public byte[] Key { get; } = fields.Hex("key");

    public byte[] Nonce { get; } = fields.Hex("nonce");

    public byte[] AssociatedData { get; } = fields.Hex("associatedData");

    public byte[] Tag { get; } = fields.Hex("tag");

    public GcmSivSteps? Steps { get; } = GcmSivSteps.Read(fields);

    public override void Check(Backend backend, Findings findings)
    {
        byte[] plaintext = Plaintext;
        byte[] ciphertext = new byte[plaintext.Length];
        byte[] tag = new byte[16];
        using AesGcmSiv siv = new(Key, backend);
        siv.Encrypt(Nonce, plaintext, ciphertext, tag, AssociatedData);
        CompareCiphertext(ciphertext, findings);
        findings.Compare("tag", Tag, tag);

        byte[] opened = new byte[ciphertext.Length];
        findings.Require(siv.TryDecrypt(Nonce, ciphertext, Tag, opened, AssociatedData), "the decryption refuses the tag");
        findings.Require(opened.AsSpan().SequenceEqual(plaintext), "the decryption gives a different plaintext");
        Steps?.Compare(new Tracer(backend).Trace(new GcmSivInput(Key, Nonce, AssociatedData, plaintext)), findings);
    }
}

/// <summary>The intermediate values of RFC 8452 appendix C. A file may have some of them.</summary>
internal sealed record GcmSivSteps(byte[]? AuthenticationKey, byte[]? EncryptionKey, byte[]? PolyvalInput, byte[]? PolyvalResult, byte[]? InitialCounter)
{
    private static readonly GcmSivSteps _none = new(null, null, null, null, null);

    public static GcmSivSteps? Read(VectorFields fields)
    {
        GcmSivSteps steps = new(
            fields.OptionalHex("recordAuthenticationKey"),
            fields.OptionalHex("recordEncryptionKey"),
            fields.OptionalHex("polyvalInput"),
            fields.OptionalHex("polyvalResult"),
            fields.OptionalHex("initialCounter"));
        return steps == _none ? null : steps;
    }

    public void Compare(GcmSivTrace trace, Findings findings)
    {
        Compare("record authentication key", AuthenticationKey, trace.RecordAuthenticationKey);
        Compare("record encryption key", EncryptionKey, trace.RecordEncryptionKey);
        Compare("POLYVAL input", PolyvalInput, trace.PaddedAssociatedData + trace.PaddedPlaintext + trace.LengthBlock);
        Compare("POLYVAL result", PolyvalResult, trace.Polyval);
        Vector128<byte> counter = GcmSivBlocks.InitialCounter(Vector128.Create(Convert.FromHexString(trace.Tag)));
        Compare("initial counter", InitialCounter, Convert.ToHexStringLower([.. Enumerable.Range(0, 16).Select(i => counter[i])]));

        void Compare(string what, byte[]? expected, string hex)
        {
            if (expected is not null)
            {
                findings.Compare(what, expected, Convert.FromHexString(hex));
            }
        }
    }
}

/// <summary>One test of Wycheproof's AeadTest for AES-GCM-SIV.</summary>
internal sealed class WycheproofCase(VectorFields fields) : VectorCase($"tcId {fields.Number("tcId", 0, int.MaxValue)}")
{
    private const int NonceSize = 12;
    private const int TagSize = 16;

    private readonly byte[] _key = fields.Hex("key");
    private readonly byte[] _nonce = fields.Hex("iv");
    private readonly byte[] _associatedData = fields.Hex("aad");
    private readonly byte[] _message = fields.Hex("msg");
    private readonly byte[] _ciphertext = fields.Hex("ct");
    private readonly byte[] _tag = fields.Hex("tag");
    private readonly string _result = fields.Text("result") is "valid" or "invalid" or "acceptable"
        ? fields.Text("result")
        : throw fields.Wrong("result", "is not valid, invalid or acceptable");

    public override int Size => _message.Length;

    public bool IsValid => _result == "valid";

    /// <summary>AES-GCM-SIV has no other sizes, so a valid vector with another size is not about RFC 8452.</summary>
    public override string? NotRunBecause => IsValid && !HasSizes
        ? $"RFC 8452 has no key of {8 * _key.Length}, nonce of {8 * _nonce.Length} and tag of {8 * _tag.Length} bits"
        : null;

    private bool HasSizes => _key.Length is 16 or 32 && _nonce.Length == NonceSize && _tag.Length == TagSize;

    public override void Check(Backend backend, Findings findings)
    {
        if (!HasSizes)
        {
            findings.Require(IsRefused(backend), "wrong sizes are accepted");
            return;
        }

        using AesGcmSiv siv = new(_key, backend);
        byte[] opened = new byte[_ciphertext.Length];
        bool authentic = siv.TryDecrypt(_nonce, _ciphertext, _tag, opened, _associatedData);
        if (authentic)
        {
            findings.Require(_result != "invalid", "the decryption accepts an invalid message");
            findings.Compare("msg", _message, opened);
        }
        else
        {
            findings.Require(_result != "valid", "the decryption refuses a valid message");
            findings.Require(!opened.AsSpan().ContainsAnyExcept((byte)0), "plaintext of a refused message is left");
        }

        if (IsValid)
        {
            byte[] ciphertext = new byte[_message.Length];
            byte[] tag = new byte[TagSize];
            siv.Encrypt(_nonce, _message, ciphertext, tag, _associatedData);
            findings.Compare("ct", _ciphertext, ciphertext);
            findings.Compare("tag", _tag, tag);
        }
    }

    private bool IsRefused(Backend backend)
    {
        try
        {
            using AesGcmSiv siv = new(_key, backend);
            return !siv.TryDecrypt(_nonce, _ciphertext, _tag, new byte[_ciphertext.Length], _associatedData);
        }
        catch (ArgumentException)
        {
            return true;
        }
    }
}
