// The C text of AesModes.Wide under valgrind, with 128-bit instructions. Keys, counters, hashes and texts are secret. Included: aesmodes_wide.c.
// With an argument it also branches on what a function wrote, which has to be reported.
#include <stdio.h>
#include <stdlib.h>
#include <valgrind/memcheck.h>
#include "../../src/AesModes.Wide/aesmodes_wide.c"

enum { TEXT = 4096, KEYS = 32 * 16 };
static uint8_t keys[KEYS], block[16], other[16], third[16], source[TEXT], destination[TEXT];

static void secret(void *address, size_t length) { VALGRIND_MAKE_MEM_UNDEFINED(address, length); }

// All that a function reads is secret, and what it writes is not yet.
static void mark(void)
{
    secret(keys, KEYS);
    secret(block, 16);
    secret(other, 16);
    secret(third, 16);
    secret(source, TEXT);
    VALGRIND_MAKE_MEM_DEFINED(destination, TEXT);
}

// Whether a result depends on secrets: a function that did nothing would have nothing to report.
static void wrote(const uint8_t *address)
{
    uint8_t undefined = 0;
    VALGRIND_GET_VBITS(address, &undefined, 1);
    if (RUNNING_ON_VALGRIND && undefined == 0) abort();
}

// A few bits that differ from call to call.
static void fill(uint8_t *bytes, size_t length)
{
    static uint32_t x = 1;
    for (size_t i = 0; i < length; i++) bytes[i] = (uint8_t)((x = x * 1664525 + 1013904223) >> 24);
}

int main(int count, char **arguments)
{
    (void)arguments;
    fill(keys, KEYS);
    fill(source, TEXT);
    int calls = 0;
    for (int rounds = 10; rounds <= 14; rounds += 2)
    {
        for (size_t length = 512; length <= TEXT; length += 512, calls += 5)
        {
            mark();
            NAME(ctr_le32)(keys, rounds, block, source, destination, length);
            wrote(destination);
            mark();
            NAME(ctr_be64)(keys, rounds, block, source, destination, length);
            wrote(destination);
            mark();
            NAME(gcm_siv_decrypt)(keys, rounds, source, block, other, source, destination, length);
            wrote(destination);
            mark();
            NAME(aez_pass1)(keys, block, other, source, destination, length);
            wrote(destination);
            NAME(aez_pass2)(keys, block, other, third, destination, length); // In place.
        }
    }

    if (count > 1 && destination[0] == 1) puts("one");
    printf("  %d calls of 5 functions, 0 reports\n", calls);
    return 0;
}
