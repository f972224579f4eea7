using System.Runtime.Intrinsics;
using AesModes.Backends;
using AesModes.Tool.Trace;

namespace AesModes.Tool.Vectors;

/// <summary>An encryption with AES-GCM-SIV, both ways, and step by step where the file has a step's value.</summary>
internal sealed class GcmSivCase(VectorFields fields, VectorText text) : VectorCase(fields.Id(), text.Size)
{
    private readonly byte[] _key = fields.Hex("key");
    private readonly byte[] _nonce = fields.Hex("nonce");
    private readonly byte[] _associatedData = fields.Hex("associatedData");
    private readonly byte[] _tag = fields.Hex("tag");

    private readonly byte[]? _authenticationKey = fields.OptionalHex("recordAuthenticationKey");
    private readonly byte[]? _encryptionKey = fields.OptionalHex("recordEncryptionKey");
    private readonly byte[]? _polyvalInput = fields.OptionalHex("polyvalInput");
    private readonly byte[]? _polyvalResult = fields.OptionalHex("polyvalResult");
    private readonly byte[]? _initialCounter = fields.OptionalHex("initialCounter");

    public GcmSivCase(VectorFields fields)
        : this(fields, new VectorText(fields))
    {
    }

    public override void Check(Backend backend, Findings findings)
    {
        byte[] plaintext = text.MakePlaintext();
        byte[] ciphertext = new byte[plaintext.Length];
        byte[] tag = new byte[16];
        using AesGcmSiv siv = new(_key, backend);
        siv.Encrypt(_nonce, plaintext, ciphertext, tag, _associatedData);
        text.CompareCiphertext(ciphertext, findings);
        findings.Compare("tag", _tag, tag);

        byte[] opened = new byte[ciphertext.Length];
        findings.Require(siv.TryDecrypt(_nonce, ciphertext, _tag, opened, _associatedData), "the decryption refuses the tag");
        findings.Require(opened.AsSpan().SequenceEqual(plaintext), "the decryption gives another text");

        if (_authenticationKey is not null || _encryptionKey is not null || _polyvalInput is not null || _polyvalResult is not null || _initialCounter is not null)
        {
            CheckSteps(new Tracer(backend).Trace(new GcmSivInput(_key, _nonce, _associatedData, plaintext)), findings);
        }
    }

    private void CheckSteps(GcmSivTrace trace, Findings findings)
    {
        Compare("record authentication key", _authenticationKey, trace.RecordAuthenticationKey);
        Compare("record encryption key", _encryptionKey, trace.RecordEncryptionKey);
        Compare("POLYVAL input", _polyvalInput, trace.PaddedAssociatedData + trace.PaddedPlaintext + trace.LengthBlock);
        Compare("POLYVAL result", _polyvalResult, trace.Polyval);
        Vector128<byte> counter = GcmSivBlocks.InitialCounter(Vector128.Create(Convert.FromHexString(trace.Tag)));
        Compare("initial counter", _initialCounter, Convert.ToHexStringLower([.. Enumerable.Range(0, 16).Select(i => counter[i])]));

        void Compare(string what, byte[]? expected, string hex)
        {
            if (expected is not null)
            {
                findings.Compare(what, expected, Convert.FromHexString(hex));
            }
        }
    }
}
