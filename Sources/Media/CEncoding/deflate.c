// A fast deflate compressor whose output consists of independent parts (RFC 1951).
#include "deflate.h"

#include <emmintrin.h>
#include <stdlib.h>
#include <string.h>

#include "huffman.h"

#define HASH_BITS 14
#define WINDOW 32768
#define LONGEST 258
/// The number of tokens in a block: large enough to pay for the block's code, small enough to adapt to the picture.
#define TOKENS 24576

/// The output state while a part is compressed.
struct writer {
  uint8_t *to;
  uint64_t bits;
  int bit_count;
};

/// Appends at most 48 bits to the output.
static inline void put(struct writer *w, uint64_t bits, int count) {
  w->bits |= bits << w->bit_count;
  w->bit_count += count;
}

/// Writes all complete bytes, so that fewer than 8 bits remain; may overwrite up to 8 bytes after the current position.
static inline void drain(struct writer *w) {
  memcpy(w->to, &w->bits, 8);
  w->to += w->bit_count >> 3;
  w->bits >>= w->bit_count & ~7;
  w->bit_count &= 7;
}

/// The tokens of a block. A literal is its byte; a match is 1 << 31 | length << 16 | distance - 1.
struct block {
  uint32_t tokens[TOKENS];
  int count;
  uint32_t lengths[288], distances[32];
};

static const uint16_t length_base[29] = {3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
                                         31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
static const uint8_t length_extra[29] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                         2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};

/// Returns the symbol of a match length 3…258, minus 257.
static inline int length_symbol(unsigned length) {
  unsigned l = length - 3;
  if (l < 8) return (int)l;
  if (length == LONGEST) return 28;
  int high = 31 - __builtin_clz(l);
  return 4 * (high - 1) + (int)(l >> (high - 2) & 3);
}

/// Returns the symbol of a distance minus 1 (0…32767), and its number of extra bits.
static inline int distance_symbol(unsigned d, int *extra) {
  if (d < 4) {
    *extra = 0;
    return (int)d;
  }
  int high = 31 - __builtin_clz(d);
  *extra = high - 1;
  return 2 * high + (int)(d >> (high - 1) & 1);
}

/// Encodes code lengths as runs: symbols with their extra bits. Returns the number of runs.
static int code_runs(const uint8_t *all, int count, uint8_t *symbols, uint8_t *extras) {
  int n = 0;
  for (int i = 0; i < count;) {
    int run = 1;
    while (i + run < count && all[i + run] == all[i]) run++;
    i += run;
    uint8_t value = all[i - 1];
    if (value == 0) {
      while (run >= 3) {
        int part = run > 138 ? 138 : run;
        symbols[n] = part > 10 ? 18 : 17;
        extras[n++] = (uint8_t)(part > 10 ? part - 11 : part - 3);
        run -= part;
      }
    } else {
      symbols[n] = value;
      extras[n++] = 0;
      run--;
      while (run >= 3) {
        int part = run > 6 ? 6 : run;
        symbols[n] = 16;
        extras[n++] = (uint8_t)(part - 3);
        run -= part;
      }
    }
    while (run-- > 0) {
      symbols[n] = value;
      extras[n++] = 0;
    }
  }
  return n;
}

/// Writes the code lengths and their number (HCLEN).
static void put_lengths(struct writer *w, const uint8_t *all, int count) {
  static const uint8_t order[19] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
  uint8_t symbols[320], extras[320];
  uint32_t counts[19] = {0};
  const int n = code_runs(all, count, symbols, extras);
  for (int i = 0; i < n; i++) counts[symbols[i]]++;
  uint8_t lengths[19];
  uint16_t codes[19];
  huffman_build(counts, 19, 7, lengths, codes);
  int used = 19;
  while (used > 4 && lengths[order[used - 1]] == 0) used--;
  put(w, (uint64_t)(used - 4), 4);
  drain(w);
  for (int i = 0; i < used; i++) {
    put(w, lengths[order[i]], 3);
    drain(w);
  }
  for (int i = 0; i < n; i++) {
    int s = symbols[i];
    put(w, codes[s], lengths[s]);
    if (s >= 16) put(w, extras[i], s == 16 ? 2 : s == 17 ? 3 : 7);
    drain(w);
  }
}

/// The Huffman codes of a block.
struct codes {
  uint8_t literal_lengths[288], distance_lengths[32];
  uint16_t literals[288], distances[32];
};

/// Writes the tokens of a block and the block's end symbol.
static void put_tokens(struct writer *w, const struct block *b, const struct codes *codes) {
  // For literals and matches, one word contains both the code and its length.
  uint32_t literal[256], match[LONGEST + 1];
  uint8_t match_bits[LONGEST + 1];
  for (int i = 0; i < 256; i++)
    literal[i] = (uint32_t)codes->literals[i] << 8 | codes->literal_lengths[i];
  for (int length = 3; length <= LONGEST; length++) {
    int s = length_symbol((unsigned)length);
    match[length] = codes->literals[257 + s] |
                    (uint32_t)(length - length_base[s]) << codes->literal_lengths[257 + s];
    match_bits[length] = (uint8_t)(codes->literal_lengths[257 + s] + length_extra[s]);
  }
  for (int i = 0; i < b->count; i++) {
    uint32_t t = b->tokens[i];
    if (t >> 31) {
      unsigned length = t >> 16 & 511, d = t & 0x7fff;
      int extra, s = distance_symbol(d, &extra);
      put(w, match[length], match_bits[length]);
      put(w, codes->distances[s], codes->distance_lengths[s]);
      put(w, d & ((1u << extra) - 1), extra);
    } else {
      // At most three literals fit before the bits must be written.
      put(w, literal[t] >> 8, literal[t] & 255);
      for (int more = 0; more < 2 && i + 1 < b->count && !(b->tokens[i + 1] >> 31); more++) {
        t = literal[b->tokens[++i]];
        put(w, t >> 8, t & 255);
      }
    }
    drain(w);
  }
  put(w, codes->literals[256], codes->literal_lengths[256]);
  drain(w);
}

/// Writes the tokens as one block with its own codes; the block is not marked as the last.
static void put_block(struct writer *w, struct block *b) {
  if (b->count == 0) return;
  b->lengths[256] = 1;
  uint8_t all[320];
  struct codes codes;
  huffman_build(b->lengths, 286, 15, codes.literal_lengths, codes.literals);
  huffman_build(b->distances, 30, 15, codes.distance_lengths, codes.distances);
  int literals = 286, distances = 30;
  while (literals > 257 && codes.literal_lengths[literals - 1] == 0) literals--;
  while (distances > 1 && codes.distance_lengths[distances - 1] == 0) distances--;
  memcpy(all, codes.literal_lengths, (size_t)literals);
  memcpy(all + literals, codes.distance_lengths, (size_t)distances);
  put(w, 4, 3);
  put(w, (uint64_t)(literals - 257), 5);
  put(w, (uint64_t)(distances - 1), 5);
  drain(w);
  put_lengths(w, all, literals + distances);
  put_tokens(w, b, &codes);
  b->count = 0;
  memset(b->lengths, 0, sizeof b->lengths);
  memset(b->distances, 0, sizeof b->distances);
}

static inline uint32_t read32(const uint8_t *p) {
  uint32_t v;
  memcpy(&v, p, 4);
  return v;
}

static inline uint32_t hash(uint32_t v) { return (v * 2654435761u) >> (32 - HASH_BITS); }

/// Returns the number of equal bytes at the start of both arrays, at most `most`.
static inline unsigned agree(const uint8_t *a, const uint8_t *b, unsigned most) {
  unsigned n = 0;
  for (; n + 16 <= most; n += 16) {
    __m128i x = _mm_loadu_si128((const __m128i *)(const void *)(a + n));
    __m128i y = _mm_loadu_si128((const __m128i *)(const void *)(b + n));
    unsigned same = (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(x, y));
    if (same != 0xffff) return n + (unsigned)__builtin_ctz(~same);
  }
  while (n < most && a[n] == b[n]) n++;
  return n;
}

size_t deflate_part_bound(size_t count) { return count + count / 8 + 4096; }

struct deflate_work {
  struct block block;
  /// The last position of each hash. Positions continue from part to part, so positions of earlier parts are recognised
  /// by their smaller values.
  uint32_t table[1 << HASH_BITS];
  /// The number of bytes in all earlier parts.
  uint32_t before;
};

struct deflate_work *deflate_begin(void) { return calloc(1, sizeof(struct deflate_work)); }

void deflate_end(struct deflate_work *work) { free(work); }

/// Finds the longest match in the table that begins at bytes[i]: its length, which is below 4 if there is no match, and
/// its distance. `first` is the position of the part's first byte.
static inline unsigned find_match(
    struct deflate_work *s, const uint8_t *bytes, size_t i, size_t count, uint32_t first,
    uint32_t *distance) {
  if (i + 4 > count) return 0;
  uint32_t v = read32(bytes + i), *last = &s->table[hash(v)];
  unsigned most = count - i > LONGEST ? LONGEST : (unsigned)(count - i);
  uint32_t place = *last, here = first + (uint32_t)i;
  *last = here;
  if (place < first || here - place > WINDOW || read32(bytes + (place - first)) != v) return 0;
  *distance = here - place;
  return 4 + agree(bytes + i + 4, bytes + (place - first) + 4, most - 4);
}

size_t deflate_part(struct deflate_work *s, const uint8_t *bytes, size_t count, uint8_t *target) {
  if (s->before > UINT32_MAX - DEFLATE_PART_MAX) {
    memset(s->table, 0, sizeof s->table);
    s->before = 0;
  }
  struct block *b = &s->block;
  struct writer w = {.to = target};
  // The table stores bytes[i] as the position first + i.
  uint32_t first = s->before + 1;
  size_t i = 0;
  unsigned misses = 0;
  while (i < count) {
    uint32_t distance = 0;
    const unsigned best = find_match(s, bytes, i, count, first, &distance);
    if (best >= 4) {
      int extra;
      b->tokens[b->count++] = 1u << 31 | best << 16 | (distance - 1);
      b->lengths[257 + length_symbol(best)]++;
      b->distances[distance_symbol(distance - 1, &extra)]++;
      i += best;
      // The table stores only one position inside a match: the result is 5 % larger than with all positions, and takes
      // three quarters of the time.
      if (i + 4 <= count) s->table[hash(read32(bytes + i - 2))] = first + (uint32_t)i - 2;
      misses = 0;
    } else {
      // The search skips more bytes the longer it finds no match.
      unsigned step = 1 + (misses++ >> 3);
      if (step > 8) step = 8;
      for (; step > 0 && i < count; step--, i++) {
        b->tokens[b->count++] = bytes[i];
        b->lengths[bytes[i]]++;
      }
    }
    if (b->count > TOKENS - 8) put_block(&w, b);
  }
  put_block(&w, b);
  s->before += (uint32_t)count;
  // The part ends with an empty stored block.
  put(&w, 0, 3);
  if (w.bit_count & 7) put(&w, 0, 8 - (w.bit_count & 7));
  drain(&w);
  memcpy(w.to, "\x00\x00\xff\xff", 4);
  return (size_t)(w.to + 4 - target);
}

uint32_t deflate_combine_adler(uint32_t first, uint32_t second, uint64_t second_count) {
  const uint64_t base = 65521;
  uint64_t length = second_count % base;
  uint64_t a = (first & 0xffff) + (second & 0xffff) + base - 1;
  uint64_t b = (first >> 16) + (second >> 16) + length * (first & 0xffff) + base - length;
  return (uint32_t)(a % base | (b % base) << 16);
}
