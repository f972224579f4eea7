using System.Runtime.CompilerServices;

namespace AesModes.Tests.Backends;

/// <summary>Injects a fault into <see cref="EmulatedX86"/> and <see cref="EmulatedArm"/> on this thread: one wrong bit of one instruction.</summary>
internal static class Fault
{
    [ThreadStatic]
    private static string? _instruction;

    [ThreadStatic]
    private static int _bit;

    /// <summary>Runs the body. Each execution of the instruction gives a result with this bit flipped.</summary>
    /// <param name="instruction">The method's name and the vector width, for example "Round 128".</param>
    /// <param name="bit">The index of the bit, less than the width.</param>
    /// <param name="body">The code that runs on the faulty machine.</param>
    public static T With<T>(string instruction, int bit, Func<T> body)
    {
        _instruction = instruction;
        _bit = bit;
        try
        {
            return body();
        }
        finally
        {
            _instruction = null;
        }
    }

    public static Vector128<T> In<T>(Vector128<T> result, [CallerMemberName] string name = "")
    {
        Flip(ref Unsafe.As<Vector128<T>, byte>(ref result), name, 128);
        return result;
    }

    public static Vector256<T> In<T>(Vector256<T> result, [CallerMemberName] string name = "")
    {
        Flip(ref Unsafe.As<Vector256<T>, byte>(ref result), name, 256);
        return result;
    }

    public static Vector512<T> In<T>(Vector512<T> result, [CallerMemberName] string name = "")
    {
        Flip(ref Unsafe.As<Vector512<T>, byte>(ref result), name, 512);
        return result;
    }

    private static void Flip(ref byte result, string name, int width)
    {
        if (_instruction is not null && _instruction == $"{name} {width}")
        {
            Unsafe.Add(ref result, _bit / 8) ^= (byte)(1 << (_bit % 8));
        }
    }
}
