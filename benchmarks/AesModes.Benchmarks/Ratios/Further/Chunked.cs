using System.Buffers.Binary;
using System.Diagnostics;
using System.Globalization;
using System.Text;
using AesModes.Modes;

namespace AesModes.Benchmarks.Ratios.Further;

/// <summary>Chunked streams beside AES-GCM-SIV of as many bytes in messages of 16 KiB, random reads beside the opening of one such message, and files on all cores beside one.</summary>
internal sealed class Chunked() : FurtherExperiment("chunked")
{
    private const int Mebibyte = 1 << 20;
    private const int Chunk = ChunkedFormat.ChunkSize;
    private const int SealedChunk = ChunkedFormat.SealedChunkSize;
    private const int PieceSize = 100;
    private const int FileSize = 512 * Mebibyte;
    private const string OneCore = "file, one core";
    private const string AllCores = "file, all cores";
    private const string TwoFiles = "two files of half the size, one core each";

    private static readonly int[] _sizes = [Mebibyte, 16 * Mebibyte];

    private static readonly Column<Line>[] _columns =
    [
        new("what", "Name", line => line.Row.Row.Name),
        new(null, "BestNanoseconds", line => line.Row.Best),
        new("MB/s", "MegabytesPerSecond", line => line.Row.Row.Bytes == 0 ? null : line.Row.MegabytesPerSecond, "N0"),
        new("µs", null, line => line.Row.Best / 1000, "N1"),
        new("beside", "Beside", line => line.Base?.Row.Name),
        new("times as fast", "SpeedAgainst", line => line.Speed, "F2"),
        new("bytes allocated", "AllocatedBytes", line => line.Row.AllocatedBytes, "F0"),
    ];

    public override Findings Measure(int rounds)
    {
        Console.Error.WriteLine($"{Name} …");
        List<Line> lines = [];
        List<Target> targets = [];
        Comparison streams = Comparison.Measure([.. (Settings.GivenSizes ?? _sizes).SelectMany(size => CreateStreamRows(size)), .. CreateOpenStreamRows()], rounds);
        foreach (int size in Settings.GivenSizes ?? _sizes)
        {
            foreach (Operation operation in OperationNames.All)
            {
                Line line = new(streams[Title("chunked stream", size, operation)], streams[Title("AES-GCM-SIV, 16 KiB a message", size, operation)]);
                lines.AddRange([new Line(line.Base!, null), line]);
                targets.Add(CreateTarget(line, 0.93));
            }

            lines.Add(new Line(streams[Title("AES-GCM-SIV, 16 KiB a message, no stream", size, Operation.Decrypt)], null));
        }

        foreach (RowResult row in streams.Rows.Where(row => row.Row.Name.StartsWith("open stream", StringComparison.Ordinal)))
        {
            lines.Add(new Line(row, null));
            targets.Add(new Target($"{row.Row.Name}, managed bytes allocated", 0, false, row.AllocatedBytes));
        }

        // In memory, and what is read lies anywhere in it: both rows wait for the same cache misses.
        int large = GC.GetGCMemoryInfo().TotalAvailableMemoryBytes > 6L * 1024 * Mebibyte ? 1024 * Mebibyte : 64 * Mebibyte;
        Comparison reads = Comparison.Measure(CreateReadRows(large), rounds);
        Line read = new(reads.Rows[1], reads.Rows[0]);
        lines.AddRange([new Line(read.Base!, null), read]);
        targets.Add(new Target($"{read.Row.Row.Name}, times as long as opening one", 1.3, false, 1 / read.Speed));

        using TemporaryFiles files = new();
        RowResult[] whole = MeasureFiles(files, streams.Speed);
        foreach (Operation operation in OperationNames.All)
        {
            RowResult Find(string name) => whole.Single(row => row.Row.Name == $"{name}: {operation.Verb()}");
            Line line = new(Find(AllCores), Find(OneCore));
            lines.AddRange([new Line(line.Base!, null), line, new Line(Find(TwoFiles), line.Base)]);
            targets.Add(CreateTarget(line, 1.8) with { NotHere = Environment.ProcessorCount < 2 ? "one core" : null });
        }

        return Tell(streams.Speed, $"{rounds} rounds", Tables.Create(lines, _columns), Tables.ToJson(lines, _columns), targets, streams.Faults, []);
    }

    /// <summary>A stream that encrypts twice.</summary>
    public override bool TestTheChecks()
    {
        const string Slow = "chunked stream that encrypts twice";
        Row[] rows = [.. CreateStreamRows(Mebibyte).Where(row => row.Name.Contains(Operation.Encrypt.Verb(), StringComparison.Ordinal))];
        Row slow = rows[1] with { Name = Slow, Repeat = calls => rows[1].Repeat(2 * calls) };
        Comparison comparison = Comparison.Measure([rows[0], slow], 50);
        return SelfTest.Tell(this, [Slow], _ => CreateTarget(new Line(comparison.Rows[1], comparison.Rows[0]), 0.93).IsMissed);
    }

    private static string Title(string what, int size, Operation operation) =>
        string.Create(CultureInfo.InvariantCulture, $"{what}: {operation.Verb()} {size:N0} bytes");

    private static Target CreateTarget(Line line, double bound) => new($"{line.Row.Row.Name}, times as fast as {line.Base!.Row.Name}", bound, true, line.Speed);

    /// <summary>
    /// Whole messages: a new stream for each, from memory to memory or to nowhere. The rows beside them have the same chunks in the same memory, each as a message under
    /// the key and the nonce that the format derives for it.
    /// </summary>
    private static IEnumerable<Row> CreateStreamRows(int size)
    {
        byte[] plaintext = new Message(Settings.KeySize, size).Plaintext.ToArray();
        byte[] key = new Message(Settings.KeySize, 0).Key;
        byte[] ciphertext = new byte[size];
        byte[] decrypted = new byte[size];
        byte[] tags = new byte[16 * ((size / Chunk) + 1)];
        byte[] input = new byte[SealedChunk];
        byte[] nonce = new byte[12];
        ChunkedAesGcmSiv chunked = new(key);
        MemoryStream message = new(new byte[ChunkedFormat.GetCiphertextLength(size)]);
        using (ChunkedEncryptionStream encryptor = chunked.CreateEncryptor(message, leaveOpen: true))
        {
            encryptor.Write(plaintext);
        }

        byte[] info =
        [
            .. Encoding.ASCII.GetBytes($"c2sp.org/chunked-encryption@v1+AEAD_AES_{8 * Settings.KeySize}_GCM_SIV"), 0, .. message.ToArray()[..ChunkedFormat.SaltSize],
        ];
        byte[] derived = new byte[Settings.KeySize + nonce.Length];
        HkdfExpand.Derive(key, info, derived);
        AesGcmSiv siv = new(derived.AsSpan(0, Settings.KeySize));
        ulong nonceEnd = BinaryPrimitives.ReadUInt64BigEndian(derived.AsSpan(Settings.KeySize + 4));
        derived.AsSpan(Settings.KeySize).CopyTo(nonce);

        void Pieces(Action<int, int> call)
        {
            for (int at = 0; at < size; at += Chunk)
            {
                BinaryPrimitives.WriteUInt64BigEndian(nonce.AsSpan(4), nonceEnd ^ (ulong)(at / Chunk));
                call(at, Math.Min(Chunk, size - at));
            }
        }

        void Encrypt() => Pieces((at, count) => siv.Encrypt(nonce.AsSpan(), plaintext.AsSpan(at, count), ciphertext.AsSpan(at, count), tags.AsSpan(at / Chunk * 16, 16)));
        void Decrypt() => Pieces((at, count) => siv.Decrypt(nonce.AsSpan(), ciphertext.AsSpan(at, count), tags.AsSpan(at / Chunk * 16, 16), decrypted.AsSpan(at, count)));

        // A stream cannot give bytes out without a copy.
        void DecryptFromStream()
        {
            message.Position = ChunkedFormat.HeaderSize;
            Pieces((at, count) =>
            {
                message.ReadExactly(input.AsSpan(0, count + 16));
                siv.Decrypt(nonce.AsSpan(), input.AsSpan(0, count), input.AsSpan(count, 16), decrypted.AsSpan(at, count));
            });
        }

        void EncryptStream()
        {
            using ChunkedEncryptionStream encryptor = chunked.CreateEncryptor(Stream.Null);
            encryptor.Write(plaintext);
        }

        void DecryptStream()
        {
            message.Position = 0;
            using Stream decryptor = chunked.CreateDecryptor(message, leaveOpen: true);
            decryptor.ReadExactly(decrypted);
            if (decryptor.ReadByte() >= 0)
            {
                throw new InvalidOperationException("The message has more plaintext than was encrypted.");
            }
        }

        foreach (Action decrypt in (Action[])[DecryptFromStream, DecryptStream])
        {
            Array.Clear(decrypted);
            decrypt();
            if (!decrypted.AsSpan().SequenceEqual(plaintext))
            {
                throw new InvalidOperationException("A decryption gives another plaintext.");
            }
        }

        Encrypt();
        return
        [
            new Row(Title("AES-GCM-SIV, 16 KiB a message", size, Operation.Encrypt), size, Row.Calls(Encrypt)),
            new Row(Title("chunked stream", size, Operation.Encrypt), size, Row.Calls(EncryptStream)),
            new Row(Title("AES-GCM-SIV, 16 KiB a message", size, Operation.Decrypt), size, Row.Calls(DecryptFromStream)),
            new Row(Title("AES-GCM-SIV, 16 KiB a message, no stream", size, Operation.Decrypt), size, Row.Calls(Decrypt)),
            new Row(Title("chunked stream", size, Operation.Decrypt), size, Row.Calls(DecryptStream)),
        ];
    }

    /// <summary>What chunks allocate, without the stream itself.</summary>
    private static IEnumerable<Row> CreateOpenStreamRows()
    {
        byte[] plaintext = new byte[16 * Chunk];
        ChunkedAesGcmSiv chunked = new(new byte[Settings.KeySize]);
        MemoryStream message = new();
        using (ChunkedEncryptionStream encryptor = chunked.CreateEncryptor(message, leaveOpen: true))
        {
            encryptor.Write(plaintext);
        }

        ChunkedEncryptionStream open = chunked.CreateEncryptor(Stream.Null);
        message.Position = 0;
        Stream decryptor = chunked.CreateDecryptor(message);
        byte[] decrypted = new byte[plaintext.Length];
        return
        [
            new Row("open stream: write 16 chunks", plaintext.Length, Row.Calls(() => open.Write(plaintext))),
            new Row("open stream: read 16 chunks", plaintext.Length, Row.Calls(() =>
            {
                decryptor.Position = 0;
                decryptor.ReadExactly(decrypted);
            })),
        ];
    }

    /// <summary>A few bytes anywhere in a large message, and one chunk of it opened by itself.</summary>
    private static Row[] CreateReadRows(int size)
    {
        ChunkedKey key = new(new ChunkedGcmSiv(Backend.Default!, Settings.KeySize), new byte[Settings.KeySize], typeof(Chunked));
        byte[] message = new byte[ChunkedFormat.GetCiphertextLength(size)];
        MessageKeys keys = key.CreateMessage([], message.AsSpan(0, ChunkedFormat.HeaderSize));
        byte[] plaintext = new byte[Chunk];
        int chunks = size / Chunk;
        for (int i = 0; i <= chunks; i++)
        {
            keys.Encrypt(i, i < chunks ? plaintext : [], message.AsSpan((int)ChunkedFormat.GetOffset(i)));
        }

        ChunkedDecryptionStream decryptor = new(key, new MemoryStream(message), default, leaveOpen: false);
        byte[] piece = new byte[PieceSize];
        Random random = new(16400);
        void Open()
        {
            int chunk = random.Next(chunks);
            if (!keys.TryDecrypt(chunk, message.AsSpan((int)ChunkedFormat.GetOffset(chunk), SealedChunk), plaintext))
            {
                throw new InvalidOperationException("A chunk does not open.");
            }
        }

        void Read()
        {
            decryptor.Position = random.NextInt64(chunks) * Chunk + random.Next(Chunk - PieceSize);
            decryptor.ReadExactly(piece);
        }

        string from = string.Create(CultureInfo.InvariantCulture, $"{size / Mebibyte:N0} MiB");
        return [new Row($"opening 16 KiB anywhere in {from}", 0, Row.Calls(Open)), new Row($"chunked stream: reading {PieceSize} bytes anywhere in {from}", 0, Row.Calls(Read))];
    }

    /// <summary>
    /// The rows take turns. The files of the turn before are deleted first, which is not timed: the system takes a sixth of an encryption's time for that. Two files at
    /// the same time are what two cores of this machine can do when they share no file.
    /// </summary>
    private static RowResult[] MeasureFiles(TemporaryFiles files, MachineSpeed speed)
    {
        const int UntimedTurns = 3;
        const int Turns = 20;
        ChunkedAesGcmSiv chunked = new(new byte[Settings.KeySize]);
        File.WriteAllBytes(files.Plaintext, new byte[FileSize]);
        File.WriteAllBytes(files.HalfPlaintext, new byte[FileSize / 2]);
        chunked.EncryptFile(files.Plaintext, files.Ciphertext);
        chunked.EncryptFile(files.HalfPlaintext, files.HalfCiphertext);
        files.FlushInputs();
        void Run(Operation operation, bool isHalf, string output, int cores)
        {
            if (operation == Operation.Encrypt)
            {
                chunked.EncryptFile(isHalf ? files.HalfPlaintext : files.Plaintext, output, maxDegreeOfParallelism: cores);
            }
            else
            {
                chunked.DecryptFile(isHalf ? files.HalfCiphertext : files.Ciphertext, output, maxDegreeOfParallelism: cores);
            }
        }

        Row Create(string name, Operation operation, Action run) => new($"{name}: {operation.Verb()}", FileSize, Row.Calls(run));
        RowResult[] rows =
        [
            .. OperationNames.All.SelectMany(operation => (Row[])
            [
                Create(OneCore, operation, () => Run(operation, false, files.Output, 1)),
                Create(AllCores, operation, () => Run(operation, false, files.Output, -1)),
                Create(TwoFiles, operation, () => Parallel.Invoke(() => Run(operation, true, files.Output, 1), () => Run(operation, true, files.SecondOutput, 1))),
            ]).Select(row => new RowResult(row, speed)),
        ];
        for (int turn = 0; turn < UntimedTurns + Turns; turn++)
        {
            foreach (RowResult row in rows)
            {
                File.Delete(files.Output);
                File.Delete(files.SecondOutput);
                long start = Stopwatch.GetTimestamp();
                row.Row.Repeat(1);
                double time = Stopwatch.GetElapsedTime(start).TotalNanoseconds;
                if (turn >= UntimedTurns)
                {
                    row.Times.Add(time);
                }
            }
        }

        return rows;
    }

    private sealed record Line(RowResult Row, RowResult? Base)
    {
        public double? Speed => Base is null ? null : Row.SpeedAgainst(Base);
    }

    /// <summary>Where other programs have theirs. What is measured ends in the system's cache of the disk.</summary>
    private sealed class TemporaryFiles : IDisposable
    {
        private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("aesmodes-benchmark-");

        public string Plaintext => PathOf("plaintext");

        public string Ciphertext => PathOf("ciphertext");

        public string HalfPlaintext => PathOf("half-plaintext");

        public string HalfCiphertext => PathOf("half-ciphertext");

        public string Output => PathOf("output");

        public string SecondOutput => PathOf("second-output");

        /// <summary>Else the system would write them to the disk while something is measured, on a core that is missing then.</summary>
        public void FlushInputs()
        {
            foreach (string path in (string[])[Plaintext, Ciphertext, HalfPlaintext, HalfCiphertext])
            {
                using FileStream file = File.OpenWrite(path);
                file.Flush(flushToDisk: true);
            }
        }

        public void Dispose() => _folder.Delete(recursive: true);

        private string PathOf(string name) => Path.Combine(_folder.FullName, name);
    }
}
