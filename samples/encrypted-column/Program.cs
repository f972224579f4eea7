using System.Security.Cryptography;
using System.Text;
using AesModes;
using AesModes.Samples;
using AesModes.Samples.EncryptedColumn;
using Microsoft.Data.Sqlite;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;

// Random keys, as the database ends with the program. An application reads both from a place for secrets: see samples/tokens.
using AesGcmSiv cells = new(RandomNumberGenerator.GetBytes(32));
using AesGcmSiv search = new(RandomNumberGenerator.GetBytes(32));

// A database in memory lives as long as its connection is open.
using SqliteConnection connection = new("Data Source=:memory:");
connection.Open();
using CustomerDatabase database = new(new DbContextOptionsBuilder<CustomerDatabase>().UseSqlite(connection).Options, cells, search);
database.Database.EnsureCreated();
database.AddRange(
    new Customer { Id = 1, Email = "ada@example.org", Note = "pays late" },
    new Customer { Id = 2, Email = "bob@example.org", Note = "pays late" },
    new Customer { Id = 3, Email = "Ada@Example.org", Note = "moved to Bern" });
database.SaveChanges();

using StoredDatabase stored = new(new DbContextOptionsBuilder<StoredDatabase>().UseSqlite(connection).Options);
StoredCustomer[] rows = [.. stored.Customers.OrderBy(c => c.Id)];
StoredCustomer first = rows[0];

Report report = new();
Console.WriteLine($"an address of 15 bytes takes {first.Email.Length} bytes, and {first.EmailSearch.Length} in the search column");
report.Expect(Read(1).Email == "ada@example.org" && Read(2).Note == "pays late", "EF Core reads back what was written");
report.Expect(!Contains(first.Email, "ada") && !Contains(first.EmailSearch, "ADA"), "the stored bytes do not show the text");
report.Expect(!first.Note.SequenceEqual(rows[1].Note), "encrypted at random: the equal notes of 1 and 2 look different");

string wanted = Customer.SearchForm("ada@example.ORG");
int[] found = [.. database.Customers.Where(c => c.EmailSearch == wanted).OrderBy(c => c.Id).Select(c => c.Id)];
report.Expect(found is [1, 3], $"search by address: found {string.Join(" and ", found)}");
report.Expect(first.EmailSearch.SequenceEqual(rows[2].EmailSearch) && !first.EmailSearch.SequenceEqual(rows[1].EmailSearch), "REVEALED by the search column, without a key: 1 and 3 have the same address");
report.Expect(!database.Customers.Any(c => c.Email == "ada@example.org"), "a search in the column encrypted at random finds nothing, whatever is there");

ExpectRefused("one bit changed", row => row.Email = [(byte)(row.Email[0] ^ 1), .. row.Email[1..]]);
ExpectRefused("the address in the column of notes", row => row.Note = row.Email);
ExpectRefused("the address in the search column", row => row.EmailSearch = row.Email);
ExpectRefused("a value of 3 bytes", row => row.EmailSearch = [1, 2, 3]);

// A converter sees the value alone, so the row is not in the associated data.
Change(row => row.Email = rows[1].Email, () => report.Expect(Read(1).Email == "bob@example.org", "NOT NOTICED: the address of 2, copied to 1, opens there"));
return report.ExitCode;

Customer Read(int id)
{
    // What is tracked would not be read again.
    database.ChangeTracker.Clear();
    return database.Customers.Single(c => c.Id == id);
}

void ExpectRefused(string what, Action<StoredCustomer> change) =>
    Change(change, () => report.ExpectThrows<AuthenticationTagMismatchException>(() => Read(1), $"{what}: refused"));

// Changes the stored row 1, and restores it after the check.
void Change(Action<StoredCustomer> change, Action check)
{
    PropertyValues original = stored.Entry(first).CurrentValues.Clone();
    change(first);
    stored.SaveChanges();
    check();
    stored.Entry(first).CurrentValues.SetValues(original);
    stored.SaveChanges();
}

static bool Contains(byte[] bytes, string text) => bytes.AsSpan().IndexOf(Encoding.UTF8.GetBytes(text)) >= 0;
