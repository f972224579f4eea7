using AesModes.Backends.Hardware;

namespace AesModes;

/// <summary>Lets the modes run on the native library of the package AesModes.Wide, on x64 CPUs with AES instructions on 256 or 512 bits.</summary>
/// <remarks>Without a call of <see cref="TryEnable"/> AesModes loads no native code. All members are safe for concurrent use.</remarks>
/// <example>
/// <code>
/// using AesModes;
///
/// bool isWide = WideAes.TryEnable();   // before the first instance is made
/// </code>
/// </example>
public static class WideAes
{
    /// <summary>
    /// Loads the library, compares each of its functions with managed code, and makes it what instances run on that are made after this. Further calls
    /// do nothing and return the same.
    /// </summary>
    /// <returns>
    /// True if instances made from now on use the library. False if the package AesModes.Wide is not referenced, the CPU or the operating system lacks the
    /// instructions, a function gives a wrong result, or the AppContext switch AesModes.DisableHardware is on.
    /// </returns>
    /// <remarks>
    /// The library is loaded from the folder of the application, or from runtimes/linux-x64/native or runtimes/win-x64/native in it, and from nowhere else.
    /// <see cref="AesGcmSiv.BackendDescription"/> begins with "x86-wide" afterwards.
    /// </remarks>
    public static bool TryEnable() => WideLibrary.TryLoad() && Backend.TryMakeWideDefault();
}
