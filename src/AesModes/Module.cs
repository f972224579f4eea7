using System.Runtime.CompilerServices;

// Buffers on the stack are written before they are read. Zeroing them first would cost a short message a tenth of its time.
[module: SkipLocalsInit]
