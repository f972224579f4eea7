namespace AesModes.Benchmarks.Ratios;

/// <summary>What messages of a comparison have beside their size; each size is measured with each variant.</summary>
/// <param name="KeySize">Of ours, in bytes.</param>
/// <param name="Parameters">Beside every table: the key, or what else does not change from row to row.</param>
/// <param name="AssociatedDataBytes">0: none at all.</param>
/// <param name="Suffix">Tells it from the others behind a message's size; empty where there is nothing to tell.</param>
internal sealed record Variant(int KeySize, string Parameters, int AssociatedDataBytes = 0, string Suffix = "")
{
    /// <summary>What a message of that size is called.</summary>
    public string Title(int bytes) => Size(bytes) + Suffix;

    public static string Size(int bytes) => bytes == 1 ? "1 byte" : $"{bytes} bytes";
}
