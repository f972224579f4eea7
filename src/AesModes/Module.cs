global using System.Runtime.CompilerServices;
global using System.Runtime.InteropServices;
global using System.Runtime.Intrinsics;
global using AesModes.Backends;
global using AesModes.Modes;
global using static AesModes.Backends.Fips197;

// Buffers on the stack are written before they are read; a short message should not pay for zeroing them first.
[module: SkipLocalsInit]
