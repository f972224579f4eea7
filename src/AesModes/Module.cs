using System.Runtime.CompilerServices;

// Buffers on the stack are written before they are read; a short message should not pay for zeroing them first.
[module: SkipLocalsInit]
