// Linked in, not looked for.
[assembly: DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]

namespace AesModes.ConstantTime;

/// <summary>Bytes that valgrind takes for undefined until they are declassified: it reports every branch and every address made from them.</summary>
internal static unsafe partial class Secret
{
    /// <summary>For the control: nothing is declassified any more.</summary>
    public static bool KeepAll { get; set; }

    /// <summary>A copy that is a secret, in memory that does not move.</summary>
    public static byte[] Of(ReadOnlySpan<byte> bytes)
    {
        byte[] secret = GC.AllocateUninitializedArray<byte>(bytes.Length, pinned: true);
        bytes.CopyTo(secret);
        fixed (byte* address = secret)
        {
            Mark(address, (nuint)secret.Length);
        }

        return secret;
    }

    /// <summary>The one place where secrets become public: for the library by <c>Declassified</c>, for checks of results by <see cref="Results"/>.</summary>
    public static void Declassify(Span<byte> bytes)
    {
        if (KeepAll)
        {
            return;
        }

        fixed (byte* address = bytes)
        {
            Declassify(address, (nuint)bytes.Length);
        }
    }

    /// <summary>How many bytes depend on nothing secret: there the marks got lost, or never went.</summary>
    public static int CountPublic(ReadOnlySpan<byte> bytes)
    {
        fixed (byte* address = bytes)
        {
            return (int)CountPublic(address, (nuint)bytes.Length);
        }
    }

    /// <summary>Whether valgrind looks on.</summary>
    [LibraryImport("secrets", EntryPoint = "secrets_is_watched")]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool IsWatched();

    [LibraryImport("secrets", EntryPoint = "secrets_mark")]
    private static partial void Mark(void* address, nuint length);

    [LibraryImport("secrets", EntryPoint = "secrets_declassify")]
    private static partial void Declassify(void* address, nuint length);

    [LibraryImport("secrets", EntryPoint = "secrets_count_public")]
    private static partial nuint CountPublic(void* address, nuint length);

    /// <summary>What valgrind reported so far.</summary>
    [LibraryImport("secrets", EntryPoint = "secrets_count_reports")]
    public static partial int CountReports();
}
