using AesModes.Backends;

namespace AesModes.Tool.Vectors;

/// <summary>One test of Wycheproof's AeadTest for AES-GCM-SIV.</summary>
internal sealed class WycheproofCase : VectorCase
{
    private const int NonceSize = 12;
    private const int TagSize = 16;

    private readonly byte[] _key;
    private readonly byte[] _nonce;
    private readonly byte[] _associatedData;
    private readonly byte[] _message;
    private readonly byte[] _ciphertext;
    private readonly byte[] _tag;
    private readonly string _result;

    public WycheproofCase(VectorFields fields)
        : base($"tcId {fields.Number("tcId", 0, int.MaxValue)}", fields.Hex("msg").Length)
    {
        _key = fields.Hex("key");
        _nonce = fields.Hex("iv");
        _associatedData = fields.Hex("aad");
        _message = fields.Hex("msg");
        _ciphertext = fields.Hex("ct");
        _tag = fields.Hex("tag");
        _result = fields.Text("result");
        if (_result is not ("valid" or "invalid" or "acceptable"))
        {
            throw fields.Wrong("result", "is not valid, invalid or acceptable");
        }
    }

    /// <summary>AES-GCM-SIV has no other sizes, so nothing can be valid in another: if a file says so, it is not about RFC 8452's.</summary>
    public override string? NotRunBecause => _result == "valid" && !HasSizes
        ? $"RFC 8452 has no key of {8 * _key.Length}, nonce of {8 * _nonce.Length} and tag of {8 * _tag.Length} bits"
        : null;

    private bool HasSizes => _key.Length is 16 or 32 && _nonce.Length == NonceSize && _tag.Length == TagSize;

    public override void Check(Backend backend, Findings findings)
    {
        if (!HasSizes)
        {
            findings.Require(IsRefused(backend), "wrong sizes are taken");
            return;
        }

        using AesGcmSiv siv = new(_key, backend);
        byte[] opened = new byte[_ciphertext.Length];
        bool authentic = siv.TryDecrypt(_nonce, _ciphertext, _tag, opened, _associatedData);
        if (authentic)
        {
            findings.Require(_result != "invalid", "the decryption takes what is invalid");
            findings.Compare("msg", _message, opened);
        }
        else
        {
            findings.Require(_result != "valid", "the decryption refuses what is valid");
            findings.Require(!opened.AsSpan().ContainsAnyExcept((byte)0), "something is left of what was refused");
        }

        if (_result == "valid")
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
