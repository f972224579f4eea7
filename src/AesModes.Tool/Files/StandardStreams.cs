using Microsoft.Win32.SafeHandles;

namespace AesModes.Tool.Files;

/// <summary>Standard input and output as raw bytes, without a buffer, which would keep a copy of the data.</summary>
internal static class StandardStreams
{
    /// <summary>Their name on the command line. "./-" names a file that is called "-".</summary>
    public const string Name = "-";

    private const int Input = 0;
    private const int Output = 1;

#pragma warning disable CA2000 // A stream owns the handle that it is made of.

    public static Stream OpenInput()
    {
        EnlargePipe(Input);
        return OperatingSystem.IsWindows() ? Console.OpenStandardInput() : OpenDescriptor(Input);
    }

    /// <summary>Opens a stream on an open descriptor, which stays open.</summary>
    public static FileStream OpenDescriptor(int descriptor) => new(new SafeFileHandle(descriptor, ownsHandle: false), FileAccess.Read, bufferSize: 0);

    /// <summary>On Unix, it does not use the console's stream, which ignores that the pipe has no reader any more.</summary>
    public static StandardOutput OpenOutput()
    {
        EnlargePipe(Output);
        return new StandardOutput(
            OperatingSystem.IsWindows() ? Console.OpenStandardOutput() : new FileStream(new SafeFileHandle(Output, ownsHandle: false), FileAccess.Write, bufferSize: 0));
    }

    private static void EnlargePipe(int descriptor)
    {
        if (OperatingSystem.IsLinux())
        {
            LinuxCalls.EnlargePipe(descriptor);
        }
    }
}

/// <summary>Standard output. Its output cannot be taken back, even if it is a file.</summary>
internal sealed class StandardOutput(Stream stream) : Stream
{
    /// <summary>Whether anything was written.</summary>
    public bool HasWritten { get; private set; }

    public override bool CanRead => false;

    public override bool CanSeek => false;

    public override bool CanWrite => true;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    public override void Write(byte[] buffer, int offset, int count) => Write(buffer.AsSpan(offset, count));

    public override void Write(ReadOnlySpan<byte> buffer)
    {
        HasWritten |= !buffer.IsEmpty;
        stream.Write(buffer);
    }

    public override void Flush() => stream.Flush();

    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    protected override void Dispose(bool disposing)
    {
        if (disposing)
        {
            // If it is a file, .NET writes at positions. The handle's getter moves the descriptor, for later output of other programs.
            _ = (stream as FileStream)?.SafeFileHandle;
            stream.Dispose();
        }

        base.Dispose(disposing);
    }
}
