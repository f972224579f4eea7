using System.Security.Cryptography;

namespace AesModes.Tests.Fuzz;

/// <summary>
/// Decrypts an attacker's changed messages with every method. A method must accept a message only if the reference does, which can happen by chance with AEZ's short tags.
/// Otherwise, it must clear the plaintext and write nothing else, nor to a stream.
/// </summary>
internal sealed class TamperFuzz : FuzzKind
{
    public override void Try(FuzzCase c)
    {
        if (c.Next(2) == 0)
        {
            TryGcmSiv(c);
        }
        else
        {
            TryAez(c);
        }
    }

    private static void TryGcmSiv(FuzzCase c)
    {
        (Backend backend, string name) = c.Backend();
        int keySize = c.Of(16, 32);
        GcmSivSample sample = new(c.Size(c.Seldom(50) ? 9000 : 600), c.Size(100), keySize, backend);
        Forgery message = new(string.Empty, sample.Nonce, sample.Ciphertext, sample.Tag, [sample.AssociatedData]);
        GcmSivSample other = new(c.Size(100), c.Size(100), keySize, backend);
        Forgery forgery = Forge(c, message, new Forgery(string.Empty, other.Nonce, other.Ciphertext, other.Tag, [other.AssociatedData]), 0);
        byte[] associatedData = forgery.AssociatedData[0];
        byte[]? expected = ReferenceGcmSiv.Decrypt(sample.Key, forgery.Nonce, forgery.Ciphertext, forgery.Tag, associatedData);

        using AesGcmSiv siv = sample.Create(backend);
        GcmSivSample forged = new(sample.Key, forgery.Nonce, [.. forgery.Ciphertext.Select(_ => Sample.Filler)], associatedData, forgery.Ciphertext, forgery.Tag);
        foreach (GcmSivForm form in GcmSivForm.All.Where(f => f.Authenticates))
        {
            c.Calls(form.Name, name);
            string what = $"{form.Name}, {forgery.What}, {sample.Ciphertext.Length} bytes on {name}";
            Check(what, expected, form.CreateArguments(forged), arguments => Accepts(() => form.Call(siv, arguments)), form.HasDestinationBuffer);
            if (form.HasDestinationBuffer && !form.Opens)
            {
                Contracts.Arguments inPlace = form.CreateArguments(forged);
                inPlace.Destination = inPlace.Source;
                Check($"{what}, in place", expected, inPlace, arguments => Accepts(() => form.Call(siv, arguments)), form.HasDestinationBuffer);
            }
        }
    }

    private static void TryAez(FuzzCase c)
    {
        (Backend backend, string name) = c.Backend();
        AezForm form = c.Of<AezForm>([.. AezForm.All.Where(f => !f.Encrypts)]);
        int tagSize = c.Of(1, 2, 0, 3, 4, 8, 16, 32, 47, 100);
        AezSample sample = form.CreateSample(c.Size(300), tagSize);
        Forgery message = Make(sample);
        Forgery forgery = Forge(c, message, Make(form.CreateSample(c.Size(100), tagSize)), tagSize);
        byte[]? expected = new ReferenceAez(sample.Key, tagSize).Decrypt(forgery.Nonce, forgery.AssociatedData, forgery.Ciphertext);

        using Aez aez = sample.Create(backend);
        c.Calls(form.Name, name);
        ReadOnlyMemory<byte>[] strings = AezCalls.ToMemories(forgery.AssociatedData);
        foreach (bool inPlace in (bool[])[false, true])
        {
            Contracts.Arguments arguments = new() { Nonce = [.. forgery.Nonce], Source = [.. forgery.Ciphertext] };
            arguments.Destination = Sample.Filled(forgery.Ciphertext.Length - tagSize);
            Check($"{form.Name}, {forgery.What}, {sample} on {name}{(inPlace ? ", in place" : string.Empty)}", expected, arguments, Run, hasDestination: true);

            bool Run(Contracts.Arguments a)
            {
                Span<byte> destination = inPlace ? a.Source.AsSpan(0, a.Destination!.Length) : a.Destination;
                bool accepted = Accepts(() => form.Run!(
                    aez, new Spans { Nonce = a.Nonce, Source = a.Source, Destination = inPlace ? a.Source.AsSpan(0, a.Destination!.Length) : a.Destination, Strings = strings }));
                if (inPlace)
                {
                    // Move the result to where the check expects it, and restore the source.
                    destination.CopyTo(a.Destination);
                    forgery.Ciphertext.AsSpan(0, destination.Length).CopyTo(destination);
                }

                return accepted;
            }
        }

        static Forgery Make(AezSample s) => new(string.Empty, s.Nonce, s.Ciphertext, [], [.. s.Strings.Select(a => a.ToArray())]);
    }

    private static void Check(string what, byte[]? expected, Contracts.Arguments arguments, Func<Contracts.Arguments, bool> accepts, bool hasDestination)
    {
        Contracts.Arguments before = arguments.Copy();
        bool isSame = ReferenceEquals(arguments.Source, arguments.Destination);
        bool accepted = accepts(arguments);
        Assert.True(accepted == expected is not null, $"{what}: {(accepted ? "accepted" : "refused")}.");
        if (hasDestination)
        {
            Expect.Same(expected ?? new byte[arguments.Destination!.Length], arguments.Destination, $"{what}: the plaintext");
        }

        if (!accepted)
        {
            Assert.True(arguments.DestinationStream is not MemoryStream { Length: > 0 }, $"{what}: the stream was written.");
        }

        arguments.Destination = before.Destination;
        arguments.Source = isSame ? before.Source : arguments.Source;
        arguments.SourceStream = null;
        arguments.DestinationStream = null;
        arguments.ExpectSame(before, what);
    }

    private static bool Accepts(Func<bool> decrypt)
    {
        try
        {
            return decrypt();
        }
        catch (AuthenticationTagMismatchException)
        {
            return false;
        }
    }

    private static Forgery Forge(FuzzCase c, Forgery message, Forgery other, int leastCiphertext)
    {
        Random random = c.Random();
        return c.Next(6) switch
        {
            0 or 1 when message.Parts.Any(p => p.Bytes.Length > 0) => message.ChangeBits(random),
            2 => c.Of<Forgery>([.. message.ChangeSizes(random, leastCiphertext).Append(message)]),
            3 => c.Of<Forgery>([.. message.Swap(other).Append(message)]),
            4 => message with { What = "ciphertext all random", Ciphertext = Bytes.Random(random, leastCiphertext + c.Size(100)) },
            _ => message,
        };
    }
}
