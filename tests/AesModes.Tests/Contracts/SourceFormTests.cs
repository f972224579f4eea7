namespace AesModes.Tests.Contracts;

/// <summary>
/// Tests that calls in every form that a program may contain compile and behave like the span overload with the same bytes. Overload resolution between arrays and spans must
/// not change a version 1.0 call. Not tested: <c>[]</c>, <c>default</c> and <c>null</c> as associated data do not compile (CS0121).
/// </summary>
[Fast]
public sealed class SourceFormTests
{
    private static readonly byte[] _key = Bytes.Random(new Random(25), 32);
    private static readonly byte[] _nonce = [1, 2, 3];
    private static readonly byte[] _plaintext = [.. "plaintext"u8];
    private static readonly byte[] _data = [7, 8];
    private static readonly ReadOnlyMemory<byte>[] _vector = [_data, default];

    [Fact]
    public void AezEncrypt_NonceInEveryForm_IsThatNonce()
    {
        using Aez aez = new(_key);
        byte[] c = new byte[_plaintext.Length + 16];
        byte[] p = _plaintext;
        ReadOnlyMemory<byte> memory = _nonce;
        Span<byte> span = c;

        Check("array", _nonce, () => aez.Encrypt(_nonce, p, c));
        Check("elements", _nonce, () => aez.Encrypt([1, 2, 3], p, c));
        Check("u8", _nonce, () => aez.Encrypt("\u0001\u0002\u0003"u8, p, c));
        Check("stackalloc", _nonce, () => aez.Encrypt(stackalloc byte[] { 1, 2, 3 }, p, c));
        Check("span", _nonce, () => aez.Encrypt(_nonce.AsSpan(), p, c));
        Check("span of a memory", _nonce, () => aez.Encrypt(memory.Span, p, c));
        Check("segment", _nonce, () => aez.Encrypt(new ArraySegment<byte>(_nonce), p, c));
        Check("span plaintext", _nonce, () => aez.Encrypt(_nonce, p.AsSpan(), c));
        Check("elements as plaintext", _nonce, () => aez.Encrypt(_nonce, [.. p], c));
        Check("span ciphertext", _nonce, () => aez.Encrypt(_nonce, p, c.AsSpan()));
        Check("named", _nonce, () => aez.Encrypt(ciphertext: c, nonce: _nonce, plaintext: p));
        Check("[]", [], () => aez.Encrypt([], p, c));
        Check("empty array", [], () => aez.Encrypt(Array.Empty<byte>(), p, c));
        Check("empty span", [], () => aez.Encrypt(ReadOnlySpan<byte>.Empty, p, c));
        Check("stackalloc of nothing", [], () => aez.Encrypt(stackalloc byte[0], p, c));
        Check("default span", [], () => aez.Encrypt(default(ReadOnlySpan<byte>), p, c));
        Check("default beside a span", [], () => aez.Encrypt(default, p, c.AsSpan()));

        aez.Encrypt([], p, span);
        byte[] opened = new byte[p.Length];
        aez.Decrypt([], c, opened);
        Expect.Same(p, opened, "Decrypt, []");
        Assert.True(aez.TryDecrypt([], c, opened) && aez.TryDecrypt(""u8, c, opened) && aez.TryDecrypt([], c.AsSpan(), opened));

        void Check(string what, byte[] nonce, Action call)
        {
            byte[] expected = new byte[c.Length];
            aez.Encrypt((ReadOnlySpan<byte>)nonce, (ReadOnlySpan<byte>)p, (Span<byte>)expected);
            Array.Clear(c);
            call();
            Expect.Same(expected, c, what);
        }
    }

    [Fact]
    public void AezEncrypt_AssociatedDataInEveryForm_IsThatStringOrVector()
    {
        using Aez aez = new(_key);
        byte[] c = new byte[_plaintext.Length + 16];
        byte[] n = _nonce;
        byte[] p = _plaintext;

        Check("array", [_data], () => aez.Encrypt(n, p, c, _data));
        Check("span", [_data], () => aez.Encrypt(n, p, c, _data.AsSpan()));
        Check("bytes", [_data], () => aez.Encrypt(n, p, c, [7, 8]));
        Check("bytes, empty nonce", [_data], () => aez.Encrypt([], p, c, [7, 8]), []);
        Check("spread bytes", [_data], () => aez.Encrypt(n, p, c, [.. _data]));
        Check("u8", [_data], () => aez.Encrypt(n, p, c, "\u0007\u0008"u8));
        Check("stackalloc", [_data], () => aez.Encrypt(n, p, c, stackalloc byte[] { 7, 8 }));
        Check("named", [_data], () => aez.Encrypt(associatedData: _data, nonce: n, plaintext: p, ciphertext: c));
        Check("empty span", [default], () => aez.Encrypt(n, p, c, ReadOnlySpan<byte>.Empty));
        Check("empty array", [default], () => aez.Encrypt(n, p, c, Array.Empty<byte>()));
        Check("empty u8", [default], () => aez.Encrypt(n, p, c, ""u8));
        Check("vector", _vector, () => aez.Encrypt(n, p, c, _vector));
        Check("vector, empty nonce", _vector, () => aez.Encrypt([], p, c, _vector), []);
        Check("vector span", _vector, () => aez.Encrypt(n, p, c, _vector.AsSpan()));
        Check("vector, span nonce", _vector, () => aez.Encrypt(n.AsSpan(), p, c, _vector));
        Check("strings", _vector, () => aez.Encrypt(n, p, c, [_data, default]));
        Check("strings, empty nonce", _vector, () => aez.Encrypt([], p, c, [_data, default]), []);
        Check("strings, span nonce", _vector, () => aez.Encrypt(n.AsSpan(), p, c, [_data, default]));
        Check("spread strings", _vector, () => aez.Encrypt(n, p, c, [.. _vector]));
        Check("one string in a vector", [_data], () => aez.Encrypt(n, p, c, [_data]));
        Check("two empty strings", new ReadOnlyMemory<byte>[2], () => aez.Encrypt(n, p, c, new ReadOnlyMemory<byte>[2]));
        Check("empty vector", [], () => aez.Encrypt(n, p, c, Array.Empty<ReadOnlyMemory<byte>>()));

        void Check(string what, ReadOnlyMemory<byte>[] strings, Action call, byte[]? nonce = null)
        {
            byte[] expected = new byte[c.Length];
            aez.Encrypt((ReadOnlySpan<byte>)(nonce ?? n), (ReadOnlySpan<byte>)p, (Span<byte>)expected, (ReadOnlySpan<ReadOnlyMemory<byte>>)strings);
            Array.Clear(c);
            call();
            Expect.Same(expected, c, what);
        }
    }

    [Fact]
    public void FaceCtrEncrypt_CounterInEveryForm_IsThatCounter()
    {
        using FaceCtr ctr = new(_key);
        byte[] counter = [.. "0123456789abcdef"u8];
        byte[] p = _plaintext;
        byte[] c = new byte[p.Length];

        Check("array", () => ctr.Encrypt(counter, p, c));
        Check("u8", () => ctr.Encrypt("0123456789abcdef"u8, p, c));
        Check("elements", () => ctr.Encrypt([.. counter], p, c));
        Check("span", () => ctr.Encrypt(counter.AsSpan(), p, c));
        Check("span ciphertext", () => ctr.Encrypt(counter, p, c.AsSpan()));
        Check("decryption", () => ctr.Decrypt(counter, p, c));
        Check("position", () => ctr.Encrypt(counter, p, c, 5), 5);
        Check("named position", () => ctr.Decrypt(counter, p, c, position: 1L << 40), 1L << 40);
        Check("named position of spans", () => ctr.Decrypt(counter, p.AsSpan(), c, position: 1L << 40), 1L << 40);

        void Check(string what, Action call, long position = 0)
        {
            byte[] expected = new byte[c.Length];
            ctr.Encrypt((ReadOnlySpan<byte>)counter, (ReadOnlySpan<byte>)p, (Span<byte>)expected, position);
            Array.Clear(c);
            call();
            Expect.Same(expected, c, what);
        }
    }

    /// <summary>In version 1.0, a null nonce was an empty one. <c>default</c> is also a null array if the other arguments are arrays.</summary>
    [Fact]
    public void Call_NullOrDefaultWithArrays_Throws()
    {
        using Aez aez = new(_key);
        byte[] c = new byte[_plaintext.Length + 16];
        byte[]? nothing = null;
        Expect.Refused<ArgumentNullException>("null variable", "nonce", () => aez.Encrypt(nothing!, _plaintext, c));
        Expect.Refused<ArgumentNullException>("null", "nonce", () => aez.Encrypt(null!, _plaintext, c));
        Expect.Refused<ArgumentNullException>("default", "nonce", () => aez.Encrypt(default!, _plaintext, c));
        Expect.Refused<ArgumentNullException>("default, associated data", "nonce", () => aez.Encrypt(default!, _plaintext, c, _data));
        Expect.Refused<ArgumentNullException>("default, vector", "nonce", () => aez.TryDecrypt(default!, c, _plaintext, _vector));
        Expect.Refused<ArgumentNullException>("null associated data", "associatedData", () => aez.Encrypt(_nonce, _plaintext, c, nothing!));
        Expect.Cleared(c, "nothing written");
    }
}
