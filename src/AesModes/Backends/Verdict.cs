namespace AesModes.Backends;

/// <summary>What became of a decryption.</summary>
internal enum Verdict
{
    /// <summary>The tag is right.</summary>
    Authentic,

    /// <summary>It is not: what came out is to be cleared.</summary>
    Forged,

    /// <summary>The keys were not whole, and nothing came out.</summary>
    Unread,
}
