namespace Examples;

#region A key from the environment
public static class KeyFromEnvironment
{
    public static byte[] Read(string variable)
    {
        string text = Environment.GetEnvironmentVariable(variable) ?? throw new InvalidOperationException($"{variable} is not set.");
        byte[] key = new byte[32];
        return Convert.TryFromBase64String(text, key, out int size) && size == key.Length
            ? key
            : throw new InvalidOperationException($"{variable} must be the Base64 of 32 bytes.");
    }
}
#endregion
