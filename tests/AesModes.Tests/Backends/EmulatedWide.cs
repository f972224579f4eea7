using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics.X86;
using AesModes.Backends.Hardware;

namespace AesModes.Tests.Backends;

/// <summary>The C code of AesModes.Wide, compiled with 128-bit instructions in place of the wide ones. Every CPU with AES instructions can run it.</summary>
internal readonly unsafe struct EmulatedWide : IWideKernels
{
    private static readonly nint _library = Load();

    public static int Width => 128;

    public static bool IsLoaded => _library != 0;

    public static int Batch => 256;

    // Small, so that every test's messages reach the native functions.
    public static int LeastCtrSize => Batch;

    public static int LeastDecryptionSize => Batch;

    public static int LeastAezSize => 512;

    private static readonly delegate* unmanaged<byte*, int, byte*, byte*, byte*, nuint, void> _xorLittleEndian =
        (delegate* unmanaged<byte*, int, byte*, byte*, byte*, nuint, void>)Find("ctr_le32");

    private static readonly delegate* unmanaged<byte*, int, byte*, byte*, byte*, nuint, void> _xorBigEndian =
        (delegate* unmanaged<byte*, int, byte*, byte*, byte*, nuint, void>)Find("ctr_be64");

    private static readonly delegate* unmanaged<byte*, int, byte*, byte*, byte*, byte*, byte*, nuint, void> _decryptAndAbsorb =
        (delegate* unmanaged<byte*, int, byte*, byte*, byte*, byte*, byte*, nuint, void>)Find("gcm_siv_decrypt");

    private static readonly delegate* unmanaged<byte*, byte*, byte*, byte*, byte*, nuint, void> _aezPass1 =
        (delegate* unmanaged<byte*, byte*, byte*, byte*, byte*, nuint, void>)Find("aez_pass1");

    private static readonly delegate* unmanaged<byte*, byte*, byte*, byte*, byte*, nuint, void> _aezPass2 =
        (delegate* unmanaged<byte*, byte*, byte*, byte*, byte*, nuint, void>)Find("aez_pass2");

    public static void XorLittleEndian(byte* roundKeys, int rounds, byte* counter, byte* source, byte* destination, nuint size) =>
        _xorLittleEndian(roundKeys, rounds, counter, source, destination, size);

    public static void XorBigEndian(byte* roundKeys, int rounds, byte* counter, byte* source, byte* destination, nuint size) =>
        _xorBigEndian(roundKeys, rounds, counter, source, destination, size);

    public static void DecryptAndAbsorb(byte* roundKeys, int rounds, byte* powers, byte* counter, byte* hash, byte* source, byte* destination, nuint size) =>
        _decryptAndAbsorb(roundKeys, rounds, powers, counter, hash, source, destination, size);

    public static void AezPass1(byte* keys, byte* multipleOfI, byte* sum, byte* source, byte* destination, nuint size) =>
        _aezPass1(keys, multipleOfI, sum, source, destination, size);

    public static void AezPass2(byte* keys, byte* multipleOfI, byte* sum, byte* s, byte* text, nuint size) =>
        _aezPass2(keys, multipleOfI, sum, s, text, size);

    /// <summary>Loads the library's native functions, so that the tests of every backend include them.</summary>
    [ModuleInitializer]
    internal static void LoadWide()
    {
        if (Environment.GetEnvironmentVariable(StartupHook.Wide) is not null)
        {
            return;
        }

        // Select the default backend first, as in a process that does not enable AesModes.Wide.
        _ = Backend.Default;
        _ = WideLibrary.TryLoad<Wide512, Multiply512<X86>, Vector512<ulong>>();
        _ = WideLibrary.TryLoad<Wide256, Multiply256<X86>, Vector256<ulong>>();
    }

    public static void SkipUnlessLoaded() => Assert.SkipUnless(IsLoaded, "AesModes.Wide was not built, or this process does not have AES instructions");

    private static nint Load() =>
        Aes.IsSupported && Pclmulqdq.IsSupported && Ssse3.IsSupported
        && NativeLibrary.TryLoad(Path.Combine(AppContext.BaseDirectory, "libaesmodes_wide_emulated.so"), out nint library) ? library : 0;

    private static nint Find(string name) => _library == 0 ? 0 : NativeLibrary.GetExport(_library, $"aesmodes_wide128_{name}");
}
