using System.Collections.Concurrent;
using AesModes.Tool.Files;
using Microsoft.Win32.SafeHandles;

namespace AesModes.Tests.Tool;

/// <summary>How a file takes its name. Each way is for file systems that lack the ways before it.</summary>
public enum Naming
{
    /// <summary>The file has no name while it is written. Only on Linux.</summary>
    Unnamed,

    /// <summary>The file is renamed without replacing another one. Only on Linux.</summary>
    Rename,

    /// <summary>The file gets a second name and loses the first. On every Unix.</summary>
    Link,

    /// <summary>The file replaces an empty file that reserves the name.</summary>
    Placeholder,

    /// <summary>The system's own way.</summary>
    Real,
}

/// <summary>A file system that lacks some ways to name a file, and that records the operations on the file.</summary>
internal sealed class TestFileSystem(Naming naming) : FileSystem
{
    private const int OperationNotPermitted = 1;

    /// <summary>Linux has all ways, other Unix systems have the last two, and Windows has its own.</summary>
    public static TheoryData<Naming> Namings =>
        OperatingSystem.IsLinux() ? [Naming.Unnamed, Naming.Rename, Naming.Link, Naming.Placeholder]
        : OperatingSystem.IsWindows() ? [Naming.Real]
        : [Naming.Link, Naming.Placeholder];

    public static MatrixTheoryData<Naming, bool> NamingsAndForce => new(Namings.Select(row => row.Data), [false, true]);

    public ConcurrentQueue<string> Events { get; } = new();

    /// <summary>Called just before the file takes its name.</summary>
    public Action? BeforeName { get; init; }

    /// <summary>Called instead of the flush to disk.</summary>
    public Action? Flush { get; init; }

    public bool ReplaceFails { get; init; }

    /// <summary>Creates the exception of a folder that rejects a new file.</summary>
    public Func<string, Exception>? RefuseFile { get; init; }

    /// <summary>The path of the last file that was created with a name.</summary>
    public string? Path { get; private set; }

    public override FileStream? CreateUnnamed(string folder, UnixFileMode mode) =>
        naming is Naming.Unnamed or Naming.Real && base.CreateUnnamed(folder, mode) is { } stream ? new RecordedStream(stream, this) : null;

    public override FileStream CreateNamed(string path, UnixFileMode mode, FileOptions fileOptions)
    {
        Path = path;
        if (RefuseFile is { } refuse)
        {
            throw refuse(path);
        }

        return new RecordedStream(base.CreateNamed(path, mode, fileOptions), this);
    }

    public override int Name(SafeFileHandle file, string path)
    {
        Reach();
        return base.Name(file, path);
    }

    public override int RenameToFree(string path, string newPath)
    {
        if (naming != Naming.Rename)
        {
            return UnixCalls.NotSupported;
        }

        Reach();
        return base.RenameToFree(path, newPath);
    }

    public override int Link(string path, string newPath)
    {
        Reach();
        return naming == Naming.Placeholder ? OperationNotPermitted : base.Link(path, newPath);
    }

    public override void MoveToFree(string path, string newPath)
    {
        Reach();
        base.MoveToFree(path, newPath);
    }

    public override void Replace(string path, string newPath)
    {
        Events.Enqueue("name");
        if (ReplaceFails)
        {
            throw new IOException("The disk is full.");
        }

        base.Replace(path, newPath);
    }

    private void Reach()
    {
        Events.Enqueue("name");
        BeforeName?.Invoke();
    }

    /// <summary>Keeps the stream that owns the handle alive.</summary>
    private sealed class RecordedStream(FileStream stream, TestFileSystem system) : FileStream(stream.SafeFileHandle, FileAccess.ReadWrite, bufferSize: 0)
    {
        public override void Write(ReadOnlySpan<byte> buffer)
        {
            system.Events.Enqueue("write");
            base.Write(buffer);
        }

        public override void Flush(bool flushToDisk)
        {
            if (!flushToDisk)
            {
                base.Flush(false);
            }
            else if (system.Flush is { } flush)
            {
                flush();
            }
            else
            {
                base.Flush(true);
            }

            if (flushToDisk)
            {
                system.Events.Enqueue("flush");
            }
        }

        protected override void Dispose(bool disposing)
        {
            base.Dispose(disposing);
            stream.Dispose();
        }
    }
}
