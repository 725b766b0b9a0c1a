// Blend modes on rows of premultiplied 8.8 channels (W3C, Compositing and Blending Level 1): each mode
// computes s·(1 − dₐ) + d·(1 − sₐ) + sₐ·dₐ·B(d / dₐ, s / sₐ), and the alpha of source-over.

INLINE V least(V a, V b) {
#if LANES == 16
  return (V)_mm256_min_epu16((__m256i)a, (__m256i)b);
#else
  return a - (V)_mm_subs_epu16((__m128i)a, (__m128i)b);
#endif
}
INLINE V most(V a, V b) { return a + b - least(a, b); }

/// Computes a − b, but at least 0.
INLINE V less(V a, V b) {
#if LANES == 16
  return (V)_mm256_subs_epu16((__m256i)a, (__m256i)b);
#else
  return (V)_mm_subs_epu16((__m128i)a, (__m128i)b);
#endif
}

/// The product a · t for a factor `t` from `takes`: exactly a for the full factor, and 0 for the factor 0.
INLINE V times(V a, V t) { return mulhi(a + 1, t); }

/// Selects elements of `a` where a lane of the mask is set, and elements of `b` elsewhere.
INLINE V choose(V mask, V a, V b) { return (a & mask) | (b & ~mask); }

/// A mask in which all bits of the colour lanes are set, and no bit of the alpha lane.
static const uint16_t color_lanes[4] = {0xFFFF, 0xFFFF, 0xFFFF, 0};

/// Combines the colours `c`, which a blend mode has computed, with the alpha of source-over.
INLINE V with_alpha(V c, V s, V d, V ta) {
  V alpha = ALPHAS(s + d - mulhi(d + 1, ta));
  return choose(REPEAT(color_lanes), least(c, alpha), alpha);
}

/// Applies a blend mode to a row. The expression `color` may use the vectors s and d, the factors ta and tda
/// of their alphas, p = s·dₐ, q = d·sₐ, and `rest`, the parts that only one of the two layers covers.
#define MODE(color)                                           \
  for (size_t i = 0; i < n; i += PIXELS) {                    \
    uint16_t last[LANES] = {0};                               \
    int whole = i + PIXELS <= n;                              \
    uint16_t *to = whole ? d8 + i * 4 : last;                 \
    if (!whole) copy_part(last, d8 + i * 4, n - i, 8);        \
    V s = load16(s8 + i * 4), d = load16(to);                 \
    if (w) s = mulhi(s, spread(w + i));                       \
    V sa = ALPHAS(s), da = ALPHAS(d);                         \
    V ta = takes(sa), tda = takes(da);                        \
    V p = times(s, tda), q = times(d, ta);                    \
    V rest = less(s, p) + less(d, q);                         \
    store16(to, with_alpha((color), s, d, ta));               \
    (void)sa, (void)da, (void)p, (void)q, (void)rest;         \
    if (!whole) copy_part(d8 + i * 4, last, n - i, 8);        \
  }

/// Blends two layers by hard light; the blend mode overlay passes the two layers in the opposite order.
INLINE V hard_light(V under, V under_alpha, V over, V over_alpha, V both) {
  V product = times(under, takes(over));
  V inverse = times(less(under_alpha, under), takes(less(over_alpha, over)));
  V is_dark = (V)(over <= less(over_alpha, over));
  return choose(is_dark, product + product, less(both, inverse + inverse));
}

// The remaining blend modes contain divisions, or need all three colours of a pixel at once. The remaining
// blend modes process eight pixels at a time as floats, and round once in each operation, so that every
// processor gives the same bits.

// The diagnostic is ignored because all functions with these vector arguments are inlined, so no calling
// convention applies.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wpsabi"

typedef float F8 __attribute__((vector_size(32)));
typedef int32_t I8 __attribute__((vector_size(32)));
typedef uint32_t U8 __attribute__((vector_size(32)));
typedef uint64_t L8 __attribute__((vector_size(64)));
typedef uint64_t L8U __attribute__((vector_size(64), aligned(2)));

/// The colours of eight pixels, either straight or premultiplied.
typedef struct Eight {
  F8 r, g, b, a;
} Eight;

INLINE F8 either(I8 mask, F8 a, F8 b) { return (F8)(((I8)a & mask) | ((I8)b & ~mask)); }
INLINE F8 all8(float x) { return (F8){0} + x; }
INLINE F8 lower(F8 a, F8 b) { return either(a < b, a, b); }
INLINE F8 higher(F8 a, F8 b) { return either(a > b, a, b); }
INLINE F8 bounded(F8 a) { return lower(higher(a, all8(0)), all8(1)); }
/// Computes a / b; the result is 0 where b is 0.
INLINE F8 divided(F8 a, F8 b) {
  I8 none = b == 0;
  return either(none, all8(0), a / either(none, all8(1), b));
}

INLINE F8 floats(L8 words, int shift) {
  return __builtin_convertvector(
      __builtin_convertvector((words >> (uint64_t)shift) & 0xFFFF, I8), F8);
}

/// Loads eight pixels of 8.8 channels as floats in the range 0…65280.
INLINE Eight load8(const uint16_t *p) {
  L8 words = *(const L8U *)(const void *)p;
  return (Eight){floats(words, 0), floats(words, 16), floats(words, 32), floats(words, 48)};
}

INLINE L8 words(F8 value) {
  return __builtin_convertvector((U8)__builtin_convertvector(value + 0.5f, I8), L8);
}

INLINE void store8(uint16_t *p, Eight c) {
  *(L8U *)(void *)p = words(c.r) | words(c.g) << 16 | words(c.b) << 32 | words(c.a) << 48;
}

INLINE F8 luminosity(Eight c) { return c.r * 0.3f + c.g * 0.59f + c.b * 0.11f; }

/// Gives a colour another luminosity, and moves it back into the range 0…1 without changing that luminosity.
INLINE Eight set_luminosity(Eight c, F8 to) {
  F8 d = to - luminosity(c);
  c.r += d, c.g += d, c.b += d;
  F8 l = luminosity(c);
  F8 n = lower(lower(c.r, c.g), c.b), x = higher(higher(c.r, c.g), c.b);
  I8 low = n < 0;
  F8 f = divided(l, l - n);
  c.r = either(low, l + (c.r - l) * f, c.r);
  c.g = either(low, l + (c.g - l) * f, c.g);
  c.b = either(low, l + (c.b - l) * f, c.b);
  I8 high = x > 1;
  f = divided(1 - l, x - l);
  c.r = either(high, l + (c.r - l) * f, c.r);
  c.g = either(high, l + (c.g - l) * f, c.g);
  c.b = either(high, l + (c.b - l) * f, c.b);
  return c;
}

INLINE F8 saturation(Eight c) {
  return higher(higher(c.r, c.g), c.b) - lower(lower(c.r, c.g), c.b);
}

INLINE Eight set_saturation(Eight c, F8 to) {
  F8 n = lower(lower(c.r, c.g), c.b);
  F8 f = divided(to, higher(higher(c.r, c.g), c.b) - n);
  c.r = (c.r - n) * f, c.g = (c.g - n) * f, c.b = (c.b - n) * f;
  return c;
}

INLINE F8 dodge(F8 b, F8 s) {
  F8 value = either(s >= 1, all8(1), lower(all8(1), divided(b, 1 - s)));
  return either(b <= 0, all8(0), value);
}

INLINE F8 burn(F8 b, F8 s) {
  F8 value = either(s <= 0, all8(0), 1 - lower(all8(1), divided(1 - b, s)));
  return either(b >= 1, all8(1), value);
}

INLINE F8 soft_light(F8 b, F8 s) {
  F8 curve = either(b <= 0.25f, ((16 * b - 12) * b + 4) * b, __builtin_elementwise_sqrt(b));
  return either(s <= 0.5f, b - (1 - 2 * s) * b * (1 - b), b + (2 * s - 1) * (curve - b));
}

INLINE Eight blended(Eight b, Eight s, int32_t mode) {
  switch (mode) {
    case CK_COLOR_DODGE: return (Eight){dodge(b.r, s.r), dodge(b.g, s.g), dodge(b.b, s.b), b.a};
    case CK_COLOR_BURN: return (Eight){burn(b.r, s.r), burn(b.g, s.g), burn(b.b, s.b), b.a};
    case CK_SOFT_LIGHT:
      return (Eight){soft_light(b.r, s.r), soft_light(b.g, s.g), soft_light(b.b, s.b), b.a};
    case CK_HUE: return set_luminosity(set_saturation(s, saturation(b)), luminosity(b));
    case CK_SATURATION: return set_luminosity(set_saturation(b, saturation(s)), luminosity(b));
    case CK_COLOR: return set_luminosity(s, luminosity(b));
    default: return set_luminosity(b, luminosity(s));
  }
}

INLINE F8 joined(F8 s, F8 d, F8 sa, F8 da, F8 both, F8 b, F8 alpha) {
  F8 value = s * (1 - da) + d * (1 - sa) + both * bounded(b);
  return lower(value * 65280, alpha);
}

INLINE void mode_row8(
    uint16_t *d8, size_t n, const uint16_t *s8, const uint16_t *w, int32_t mode) {
  for (size_t i = 0; i < n; i += 8) {
    uint16_t from[32], to[32] = {0};
    size_t count = n - i < 8 ? n - i : 8;
    memset(from, 0, sizeof from);
    memcpy(from, s8 + i * 4, count * 8);
    memcpy(to, d8 + i * 4, count * 8);
    if (w) {
      for (size_t k = 0; k < count; k++) {
        for (size_t c = 0; c < 4; c++) from[k * 4 + c] = (uint16_t)(((uint32_t)from[k * 4 + c] * w[i + k]) >> 16);
      }
    }
    const float unit = 1.0f / 65280;
    Eight s = load8(from), d = load8(to);
    Eight cs = {divided(s.r, s.a), divided(s.g, s.a), divided(s.b, s.a), s.a};
    Eight cd = {divided(d.r, d.a), divided(d.g, d.a), divided(d.b, d.a), d.a};
    F8 sa = s.a * unit, da = d.a * unit, both = sa * da;
    F8 alpha = s.a + d.a * (1 - sa);
    Eight b = blended(cd, cs, mode);
    Eight r = {
        joined(s.r * unit, d.r * unit, sa, da, both, b.r, alpha),
        joined(s.g * unit, d.g * unit, sa, da, both, b.g, alpha),
        joined(s.b * unit, d.b * unit, sa, da, both, b.b, alpha), alpha};
    store8(to, r);
    memcpy(d8 + i * 4, to, count * 8);
  }
}

#pragma clang diagnostic pop

/// Blends `n` pixels of `s8`, weighted by `w` unless `w` is null, with the pixels of `d8`; all channels are
/// 8.8. Sources and weights have one vector of padding. The float reference is the formula at the top of this
/// file; the result is within 1/255 of it.
static void mode_row(
    uint16_t *d8, size_t n, const uint16_t *s8, const uint16_t *w, int32_t mode) {
  switch (mode) {
    case CK_MULTIPLY: MODE(rest + times(s, takes(d))) break;
    case CK_SCREEN: MODE(s + less(d, times(d, takes(s)))) break;
    case CK_OVERLAY: MODE(rest + hard_light(s, sa, d, da, times(da, ta))) break;
    case CK_HARD_LIGHT: MODE(rest + hard_light(d, da, s, sa, times(da, ta))) break;
    case CK_DARKEN: MODE(rest + least(p, q)) break;
    case CK_LIGHTEN: MODE(rest + most(p, q)) break;
    case CK_DIFFERENCE: MODE(rest + (most(p, q) - least(p, q))) break;
    case CK_EXCLUSION: {
      MODE(less(s, times(s, takes(d))) + less(d, times(s, takes(d))))
      break;
    }
    case CK_PLUS_LIGHTER:
      for (size_t i = 0; i < n; i += PIXELS) {
        uint16_t last[LANES] = {0};
        int whole = i + PIXELS <= n;
        uint16_t *to = whole ? d8 + i * 4 : last;
        if (!whole) copy_part(last, d8 + i * 4, n - i, 8);
        V s = load16(s8 + i * 4), d = load16(to);
        if (w) s = mulhi(s, spread(w + i));
        store16(to, d + least(s, splat(FULL) - d));
        if (!whole) copy_part(d8 + i * 4, last, n - i, 8);
      }
      break;
    case CK_REPLACE:
      for (size_t i = 0; i < n * 4; i++) {
        // The weights of the previous pixel and of the new pixel have the sum 65535.
        uint32_t share = w ? w[i / 4] : 65535;
        d8[i] = (uint16_t)((s8[i] * share + d8[i] * (65535 - share) + 32767) / 65535);
      }
      break;
    // Each blend mode has its own call, so that the compiler specialises the loop instead of choosing the
    // mode for each pixel.
    case CK_COLOR_DODGE: mode_row8(d8, n, s8, w, CK_COLOR_DODGE); break;
    case CK_COLOR_BURN: mode_row8(d8, n, s8, w, CK_COLOR_BURN); break;
    case CK_SOFT_LIGHT: mode_row8(d8, n, s8, w, CK_SOFT_LIGHT); break;
    case CK_HUE: mode_row8(d8, n, s8, w, CK_HUE); break;
    case CK_SATURATION: mode_row8(d8, n, s8, w, CK_SATURATION); break;
    case CK_COLOR: mode_row8(d8, n, s8, w, CK_COLOR); break;
    default: mode_row8(d8, n, s8, w, CK_LUMINOSITY); break;
  }
}
