global using System.Runtime.CompilerServices;
global using System.Runtime.InteropServices;
global using System.Runtime.Intrinsics;
global using AesModes.Backends;
global using AesModes.Modes;
global using static AesModes.Backends.Fips197;

// The code writes stack buffers before it reads them. Zeroing them first would only slow down short messages.
[module: SkipLocalsInit]
