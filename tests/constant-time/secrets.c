// What a program has to say to valgrind, and what keeps .NET from byte shuffles.
#include <stdlib.h>
#include <valgrind/memcheck.h>

int secrets_is_watched(void) { return RUNNING_ON_VALGRIND; }

void secrets_mark(void* address, size_t length) { VALGRIND_MAKE_MEM_UNDEFINED(address, length); }

void secrets_declassify(void* address, size_t length) { VALGRIND_MAKE_MEM_DEFINED(address, length); }

// How many bytes have no bit that was made from a mark.
size_t secrets_count_public(const unsigned char* address, size_t length) {
  size_t count = 0;
  for (size_t i = 0; i < length; i++) {
    unsigned char undefined = 0;
    VALGRIND_GET_VBITS(address + i, &undefined, 1);
    count += undefined == 0;
  }
  return count;
}

// How many errors were reported so far.
int secrets_count_reports(void) { return VALGRIND_COUNT_ERRORS; }

// The linker puts this in front of the runtime's own: with the variable, no instruction set is there beyond what the compiler took for granted.
int __real_minipal_getcpufeatures(void);
int __wrap_minipal_getcpufeatures(void) { return getenv("AESMODES_BASELINE_ONLY") ? 0 : __real_minipal_getcpufeatures(); }
