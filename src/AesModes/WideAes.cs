using AesModes.Backends.Hardware;

namespace AesModes;

/// <summary>Makes long messages faster, with the native library of the package AesModes.Wide, on x64 CPUs with AES instructions on 256 or 512 bits.</summary>
/// <remarks>AesModes loads no native code of its own unless you call <see cref="TryEnable"/>. All members are thread-safe.</remarks>
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
    /// Loads the library, compares its functions with managed code, and uses it for instances that are created afterwards. You can call it more than once.
    /// </summary>
    /// <returns>
    /// <c>true</c> if new instances use the library. <c>false</c> if the package AesModes.Wide is not referenced, the system is not Linux or Windows on x64, or the
    /// CPU or the system lacks the instructions. Also <c>false</c> if the library's results are wrong, a self-test failed, or the AppContext switch
    /// <c>AesModes.DisableHardware</c> is on. With NativeAOT, also <c>false</c> if <c>IlcInstructionSet</c> is not set, and on some CPUs if it is
    /// <c>native</c>: set it to <c>x86-64-v3</c> or <c>x86-64-v4</c> (docs/wide.md).
    /// </returns>
    /// <remarks>
    /// The method loads the library only from the folder of the application, or from <c>runtimes/linux-x64/native</c> or
    /// <c>runtimes/win-x64/native</c> in it. On Linux, the property <c>LinkAesModesWide</c> links it into a NativeAOT program instead. If the method returns <c>true</c>,
    /// <see cref="AesGcmSiv.BackendDescription"/> begins with "x86-wide".
    /// </remarks>
    public static bool TryEnable() => WideLibrary.TryLoad() && Backend.TryMakeWideDefault();
}
