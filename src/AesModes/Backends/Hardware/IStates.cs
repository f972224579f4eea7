namespace AesModes.Backends.Hardware;

/// <summary>Counter mode's blocks one after the other as their states after round 2: made from the counter, or taken from a table.</summary>
internal interface IStates<TRounds>
    where TRounds : struct, IRounds
{
    /// <summary>To be called before each sixteen blocks, or fewer.</summary>
    void Enter();

    Blocks<TRounds, TWidth> Take<TWidth>()
        where TWidth : struct, IWidth;
}
