using System.Buffers.Text;
using System.Security.Cryptography;
using AesModes.Samples;
using AesModes.Samples.OpaqueIds;

// A random key, as nothing outlives the program. An application keeps one for as long as its links are to work.
byte[] key = RandomNumberGenerator.GetBytes(32);
using OpaqueIds orders = new(key, "order");
using OpaqueIds customers = new(key, "customer");
const long LargestRow = uint.MaxValue;
Report report = new();

string[] shown = [.. Enumerable.Range(1, 10_000).Select(row => orders.Hide(row))];
report.Expect(shown.Distinct().Count() == shown.Length && shown.All(s => s.Length == OpaqueIds.TextLength), "rows 1 to 10,000: 10,000 different ids of 11 characters");
report.Expect(Enumerable.Range(1, 10_000).All(row => orders.TryReveal(shown[row - 1], LargestRow, out long id) && id == row), "each of them gives its row back");
report.Expect(orders.Hide(42) == shown[41] && customers.Hide(42) != shown[41], "row 42 always has the same id; customer 42 has another");

// Every bit pattern is the id of some number. Nothing but the look of the number tells that nobody issued this one.
byte[] invented = Base64Url.DecodeFromChars(shown[41]);
invented[0] ^= 1;
string text = Base64Url.EncodeToString(invented);
orders.TryReveal(text, long.MaxValue, out long some);
report.Expect(orders.Hide(some) == text, "NOT NOTICED: an invented id is the id of some number");

// With rows below 2^32 the upper 32 bits are zero: an invented id passes one time in 2^32.
int passed = 0;
for (int bit = 0; bit < 64; bit++)
{
    byte[] changed = Base64Url.DecodeFromChars(shown[41]);
    changed[bit / 8] ^= (byte)(1 << (bit % 8));
    passed += orders.TryReveal(Base64Url.EncodeToString(changed), LargestRow, out _) ? 1 : 0;
}

report.Expect(passed == 0, "with rows below 2^32: each of the 64 ids that differ in one bit is refused");
report.Expect(!customers.TryReveal(shown[41], LargestRow, out _), "an order's id as a customer's: refused");
report.Expect(!orders.TryReveal("42", LargestRow, out _) && !orders.TryReveal("not an id!!", LargestRow, out _), "text that is not an id: refused");

// Two of one minute: version 7 begins with the time.
DateTimeOffset minute = DateTimeOffset.FromUnixTimeMilliseconds(27_000_000L << 16);
Guid first = Guid.CreateVersion7(minute);
Guid second = Guid.CreateVersion7(minute.AddSeconds(59));
report.Expect(orders.Reveal(orders.Hide(first)) == first && orders.Reveal(orders.Hide(second)) == second, "GUIDs come back too");
report.Expect(first.ToString()[..8] == second.ToString()[..8] && orders.Hide(first).ToString()[..8] != orders.Hide(second).ToString()[..8], "GUIDs of version 7 made in one minute begin alike; hidden they do not");
report.Expect(orders.Hide(orders.Reveal(first)) == first, "NOT NOTICED: any GUID is the hidden form of one");
CryptographicOperations.ZeroMemory(key);
return report.ExitCode;
