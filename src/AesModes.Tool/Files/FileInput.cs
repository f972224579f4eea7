namespace AesModes.Tool.Files;

/// <summary>IN: a file or standard input, with its name for messages. The caller disposes the stream.</summary>
internal sealed class FileInput(Stream stream, string name)
{
    public FileInput(FileStream file)
        : this(file, file.Name)
    {
    }

    public Stream Stream => stream;

    public string Name => name;

#pragma warning disable CA2000 // The caller disposes of it.

    public static FileInput Open(string path) =>
        path == StandardStreams.Name ? new FileInput(StandardStreams.OpenInput(), "standard input") : new FileInput(FileParameters.OpenInput(path));

#pragma warning restore CA2000

    /// <exception cref="CommandFailure">The file is shorter.</exception>
    public byte[] ReadExactly(int count)
    {
        byte[] bytes = new byte[count];
        return stream.ReadAtLeast(bytes, count, throwOnEndOfStream: false) == count ? bytes : throw Truncated();
    }

    public CommandFailure Truncated() => new($"{name} is truncated: it ends before its ciphertext begins.");
}
