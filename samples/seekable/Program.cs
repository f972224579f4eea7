using System.Buffers.Binary;
using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using AesModes;
using AesModes.Samples;
using AesModes.Samples.Seekable;

const int RecordSize = 64;
const int Records = 500_000;
CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;

// A random key, as the file ends with the program. An application reads it from a place for secrets: see samples/tokens.
using ChunkedAesGcmSiv chunked = new(RandomNumberGenerator.GetBytes(32));
// The context says what the file is. It is not in the file, so nobody can pass off another file under this key as this one.
byte[] context = Encoding.UTF8.GetBytes("samples/seekable: records, version 1");
Report report = new();

// Without a buffer of its own the file gives the decryptor what it asks for: the header and whole chunks.
string path = Path.Combine(Path.GetTempPath(), $"aesmodes-seekable-{Guid.NewGuid():N}");
using FileStream file = new(path, FileMode.CreateNew, FileAccess.ReadWrite, FileShare.None, bufferSize: 0, FileOptions.DeleteOnClose);
using CountingStream counted = new(file);
WriteRecords();
long size = file.Length;
Console.WriteLine($"{Records:N0} records of {RecordSize} bytes, encrypted: {size:N0} bytes");
ReadSome();

FlipBit(size / 2);
using (Stream records = OpenRecords())
{
    report.Expect(IsRecord(records, 0) && IsRecord(records, Records - 1), "one bit changed in the middle: records in other chunks are right");
    report.ExpectThrows<AuthenticationTagMismatchException>(() => IsRecord(records, Records / 2), "a record in the changed chunk: refused");
}

FlipBit(size / 2);
file.SetLength(size / 2);
using (Stream records = OpenRecords())
{
    // What comes out is authentic. Only Length, or a read of the end, shows that something is missing.
    report.Expect(IsRecord(records, 1), "the file cut to its half: record 1 is right");
    report.ExpectThrows<AuthenticationTagMismatchException>(() => _ = records.Length, "the length of that file: refused");
}

return report.ExitCode;

void WriteRecords()
{
    using Stream encryptor = chunked.CreateEncryptor(file, context, leaveOpen: true);
    byte[] record = new byte[RecordSize];
    for (int number = 0; number < Records; number++)
    {
        Fill(record, number);
        encryptor.Write(record);
    }
}

void ReadSome()
{
    using Stream records = OpenRecords();
    foreach (int number in (int[])[0, 123_456, Records - 1])
    {
        counted.BytesRead = 0;
        report.Expect(IsRecord(records, number), $"record {number:N0} is right: {counted.BytesRead:N0} bytes of the file read");
    }

    report.Expect(records.Length == (long)Records * RecordSize, $"the length, which the last chunk authenticates: {records.Length:N0}");
}

// A decryptor of its own for each piece of work: it is for one thread, and after a failure it refuses all reads.
Stream OpenRecords()
{
    file.Position = 0;
    return chunked.CreateDecryptor(counted, context, leaveOpen: true);
}

void FlipBit(long position)
{
    file.Position = position;
    int value = file.ReadByte();
    file.Position = position;
    file.WriteByte((byte)(value ^ 1));
}

static bool IsRecord(Stream records, int number)
{
    byte[] read = new byte[RecordSize];
    byte[] expected = new byte[RecordSize];
    Fill(expected, number);
    records.Position = (long)number * RecordSize;
    // Not Read: it returns at most the rest of a chunk, and a record may lie in two.
    records.ReadExactly(read);
    return read.AsSpan().SequenceEqual(expected);
}

static void Fill(byte[] record, int number)
{
    record.AsSpan().Fill((byte)number);
    BinaryPrimitives.WriteInt32BigEndian(record, number);
}
