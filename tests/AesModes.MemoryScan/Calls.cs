using System.Security.Cryptography;
using AesModes.Backends;
using AesModes.Modes;

namespace AesModes.MemoryScan;

/// <summary>A public call.</summary>
/// <param name="Name">The name in the report.</param>
/// <param name="Set">The set of keys that it uses.</param>
/// <param name="Run">The call.</param>
/// <param name="UsesRuntime">Whether the runtime also uses this stack, because the call allocates or handles an exception.</param>
internal sealed record Call(string Name, string Set, Action Run, bool UsesRuntime = false);

/// <summary>All public calls for one message size on one backend. Lists with different secrets share the buffers, so addresses are the same.</summary>
internal sealed class Calls : IDisposable
{
    /// <summary>AEZ has separate kernels for tags longer than 32 bytes.</summary>
    private static readonly int[] _tagSizes = [16, 300];

    /// <summary>Keeps disposed instances alive until the process scan. Otherwise the garbage collector could reuse their memory.</summary>
    private static readonly List<IDisposable> _kept = [];

    private readonly Buffers _buffers;
    private readonly Backend _backend;
    private readonly int _size;
    private readonly List<IDisposable> _instances = [];
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("aesmodes-scan-");

    public Calls(Buffers buffers, Backend backend, int size)
    {
        (_buffers, _backend, _size) = (buffers, backend, size);
    }

    public void Dispose()
    {
        _instances.ForEach(instance => instance.Dispose());
        _folder.Delete(recursive: true);
    }

    /// <param name="seed">The set of keys: 1 or 2.</param>
    public IEnumerable<Call> Create(int seed)
    {
        foreach (int keySize in (int[])[16, 32])
        {
            foreach (Call call in GcmSiv($"gcm-siv {keySize} {seed}", keySize).Concat(Chunked($"chunked {keySize} {seed}", keySize)))
            {
                yield return call;
            }
        }

        foreach (int keySize in (int[])[48, 100])
        {
            foreach (Call call in AezCalls($"aez {keySize} {seed}", keySize))
            {
                yield return call;
            }
        }

        foreach (int keySize in (int[])[16, 24, 32])
        {
            foreach (Call call in Ctr($"ctr {keySize} {seed}", keySize))
            {
                yield return call;
            }
        }
    }

    private IEnumerable<Call> GcmSiv(string set, int keySize)
    {
        byte[] nonce = _buffers.Public(0, 12), tag = _buffers.Public(1, 16), associatedData = _buffers.Public(2, 48);
        Memory<byte> key = _buffers.Key(set, keySize);
        yield return new Call("AesGcmSiv, constructor", set, () => new AesGcmSiv(key.Span, _backend).Dispose(), UsesRuntime: true);
        AesGcmSiv siv = Keep(new AesGcmSiv(key.Span, _backend));
        byte[] text = _buffers.Text(_size), other = _buffers.Other(_size);
        yield return new Call("AesGcmSiv, encryption", set, () => siv.Encrypt(nonce.AsSpan(), text, other, tag));
        yield return new Call("AesGcmSiv, decryption", set, () => siv.TryDecrypt(nonce, other, tag, text));
        yield return new Call("AesGcmSiv, encryption with associated data", set, () => siv.Encrypt(nonce.AsSpan(), text, other, tag, associatedData));
        yield return new Call("AesGcmSiv, decryption with associated data", set, () => siv.TryDecrypt(nonce, other, tag, text, associatedData));
        yield return new Call("AesGcmSiv, decryption of a forgery", set, () => siv.TryDecrypt(nonce, other, associatedData.AsSpan(0, 16), text));
        yield return new Call("AesGcmSiv, exception for a forgery", set, () => Catch(() => siv.Decrypt(nonce.AsSpan(), other, associatedData.AsSpan(0, 16), text)), UsesRuntime: true);
        byte[] message = _buffers.Text(_size), sealedMessage = _buffers.Third(AesGcmSiv.GetSealedLength(_size));
        yield return new Call("AesGcmSiv, Seal", set, () => siv.Seal(message, associatedData, sealedMessage));
        yield return new Call("AesGcmSiv, Open", set, () => siv.Open(sealedMessage, associatedData, message));
        yield return new Call("AesGcmSiv, TryOpen", set, () => siv.TryOpen(sealedMessage, associatedData, message));
        byte[] forged = _buffers.Public(0, AesGcmSiv.GetSealedLength(_size));
        yield return new Call("AesGcmSiv, TryOpen of a forgery", set, () => siv.TryOpen(forged, associatedData, message));
        yield return new Call("AesGcmSiv, Seal to an array", set, () => siv.Seal(message, associatedData), UsesRuntime: true);
        yield return new Call("AesGcmSiv, exception of Open", set, () => Catch(() => siv.Open(forged, associatedData)), UsesRuntime: true);
        yield return new Call("AesGcmSiv, stream encryption", set, () => Streams(message, other, (from, to) => siv.Encrypt(nonce, from, to, tag)), UsesRuntime: true);
        yield return new Call("AesGcmSiv, stream decryption", set, () => Streams(other, message, (from, to) => siv.Decrypt(nonce, from, tag, to)), UsesRuntime: true);
        yield return new Call(
            "AesGcmSiv, exception for a forged stream",
            set,
            () => Catch(() => Streams(other, message, (from, to) => siv.Decrypt(nonce, from, associatedData.AsSpan(0, 16), to))),
            UsesRuntime: true);
    }

    private IEnumerable<Call> Chunked(string set, int keySize)
    {
        Memory<byte> key = _buffers.Key(set, keySize);
        yield return new Call("ChunkedAesGcmSiv, constructor", set, () => new ChunkedAesGcmSiv(key.Span, _backend).Dispose(), UsesRuntime: true);
        ChunkedAesGcmSiv chunked = Keep(new ChunkedAesGcmSiv(key.Span, _backend));
        byte[] text = _buffers.Text(_size);
        byte[] message = _buffers.Third((int)ChunkedAesGcmSiv.GetCiphertextLength(_size));
        yield return new Call("ChunkedAesGcmSiv, encryption that ends with Abort", set, () => Abort(chunked, text, message), UsesRuntime: true);
        yield return new Call("ChunkedAesGcmSiv, asynchronous encryption", set, () => EncryptAsync(chunked, text, message).GetAwaiter().GetResult(), UsesRuntime: true);
        yield return new Call("ChunkedAesGcmSiv, asynchronous decryption", set, () => DecryptAsync(chunked, message, text).GetAwaiter().GetResult(), UsesRuntime: true);
        yield return new Call("ChunkedAesGcmSiv, encryption", set, () => Encrypt(chunked, text, message), UsesRuntime: true);
        yield return new Call("ChunkedAesGcmSiv, decryption", set, () => Decrypt(chunked, message, text), UsesRuntime: true);

        // A salt of zeros makes the message key known.
        byte[] known = new byte[message.Length];
        yield return new Call("ChunkedAesGcmSiv, decryption under a known key", set, () =>
        {
            EncryptWithKnownSalt(key.Span, text, known);
            Decrypt(chunked, known, text);
        }, UsesRuntime: true);

        // With one core, files are processed on the thread that calls.
        yield return new Call("ChunkedAesGcmSiv, EncryptFile", set, () => Files(text, (from, to) => chunked.EncryptFile(from, to, maxDegreeOfParallelism: 1)), UsesRuntime: true);
        yield return new Call("ChunkedAesGcmSiv, DecryptFile under a known key", set, () =>
        {
            EncryptWithKnownSalt(key.Span, text, known);
            Files(known, (from, to) => chunked.DecryptFile(from, to, maxDegreeOfParallelism: 1));
        }, UsesRuntime: true);
    }

    private void Files(byte[] content, Action<string, string> call)
    {
        string from = Path.Combine(_folder.FullName, "from"), to = Path.Combine(_folder.FullName, "to");
        File.WriteAllBytes(from, content);
        File.Delete(to);
        call(from, to);
    }

    private static void Encrypt(ChunkedAesGcmSiv chunked, byte[] from, byte[] to)
    {
        using ChunkedEncryptionStream stream = chunked.CreateEncryptor(new MemoryStream(to));
        stream.Write(from);
    }

    private static void Abort(ChunkedAesGcmSiv chunked, byte[] from, byte[] to)
    {
        using ChunkedEncryptionStream stream = chunked.CreateEncryptor(new MemoryStream(to));
        stream.Write(from);
        stream.WriteByte(1);
        stream.Flush();
        stream.Abort();
    }

    // The streams below complete each operation at once, so everything runs on the thread that calls.
    private static async Task EncryptAsync(ChunkedAesGcmSiv chunked, byte[] from, byte[] to)
    {
        await using ChunkedEncryptionStream stream = chunked.CreateEncryptor(new MemoryStream(to));
        await stream.WriteAsync(from);
        await stream.FlushAsync();
    }

    private static async Task DecryptAsync(ChunkedAesGcmSiv chunked, byte[] from, byte[] to)
    {
        await using Stream stream = chunked.CreateDecryptor(new MemoryStream(from));
        await stream.ReadExactlyAsync(to);
        if (await stream.ReadAsync(to.AsMemory()) > 0)
        {
            throw new InvalidOperationException("The message has more plaintext.");
        }
    }

    private static void Decrypt(ChunkedAesGcmSiv chunked, byte[] from, byte[] to)
    {
        using Stream stream = chunked.CreateDecryptor(new MemoryStream(from));
        stream.ReadExactly(to);
        if (stream.ReadByte() >= 0)
        {
            throw new InvalidOperationException("The message has more plaintext.");
        }
    }

    private void EncryptWithKnownSalt(ReadOnlySpan<byte> key, byte[] from, byte[] to)
    {
        using ChunkedKey chunkedKey = new(new ChunkedGcmSiv(_backend, key.Length), key, typeof(Calls));
        using MessageKeys keys = chunkedKey.Derive(to.AsSpan(0, ChunkedFormat.SaltSize), default, to.AsSpan(ChunkedFormat.SaltSize, ChunkedFormat.CommitmentSize));
        for (int chunk = 0, at = 0; at <= from.Length; chunk++, at += ChunkedFormat.ChunkSize)
        {
            keys.Encrypt(chunk, from.AsSpan(at, Math.Min(ChunkedFormat.ChunkSize, from.Length - at)), to.AsSpan((int)ChunkedFormat.GetOffset(chunk)));
        }
    }

    private IEnumerable<Call> AezCalls(string set, int keySize)
    {
        byte[] nonce = _buffers.Public(0, 12), longNonce = _buffers.Public(3, 100), associatedData = _buffers.Public(2, 48);
        ReadOnlyMemory<byte>[] strings = [associatedData, longNonce, nonce];
        Memory<byte> key = _buffers.Key(set, keySize);
        yield return new Call($"Aez, constructor, key of {keySize}", set, () => new Aez(key.Span, 16, _backend).Dispose(), UsesRuntime: true);
        foreach (int tagSize in keySize == 48 ? _tagSizes : [])
        {
            Aez aez = Keep(new Aez(key.Span, tagSize, _backend));
            byte[] text = _buffers.Text(_size), other = _buffers.Other(_size + tagSize);
            string name = $"Aez, tag of {tagSize}";
            yield return new Call($"{name}, encryption", set, () => aez.Encrypt(nonce.AsSpan(), text, other.AsSpan()));
            yield return new Call($"{name}, decryption", set, () => aez.TryDecrypt(nonce.AsSpan(), other, text.AsSpan()));
            yield return new Call($"{name}, encryption with strings", set, () => aez.Encrypt(longNonce.AsSpan(), text, other.AsSpan(), strings.AsSpan()));
            yield return new Call($"{name}, decryption with strings", set, () => aez.TryDecrypt(longNonce.AsSpan(), other, text.AsSpan(), strings.AsSpan()));
            yield return new Call($"{name}, decryption of a forgery", set, () => aez.TryDecrypt(associatedData.AsSpan(), other, text.AsSpan()));
            yield return new Call($"{name}, exception for a forgery", set, () => Catch(() => aez.Decrypt(associatedData.AsSpan(), other, text.AsSpan())), UsesRuntime: true);
            byte[] sealedMessage = _buffers.Third(aez.GetSealedLength(_size)), message = _buffers.Text(_size);
            yield return new Call($"{name}, Seal", set, () => aez.Seal(message, associatedData, sealedMessage));
            yield return new Call($"{name}, Open", set, () => aez.Open(sealedMessage, associatedData, message));
            yield return new Call($"{name}, TryOpen", set, () => aez.TryOpen(sealedMessage, associatedData, message));
            yield return new Call($"{name}, encryption of arrays", set, () => aez.Encrypt(nonce, text, other));
            yield return new Call($"{name}, decryption of arrays", set, () => aez.TryDecrypt(nonce, other, text));
        }

        if (keySize == 48 && _size >= 16)
        {
            byte[] page = _buffers.Text(_size), file = _buffers.Other(_size + 16);
            AezPages pages = Keep(new AezPages(new MemoryStream(file), key.Span, _size, 16, leaveOpen: false, _backend));
            yield return new Call("AezPages, constructor", set, () => new AezPages(new MemoryStream(file), key.Span, _size, 16, leaveOpen: false, _backend).Dispose(), UsesRuntime: true);
            yield return new Call("AezPages, WritePage", set, () => pages.WritePage(0, page));
            yield return new Call("AezPages, ReadPage", set, () => pages.ReadPage(0, page));
        }
    }

    private IEnumerable<Call> Ctr(string set, int keySize)
    {
        byte[] counter = _buffers.Public(4, 16);
        Memory<byte> key = _buffers.Key(set, keySize);
        yield return new Call("FaceCtr, constructor", set, () => new FaceCtr(key.Span, _backend).Dispose(), UsesRuntime: true);
        FaceCtr ctr = Keep(new FaceCtr(key.Span, _backend));
        byte[] text = _buffers.Text(_size), other = _buffers.Other(_size);
        yield return new Call("FaceCtr, encryption", set, () => ctr.Encrypt(counter.AsSpan(), text, other.AsSpan()));
        yield return new Call("FaceCtr, decryption", set, () => ctr.Decrypt(counter, text, other));
        yield return new Call("FaceCtr, encryption from position 3", set, () => ctr.Encrypt(counter.AsSpan(), text, other.AsSpan(), 3));
        ICryptoTransform transform = Keep(ctr.CreateEncryptor(counter));
        yield return new Call("FaceCtr, transform", set, () => transform.TransformBlock(text, 0, _size, other, 0));
        yield return new Call("FaceCtr, the end of a transform", set, () => transform.TransformFinalBlock(text, 0, _size), UsesRuntime: true);
        yield return new Call("FaceCtr, decrypting transform", set, () => Transform(ctr.CreateDecryptor(counter), text, other), UsesRuntime: true);
        yield return new Call("FaceCtr, making a read stream", set, () => ctr.CreateReadStream(Stream.Null, counter).Dispose(), UsesRuntime: true);
        MemoryStream source = new(text);
        Stream stream = Keep(ctr.CreateReadStream(source, counter));
        yield return new Call("FaceCtr, read stream", set, () => Read(stream, other));
        yield return new Call("FaceCtr, asynchronous read stream", set, () => ReadAsync(stream, other), UsesRuntime: true);
        yield return new Call("FaceCtr, making a transform", set, () => ctr.CreateEncryptor(counter).Dispose(), UsesRuntime: true);
    }

    private T Keep<T>(T instance)
        where T : IDisposable
    {
        _instances.Add(instance);
        _kept.Add(instance);
        return instance;
    }

    private void Transform(ICryptoTransform transform, byte[] from, byte[] to)
    {
        using (transform)
        {
            _ = transform.TransformBlock(from, 0, _size, to, 0);
        }
    }

    private static void Read(Stream stream, byte[] to)
    {
        stream.Position = 0;
        _ = stream.Read(to, 0, to.Length);
    }

    private static void ReadAsync(Stream stream, byte[] to)
    {
        stream.Position = 0;
        _ = stream.ReadAsync(to, 0, to.Length).GetAwaiter().GetResult();
    }

    private static void Catch(Action call)
    {
        try
        {
            call();
        }
        catch (AuthenticationTagMismatchException)
        {
        }
    }

    private static void Streams(byte[] from, byte[] to, Action<Stream, Stream> call)
    {
        using MemoryStream source = new(from), destination = new(to);
        call(source, destination);
    }
}
