namespace AesModes.Backends.Hardware;

/// <summary>The native library of the package AesModes.Wide. The first call of <see cref="TryLoad{TWide, TMultiply, TVector}"/> loads it.</summary>
internal static class WideLibrary
{
    public const string Name = "aesmodes_wide";

    private const string LinkedSwitch = "AesModes.IsWideLinked";

    private static readonly Lazy<bool> _isLoaded = new(Load);

    /// <summary>Whether the library exists, the CPU has the instructions, and each function gives the same results as managed code. Later calls return the first result.</summary>
    public static bool TryLoad<TWide, TMultiply, TVector>()
        where TWide : struct, IWideKernels
        where TMultiply : struct, IMultiply<TVector>
        where TVector : struct => Checked<TWide, TMultiply, TVector>.Result.Value;

    /// <summary>Loads the library for the widest AES that this machine has.</summary>
    public static bool TryLoad() => TryLoad<Wide512, Multiply512<X86>, Vector512<ulong>>() || TryLoad<Wide256, Multiply256<X86>, Vector256<ulong>>();

    /// <summary>Whether <see cref="TryLoad{TWide, TMultiply, TVector}"/> was called and returned <c>true</c>.</summary>
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

        // A NativeAOT program may have the functions linked in. The same project on the JIT has the switch, but not the functions.
        if (!SelfTest.IsLazy && AppContext.TryGetSwitch(LinkedSwitch, out bool isLinked) && isLinked)
        {
            return true;
        }

        // By full path only: a search could find another file of that name. An application that is built for several systems has a folder for each.
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
                // The library has another version.
                return false;
            }
        }
    }
}
