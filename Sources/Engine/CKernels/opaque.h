// Blend modes of opaque bytes over opaque bytes: the bits are the same as those of mode_row, but the work is
// less because alpha has no influence.

/// Whether every pixel of two rows is opaque; a row consists of whole pairs of vectors.
INLINE int are_opaque(const uint8_t *a, const uint8_t *b, size_t n) {
  V all = splat(0xFFFF);
  for (size_t i = 0; i < n * 4; i += 2 * LANES) all &= load_pairs(a + i) & load_pairs(b + i);
  // In a vector of opaque pixels, the alpha is the upper byte of every second 16-bit lane.
  uint64_t words[LANES / 4], both = ~0ull;
  memcpy(words, &all, sizeof words);
  for (size_t i = 0; i < LANES / 4; i++) both &= words[i];
  return (both & 0xFF000000FF000000) == 0xFF000000FF000000;
}

/// A vector in which every alpha is 255.
INLINE V opaque_alphas(void) {
  static const uint16_t alphas[4] = {0, 0xFF00, 0, 0xFF00};
  return REPEAT(alphas);
}

/// Applies a blend mode to pairs of bytes; even bytes and odd bytes are in separate vectors of 8.8 channels.
#define OPAQUE_PAIRS(mode)                                                            \
  for (size_t i = 0; i < n * 4; i += 2 * LANES) {                                     \
    V from = load_pairs(s + i), to = load_pairs(d + i);                               \
    V even = mode(from << 8, to << 8), odd = mode(from & 0xFF00, to & 0xFF00);        \
    store_pairs(d + i, (even + 128) >> 8 | ((odd + 128) & 0xFF00) | opaque_alphas()); \
  }

INLINE V opaque_multiply(V s, V d) { return times(s, takes(d)); }
INLINE V opaque_screen(V s, V d) { return s + less(d, times(d, takes(s))); }
INLINE V opaque_hard_light(V s, V d) {
  return hard_light(d, splat(FULL), s, splat(FULL), splat(FULL));
}
INLINE V opaque_overlay(V s, V d) { return opaque_hard_light(d, s); }
INLINE V opaque_exclusion(V s, V d) {
  V both = times(s, takes(d));
  return less(s, both) + less(d, both);
}

typedef uint8_t Bytes __attribute__((vector_size(2 * LANES)));

/// Applies a blend mode to bytes `a` of the source and `b` of the destination.
#define OPAQUE_BYTES(mode)                                              \
  for (size_t i = 0; i < n * 4; i += 2 * LANES) {                       \
    Bytes a = (Bytes)load_pairs(s + i), b = (Bytes)load_pairs(d + i);   \
    store_pairs(d + i, (V)(mode) | opaque_alphas());                    \
  }

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wpsabi"

/// Converts bytes to floats in 0…1 with the same bits as a / 255; the first factor is short enough for its
/// products to be exact.
INLINE F8 fractions(U8 bytes) {
  F8 a = __builtin_convertvector((I8)bytes, F8);
  return a * 0x1.01p-8f + a * 0x1.010102p-24f;
}

/// Converts floats in 0…1 to the nearest 8.8 value, and that value to the nearest byte.
INLINE U8 nearest_bytes(F8 value) {
  U8 wide = (U8)__builtin_convertvector(bounded(value) * 65280 + 0.5f, I8);
  return (wide + 128) >> 8;
}

INLINE Eight fractions_of(const uint8_t *p) {
  U8 words;
  memcpy(&words, p, sizeof words);
  return (Eight){
      fractions(words & 255), fractions(words >> 8 & 255), fractions(words >> 16 & 255), all8(1)};
}

/// Applies a blend mode that divides or needs all three colours, to eight pixels at a time.
INLINE void opaque_colors(uint8_t *d, const uint8_t *s, size_t n, int32_t mode) {
  for (size_t i = 0; i < n * 4; i += 32) {
    Eight c = blended(fractions_of(d + i), fractions_of(s + i), mode);
    U8 words = nearest_bytes(c.r) | nearest_bytes(c.g) << 8 | nearest_bytes(c.b) << 16 | 0xFF000000;
    memcpy(d + i, &words, sizeof words);
  }
}

/// Applies a blend mode to a multiple of eight pixels.
static void opaque_part(uint8_t *d, const uint8_t *s, size_t n, int32_t mode) {
  switch (mode) {
    case CK_MULTIPLY: OPAQUE_PAIRS(opaque_multiply) break;
    case CK_SCREEN: OPAQUE_PAIRS(opaque_screen) break;
    case CK_OVERLAY: OPAQUE_PAIRS(opaque_overlay) break;
    case CK_HARD_LIGHT: OPAQUE_PAIRS(opaque_hard_light) break;
    case CK_EXCLUSION: OPAQUE_PAIRS(opaque_exclusion) break;
    case CK_DARKEN: OPAQUE_BYTES(__builtin_elementwise_min(a, b)) break;
    case CK_LIGHTEN: OPAQUE_BYTES(__builtin_elementwise_max(a, b)) break;
    case CK_DIFFERENCE:
      OPAQUE_BYTES(__builtin_elementwise_max(a, b) - __builtin_elementwise_min(a, b))
      break;
    case CK_PLUS_LIGHTER: OPAQUE_BYTES(__builtin_elementwise_add_sat(a, b)) break;
    case CK_COLOR_DODGE: opaque_colors(d, s, n, CK_COLOR_DODGE); break;
    case CK_COLOR_BURN: opaque_colors(d, s, n, CK_COLOR_BURN); break;
    case CK_SOFT_LIGHT: opaque_colors(d, s, n, CK_SOFT_LIGHT); break;
    case CK_HUE: opaque_colors(d, s, n, CK_HUE); break;
    case CK_SATURATION: opaque_colors(d, s, n, CK_SATURATION); break;
    case CK_COLOR: opaque_colors(d, s, n, CK_COLOR); break;
    case CK_REPLACE: memcpy(d, s, n * 4); break;
    default: opaque_colors(d, s, n, CK_LUMINOSITY); break;
  }
}

#pragma clang diagnostic pop

/// Blends `n` pixels of `s` with the pixels of `d` in a mode; returns false and changes nothing if a pixel is
/// not opaque.
static int opaque_row(uint8_t *d, size_t n, const uint8_t *s, int32_t mode) {
  size_t whole = n & ~(size_t)7, rest = (n - whole) * 4;
  uint8_t last_s[32], last_d[32];
  memset(last_s, 255, sizeof last_s);
  memset(last_d, 255, sizeof last_d);
  memcpy(last_s, s + whole * 4, rest);
  memcpy(last_d, d + whole * 4, rest);
  if (!are_opaque(s, d, whole) || !are_opaque(last_s, last_d, 8)) return 0;
  opaque_part(d, s, whole, mode);
  if (rest > 0) {
    opaque_part(last_d, last_s, 8, mode);
    memcpy(d + whole * 4, last_d, rest);
  }
  return 1;
}
