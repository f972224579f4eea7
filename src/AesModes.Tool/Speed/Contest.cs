using System.Globalization;
using System.Security.Cryptography;
using AesModes.Measuring;
using AesModes.Measuring.Peers;

namespace AesModes.Tool.Speed;

/// <summary>The implementations to measure, in the order of the tables: ours by algorithm and backend, then the platform's AES-GCM. Dispose disposes them.</summary>
internal sealed class Contest : IDisposable
{
    public const string GcmSiv = "gcm-siv";

    public const string Aez = "aez";

    public const string Ctr = "ctr";

    public const string Native = "aes-gcm";

    private const string NativeBackend = "native";

    /// <summary>AEZ accepts keys of any size and extracts 48 bytes from them. A key of 48 bytes needs no extraction.</summary>
    private const int AezKeySize = 48;

    /// <summary>All sizes are in bytes. AEZ has its own key size.</summary>
    public Contest(IEnumerable<int> sizes, int keySize, IReadOnlyList<string> algorithms, IReadOnlyList<Backend> backends) =>
        Entrants = [.. sizes.SelectMany(size => Create(new Message(AezKeySize, size, nonceSize: 16), keySize, algorithms, backends))];

    public static IReadOnlyList<string> Algorithms { get; } = [GcmSiv, Aez, Ctr];

    public IReadOnlyList<Entrant> Entrants { get; }

    /// <summary>The bytes of all messages: a plaintext for each size, and a ciphertext and a decrypted message for each entrant.</summary>
    public static long Memory(IEnumerable<int> sizes, int algorithms, int backends) =>
        sizes.Sum(size => size * (1L + (2 * ((algorithms * backends) + 1))));

    /// <summary>Checks that each entrant encrypts, decrypts, refuses a change, and agrees with the other backends; null if all do. It also makes the ciphertexts for timing decryption.</summary>
    public string? FindFault() => Entrants
        .GroupBy(entrant => (entrant.Algorithm, entrant.Bytes))
        .SelectMany(same => same.Select(entrant => entrant == same.Last()
            ? PeerCheck.FindFault(entrant.Peer)
            : PeerCheck.FindFault(entrant.Peer, same.Last().Peer)))
        .FirstOrDefault(fault => fault is not null);

    public void Dispose()
    {
        foreach (Entrant entrant in Entrants)
        {
            entrant.Peer.Dispose();
        }
    }

#pragma warning disable CA2000 // Dispose disposes them all.
    private static IEnumerable<Entrant> Create(Message message, int keySize, IReadOnlyList<string> algorithms, IReadOnlyList<Backend> backends)
    {
        foreach (string algorithm in algorithms)
        {
            foreach (Backend backend in backends)
            {
                yield return new Entrant(algorithm, backend.Name, CreatePeer(algorithm, message, keySize, backend));
            }
        }

        if (AesGcm.IsSupported)
        {
            yield return new Entrant(Native, NativeBackend, new NativeGcm(message.Cut(keySize, nonceSize: 12)));
        }
    }
#pragma warning restore CA2000

    private static Peer CreatePeer(string algorithm, Message message, int keySize, Backend backend)
    {
        string name = $"{algorithm} ({backend.Name})";
        return algorithm switch
        {
            GcmSiv => new GcmSivPeer(name, message.Cut(keySize, nonceSize: 12), backend),
            Aez => new AezPeer(name, message, backend),
            Ctr => new FaceCtrPeer(message.Cut(keySize, nonceSize: 16), backend),
            _ => throw new ArgumentOutOfRangeException(nameof(algorithm), algorithm, "One of the algorithms."),
        };
    }
}

/// <summary>One algorithm on one backend with one message size. It has two rows, one for each direction.</summary>
internal sealed record Entrant(string Algorithm, string Backend, Peer Peer)
{
    /// <summary>The key size in bits.</summary>
    public int KeySize => 8 * Peer.Message.Key.Length;

    public int Bytes => Peer.Message.Plaintext.Length;

    public Row CreateRow(Operation operation) => Peer.CreateRow(operation, RowName(operation));

    public string RowName(Operation operation) =>
        string.Create(CultureInfo.InvariantCulture, $"{operation.Verb()} {Algorithm} ({Backend}), {Bytes} bytes");
}
