namespace AesModes.Backends.Hardware;

/// <summary>The native library of the package AesModes.Wide. Nothing is loaded before the first call of <see cref="TryLoad{TWide, TMultiply, TVector}"/>.</summary>
internal static class WideLibrary
{
    public const string Name = "aesmodes_wide";

    private const string LinkedSwitch = "AesModes.IsWideLinked";

    private static readonly Lazy<bool> _isLoaded = new(Load);

    /// <summary>Whether the library is there, the CPU has the instructions, and each function gives what managed code gives. Further calls return the same.</summary>
    public static bool TryLoad<TWide, TMultiply, TVector>()
        where TWide : struct, IWideKernels
        where TMultiply : struct, IMultiply<TVector>
        where TVector : struct => Checked<TWide, TMultiply, TVector>.Result.Value;

    /// <summary>The same for the widest AES that there is.</summary>
    public static bool TryLoad() => TryLoad<Wide512, Multiply512<X86>, Vector512<ulong>>() || TryLoad<Wide256, Multiply256<X86>, Vector256<ulong>>();

    /// <summary>Whether a call of <see cref="TryLoad{TWide, TMultiply, TVector}"/> was right.</summary>
    public static bool IsLoaded<TWide, TMultiply, TVector>()
        where TWide : struct, IWideKernels
        where TMultiply : struct, IMultiply<TVector>
        where TVector : struct => Checked<TWide, TMultiply, TVector>.Result is { IsValueCreated: true, Value: true };

    private static bool Load()
    {
        if (!OperatingSystem.IsLinux() && !OperatingSystem.IsWindows())
        {
            return false;
        }

        // A program of NativeAOT may have the functions in it.
        if (!RuntimeFeature.IsDynamicCodeSupported && AppContext.TryGetSwitch(LinkedSwitch, out bool isLinked) && isLinked)
        {
            return true;
        }

        // By its whole path alone: a search could find another file of that name. An application that is built for several systems has a folder for each.
        string file = OperatingSystem.IsWindows() ? $"{Name}.dll" : $"lib{Name}.so";
        string folder = OperatingSystem.IsWindows() ? "win-x64" : "linux-x64";
        foreach (string path in (string[])[Path.Combine(AppContext.BaseDirectory, file), Path.Combine(AppContext.BaseDirectory, "runtimes", folder, "native", file)])
        {
            if (File.Exists(path) && NativeLibrary.TryLoad(path, out nint handle))
            {
                NativeLibrary.SetDllImportResolver(typeof(WideLibrary).Assembly, (name, _, _) => name == Name ? handle : 0);
                return true;
            }
        }

        return false;
    }

    private static class Checked<TWide, TMultiply, TVector>
        where TWide : struct, IWideKernels
        where TMultiply : struct, IMultiply<TVector>
        where TVector : struct
    {
        public static readonly Lazy<bool> Result = new(() => WideChecks.HasInstructions(TWide.Width) && _isLoaded.Value && Agrees());

        private static bool Agrees()
        {
            try
            {
                return WideChecks.Agrees<TWide, TMultiply, TVector>();
            }
            catch (EntryPointNotFoundException)
            {
                // The library of another version.
                return false;
            }
        }
    }
}
