namespace AesModes.Backends.Hardware;

/// <summary>Native functions with AES on four blocks.</summary>
internal readonly unsafe partial struct Wide512 : IWideKernels
{
    public static int Width => 512;

    public static bool IsLoaded => WideLibrary.IsLoaded<Wide512, Multiply512<X86>, Vector512<ulong>>();

    public static int Batch => 512;

    [LibraryImport(WideLibrary.Name, EntryPoint = "aesmodes_wide512_ctr_le32")]
    public static partial void XorLittleEndian(byte* roundKeys, int rounds, byte* counter, byte* source, byte* destination, nuint size);

    [LibraryImport(WideLibrary.Name, EntryPoint = "aesmodes_wide512_ctr_be64")]
    public static partial void XorBigEndian(byte* roundKeys, int rounds, byte* counter, byte* source, byte* destination, nuint size);

    [LibraryImport(WideLibrary.Name, EntryPoint = "aesmodes_wide512_gcm_siv_decrypt")]
    public static partial void DecryptAndAbsorb(byte* roundKeys, int rounds, byte* powers, byte* counter, byte* hash, byte* source, byte* destination, nuint size);

    [LibraryImport(WideLibrary.Name, EntryPoint = "aesmodes_wide512_aez_pass1")]
    public static partial void AezPass1(byte* keys, byte* multipleOfI, byte* sum, byte* source, byte* destination, nuint size);

    [LibraryImport(WideLibrary.Name, EntryPoint = "aesmodes_wide512_aez_pass2")]
    public static partial void AezPass2(byte* keys, byte* multipleOfI, byte* sum, byte* s, byte* text, nuint size);
}

/// <summary>Native functions with AES on two blocks.</summary>
internal readonly unsafe partial struct Wide256 : IWideKernels
{
    public static int Width => 256;

    public static bool IsLoaded => WideLibrary.IsLoaded<Wide256, Multiply256<X86>, Vector256<ulong>>();

    public static int Batch => 256;

    [LibraryImport(WideLibrary.Name, EntryPoint = "aesmodes_wide256_ctr_le32")]
    public static partial void XorLittleEndian(byte* roundKeys, int rounds, byte* counter, byte* source, byte* destination, nuint size);

    [LibraryImport(WideLibrary.Name, EntryPoint = "aesmodes_wide256_ctr_be64")]
    public static partial void XorBigEndian(byte* roundKeys, int rounds, byte* counter, byte* source, byte* destination, nuint size);

    [LibraryImport(WideLibrary.Name, EntryPoint = "aesmodes_wide256_gcm_siv_decrypt")]
    public static partial void DecryptAndAbsorb(byte* roundKeys, int rounds, byte* powers, byte* counter, byte* hash, byte* source, byte* destination, nuint size);

    [LibraryImport(WideLibrary.Name, EntryPoint = "aesmodes_wide256_aez_pass1")]
    public static partial void AezPass1(byte* keys, byte* multipleOfI, byte* sum, byte* source, byte* destination, nuint size);

    [LibraryImport(WideLibrary.Name, EntryPoint = "aesmodes_wide256_aez_pass2")]
    public static partial void AezPass2(byte* keys, byte* multipleOfI, byte* sum, byte* s, byte* text, nuint size);
}
