using System.Security.Cryptography;
using Xunit;

namespace Examples;

public sealed class KeyRingTests
{
    [Fact]
    public void Open_AfterARotation_TakesTheKeyThatSealed()
    {
        Dictionary<int, byte[]> keys = new() { [1] = RandomNumberGenerator.GetBytes(32) };
        byte[] secret = "secret"u8.ToArray();
        byte[] old;
        using (KeyRing before = new(keys, 1))
        {
            old = before.Seal(secret);
            Assert.False(before.IsOld(old));
        }

        keys[2] = RandomNumberGenerator.GetBytes(32);
        using KeyRing ring = new(keys, 2);
        Assert.Equal(secret, ring.Open(old));
        Assert.True(ring.IsOld(old));
        byte[] renewed = ring.Seal(ring.Open(old));
        Assert.False(ring.IsOld(renewed));
        Assert.Equal(secret, ring.Open(renewed));

        // Another key's number, one that there is not, and no number at all.
        Assert.Throws<AuthenticationTagMismatchException>(() => ring.Open([0, 0, 0, 2, .. old[4..]]));
        Assert.Throws<CryptographicException>(() => ring.Open([0, 0, 0, 3, .. old[4..]]));
        Assert.Throws<CryptographicException>(() => ring.Open([0, 0]));
    }
}
