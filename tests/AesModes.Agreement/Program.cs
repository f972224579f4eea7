// Prints digests of the library's outputs. They are the same on every platform: compare the standard output of two runs with diff.
//   --software   the managed backend, whatever the machine has
//   --wide       the native code of AesModes.Wide, whose library has to lie beside the program
//   --brief      about a tenth of the inputs, for slow emulators
//   --each       a line for each output too: where two runs first differ
// Exit code: 0 when every decryption gave its plaintext back and no self-test failed, 1 otherwise, 2 for a wrong argument, 3 without AesModes.Wide.
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using AesModes;
using AesModes.Agreement;

bool brief = false;
bool each = false;
foreach (string argument in args)
{
    switch (argument)
    {
        case "--software":
            AppContext.SetSwitch("AesModes.DisableHardware", true);
            break;
        case "--wide":
            if (!WideAes.TryEnable())
            {
                Console.Error.WriteLine("AesModes.Wide cannot be enabled here.");
                return 3;
            }

            break;
        case "--brief":
            brief = true;
            break;
        case "--each":
            each = true;
            break;
        default:
            Console.Error.WriteLine($"'{argument}' is not an option; use --software, --wide, --brief and --each.");
            return 2;
    }
}

// To stderr: the only line that names the machine.
Console.Error.WriteLine(
    $"{RuntimeInformation.FrameworkDescription} on {RuntimeInformation.RuntimeIdentifier}, "
    + $"{(RuntimeFeature.IsDynamicCodeCompiled ? "JIT" : "compiled ahead of time or interpreted")}, {(AesGcmSiv.IsHardwareAccelerated ? "hardware" : "software")}");

// Windows' line ends would be a difference.
Console.Out.NewLine = "\n";
string backend = AesGcmSiv.BackendDescription;
Report report = new(brief, each);
GcmSivSweeps.Run(report);
AezSweeps.Run(report);
FaceCtrSweeps.Run(report);
bool isRight = report.Finish();
if (AesGcmSiv.BackendDescription != backend)
{
    Console.Error.WriteLine($"A self-test failed: the process began on {backend} and ended on {AesGcmSiv.BackendDescription}.");
    isRight = false;
}

return isRight ? 0 : 1;
