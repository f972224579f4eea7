using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using System.Text.Unicode;

namespace AesModes.Tool.Files;

/// <summary>Reads passphrases from the terminal or a descriptor, into pinned memory, which the caller disposes.</summary>
internal static class Passphrase
{
    public const int MaxSize = 1024;

    private const int Backspace = '\b';

    /// <summary>The maximum time that the command takes to notice a signal.</summary>
    private const int PollMilliseconds = 100;

    /// <summary>Asks once, or twice for a new passphrase. The terminal does not show the input.</summary>
    public static SecretBuffer Ask(bool isNew, CancellationToken cancellation)
    {
        if (Console.IsInputRedirected)
        {
            throw new CommandFailure("--passphrase needs a terminal, but standard input is not one. Use --passphrase-fd N to read the passphrase from descriptor N.");
        }

        using HiddenTerminal terminal = new(cancellation);
#pragma warning disable CA2000 // The result owns it.
        SecretBuffer first = Ask("Passphrase: ", terminal, cancellation);
#pragma warning restore CA2000
        try
        {
            if (isNew)
            {
                using SecretBuffer second = Ask("Repeat the passphrase: ", terminal, cancellation);
                if (!CryptographicOperations.FixedTimeEquals(first.Bytes, second.Bytes))
                {
                    throw new CommandFailure("The two passphrases differ. Nothing was written.");
                }
            }

            return first;
        }
        catch
        {
            first.Dispose();
            throw;
        }
    }

    /// <summary>Reads up to the first line end, or to the end.</summary>
    public static SecretBuffer ReadDescriptor(int descriptor)
    {
        using Stream stream = OpenDescriptor(descriptor);
        try
        {
            SecretBuffer line = ReadLine(stream, CancellationToken.None);

            // If it is a file, the stream reads without moving the descriptor. This getter moves it, for whoever reads the next line.
            _ = (stream as FileStream)?.SafeFileHandle;
            return line;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or NotSupportedException)
        {
            throw NotReadable(descriptor);
        }
    }

    /// <summary>Reads byte by byte, because the bytes after the line are for others.</summary>
    public static SecretBuffer ReadLine(Stream stream, CancellationToken cancellation)
    {
        using SecretBuffer line = new(MaxSize + 2);
        int size = 0;
        bool hasLineEnd = false;
        while (!hasLineEnd && size < line.Bytes.Length && stream.Read(line.Bytes.AsSpan(size, 1)) == 1)
        {
            cancellation.ThrowIfCancellationRequested();
            hasLineEnd = line.Bytes[size] == '\n';
            size += hasLineEnd ? 0 : 1;
        }

        return Check(line.Bytes.AsSpan(0, hasLineEnd && size > 0 && line.Bytes[size - 1] == '\r' ? size - 1 : size));
    }

    private static SecretBuffer Check(ReadOnlySpan<byte> bytes)
    {
        if (bytes.IsEmpty)
        {
            throw new CommandFailure("The passphrase is empty.");
        }

        if (bytes.Length > MaxSize)
        {
            throw new CommandFailure("The passphrase is longer than 1,024 bytes. For random bytes, use a key file.");
        }

        if (!Utf8.IsValid(bytes))
        {
            throw new CommandFailure("The passphrase is not valid UTF-8. For random bytes, use a key file.");
        }

        SecretBuffer passphrase = new(bytes.Length);
        bytes.CopyTo(passphrase.Bytes);
        return passphrase;
    }

    private static Stream OpenDescriptor(int descriptor)
    {
        if (OperatingSystem.IsWindows())
        {
            return Console.IsInputRedirected ? Console.OpenStandardInput() : throw NotReadable(descriptor);
        }

        // The files of the runtime and of this command are closed on exec. One of them may have this number.
        if (!UnixCalls.IsInherited(descriptor))
        {
            throw new CommandFailure(string.Create(CultureInfo.InvariantCulture, $"Descriptor {descriptor} is not open. A shell opens it with {descriptor}<FILE."));
        }

        if (UnixCalls.IsTerminal(descriptor))
        {
            throw new CommandFailure(string.Create(CultureInfo.InvariantCulture, $"Descriptor {descriptor} is a terminal, which shows what is typed. Use --passphrase."));
        }

        try
        {
            return StandardStreams.OpenDescriptor(descriptor);
        }
        catch (Exception e) when (e is ArgumentException or IOException or UnauthorizedAccessException)
        {
            throw NotReadable(descriptor);
        }
    }

    private static CommandFailure NotReadable(int descriptor) => new(string.Create(CultureInfo.InvariantCulture, $"Descriptor {descriptor} cannot be read."));

    private static SecretBuffer Ask(string prompt, HiddenTerminal terminal, CancellationToken cancellation)
    {
        Console.Error.Write(prompt);
        try
        {
            return OperatingSystem.IsWindows() ? ReadKeys(cancellation) : ReadLine(terminal, cancellation);
        }
        finally
        {
            Console.Error.WriteLine();
        }
    }

    /// <summary>On Windows, the console returns characters.</summary>
    private static SecretBuffer ReadKeys(CancellationToken cancellation)
    {
        using SecretBuffer line = new(MaxSize + 4);
        int size = 0;
        Span<char> pair = stackalloc char[2];
        pair.Clear();
        while (size <= MaxSize)
        {
            cancellation.ThrowIfCancellationRequested();
            char key = Console.ReadKey(intercept: true).KeyChar;
            if (key is '\r' or '\n')
            {
                break;
            }

            if (key == Backspace)
            {
                // Goes back to the first byte of the last character.
                while (size > 0 && (line.Bytes[--size] & 0xc0) == 0x80)
                {
                }
            }
            else if (char.IsHighSurrogate(key))
            {
                pair[0] = key;
            }
            else if (key != '\0')
            {
                pair[1] = key;
                size += Encoding.UTF8.GetBytes(char.IsLowSurrogate(key) ? pair : pair[1..], line.Bytes.AsSpan(size));
            }
        }

        pair.Clear();
        return Check(line.Bytes.AsSpan(0, size));
    }

    /// <summary>The terminal on standard input. It hides what is typed, until it is disposed or a signal comes.</summary>
    private sealed class HiddenTerminal : Stream
    {
        private readonly CancellationToken _cancellation;
        private readonly CancellationTokenRegistration _registration;
        private readonly byte[] _settings = new byte[UnixCalls.TerminalSize];
        private readonly Stream _input = StandardStreams.OpenInput();

        public HiddenTerminal(CancellationToken cancellation)
        {
            _cancellation = cancellation;
            if (!OperatingSystem.IsWindows())
            {
                UnixCalls.HideTyping(_settings);
                _registration = cancellation.Register(Show);
            }
        }

        public override bool CanRead => true;

        public override bool CanSeek => false;

        public override bool CanWrite => false;

        public override long Length => throw new NotSupportedException();

        public override long Position
        {
            get => throw new NotSupportedException();
            set => throw new NotSupportedException();
        }

        public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

        public override int Read(Span<byte> buffer)
        {
            // A blocking read would not end after a signal.
            while (!OperatingSystem.IsWindows() && !UnixCalls.HasInput(PollMilliseconds))
            {
                _cancellation.ThrowIfCancellationRequested();
            }

            return _input.Read(buffer);
        }

        public override void Flush()
        {
        }

        public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

        public override void SetLength(long value) => throw new NotSupportedException();

        public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

        protected override void Dispose(bool disposing)
        {
            if (disposing)
            {
                _registration.Dispose();
                Show();
                _input.Dispose();
            }

            base.Dispose(disposing);
        }

        private void Show()
        {
            if (!OperatingSystem.IsWindows())
            {
                UnixCalls.RestoreTerminal(_settings);
            }
        }
    }
}
