namespace AesModes.Modes;

/// <summary>What the modes ask of every machine.</summary>
internal interface IKernels
{
    /// <summary>
    /// Whether kernels leave keys on the stack where the compiler spilled registers: the modes then clear the stack after each call. False where the kernels
    /// leave none, or clear it themselves.
    /// </summary>
    static virtual bool SpillsKeys => false;
}
