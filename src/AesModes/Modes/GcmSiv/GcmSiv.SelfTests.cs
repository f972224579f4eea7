using System.Numerics;

namespace AesModes.Modes;

/// <summary>Maps messages to the self-tests that cover them.</summary>
internal sealed partial class GcmSiv<TKernels>
{
    /// <summary>After this many checks, the object also runs the test for the other kind of small message. Later messages then skip the check.</summary>
    private const int MaxQuestions = 30;

    /// <summary>On a backend without a kernel for small messages, messages of fewer blocks have their own tests.</summary>
    private const int ShortBlocks = 40;

    private const uint SmallTests = (1U << GcmSivTests.OneBlock) | (1U << GcmSivTests.SeveralBlocks);

    /// <summary>Messages of fewer blocks skip the check of self-test results.</summary>
    private int _provenEncryptionBlocks;

    /// <inheritdoc cref="_provenEncryptionBlocks"/>
    private int _provenDecryptionBlocks;

    private int _questions;

    protected override GcmSiv Create(Backend backend, ReadOnlySpan<byte> key) => backend.CreateGcmSiv(key);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void ProveAndEncryptSmall(in GcmSivMessage message)
    {
        if (!Prove(1U << (message.IsOneBlock ? GcmSivTests.OneBlock : GcmSivTests.SeveralBlocks)))
        {
            Next.Encrypt(in message);
            return;
        }

        if (IsProvenForSmall(SmallTests))
        {
            _provenEncryptionBlocks = TKernels.SmallEncryptionBlocks;
        }

        EncryptSmall(in message);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool ProveAndDecryptSmall(in GcmSivMessage message, bool throws)
    {
        bool isOneBlock = message.IsOneBlock && !message.Source.IsEmpty;
        if (!Prove(1U << ((isOneBlock ? GcmSivTests.OneBlock : GcmSivTests.SeveralBlocks) + GcmSivTests.Decryption)))
        {
            return Next.TryDecrypt(in message, throws);
        }

        if (IsProvenForSmall(SmallTests << GcmSivTests.Decryption))
        {
            _provenDecryptionBlocks = TKernels.SmallDecryptionBlocks;
        }

        return TryDecryptSmall(in message, throws);
    }

    /// <summary>Returns whether both tests passed. After <see cref="MaxQuestions"/> calls it runs those that are missing.</summary>
    private bool IsProvenForSmall(uint tests) => (Unproven & tests) == 0 || (++_questions >= MaxQuestions && Prove(tests));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool IsProvenForBulk(in GcmSivMessage message, int direction)
    {
        uint tests = GetBulkTests(in message) << direction;
        return (Unproven & tests) == 0 || Prove(tests);
    }

    private static uint GetBulkTests(in GcmSivMessage message)
    {
        if (TKernels.SmallEncryptionBlocks == 0 && message.Blocks < ShortBlocks)
        {
            return 1U << (message.IsOneBlock ? GcmSivTests.OneBlock : GcmSivTests.SeveralBlocks);
        }

        return message.Source.Length < FaceTable.LeastTextSize ? BulkTests : BulkTests | (1U << GcmSivTests.WithTable);
    }

    private static uint BulkTests =>
        TKernels.SmallEncryptionBlocks == 0 ? (1U << GcmSivTests.Bulk) | (1U << GcmSivTests.WideSlices) : 1U << GcmSivTests.Bulk;

    /// <summary>Streams use a FACE table for messages of any size. Their decryption needs the encryption tests too, because only these run all kernels that streams use.</summary>
    private bool IsProvenForStreams(int direction)
    {
        const uint WithTable = 1U << GcmSivTests.WithTable;
        return Prove(BulkTests | WithTable | ((BulkTests | WithTable) << direction));
    }

    /// <summary>Returns whether the tests pass. Tests that this object has checked before are skipped.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool Prove(uint tests)
    {
        for (uint rest = tests & Unproven; rest != 0; rest &= rest - 1)
        {
            int test = BitOperations.TrailingZeroCount(rest);
            if (!Backend.GcmSivTests.Pass(test + (KeySize == 16 ? 0 : GcmSivTests.Aes256)))
            {
                return false;
            }

            _ = Interlocked.And(ref Unproven, ~(1U << test));
        }

        return true;
    }
}
