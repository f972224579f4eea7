using System.Runtime.CompilerServices;

// Buffers on the stack are written before they are read; zeroing 4 KiB first would cost ten times its use.
[module: SkipLocalsInit]
