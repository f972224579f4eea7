namespace AesModes.Modes;

/// <summary>A key size of AES as a type, so that each has a self-test of its own.</summary>
internal interface IAesKeySize
{
    static abstract string Name { get; }

    /// <summary>In bytes.</summary>
    static abstract int Size { get; }
}

internal readonly struct Aes128 : IAesKeySize
{
    public static string Name => "AES-128";

    public static int Size => 16;
}

internal readonly struct Aes192 : IAesKeySize
{
    public static string Name => "AES-192";

    public static int Size => 24;
}

internal readonly struct Aes256 : IAesKeySize
{
    public static string Name => "AES-256";

    public static int Size => 32;
}

/// <summary>Encryption or decryption, where each has kernels of its own.</summary>
internal interface IDirection
{
    static abstract string Name { get; }

    static abstract bool IsEncryption { get; }
}

internal readonly struct Encryption : IDirection
{
    public static string Name => "encryption";

    public static bool IsEncryption => true;
}

internal readonly struct Decryption : IDirection
{
    public static string Name => "decryption";

    public static bool IsEncryption => false;
}
