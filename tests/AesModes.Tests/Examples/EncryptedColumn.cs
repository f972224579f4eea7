using System.Text;
using AesModes;

namespace Examples;

#region A database column
public sealed class EncryptedColumn(byte[] key, string name) : IDisposable
{
    private readonly AesGcmSiv _siv = new(key);

    // row: the row's primary key as text. Without it, a value also opens in another row of its column.
    public byte[] Encrypt(string value, string row = "") => _siv.Seal(Encoding.UTF8.GetBytes(value), Place(row));

    public string Decrypt(byte[] stored, string row = "") => Encoding.UTF8.GetString(_siv.Open(stored, Place(row)));

    // The length keeps column "a" with row "b/c" apart from column "a/b" with row "c".
    private byte[] Place(string row) => Encoding.UTF8.GetBytes(FormattableString.Invariant($"{name.Length}/{name}/{row}"));

    public void Dispose() => _siv.Dispose();
}
#endregion
