using System.Security.Cryptography;

namespace AesModes.Tests.Fuzz;

/// <summary>
/// AES-GCM-SIV with streams that return few bytes, fail, change between the two passes or lack a capability, and with cancellation. The call must give the message, or a
/// documented exception with the output restored.
/// </summary>
internal sealed class StreamFuzz : FuzzKind
{
    public override void Try(FuzzCase c)
    {
        (Backend backend, string name) = c.Backend();
        GcmSivSample sample = new(c.Size(c.Seldom(10) ? 200_000 : 9000), c.Size(50), c.Of(16, 32), backend);
        bool encrypts = c.Next(2) == 0;
        byte[] content = encrypts ? sample.Plaintext : sample.Ciphertext;
        byte[] expected = encrypts ? sample.Ciphertext : sample.Plaintext;
        byte[] tag = encrypts ? Sample.Filled(GcmSivSample.TagSize) : (byte[])sample.Tag.Clone();
        bool isTampered = !encrypts && c.Next(4) == 0;
        if (isTampered)
        {
            tag[c.Next(16)] ^= (byte)(1 << c.Next(8));
        }

        byte[]? changed = c.Next(5) == 0 ? Change(c, content) : null;
        int failedRead = c.Next(6) == 0 ? c.Between(1, 6) : 0;
        int failedWrite = c.Next(6) == 0 ? c.Between(1, 3) : 0;
        int canceledRead = c.Next(8) == 0 ? c.Between(1, 6) : 0;
        int most = c.Next(3) == 0 ? 70_000 : c.Between(1, 5000);
        int front = c.Next(3) == 0 ? c.Next(100) : 0;
        bool cannot = c.Seldom(12);
        using CancellationTokenSource cancellation = new();
        using TestStream input = new([.. new byte[front], .. content], front)
        {
            ReadSize = read => 1 + (read * 7919 % most),
            SecondContent = changed is null ? null : [.. new byte[front], .. changed],
            Readable = !cannot,
            OnRead = read =>
            {
                if (read == canceledRead)
                {
                    cancellation.Cancel();
                }

                if (read == failedRead)
                {
                    throw new IOException("read");
                }
            },
        };
        byte[] there = Sample.Filled(c.Next(40));
        using TestStream output = new(there, there.Length)
        {
            OnWrite = write =>
            {
                // A message that will be rejected must never be written.
                Assert.False(isTampered, "written before it was authentic");
                if (write == failedWrite)
                {
                    throw new IOException("write");
                }
            },
        };

        using AesGcmSiv siv = sample.Create(backend);
        string call = encrypts ? "Encrypt streams" : "Decrypt streams";
        c.Calls(call, name);
        string what = $"{call}, {content.Length} bytes, at most {most} at a time on {name}";
        Exception? thrown = Record.Exception(() =>
        {
            if (encrypts)
            {
                siv.Encrypt(sample.Nonce, input, output, tag, sample.AssociatedData, cancellationToken: cancellation.Token);
            }
            else
            {
                siv.Decrypt(sample.Nonce, input, tag, output, sample.AssociatedData, cancellationToken: cancellation.Token);
            }
        });

        if (thrown is null)
        {
            Assert.False(isTampered || cannot, $"{what}: accepted");
            Expect.Same([.. there, .. expected], output.Content, what);
            Expect.Same(sample.Tag, tag, $"{what}: tag");
            Assert.True(changed is null || changed.AsSpan().SequenceEqual(content), $"{what}: the change was not seen");
            return;
        }

        bool isExpected = thrown switch
        {
            IOException => failedRead > 0 || failedWrite > 0 || (changed is not null && encrypts),
            OperationCanceledException => canceledRead > 0,
            AuthenticationTagMismatchException => isTampered || (changed is not null && !encrypts),
            ArgumentException => cannot,
            _ => false,
        };
        Assert.True(isExpected, $"{what}: {thrown}");
        Expect.Same(there, output.Content, $"{what}: what was written is taken back");
        Assert.True(!encrypts || tag.AsSpan().SequenceEqual(cannot ? Sample.Filled(GcmSivSample.TagSize) : new byte[GcmSivSample.TagSize]), $"{what}: the tag");
    }

    /// <summary>Changes, removes or inserts a byte.</summary>
    private static byte[] Change(FuzzCase c, byte[] content)
    {
        int at = c.Next(content.Length + 1);
        return c.Next(3) switch
        {
            0 when at < content.Length => [.. content[..at], (byte)(content[at] ^ 0x20), .. content[(at + 1)..]],
            1 when at < content.Length => [.. content[..at], .. content[(at + 1)..]],
            _ => [.. content[..at], 0, .. content[at..]],
        };
    }
}
