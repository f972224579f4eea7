namespace AesModes.Tool.Vectors;

/// <summary>
/// A test of NIST's ACVP (draft-vassilev-acvp): prompt.json has the inputs, and expectedResults.json in the same folder the outputs. See
/// https://github.com/usnistgov/ACVP-Server, gen-val/json-files.
/// </summary>
internal abstract class AcvpCase(VectorFields test) : VectorCase($"tcId {Number(test)}")
{
    private const string GcmSiv = "ACVP-AES-GCM-SIV";

    private const string Ctr = "ACVP-AES-CTR";

    private const string Prompt = "prompt.json";

    private const string Results = "expectedResults.json";

    public static bool IsAlgorithm(string name) => name.StartsWith("ACVP-", StringComparison.Ordinal);

    /// <summary>Finds the file with the results for a file of tests.</summary>
    public static string FindResults(string name, VectorFields root)
    {
        string results = Path.Combine(Path.GetDirectoryName(name) ?? string.Empty, Results);
        return Path.GetFileName(name) != Prompt ? throw root.Wrong("algorithm", $"is one of ACVP: its tests must be in {Prompt}, with {Results} beside it")
            : File.Exists(results) ? results
            : throw root.Wrong("algorithm", $"is one of ACVP, and there is no {Results} beside this file");
    }

    public static IEnumerable<VectorCase> Read(VectorFields root, VectorFields results)
    {
        string algorithm = root.Text("algorithm");
        if (algorithm is not (GcmSiv or Ctr))
        {
            throw root.Wrong("algorithm", $"is neither {GcmSiv} nor {Ctr}");
        }

        Dictionary<int, VectorFields> expected = [];
        foreach (VectorFields result in results.List("testGroups").SelectMany(group => group.List("tests")))
        {
            if (!expected.TryAdd(Number(result), result))
            {
                throw result.Wrong("tcId", "appears twice");
            }
        }

        foreach (VectorFields group in root.List("testGroups"))
        {
            bool isEncryption = group.Text("direction") switch
            {
                "encrypt" => true,
                "decrypt" => false,
                _ => throw group.Wrong("direction", "is not encrypt or decrypt"),
            };
            foreach (VectorFields test in group.List("tests"))
            {
                if (!expected.Remove(Number(test), out VectorFields? result))
                {
                    throw test.Wrong("tcId", "has no result");
                }

                yield return algorithm == GcmSiv ? new AcvpGcmSivCase(test, result, isEncryption) : new AcvpCtrCase(test, result, isEncryption);
            }
        }

        if (expected.Count > 0)
        {
            throw expected.Values.First().Wrong("tcId", "has no test");
        }
    }

    protected static int Number(VectorFields test) => test.Number("tcId", 0, int.MaxValue);
}

/// <summary>ct is ciphertext ‖ tag. A result without pt means that the message must be refused.</summary>
internal sealed class AcvpGcmSivCase(VectorFields test, VectorFields result, bool isEncryption) : AcvpCase(test)
{
    private const int TagSize = 16;

    private readonly byte[] _key = test.Hex("key", 16, 32);
    private readonly byte[] _nonce = test.Hex("iv", 12);
    private readonly byte[] _associatedData = test.Hex("aad");
    private readonly byte[]? _plaintext = isEncryption ? test.Hex("pt") : ReadOpened(result);
    private readonly byte[] _sealed = ReadSealed(isEncryption ? result : test);

    public override int Size => _sealed.Length;

    public bool IsRefusal => _plaintext is null;

    public override void Check(Backend backend, Findings findings)
    {
        using AesGcmSiv siv = new(_key, backend);
        ReadOnlySpan<byte> ciphertext = _sealed.AsSpan(..^TagSize);
        ReadOnlySpan<byte> tag = _sealed.AsSpan(^TagSize..);
        byte[] opened = new byte[ciphertext.Length];
        bool isAuthentic = siv.TryDecrypt(_nonce, ciphertext, tag, opened, _associatedData);
        if (_plaintext is null)
        {
            findings.Require(!isAuthentic, "the decryption accepts a message that must be refused");
            findings.Require(!opened.AsSpan().ContainsAnyExcept((byte)0), "plaintext of a refused message is left");
            return;
        }

        findings.Require(isAuthentic, "the decryption refuses the tag");
        findings.Compare("pt", _plaintext, opened);
        byte[] made = new byte[_plaintext.Length + TagSize];
        siv.Encrypt(_nonce, _plaintext, made.AsSpan(..^TagSize), made.AsSpan(^TagSize..), _associatedData);
        findings.Compare("ct", _sealed, made);
    }

    private static byte[]? ReadOpened(VectorFields result) =>
        !result.Has("testPassed") ? result.Hex("pt")
            : !result.Flag("testPassed") && !result.Has("pt") ? null
            : throw result.Wrong("testPassed", "must be false, and there must be no pt beside it");

    private static byte[] ReadSealed(VectorFields fields)
    {
        byte[] bytes = fields.Hex("ct");
        return bytes.Length >= TagSize ? bytes : throw fields.Wrong("ct", $"has {bytes.Length} bytes, fewer than a tag");
    }
}

/// <summary>payloadLen is in bits. Only the leading bits of the last byte count.</summary>
internal sealed class AcvpCtrCase : AcvpCase
{
    private readonly byte[] _key;
    private readonly byte[] _initialCounter;
    private readonly byte[] _plaintext;
    private readonly byte[] _ciphertext;

    public AcvpCtrCase(VectorFields test, VectorFields result, bool isEncryption)
        : base(test)
    {
        _key = test.Hex("key", 16, 24, 32);
        _initialCounter = (isEncryption ? result : test).Hex("iv", 16);
        _plaintext = (isEncryption ? test : result).Hex("pt");
        _ciphertext = (isEncryption ? result : test).Hex("ct", _plaintext.Length);
        Bits = test.Number("payloadLen", 0, 8 * _plaintext.Length);
        if ((Bits + 7) / 8 != _plaintext.Length)
        {
            throw test.Wrong("payloadLen", $"is {Bits} bits, but the plaintext has {_plaintext.Length} bytes");
        }
    }

    public override int Size => _plaintext.Length;

    public int Bits { get; }

    public override void Check(Backend backend, Findings findings)
    {
        using FaceCtr ctr = new(_key, backend);
        byte[] encrypted = new byte[_plaintext.Length];
        ctr.Encrypt(_initialCounter, _plaintext, encrypted);
        findings.Compare("ct", Trim(_ciphertext), Trim(encrypted));

        byte[] decrypted = new byte[_ciphertext.Length];
        ctr.Decrypt(_initialCounter, _ciphertext, decrypted);
        findings.Compare("pt", Trim(_plaintext), Trim(decrypted));
    }

    /// <summary>Clears the bits after the end.</summary>
    private byte[] Trim(byte[] text)
    {
        byte[] trimmed = [.. text];
        if (Bits % 8 != 0)
        {
            trimmed[^1] &= (byte)(0xFF00 >> (Bits % 8));
        }

        return trimmed;
    }
}
