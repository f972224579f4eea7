using System.Security.Cryptography;

namespace AesModes.Tests.Fuzz;

/// <summary>
/// Calls any method with arguments of any size, or null. The call must succeed if docs/api.md allows it. Otherwise, it must throw exactly the documented exception for one
/// incorrect parameter and write nothing. After Dispose, it must throw ObjectDisposedException.
/// </summary>
internal sealed class ArgumentFuzz : FuzzKind
{
    public override void Try(FuzzCase c)
    {
        switch (c.Next(10))
        {
            case 8:
                TryConstructor(c);
                break;
            case 9:
                TryLengths(c);
                break;
            default:
                TryCall(c);
                break;
        }
    }

    private static void TryCall(FuzzCase c)
    {
        (Backend backend, string name) = c.Backend();
        Form form = c.Of<Form>([.. Form.All]);
        int size = c.Size(200);
        using IDisposable instance = form.Create(size, backend);
        Call call = new(form, form.CreateArguments(size));
        Contracts.Arguments original = call.Arguments.Copy();
        for (int changes = c.Next(4); changes > 0; changes--)
        {
            call.Change(c);
        }

        bool isDisposed = c.Seldom(12);
        if (isDisposed)
        {
            instance.Dispose();
        }

        c.Calls(form.Name, name);
        string what = $"{form.Name}, {size} bytes, {call} on {name}";
        Contracts.Arguments before = call.Arguments.Copy();
        HashSet<string> wrong = [.. call.FindWrong()];
        bool accepted = false;
        Exception? thrown = Record.Exception(() => accepted = form.Call(instance, call.Arguments));
        if (isDisposed)
        {
            // A disposed instance does not check the initial counter either.
            Assert.True(thrown?.GetType() == typeof(ObjectDisposedException), $"{what}, disposed: {thrown?.ToString() ?? "done"}");
            call.Arguments.ExpectSame(before, what);
        }
        else if (wrong.Count > 0)
        {
            ArgumentException refused = Assert.IsAssignableFrom<ArgumentException>(thrown);
            Assert.True(wrong.Contains(refused.ParamName!), $"{what}: expected {string.Join(" or ", wrong)}, got {refused}");
            Type expected = call.IsNull(refused.ParamName!) ? typeof(ArgumentNullException)
                : refused.ParamName == "position" ? typeof(ArgumentOutOfRangeException)
                : typeof(ArgumentException);
            Assert.True(refused.GetType() == expected, $"{what}: expected {expected.Name}, got {refused}");
            call.Arguments.ExpectSame(before, what);
        }
        else if (!form.Authenticates || call.IsSameInput(original))
        {
            Assert.True(thrown is null && accepted, $"{what}: {thrown?.ToString() ?? "refused"}");
            if (call.IsSameInput(original) && call.Arguments.Position == 0)
            {
                form.ExpectResult(instance, call.Arguments, form.CreateSample(size));
            }
        }
        else
        {
            Assert.True(!accepted && thrown?.GetType() == (form.Throws ? typeof(AuthenticationTagMismatchException) : null), $"{what}: {thrown?.ToString() ?? "accepted, or refused in the other way"}");
            if (form.HasDestinationBuffer)
            {
                Expect.Cleared(call.Arguments.Destination, what);
                call.Arguments.Destination = before.Destination;
            }

            call.Arguments.SourceStream = null;
            call.Arguments.ExpectSame(before, what);
        }
    }

    private static void TryConstructor(FuzzCase c)
    {
        (Backend backend, string _) = c.Backend();
        byte[]? key = c.Next(6) == 0 ? null : c.Bytes(c.Next(2) == 0 ? c.Of(16, 24, 32, 48, 0) : c.Next(70));
        int tagSize = c.Of(16, 0, 1, -1, int.MinValue, int.MaxValue, c.Next(100));
        bool isAesKey = key?.Length is 16 or 24 or 32;
        Check("AesGcmSiv", isAesKey && key!.Length != 24, key is null, () => new AesGcmSiv(key!));
        Check("AesGcmSiv on a backend", isAesKey && key!.Length != 24, isNull: false, () => new AesGcmSiv(key.AsSpan(), backend));
        Check("FaceCtr", isAesKey, key is null, () => new FaceCtr(key!));
        Check("FaceCtr on a backend", isAesKey, isNull: false, () => new FaceCtr(key.AsSpan(), backend));
        Check("Aez", key is { Length: > 0 } && tagSize >= 0, key is null, () => new Aez(key!, tagSize));
        if (key is { Length: > 0 } && tagSize == int.MaxValue)
        {
            using Aez aez = new(key, tagSize, backend);
            Expect.Refused<ArgumentOutOfRangeException>("no room", "plaintext", () => aez.Encrypt([], [1], []));
            Expect.Refused<ArgumentException>("no room", "ciphertext", () => aez.Encrypt([], [], new byte[3]));
            Expect.Refused<ArgumentException>("no room", "ciphertext", () => aez.Decrypt([], new byte[3], []));
            Assert.False(aez.TryDecrypt([], new byte[3], []));
        }

        void Check(string what, bool isRight, bool isNull, Func<IDisposable> create)
        {
            what = $"{what}, key of {key?.Length}, tag of {tagSize}";
            Exception? thrown = Record.Exception(() => create().Dispose());
            Type? expected = isRight ? null
                : isNull ? typeof(ArgumentNullException)
                : what.StartsWith("Aez,", StringComparison.Ordinal) && key!.Length > 0 ? typeof(ArgumentOutOfRangeException)
                : typeof(ArgumentException);
            Assert.True(thrown?.GetType() == expected, $"{what}: expected {expected?.Name ?? "an instance"}, got {thrown?.ToString() ?? "one"}");
        }
    }

    private static void TryLengths(FuzzCase c)
    {
        int number = c.Of(c.Next(100), -c.Next(100), int.MaxValue - c.Next(60), int.MinValue + c.Next(60), c.Next(int.MaxValue));
        Check(number is >= 0 and <= int.MaxValue - GcmSivSample.Overhead, (long)number + GcmSivSample.Overhead, () => AesGcmSiv.GetSealedLength(number));
        Check(number >= GcmSivSample.Overhead, (long)number - GcmSivSample.Overhead, () => AesGcmSiv.GetOpenedLength(number));

        void Check(bool isRight, long expected, Func<int> get)
        {
            long result = 0;
            Exception? thrown = Record.Exception(() => result = get());
            Assert.True(isRight ? thrown is null && result == expected : thrown?.GetType() == typeof(ArgumentOutOfRangeException), $"{number}: {result}, {thrown}");
        }
    }

    /// <summary>A form's arguments with changes, and the documented rules for them.</summary>
    private sealed class Call(Form form, Contracts.Arguments arguments)
    {
        /// <summary>The destination's length minus the source's.</summary>
        private readonly int _more = arguments.Destination!.Length - arguments.Source!.Length;

        public Contracts.Arguments Arguments => arguments;

        private bool IsStreams => form.IsStreams;

        private long SourceSize => arguments.Source?.Length ?? 0;

        public void Change(FuzzCase c)
        {
            bool hasTexts = !IsStreams && form.Source.Length > 0;
            string parameter = c.Of<string>(
            [
                .. form.FixedSizes.Keys,
                .. hasTexts || IsStreams ? [form.Source] : Array.Empty<string>(),
                .. form.HasDestinationBuffer || IsStreams ? [form.Destination] : Array.Empty<string>(),
                .. form is CtrForm { HasDestinationBuffer: true } ? ["position"] : Array.Empty<string>(),
                .. form is AezForm ? ["nonce"] : Array.Empty<string>(),
                .. form is CtrForm ? Array.Empty<string>() : ["associatedData"],
            ]);
            if (parameter == "position")
            {
                arguments.Position = c.Of(1, -1, long.MinValue, long.MaxValue, long.MaxValue - SourceSize, long.MaxValue - SourceSize + 1, c.Next(1000));
            }
            else if (IsStreams && parameter == form.Source)
            {
                arguments.SourceStream = null;
            }
            else if (IsStreams && parameter == form.Destination)
            {
                arguments.DestinationStream = null;
            }
            else
            {
                form.Set(arguments, parameter, Change(c, Get(parameter)));
                if (parameter == form.Source && form.HasDestinationBuffer && c.Next(2) == 0)
                {
                    // Otherwise, mostly the destination would be incorrect.
                    arguments.Destination = Sample.Filled((int)Math.Max(DestinationSize, 0));
                }
            }
        }

        /// <summary>Returns the incorrect parameters.</summary>
        public IEnumerable<string> FindWrong()
        {
            foreach ((string parameter, int size) in form.FixedSizes)
            {
                if (Get(parameter) is var value && value?.Length != size && (value is not null || size > 0))
                {
                    yield return parameter;
                }
            }

            foreach (string parameter in IsStreams ? [form.Source, form.Destination] : form.IsArrays ? form.NotNull : [])
            {
                if (IsNull(parameter))
                {
                    yield return parameter;
                }
            }

            if (form is AezForm { Encrypts: false, Throws: true } && DestinationSize < 0)
            {
                yield return form.Source;
            }
            else if (form.HasDestinationBuffer && DestinationSize >= 0 && (arguments.Destination?.Length ?? 0) != DestinationSize)
            {
                yield return form.Destination;
            }

            if (arguments.Position < 0 || arguments.Position > long.MaxValue - SourceSize)
            {
                yield return "position";
            }
        }

        /// <summary>Arrays and streams can be null; spans cannot.</summary>
        public bool IsNull(string parameter) => parameter.Length > 0
            && (IsStreams && parameter == form.Source ? arguments.SourceStream is null
                : IsStreams && parameter == form.Destination ? arguments.DestinationStream is null
                : form.IsArrays && form.NotNull.Contains(parameter) && Get(parameter) is null);

        /// <summary>Whether the inputs are unchanged, so that the result is known.</summary>
        public bool IsSameInput(Contracts.Arguments original) =>
            IsSame(original.Nonce, arguments.Nonce)
            && IsSame(original.Source, arguments.Source)
            && (form.Encrypts || IsSame(original.Tag, arguments.Tag))
            && IsSame(Used(original.AssociatedData), Used(arguments.AssociatedData));

        public override string ToString() =>
            $"nonce of {arguments.Nonce?.Length}, source of {arguments.Source?.Length}, destination of {arguments.Destination?.Length}, tag of {arguments.Tag?.Length}, associated data of {arguments.AssociatedData?.Length}, position {arguments.Position}";

        /// <summary>The destination's required size. If negative, the message is too short, and any size is allowed.</summary>
        private long DestinationSize => SourceSize + _more;

        private static byte[]? Change(FuzzCase c, byte[]? value)
        {
            int size = value?.Length ?? 0;
            return c.Next(5) switch
            {
                0 => null,
                1 => [],
                2 => Bytes.Random(c.Random(), Math.Max(0, size + c.Between(-2, 2))),
                3 => Sample.Filled(c.Size(300)),
                _ => Bytes.Random(c.Random(), size),
            };
        }

        private static bool IsSame(ReadOnlySpan<byte> left, ReadOnlySpan<byte> right) => left.SequenceEqual(right);

        /// <summary>AEZ's forms use only the first bytes, for their strings.</summary>
        private ReadOnlySpan<byte> Used(byte[]? associatedData) =>
            form is AezForm aez ? associatedData.AsSpan(0, Math.Min(associatedData?.Length ?? 0, aez.StringSizes.Sum())) : associatedData;

        private byte[]? Get(string parameter) => parameter switch
        {
            "nonce" or "initialCounter" => arguments.Nonce,
            "tag" => arguments.Tag,
            "associatedData" => arguments.AssociatedData,
            _ => parameter == form.Source ? arguments.Source : arguments.Destination,
        };
    }
}
