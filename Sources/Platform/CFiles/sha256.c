// SHA-256 (FIPS 180-4), which uses the SHA instructions of the processor if it has them.
#include <immintrin.h>
#include <stdatomic.h>
#include <string.h>

#include "files.h"

static const uint32_t k[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static inline uint32_t turn(uint32_t x, int n) { return x >> n | x << (32 - n); }

static void blocks_plain(uint32_t *state, const uint8_t *p, size_t count) {
  for (; count > 0; count--, p += 64) {
    uint32_t w[64];
    for (int i = 0; i < 16; i++)
      w[i] = (uint32_t)p[4 * i] << 24 | (uint32_t)p[4 * i + 1] << 16 |
             (uint32_t)p[4 * i + 2] << 8 | p[4 * i + 3];
    for (int i = 16; i < 64; i++) {
      uint32_t s0 = turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ w[i - 15] >> 3;
      uint32_t s1 = turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ w[i - 2] >> 10;
      w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
    uint32_t v[8];
    memcpy(v, state, sizeof v);
    for (int i = 0; i < 64; i++) {
      uint32_t s1 = turn(v[4], 6) ^ turn(v[4], 11) ^ turn(v[4], 25);
      uint32_t one = v[7] + s1 + ((v[4] & v[5]) ^ (~v[4] & v[6])) + k[i] + w[i];
      uint32_t s0 = turn(v[0], 2) ^ turn(v[0], 13) ^ turn(v[0], 22);
      uint32_t two = s0 + ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
      memmove(v + 1, v, 7 * sizeof *v);
      v[4] += one;
      v[0] = one + two;
    }
    for (int i = 0; i < 8; i++) state[i] += v[i];
  }
}

__attribute__((target("sha,sse4.1"))) static void blocks_fast(uint32_t *state, const uint8_t *p,
                                                             size_t count) {
  const __m128i swap = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
  // The SHA instructions require the words of the state in the order A B E F and C D G H.
  __m128i low = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)state), 0xB1);
  __m128i high = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)(state + 4)), 0x1B);
  __m128i abef = _mm_alignr_epi8(low, high, 8);
  __m128i cdgh = _mm_blend_epi16(high, low, 0xF0);
  for (; count > 0; count--, p += 64) {
    const __m128i abef_before = abef, cdgh_before = cdgh;
    __m128i w[16];
    for (int i = 0; i < 16; i++) {
      if (i < 4) {
        w[i] = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(p + 16 * i)), swap);
      } else {
        __m128i sum = _mm_add_epi32(_mm_sha256msg1_epu32(w[i - 4], w[i - 3]),
                                    _mm_alignr_epi8(w[i - 1], w[i - 2], 4));
        w[i] = _mm_sha256msg2_epu32(sum, w[i - 1]);
      }
      __m128i round = _mm_add_epi32(w[i], _mm_loadu_si128((const __m128i *)(k + 4 * i)));
      cdgh = _mm_sha256rnds2_epu32(cdgh, abef, round);
      abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(round, 0x0E));
    }
    abef = _mm_add_epi32(abef, abef_before);
    cdgh = _mm_add_epi32(cdgh, cdgh_before);
  }
  low = _mm_shuffle_epi32(abef, 0x1B);
  high = _mm_shuffle_epi32(cdgh, 0xB1);
  _mm_storeu_si128((__m128i *)state, _mm_blend_epi16(low, high, 0xF0));
  _mm_storeu_si128((__m128i *)(state + 4), _mm_alignr_epi8(high, low, 8));
}

/// Whether CPUID leaf 7, EBX bit 29, reports the SHA instructions. Every processor with these instructions
/// has SSE4.1.
static int ask_for_sha(void) {
  uint32_t a = 7, b, c = 0, d;
  uint32_t top = 0, unused_b, unused_c, unused_d;
  __asm__("cpuid" : "+a"(top), "=b"(unused_b), "=c"(unused_c), "=d"(unused_d));
  if (top < 7) return 0;
  __asm__("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
  return b >> 29 & 1;
}

/// The result of CPUID is stored, because each CPUID instruction exits a virtual machine.
static int has_sha(void) {
  static atomic_int known = -1;
  int has = atomic_load_explicit(&known, memory_order_relaxed);
  if (has < 0) atomic_store_explicit(&known, has = ask_for_sha(), memory_order_relaxed);
  return has;
}

static void blocks(uint32_t *state, const uint8_t *p, size_t count) {
  if (has_sha())
    blocks_fast(state, p, count);
  else
    blocks_plain(state, p, count);
}

void files_sha256_begin(struct files_sha256 *h) {
  static const uint32_t first[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                    0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  memcpy(h->state, first, sizeof first);
  h->count = 0;
}

void files_sha256_add(struct files_sha256 *h, const uint8_t *bytes, size_t count) {
  size_t held = h->count % 64;
  h->count += count;
  if (held > 0) {
    size_t taken = count < 64 - held ? count : 64 - held;
    memcpy(h->block + held, bytes, taken);
    bytes += taken;
    count -= taken;
    if (held + taken < 64) return;
    blocks(h->state, h->block, 1);
  }
  blocks(h->state, bytes, count / 64);
  memcpy(h->block, bytes + (count & ~(size_t)63), count % 64);
}

void files_sha256_end(struct files_sha256 *h, uint8_t *digest) {
  uint64_t bits = h->count * 8;
  uint8_t tail[72] = {0x80};
  size_t padding = 64 - (h->count + 8) % 64;
  for (int i = 0; i < 8; i++) tail[padding + (size_t)i] = (uint8_t)(bits >> (56 - 8 * i));
  files_sha256_add(h, tail, padding + 8);
  for (int i = 0; i < 32; i++) digest[i] = (uint8_t)(h->state[i / 4] >> (24 - 8 * (i % 4)));
}
