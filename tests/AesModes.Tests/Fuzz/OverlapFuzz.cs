using AesModes.Backends;
using AesModes.Tests.Contracts;

namespace AesModes.Tests.Fuzz;

/// <summary>All of a call's spans anywhere in one memory, any number of them over each other: refused as documented, or as apart.</summary>
internal sealed class OverlapFuzz : FuzzKind
{
    public override void Try(FuzzCase c)
    {
        (Backend backend, string name) = c.Backend();
        switch (c.Next(3))
        {
            case 0:
                Sample sample = new(c.Size(Overlaps.MostBytes - Sample.Overhead), c.Size(100), c.Of(16, 32), backend);
                Operation<AesGcmSiv> operation = c.Of<Operation<AesGcmSiv>>([.. OverlapTests.AllOperations.Values]);
                using (AesGcmSiv siv = sample.Create(backend))
                {
                    Check(c, siv, operation, [.. operation.Parameters.Select(p => OverlapTests.Content(sample, operation, p))], name);
                }

                break;
            case 1:
                AezForm form = c.Of<AezForm>([.. AezForm.All]);
                AezSample message = form.CreateSample(c.Size(150), c.Size(100));
                using (Aez aez = message.Create(backend))
                {
                    Check(c, aez, AezOverlapTests.CreateOperation(form), AezOverlapTests.Contents(form, message), name);
                }

                break;
            default:
                CtrForm ctrForm = c.Of<CtrForm>([.. CtrForm.All.Where(f => f.HasDestinationBuffer)]);
                CtrSample text = new(c.Size(Overlaps.MostBytes), c.Next(50));
                using (FaceCtr ctr = text.Create(backend))
                {
                    byte[] source = ctrForm.GetSource(text);
                    Check(c, ctr, CtrOverlapTests.CreateOperation(ctrForm, text.Position), [text.InitialCounter, source, Sample.Filled(source.Length)], name);
                }

                break;
        }
    }

    private static void Check<T>(FuzzCase c, T instance, Operation<T> operation, byte[][] contents, string backend)
    {
        // In a memory that is so small that there are many overlaps, or so large that there are none.
        int room = c.Of(300, 500, Overlaps.Shared);
        Piece[] pieces = new Piece[contents.Length];
        for (int i = 0; i < pieces.Length; i++)
        {
            // Each third one begins where another one does, or at a few bytes from there.
            int offset = i > 0 && c.Next(3) == 0 ? pieces[c.Next(i)].Offset + c.Of(0, 0, 1, -1, 16, -16) : c.Next(room);
            pieces[i] = new Piece(Math.Clamp(offset, 0, Overlaps.Shared - contents[i].Length), contents[i].Length);
        }

        c.Calls(operation.Name, backend);
        Overlaps.Check(instance, operation, contents, pieces, $"{operation.Name} on {backend}, {string.Join(", ", operation.Parameters.Zip(pieces))}");
    }
}
