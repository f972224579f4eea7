namespace AesModes.Tool.Vectors;

internal static class VectorsCommand
{
    public static Command Create()
    {
        Argument<string[]> files = new("FILE")
        {
            Description = "A file of test vectors: one of the folder vectors of AesModes, Wycheproof's for AES-GCM-SIV, or ACVP's prompt.json with expectedResults.json beside it.",
            Arity = ArgumentArity.OneOrMore,
        };
        files.Validators.Add(result =>
        {
            if (result.Tokens.Any(token => token.Value.Length == 0))
            {
                result.AddError("FILE must be the name of a file; '' was given.");
            }
        });
        Option<string> backend = Parameters.BackendNameOrAll();
        Option<bool> json = Parameters.Json();

        Command command = new("vectors", "Runs test vector files on every backend of this machine. Example: aesmodes vectors vectors/aes-gcm-siv.json")
        {
            files,
            backend,
            json,
        };

        // With a token, an interrupt ends the run with an exception, so the terminal gets its cursor back.
        command.SetAction(result => Interruption.Run(
            cancellationToken => VectorRun.Run(
                [.. result.GetRequiredValue(files).Select(VectorFile.Read)],
                Parameters.FindEvery(result.GetRequiredValue(backend)),
                result.GetValue(json),
                cancellationToken)));
        return command;
    }
}
