using AesModes.Tool.Cbc;
using AesModes.Tool.Common;

namespace AesModes.Tests.Tool;

/// <summary>Tests that validation detects an error in any iteration, up to the last byte, and reports its position.</summary>
public class CbcTrialTests
{
    private const int Blocks = 21;

    public static TheoryData<string, bool, int> Faults
    {
        get
        {
            var rows = new TheoryData<string, bool, int>();
            foreach (string operation in (string[])["encryption", "decryption"])
            {
                foreach (int at in (int[])[0, 100, (16 * Blocks) - 1])
                {
                    rows.Add(operation, false, at);
                    rows.Add(operation, true, 16 * (at / 16));
                }
            }

            return rows;
        }
    }

    [Theory]
    [MemberData(nameof(Faults))]
    public void Run_WithAFaultInOneCall_SaysWhere(string operation, bool stops, int at)
    {
        byte[] key = new byte[24];
        using FaultyCbc faulty = new(key, operation, stops, at, faultyCall: 3);
        using CbcCipher right = CbcCipher.Create(Backend.Require(), key);
        using CbcTrial trial = new(key, Blocks, new CbcContestant("right", right), new CbcContestant("faulty", faulty));

        trial.Run(1);
        trial.Run(2);
        string message = Assert.Throws<CommandFailure>(() => trial.Run(3)).Message;

        // A block that is not written is zero, and random bytes are sometimes zero too.
        string place = stops ? $" of block {at / 16} (both from 0) is 00 instead of " : $"byte {at % 16} of block {at / 16} (both from 0) is ";
        Assert.StartsWith($"faulty is wrong: {operation} in iteration 3, ", message, StringComparison.Ordinal);
        Assert.Contains(place, message, StringComparison.Ordinal);
    }

    /// <summary>Encryption and decryption match each other, but are not AES.</summary>
    [Fact]
    public void Run_InvertibleCipherThatIsNotAes_Fails()
    {
        using Copying copying = new();
        using CbcTrial trial = new(new byte[16], Blocks, new CbcContestant("copying", copying));
        Assert.StartsWith("copying is wrong: encryption ", Assert.Throws<CommandFailure>(() => trial.Run(1)).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void WarmUp_WithAFault_Fails()
    {
        using FaultyCbc faulty = new(new byte[16], "decryption", stops: false, at: 5, faultyCall: 1);
        using CbcTrial trial = new(new byte[16], Blocks, new CbcContestant("faulty", faulty));
        string message = Assert.Throws<CommandFailure>(() => trial.WarmUp(TimeSpan.Zero)).Message;
        Assert.StartsWith("faulty is wrong: decryption while warming up, byte 5 of block 0 ", message, StringComparison.Ordinal);
    }

    private sealed class Copying : CbcCipher
    {
        public override void Encrypt(ReadOnlySpan<byte> iv, ReadOnlySpan<byte> source, Span<byte> destination) => source.CopyTo(destination);

        public override void Decrypt(ReadOnlySpan<byte> iv, ReadOnlySpan<byte> source, Span<byte> destination) => source.CopyTo(destination);

        public override void Dispose()
        {
        }
    }
}

/// <summary>A correct cipher except for one call, in which one bit is incorrect or the output stops.</summary>
internal sealed class FaultyCbc(byte[] key, string operation, bool stops, int at, int faultyCall) : CbcCipher
{
    private readonly CbcCipher _right = Create(Backend.Require(), key);
    private int _calls;

    private delegate void Call(ReadOnlySpan<byte> iv, ReadOnlySpan<byte> source, Span<byte> destination);

    public override void Encrypt(ReadOnlySpan<byte> iv, ReadOnlySpan<byte> source, Span<byte> destination) =>
        Run(_right.Encrypt, ++_calls == faultyCall && operation == "encryption", iv, source, destination);

    public override void Decrypt(ReadOnlySpan<byte> iv, ReadOnlySpan<byte> source, Span<byte> destination) =>
        Run(_right.Decrypt, _calls == faultyCall && operation == "decryption", iv, source, destination);

    public override void Dispose() => _right.Dispose();

    private void Run(Call right, bool isFaulty, ReadOnlySpan<byte> iv, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        byte[] result = new byte[source.Length];
        right(iv, source, result);
        result[at] ^= (byte)(isFaulty && !stops ? 0x10 : 0);
        result.AsSpan(0, isFaulty && stops ? at : result.Length).CopyTo(destination);
    }
}
