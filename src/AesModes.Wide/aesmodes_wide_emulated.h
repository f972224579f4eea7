/* Vectors of one block, on the instructions of every x86 CPU with AES, so that the tests of every machine can run the same code. */
typedef __m128i vec;
#define LANES 1
#define NAME(name) aesmodes_wide128_##name
#define LOAD(p) _mm_loadu_si128((const __m128i *)(p))
#define STORE(p, v) _mm_storeu_si128((__m128i *)(p), v)
#define XOR(a, b) _mm_xor_si128(a, b)
#define ADD32(a, b) _mm_add_epi32(a, b)
#define ADD64(a, b) _mm_add_epi64(a, b)
#define SHUFFLE(v, i) _mm_shuffle_epi8(v, i)
#define EACH(b) (b)
#define FIRST(b) (b)
#define ROUND(v, k) _mm_aesenc_si128(v, k)
#define LAST_ROUND(v, k) _mm_aesenclast_si128(v, k)
#define MULTIPLY(a, b, halves) _mm_clmulepi64_si128(a, b, halves)
#define EVEN(a, b) (a)
#define ODD(a, b) (b)
#define FIRST_PAIRS(a, b) (a)
#define LAST_PAIRS(a, b) (b)
