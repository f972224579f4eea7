using System.Numerics;

namespace AesModes.Tests.Fuzz;

/// <summary>
/// Compares every public call with correct arguments with the reference. On Linux, spans are next to unreadable pages, so that an access outside ends the process. Forms
/// without spans use their own arrays and streams.
/// </summary>
internal sealed class MessageFuzz : FuzzKind
{
    private const int MostBytes = 20_100;

    private readonly CheckedCall _call = new(OperatingSystem.IsLinux() ? MostBytes : 0);

    public override void Try(FuzzCase c)
    {
        switch (c.Next(3))
        {
            case 0:
                TryGcmSiv(c);
                break;
            case 1:
                TryAez(c);
                break;
            default:
                TryCtr(c);
                break;
        }
    }

    public override void Dispose()
    {
        _call.Dispose();
        base.Dispose();
    }

    private void TryGcmSiv(FuzzCase c)
    {
        (Backend backend, string name) = c.Backend();
        bool isLong = c.Seldom(50);
        int size = c.Size(isLong ? 20_000 : 1100);
        byte[] key = c.Bytes(c.Of(16, 32));
        byte[] nonce = c.Bytes(12);
        byte[] plaintext = c.Bytes(size);
        byte[] associatedData = c.Bytes(c.Size(isLong ? 3000 : 300));
        (byte[] ciphertext, byte[] tag) = ReferenceGcmSiv.Encrypt(key, nonce, plaintext, associatedData);
        GcmSivSample sample = new(key, nonce, plaintext, associatedData, ciphertext, tag);
        bool end = c.Next(2) == 0;
        foreach (GcmSivForm form in GcmSivForm.All)
        {
            c.Calls(form.Name, name);
            _call.Check(form, sample, backend, name, end);
        }
    }

    private void TryAez(FuzzCase c)
    {
        (Backend backend, string name) = c.Backend();
        int size = c.Size(c.Seldom(50) ? 5000 : 800);
        int tagSize = c.Next(3) == 0 ? c.Size(300) : c.Of(16, 0, 1, 8, 15, 17, 31, 32, 33);
        AezForm form = c.Of<AezForm>([.. AezForm.All]);
        int strings = form.StringSizes.Length > 1 ? c.Next(6) : form.StringSizes.Length;
        byte[][] associatedData = [.. Enumerable.Range(0, strings).Select(_ => c.Bytes(c.Size(300)))];
        AezSample sample = new(new AezCase(c.Bytes(c.Next(3) == 0 ? c.Between(1, 300) : 48), tagSize, c.Bytes(c.Size(100)), associatedData, c.Bytes(size)));
        c.Calls(form.Name, name);
        _call.Check(form, sample, backend, name, end: c.Next(2) == 0);
    }

    private void TryCtr(FuzzCase c)
    {
        (Backend backend, string name) = c.Backend();
        CtrForm form = c.Of<CtrForm>([.. CtrForm.All.Where(f => f.HasDestinationBuffer)]);
        byte[] key = c.Bytes(c.Of(16, 24, 32));
        byte[] counter = c.Next(3) == 0 ? ReferenceCtr.CounterBlock(-(BigInteger)c.Next(1200)) : NearACarry(c);
        byte[] text = c.Bytes(c.Size(20_000));
        long position = c.Next(4) switch
        {
            0 => 0,
            1 => c.Next(10_000),
            2 => long.MaxValue - text.Length - c.Next(50),
            _ => c.Random().NextInt64(long.MaxValue - text.Length),
        };
        c.Calls(form.Name, name);
        _call.Check(form, new CtrSample(key, counter, text, position), backend, $"{name}, counter {Convert.ToHexStringLower(counter)}", end: c.Next(2) == 0);
    }

    /// <summary>A counter whose last bytes are nearly all ones, so that it soon carries through them.</summary>
    private static byte[] NearACarry(FuzzCase c)
    {
        byte[] counter = c.Bytes(16);
        counter.AsSpan(c.Next(17)).Fill(0xFF);
        counter[15] -= (byte)c.Next(256);
        return counter;
    }
}
