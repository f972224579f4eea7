using System.Collections.Concurrent;
using System.Runtime.InteropServices;

namespace AesModes.Benchmarks.Peers;

/// <summary>Finds the native libraries that peers bind. In one place, as an assembly can have one resolver only.</summary>
internal static class BoundLibrary
{
    private static readonly ConcurrentDictionary<string, nint> _handles = CreateHandles();

    /// <summary>Loads the first of the files that there is, for all imports from <paramref name="name"/>.</summary>
    /// <param name="name">As in the imports.</param>
    /// <param name="fileNames">What systems call it.</param>
    /// <returns>Whether there is one.</returns>
    public static bool TryLoad(string name, IEnumerable<string> fileNames)
    {
        foreach (string fileName in fileNames)
        {
            if (NativeLibrary.TryLoad(fileName, typeof(BoundLibrary).Assembly, null, out nint handle))
            {
                _handles[name] = handle;
                return true;
            }
        }

        return false;
    }

    private static ConcurrentDictionary<string, nint> CreateHandles()
    {
        ConcurrentDictionary<string, nint> handles = new();
        NativeLibrary.SetDllImportResolver(typeof(BoundLibrary).Assembly, (name, _, _) => handles.GetValueOrDefault(name));
        return handles;
    }
}
