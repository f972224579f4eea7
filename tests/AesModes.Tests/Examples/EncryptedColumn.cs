using System.Text;
using AesModes;

namespace Examples;

#region A database column
public sealed class EncryptedColumn(byte[] key, string name) : IDisposable
{
    private readonly AesGcmSiv _siv = new(key);

    public byte[] Encrypt(long row, string value) => _siv.Seal(Encoding.UTF8.GetBytes(value), Place(row));

    public string Decrypt(long row, byte[] stored) => Encoding.UTF8.GetString(_siv.Open(stored, Place(row)));

    // A value that is copied to another row or column does not open there.
    private byte[] Place(long row) => Encoding.UTF8.GetBytes(FormattableString.Invariant($"{name}/{row}"));

    public void Dispose() => _siv.Dispose();
}
#endregion
