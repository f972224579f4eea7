using AesModes.Backends;
using AesModes.Tool.Cbc;
using AesModes.Tool.Common;
using Xunit;

namespace AesModes.Tests.Tool;

/// <summary>Does validation notice, in every iteration and up to the last byte, and does it say where?</summary>
public class CbcTrialTests
{
    private const int Blocks = 21;

    public static TheoryData<string, CbcFault, int> Faults
    {
        get
        {
            var rows = new TheoryData<string, CbcFault, int>();
            foreach (string operation in (string[])["encryption", "decryption"])
            {
                foreach (int at in (int[])[0, 100, (16 * Blocks) - 1])
                {
                    rows.Add(operation, CbcFault.FlipsABit, at);
                    rows.Add(operation, CbcFault.StopsThere, 16 * (at / 16));
                }
            }

            return rows;
        }
    }

    [Theory]
    [MemberData(nameof(Faults))]
    public void Run_WithAFaultInOneCall_SaysWhere(string operation, CbcFault fault, int at)
    {
        byte[] key = new byte[24];
        using FaultyCbc faulty = new(key, operation, fault, at, faultyCall: 3);
        using CbcCipher right = CbcCipher.Create(Backend.Require(), key);
        using CbcTrial trial = new(key, Blocks, new CbcContestant("right", right), new CbcContestant("faulty", faulty));

        trial.Run(1);
        trial.Run(2);
        string message = Assert.Throws<CommandFailure>(() => trial.Run(3)).Message;

        // A block that is not written is zero, and random text is zero in a byte now and then.
        string place = fault == CbcFault.FlipsABit ? $"byte {at % 16} of block {at / 16} (both from 0) is " : $" of block {at / 16} (both from 0) is 00 instead of ";
        Assert.StartsWith($"faulty is wrong: {operation} in iteration 3, ", message, StringComparison.Ordinal);
        Assert.Contains(place, message, StringComparison.Ordinal);
    }

    /// <summary>Both directions agree with each other, but it is not AES.</summary>
    [Fact]
    public void Run_WithACipherThatOnlyUndoesItself_Fails()
    {
        using Copying copying = new();
        using CbcTrial trial = new(new byte[16], Blocks, new CbcContestant("copying", copying));
        Assert.StartsWith("copying is wrong: encryption ", Assert.Throws<CommandFailure>(() => trial.Run(1)).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void WarmUp_WithAFault_Fails()
    {
        using FaultyCbc faulty = new(new byte[16], "decryption", CbcFault.FlipsABit, at: 5, faultyCall: 1);
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

/// <summary>Right but for one call.</summary>
internal sealed class FaultyCbc(byte[] key, string operation, CbcFault fault, int at, int faultyCall) : CbcCipher
{
    private readonly CbcCipher _right = Create(Backend.Require(), key);
    private int _calls;

    public override void Encrypt(ReadOnlySpan<byte> iv, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        _calls++;
        byte[] result = new byte[source.Length];
        _right.Encrypt(iv, source, result);
        Write(result, destination, operation == "encryption");
    }

    public override void Decrypt(ReadOnlySpan<byte> iv, ReadOnlySpan<byte> source, Span<byte> destination)
    {
        byte[] result = new byte[source.Length];
        _right.Decrypt(iv, source, result);
        Write(result, destination, operation == "decryption");
    }

    public override void Dispose() => _right.Dispose();

    private void Write(byte[] result, Span<byte> destination, bool isFaulty)
    {
        isFaulty &= _calls == faultyCall;
        if (isFaulty && fault == CbcFault.FlipsABit)
        {
            result[at] ^= 0x10;
        }

        result.AsSpan(0, isFaulty && fault == CbcFault.StopsThere ? at : result.Length).CopyTo(destination);
    }
}

/// <summary>What is wrong with a call.</summary>
public enum CbcFault
{
    /// <summary>One bit of what is written.</summary>
    FlipsABit,

    /// <summary>The rest of the text is not written.</summary>
    StopsThere,
}
