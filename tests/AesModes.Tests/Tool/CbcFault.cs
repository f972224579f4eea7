namespace AesModes.Tests.Tool;

/// <summary>What is wrong with a call.</summary>
public enum CbcFault
{
    /// <summary>One bit of what is written.</summary>
    FlipsABit,

    /// <summary>The rest of the text is not written.</summary>
    StopsThere,
}
