using System.Buffers.Binary;
using System.Security.Cryptography;
using System.Text;
using AesModes;
using AesModes.Samples;

const int PageSize = 4096;
const int PageCount = 1000;
const string Name = "orders";

// A random key, as the file ends with the program. An application reads it from a place for secrets: see samples/tokens.
byte[] master = RandomNumberGenerator.GetBytes(32);
// One key for each file: the nonce is the page's number, so under one key a page of one file would open as the same page of another.
byte[] key = HKDF.DeriveKey(HashAlgorithmName.SHA256, master, outputLength: 32, info: Encoding.UTF8.GetBytes($"samples/pages: {Name}"));
CryptographicOperations.ZeroMemory(master);

Report report = new();
DirectoryInfo folder = Directory.CreateTempSubdirectory("aesmodes-pages-");
string path = Path.Combine(folder.FullName, Name);
byte[] page = new byte[PageSize];
try
{
    using (AezPages pages = Open(path))
    {
        for (int number = 0; number < PageCount; number++)
        {
            pages.WritePage(number, Content(number));
        }
    }

    using (AezPages pages = Open(path))
    {
        report.Expect(pages.PageCount == PageCount, $"{pages.PageCount} pages of {PageSize} bytes, with their tags {new FileInfo(path).Length} bytes");
        report.Expect(Enumerable.Range(0, PageCount).All(number => Has(pages, number, Content(number))), "the file opened again: all pages are right");
        pages.WritePage(42, Content(-1));
        report.Expect(Has(pages, 42, Content(-1)) && Has(pages, 41, Content(41)) && Has(pages, 43, Content(43)), "page 42 written in place: it is new, its neighbours are as before");
        report.ExpectThrows<ArgumentOutOfRangeException>(() => pages.WritePage(PageCount + 1, page), "a page beyond the end: refused, as the page before it does not exist");
    }

    byte[] file = File.ReadAllBytes(path);
    byte[] changed = [.. file];
    changed[Offset(7) + 100] ^= 1;
    using (AezPages pages = OpenBytes(changed))
    {
        report.ExpectThrows<AuthenticationTagMismatchException>(() => pages.ReadPage(7, page), "one bit of page 7 changed: refused");
        report.Expect(page.All(b => b == 0), "what a refused page leaves in the buffer: zeros");
        report.Expect(Has(pages, 8, Content(8)), "page 8 of that file is right");
    }

    byte[] moved = [.. file];
    Stored(file, 3).CopyTo(Stored(moved, 4));
    using (AezPages pages = OpenBytes(moved))
    {
        report.ExpectThrows<AuthenticationTagMismatchException>(() => pages.ReadPage(4, page), "page 3 copied to page 4: refused");
    }

    // A page says nothing of its version. Who must notice this keeps a counter or a hash of the file elsewhere.
    using (AezPages pages = Open(path))
    {
        pages.WritePage(5, Content(-2));
    }

    byte[] rolledBack = File.ReadAllBytes(path);
    Stored(file, 5).CopyTo(Stored(rolledBack, 5));
    using (AezPages pages = OpenBytes(rolledBack))
    {
        report.Expect(Has(pages, 5, Content(5)), "NOT NOTICED: an old page 5 put back");
    }

    using (AezPages pages = OpenBytes(file[..Offset(10)]))
    {
        report.Expect(pages.PageCount == 10, "NOT NOTICED: the file cut after 10 pages");
    }

    report.Expect(SameAgain(), "REVEALED: the same content written to the same page again gives the same bytes");
}
finally
{
    CryptographicOperations.ZeroMemory(key);
    folder.Delete(recursive: true);
}

return report.ExitCode;

// A page is one write of the file: a buffer in between would only copy it.
AezPages Open(string file) => new(new FileStream(file, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None, bufferSize: 0), key, PageSize);

AezPages OpenBytes(byte[] bytes) => new(new MemoryStream(bytes), key, PageSize);

bool Has(AezPages pages, int number, byte[] content)
{
    pages.ReadPage(number, page);
    return page.AsSpan().SequenceEqual(content);
}

bool SameAgain()
{
    byte[] before = File.ReadAllBytes(path);
    using (AezPages pages = Open(path))
    {
        pages.WritePage(9, Content(9));
    }

    return Stored(before, 9).SequenceEqual(Stored(File.ReadAllBytes(path), 9));
}

static byte[] Content(int number)
{
    byte[] content = new byte[PageSize];
    BinaryPrimitives.WriteInt32BigEndian(content, number);
    return content;
}

static int Offset(int number) => number * (PageSize + 16);

static Span<byte> Stored(byte[] file, int number) => file.AsSpan(Offset(number), PageSize + 16);
