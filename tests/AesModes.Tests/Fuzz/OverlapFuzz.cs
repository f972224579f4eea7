namespace AesModes.Tests.Fuzz;

/// <summary>Places all of a call's spans anywhere in one memory, with any overlaps. The call must throw as documented or give the same result as with separate spans.</summary>
internal sealed class OverlapFuzz : FuzzKind
{
    public override void Try(FuzzCase c)
    {
        (Backend backend, string name) = c.Backend();
        Form form = c.Of<Form>(c.Of<Form[]>(Form.SpanFormsByClass));
        Overlaps overlaps = new(form);
        Sample sample = form.CreateSample(
            c.Size(Overlaps.MostBytes - (form is AezForm ? 100 : GcmSivSample.Overhead)), c.Size(100), c.Of<int>([.. form.KeySizes]));
        int[] lengths = [.. overlaps.Contents(sample).Select(a => a.Length)];

        // A small memory causes many overlaps, a large one few or none.
        int room = c.Of(300, 500, Overlaps.Shared);
        Piece[] pieces = new Piece[lengths.Length];
        for (int i = 0; i < pieces.Length; i++)
        {
            // A third of the pieces begin where another piece begins, or a few bytes from there.
            int offset = i > 0 && c.Next(3) == 0 ? pieces[c.Next(i)].Offset + c.Of(0, 0, 1, -1, 16, -16) : c.Next(room);
            pieces[i] = new Piece(Math.Clamp(offset, 0, Overlaps.Shared - lengths[i]), lengths[i]);
        }

        c.Calls(form.Name, name);
        using IDisposable instance = sample.Create(backend);
        overlaps.Check(instance, sample, pieces, $"{form.Name} on {name}, {sample}, {string.Join(", ", overlaps.Parameters.Zip(pieces))}");
    }
}
