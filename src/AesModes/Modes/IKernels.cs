namespace AesModes.Modes;

/// <summary>Members that the kernels of all modes share.</summary>
internal interface IKernels
{
    /// <summary>
    /// Whether the kernels leave keys on the stack, where the compiler spilled registers. If so, the modes clear the stack after each call. It is false if the
    /// kernels leave no keys or clear their stack themselves.
    /// </summary>
    static virtual bool SpillsKeys => false;
}
