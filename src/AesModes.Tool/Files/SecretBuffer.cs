using System.Security.Cryptography;

namespace AesModes.Tool.Files;

/// <summary>An array that the collector does not copy and that <see cref="Dispose"/> overwrites. Its initial content is arbitrary.</summary>
internal sealed class SecretBuffer(int size) : IDisposable
{
    public byte[] Bytes { get; } = GC.AllocateUninitializedArray<byte>(size, pinned: true);

    public void Dispose() => CryptographicOperations.ZeroMemory(Bytes);
}
