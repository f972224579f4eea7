/*
 * The bulk kernels of AesModes on vectors of WIDTH bits: 512, 256, or 128, which only tests use. Freestanding: no library, no allocation, no writable data.
 * No branch and no address depends on a secret. Lengths, numbers of rounds, and whether to hash are public.
 * Blocks are in memory order. Sources and destinations are the same memory or disjoint, at any alignment.
 */
#include <immintrin.h>
#include <stddef.h>
#include <stdint.h>

#if WIDTH == 512
typedef __m512i vec;
#define LANES 4
#define NAME(name) aesmodes_wide512_##name
#define LOAD(p) _mm512_loadu_si512(p)
#define STORE(p, v) _mm512_storeu_si512(p, v)
#define XOR(a, b) _mm512_xor_si512(a, b)
#define ADD32(a, b) _mm512_add_epi32(a, b)
#define ADD64(a, b) _mm512_add_epi64(a, b)
#define SHUFFLE(v, i) _mm512_shuffle_epi8(v, i)
#define EACH(b) _mm512_broadcast_i32x4(b)
#define FIRST(b) _mm512_zextsi128_si512(b)
#define ROUND(v, k) _mm512_aesenc_epi128(v, k)
#define LAST_ROUND(v, k) _mm512_aesenclast_epi128(v, k)
#define MULTIPLY(a, b, halves) _mm512_clmulepi64_epi128(a, b, halves)
#define EVEN(a, b) _mm512_shuffle_i64x2(a, b, 0x88)
#define ODD(a, b) _mm512_shuffle_i64x2(a, b, 0xDD)
#define FIRST_PAIRS(a, b) _mm512_permutex2var_epi64(a, _mm512_setr_epi64(0, 1, 8, 9, 2, 3, 10, 11), b)
#define LAST_PAIRS(a, b) _mm512_permutex2var_epi64(a, _mm512_setr_epi64(4, 5, 12, 13, 6, 7, 14, 15), b)
#elif WIDTH == 256
typedef __m256i vec;
#define LANES 2
#define NAME(name) aesmodes_wide256_##name
#define LOAD(p) _mm256_loadu_si256((const __m256i *)(p))
#define STORE(p, v) _mm256_storeu_si256((__m256i *)(p), v)
#define XOR(a, b) _mm256_xor_si256(a, b)
#define ADD32(a, b) _mm256_add_epi32(a, b)
#define ADD64(a, b) _mm256_add_epi64(a, b)
#define SHUFFLE(v, i) _mm256_shuffle_epi8(v, i)
#define EACH(b) _mm256_broadcastsi128_si256(b)
#define FIRST(b) _mm256_zextsi128_si256(b)
#define ROUND(v, k) _mm256_aesenc_epi128(v, k)
#define LAST_ROUND(v, k) _mm256_aesenclast_epi128(v, k)
#define MULTIPLY(a, b, halves) _mm256_clmulepi64_epi128(a, b, halves)
#define EVEN(a, b) _mm256_permute2x128_si256(a, b, 0x20)
#define ODD(a, b) _mm256_permute2x128_si256(a, b, 0x31)
#define FIRST_PAIRS(a, b) EVEN(a, b)
#define LAST_PAIRS(a, b) ODD(a, b)
#else
#include "aesmodes_wide_emulated.h"
#endif

#ifdef _WIN32
#define EXPORT __declspec(dllexport)
#else
#define EXPORT __attribute__((visibility("default")))
#endif
#define INLINE static inline __attribute__((always_inline))
#define UNROLL _Pragma("GCC unroll 32")

/* Vectors in flight: enough to hide an AES round's latency, and sixteen blocks or a multiple of that. */
#define STATES (LANES == 1 ? 16 : 8)
#define BLOCK 16
#define VECTOR (LANES * BLOCK)

INLINE __m128i load_block(const void *p) { return _mm_loadu_si128((const __m128i *)p); }

INLINE vec load_key(const uint8_t *keys, int number) { return EACH(load_block(keys + BLOCK * number)); }

INLINE __m128i sum_lanes(vec v)
{
#if WIDTH == 512
    __m256i half = _mm256_xor_si256(_mm512_castsi512_si256(v), _mm512_extracti64x4_epi64(v, 1));
    return _mm_xor_si128(_mm256_castsi256_si128(half), _mm256_extracti128_si256(half, 1));
#elif WIDTH == 256
    return _mm_xor_si128(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1));
#else
    return v;
#endif
}

/* The lane's number, times low in the low 64 bits and times high in the high 64 bits. */
INLINE vec lane_numbers(uint64_t low, uint64_t high)
{
#if WIDTH == 512
    return _mm512_setr_epi64(0, 0, low, high, 2 * low, 2 * high, 3 * low, 3 * high);
#elif WIDTH == 256
    return _mm256_setr_epi64x(0, 0, low, high);
#else
    (void)low, (void)high;
    return _mm_setzero_si128();
#endif
}

/* The counters of a batch. Big-endian ones are kept with reversed bytes; their low 64 bits do not wrap within a call. */
struct counter { vec next, swap; int big_endian; };

INLINE struct counter start_counter(const uint8_t *block, int big_endian)
{
    struct counter c;
    c.big_endian = big_endian;
    c.swap = EACH(_mm_setr_epi8(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0));
    c.next = EACH(load_block(block));
    c.next = big_endian ? ADD64(SHUFFLE(c.next, c.swap), lane_numbers(1, 0)) : ADD32(c.next, lane_numbers(1, 0));
    return c;
}

INLINE vec next_counters(struct counter *c)
{
    vec step = EACH(_mm_setr_epi32(LANES, 0, 0, 0));
    vec current = c->next;
    c->next = c->big_endian ? ADD64(current, step) : ADD32(current, step);
    return c->big_endian ? SHUFFLE(current, c->swap) : current;
}

INLINE void first_key(vec *states, const uint8_t *keys, struct counter *c)
{
    vec key = load_key(keys, 0);
    UNROLL for (int i = 0; i < STATES; i++) states[i] = XOR(next_counters(c), key);
}

INLINE void round_all(vec *states, const uint8_t *keys, int number)
{
    vec key = load_key(keys, number);
    UNROLL for (int i = 0; i < STATES; i++) states[i] = ROUND(states[i], key);
}

INLINE void last_round_xor(vec *states, const uint8_t *keys, int rounds, const uint8_t *from, uint8_t *to)
{
    vec key = load_key(keys, rounds);
    UNROLL for (int i = 0; i < STATES; i++) STORE(to + VECTOR * i, LAST_ROUND(states[i], XOR(key, LOAD(from + VECTOR * i))));
}

/* Counter mode over whole batches of STATES vectors. */
INLINE void ctr(const uint8_t *keys, int rounds, const uint8_t *block, const uint8_t *from, uint8_t *to, size_t length, int big_endian)
{
    struct counter c = start_counter(block, big_endian);
    for (size_t at = 0; at < length; at += STATES * VECTOR)
    {
        vec states[STATES];
        first_key(states, keys, &c);
        UNROLL for (int r = 1; r < 10; r++) round_all(states, keys, r);
        for (int r = 10; r < rounds; r++) round_all(states, keys, r);
        last_round_xor(states, keys, rounds, from + at, to + at);
    }
}

/* RFC 8452 section 4: the first 32 bits are a little-endian counter modulo 2^32. */
EXPORT void NAME(ctr_le32)(const uint8_t *keys, int rounds, const uint8_t *counter, const uint8_t *from, uint8_t *to, size_t length)
{
    ctr(keys, rounds, counter, from, to, length, 0);
}

/* SP 800-38A section 6.5. The last 64 bits of the counter must not wrap. */
EXPORT void NAME(ctr_be64)(const uint8_t *keys, int rounds, const uint8_t *counter, const uint8_t *from, uint8_t *to, size_t length)
{
    ctr(keys, rounds, counter, from, to, length, 1);
}

/* A sum of products in each lane: low + middle·x^64 + high·x^128. */
struct product { vec low, middle, high; };

INLINE void add_product(struct product *sum, vec blocks, vec powers)
{
    sum->low = XOR(sum->low, MULTIPLY(blocks, powers, 0x00));
    sum->middle = XOR(sum->middle, XOR(MULTIPLY(blocks, powers, 0x01), MULTIPLY(blocks, powers, 0x10)));
    sum->high = XOR(sum->high, MULTIPLY(blocks, powers, 0x11));
}

/* Modulo x^128 + x^127 + x^126 + x^121 + 1, v is x^64·(swap(v) ^ v0·(x^63 + x^62 + x^57)). Adds that to above, which is 64 bits higher. */
INLINE __m128i reduce_step(__m128i above, __m128i v)
{
    __m128i remainder = _mm_clmulepi64_si128(v, _mm_set_epi64x(0, 0xC200000000000000), 0x00);
    return _mm_xor_si128(_mm_xor_si128(above, _mm_shuffle_epi32(v, 0x4E)), remainder);
}

INLINE __m128i reduce(const struct product *sum)
{
    return reduce_step(sum_lanes(sum->high), reduce_step(sum_lanes(sum->middle), sum_lanes(sum->low)));
}

/* The number of vectors that are hashed together: sixteen blocks, multiplied by 16 powers of H, H^16 first. */
#define HASHED (16 / LANES)

INLINE void hash_vector(struct product *sum, const uint8_t *text, const uint8_t *powers, int number, __m128i hash)
{
    vec blocks = LOAD(text + VECTOR * number);
    if (number == 0) blocks = XOR(blocks, FIRST(hash));
    add_product(sum, blocks, LOAD(powers + VECTOR * number));
}

INLINE __m128i hash_sixteen(const uint8_t *text, const uint8_t *powers, __m128i hash)
{
    struct product sum = { EACH(_mm_setzero_si128()), EACH(_mm_setzero_si128()), EACH(_mm_setzero_si128()) };
    UNROLL for (int i = HASHED - 1; i >= 0; i--) hash_vector(&sum, text, powers, i, hash);
    return reduce(&sum);
}

/* Counter mode and POLYVAL of the plaintext, over whole batches of STATES vectors. Each batch is hashed between the rounds of the next one. */
EXPORT void NAME(gcm_siv_decrypt)(
    const uint8_t *keys, int rounds, const uint8_t *powers, const uint8_t *counter, uint8_t *hash, const uint8_t *from, uint8_t *to, size_t length)
{
    enum { SIXTEENS = STATES * LANES / 16 };
    struct counter c = start_counter(counter, 0);
    __m128i h = load_block(hash);
    for (size_t at = 0; at < length; at += STATES * VECTOR)
    {
        vec states[STATES];
        first_key(states, keys, &c);
        if (at == 0)
        {
            UNROLL for (int r = 1; r < 10; r++) round_all(states, keys, r);
        }
        else
        {
            const uint8_t *before = to + at - STATES * VECTOR;
            struct product sum = { EACH(_mm_setzero_si128()), EACH(_mm_setzero_si128()), EACH(_mm_setzero_si128()) };
            UNROLL for (int i = 0; i < STATES; i++)
            {
                /* The last vector of sixteen blocks comes first, because the one that includes the hash waits for the previous reduction. */
                int vector = HASHED - 1 - i % HASHED;
                if (i % (STATES / 8) == 0) round_all(states, keys, 1 + i / (STATES / 8));
                hash_vector(&sum, before + 256 * (i / HASHED), powers, vector, h);
                if (vector == 0)
                {
                    h = reduce(&sum);
                    sum.low = sum.middle = sum.high = EACH(_mm_setzero_si128());
                }
            }

            round_all(states, keys, 9);
        }

        for (int r = 10; r < rounds; r++) round_all(states, keys, r);
        last_round_xor(states, keys, rounds, from + at, to + at);
    }

    if (length > 0)
    {
        for (int i = 0; i < SIXTEENS; i++) h = hash_sixteen(to + length - STATES * VECTOR + 256 * i, powers, h);
    }

    _mm_storeu_si128((__m128i *)hash, h);
}

/* AEZ v5's key, as the library stores it: J, I, L, and from vector 15 on k·L for k = 1 ... 7, 0. */
enum { AEZ_J, AEZ_I, AEZ_L, AEZ_MULTIPLES = 15 };

/* Pairs in flight: two groups of eight. Each group shares a multiple of I. */
#define GROUPS 2
#define PAIR_VECTORS (8 * GROUPS / LANES)

/* The block times x, most significant bit first. */
INLINE __m128i twice(__m128i block)
{
    __m128i carries = _mm_and_si128(_mm_srli_epi64(block, 7), _mm_set1_epi8(1));
    carries = _mm_sub_epi8(_mm_setzero_si128(), _mm_or_si128(_mm_srli_si128(carries, 1), _mm_slli_si128(carries, 15)));
    return _mm_xor_si128(_mm_add_epi8(block, block), _mm_and_si128(carries, _mm_setr_epi8(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, (char)0x87)));
}

/* J ^ (a multiple of I) ^ k·L of each pair. Advances to the next multiple. */
INLINE void whitenings(vec *out, const uint8_t *keys, __m128i *multiple)
{
    for (int g = 0; g < GROUPS; g++)
    {
        vec common = EACH(_mm_xor_si128(load_block(keys + BLOCK * AEZ_J), *multiple));
        UNROLL for (int i = 0; i < 8 / LANES; i++) out[8 / LANES * g + i] = XOR(common, LOAD(keys + BLOCK * AEZ_MULTIPLES + VECTOR * i));
        *multiple = twice(*multiple);
    }
}

/* The first three rounds of AES4, after the whitening. The last round, in the caller, adds another value as its key. */
INLINE void aez_rounds(vec *states, const uint8_t *keys)
{
    UNROLL for (int r = AEZ_J; r <= AEZ_L; r++)
    {
        vec key = load_key(keys, r);
        UNROLL for (int i = 0; i < PAIR_VECTORS; i++) states[i] = ROUND(states[i], key);
    }
}

/* The first pass, over whole double groups: M || M' becomes W ^ I || X. Advances the multiple of I and adds each X to the sum. */
EXPORT void NAME(aez_pass1)(const uint8_t *keys, uint8_t *multiple_of_i, uint8_t *sum_of_x, const uint8_t *from, uint8_t *to, size_t length)
{
    __m128i multiple = load_block(multiple_of_i);
    vec sum = EACH(_mm_setzero_si128());
    for (size_t at = 0; at < length; at += GROUPS * 256)
    {
        vec states[PAIR_VECTORS], i_key = load_key(keys, AEZ_I);
        whitenings(states, keys, &multiple);
        UNROLL for (int i = 0; i < PAIR_VECTORS; i++)
            states[i] = XOR(states[i], ODD(LOAD(from + at + 2 * VECTOR * i), LOAD(from + at + 2 * VECTOR * i + VECTOR)));
        aez_rounds(states, keys);
        vec first[PAIR_VECTORS];
        UNROLL for (int i = 0; i < PAIR_VECTORS; i++)
        {
            states[i] = ROUND(states[i], XOR(i_key, EVEN(LOAD(from + at + 2 * VECTOR * i), LOAD(from + at + 2 * VECTOR * i + VECTOR))));
            first[i] = states[i];
        }

        aez_rounds(states, keys);
        UNROLL for (int i = 0; i < PAIR_VECTORS; i++)
        {
            vec x = ROUND(states[i], ODD(LOAD(from + at + 2 * VECTOR * i), LOAD(from + at + 2 * VECTOR * i + VECTOR)));
            sum = XOR(sum, x);
            STORE(to + at + 2 * VECTOR * i, FIRST_PAIRS(first[i], x));
            STORE(to + at + 2 * VECTOR * i + VECTOR, LAST_PAIRS(first[i], x));
        }
    }

    _mm_storeu_si128((__m128i *)multiple_of_i, multiple);
    _mm_storeu_si128((__m128i *)sum_of_x, _mm_xor_si128(load_block(sum_of_x), sum_lanes(sum)));
}

/* The second pass, in place: W ^ I || X becomes C || C'. s includes 3J. Advances the multiple of I and adds each Y to the sum. */
EXPORT void NAME(aez_pass2)(const uint8_t *keys, uint8_t *multiple_of_i, uint8_t *sum_of_y, const uint8_t *s, uint8_t *text, size_t length)
{
    __m128i multiple = load_block(multiple_of_i);
    vec sum = EACH(_mm_setzero_si128()), stretch = EACH(load_block(s));
    for (size_t at = 0; at < length; at += GROUPS * 256)
    {
        vec white[PAIR_VECTORS], states[PAIR_VECTORS], y[PAIR_VECTORS], z[PAIR_VECTORS], i_key = load_key(keys, AEZ_I);
        whitenings(white, keys, &multiple);
        UNROLL for (int i = 0; i < PAIR_VECTORS; i++) states[i] = XOR(white[i], stretch);
        aez_rounds(states, keys);
        UNROLL for (int i = 0; i < PAIR_VECTORS; i++)
        {
            vec a = LOAD(text + at + 2 * VECTOR * i), b = LOAD(text + at + 2 * VECTOR * i + VECTOR), t = ROUND(states[i], EACH(_mm_setzero_si128()));
            y[i] = XOR(XOR(EVEN(a, b), i_key), t);
            z[i] = XOR(ODD(a, b), t);
            sum = XOR(sum, y[i]);
            states[i] = XOR(z[i], i_key);
        }

        aez_rounds(states, keys);
        UNROLL for (int i = 0; i < PAIR_VECTORS; i++)
        {
            y[i] = ROUND(states[i], y[i]);
            states[i] = XOR(y[i], white[i]);
        }

        aez_rounds(states, keys);
        UNROLL for (int i = 0; i < PAIR_VECTORS; i++)
        {
            vec c = ROUND(states[i], z[i]);
            STORE(text + at + 2 * VECTOR * i, FIRST_PAIRS(c, y[i]));
            STORE(text + at + 2 * VECTOR * i + VECTOR, LAST_PAIRS(c, y[i]));
        }
    }

    _mm_storeu_si128((__m128i *)multiple_of_i, multiple);
    _mm_storeu_si128((__m128i *)sum_of_y, _mm_xor_si128(load_block(sum_of_y), sum_lanes(sum)));
}
