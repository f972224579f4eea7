using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.CompilerServices;

namespace AesModes.Against;

/// <summary>Moves what the JIT compiles next. Where code lies changes a short call's time by up to 6 %, and in one process it always lies in the same place.</summary>
internal static class Placement
{
    /// <summary>Compiles a method of random size.</summary>
    [SuppressMessage("Security", "CA5394:Do not use insecure randomness", Justification = "It pads code.")]
    public static void Shift(Random random)
    {
        AssemblyBuilder assembly = AssemblyBuilder.DefineDynamicAssembly(new AssemblyName("Padding"), AssemblyBuilderAccess.Run);
        TypeBuilder type = assembly.DefineDynamicModule("Padding").DefineType("Padding");
        ILGenerator code = type.DefineMethod("Pad", MethodAttributes.Public | MethodAttributes.Static, typeof(int), [typeof(int)]).GetILGenerator();
        code.Emit(OpCodes.Ldarg_0);
        for (int i = random.Next(400); i > 0; i--)
        {
            code.Emit(OpCodes.Ldarg_0);
            code.Emit(OpCodes.Add);
        }

        code.Emit(OpCodes.Ret);
        RuntimeHelpers.PrepareMethod(type.CreateType().GetMethod("Pad")!.MethodHandle);
    }
}
