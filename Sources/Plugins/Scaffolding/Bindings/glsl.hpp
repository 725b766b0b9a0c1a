// The framework that makes an animator from a GLSL transition: the two screens as textures, and the loop over
// the pixels, eight at a time. `pipeline plugin import-glsl` generates the rest of the plugin.
//
// The source is compiled twice: for every x86-64 processor, and for those with AVX2 (GLSL_WIDE).
#pragma once
#include <glsl-vectors.hpp>

namespace glsl {
inline namespace GLSL_BUILD {

typedef int16_t halves __attribute__((ext_vector_type(2 * GLSL_LANES)));
typedef int32_t halves_wide __attribute__((ext_vector_type(2 * GLSL_LANES)));

/// A picture as a texture: (0, 0) is its lower left corner, coordinates are clamped to the edges, and four
/// texels are interpolated. Positions are rounded to 1/1024 of a texel, so that the centre of a texel gives
/// exactly that texel, and colours to 1/128 of a level.
struct sampler2D {
  const animator_image *image = nullptr;

  vec4 at(const vec2 &place) const {
    if (!image) return vec4(0.f);
    const float width = (float)image->width, height = (float)image->height;
    // NaN becomes 0, because a comparison with NaN is false.
    const floats left = place.x.v * (width * 1024) - 511.5f, up = (1.f - place.y.v) * (height * 1024) - 511.5f;
    const ints x = __builtin_convertvector(within(left, floats(0.f), floats((width - 1) * 1024)), ints);
    const ints y = __builtin_convertvector(within(up, floats(0.f), floats((height - 1) * 1024)), ints);
    // The last texel of a row or column is read as the neighbour of the previous texel, with full weight.
    const ints i = smaller(x >> 10, ints(image->width > 1 ? image->width - 2 : 0));
    const ints j = smaller(y >> 10, ints(image->height > 1 ? image->height - 2 : 0));
    const ints across = x - (i << 10), down = y - (j << 10);
    if (is_row(i, j)) {
      const uint8_t *row = image->data + j[0] * image->stride_bytes + 4 * (int64_t)i[0];
      if (!is_any((across | down) != 0)) return colors(even(run(row)), even(run(row) >> 8));
      const uint8_t *next = image->height > 1 ? row + image->stride_bytes : row;
      return mixed(run(row), run(row + 4), run(next), run(next + 4), across, down);
    }
    ints texels[4];
    gather(i, j, texels);
    return mixed(texels[0], texels[1], texels[2], texels[3], across, down);
  }

private:
  static GLSL_INLINE ints smaller(ints a, ints b) { return a < b ? a : b; }
  /// Whether the lanes read adjacent texels of a row, and another texel follows them in the picture.
  GLSL_INLINE bool is_row(ints i, ints j) const {
    ints ahead;
    GLSL_LANE(lane) ahead[lane] = lane;
    return !is_any((i - ahead != i[0]) | (j != j[0])) && image->width > 1;
  }
  static GLSL_INLINE ints run(const uint8_t *data) {
    ints texels;
    memcpy(&texels, data, sizeof texels);
    return texels;
  }
#if GLSL_LANES == 8 && defined(__AVX2__)
  /// Gathers the texels at eight positions, and the texel after each of them.
  static GLSL_INLINE void gather_pairs(const uint8_t *data, __m256i places, ints *texels) {
    const __m256i order = _mm256_permute4x64_epi64(places, 0xd8);
    const __m256i low = _mm256_i32gather_epi64((const long long *)data, _mm256_castsi256_si128(order), 1);
    const __m256i high = _mm256_i32gather_epi64((const long long *)data, _mm256_extracti128_si256(order, 1), 1);
    const __m256 a = _mm256_castsi256_ps(low), b = _mm256_castsi256_ps(high);
    texels[0] = __builtin_bit_cast(ints, _mm256_shuffle_ps(a, b, 0x88));
    texels[1] = __builtin_bit_cast(ints, _mm256_shuffle_ps(a, b, 0xdd));
  }
#endif
  GLSL_INLINE void gather(ints i, ints j, ints *texels) const {
    const bool single = image->width == 1;
#if GLSL_LANES == 8 && defined(__AVX2__)
    if (!single && image->stride_bytes * image->height < INT32_MAX) {
      const __m256i places = __builtin_bit_cast(__m256i, j * (int32_t)image->stride_bytes + (i << 2));
      const uint8_t *next = image->data + (image->height > 1 ? image->stride_bytes : 0);
      gather_pairs(image->data, places, texels);
      gather_pairs(next, places, texels + 2);
      return;
    }
#endif
    const int64_t below = image->height > 1 ? image->stride_bytes : 0;
    GLSL_LANE(lane) {
      const uint8_t *row = image->data + j[lane] * image->stride_bytes + 4 * (int64_t)i[lane];
      for (int k = 0; k < 2; k++, row += below) {
        int32_t pair[2];
        memcpy(pair, row, single ? 4 : 8);
        texels[2 * k][lane] = pair[0], texels[2 * k + 1][lane] = single ? pair[0] : pair[1];
      }
    }
  }
  /// The red and blue of texels, or the green and alpha of shifted texels, in units of 1/128.
  static GLSL_INLINE halves even(ints texels) { return __builtin_bit_cast(halves, (texels & 0xff00ff) << 7); }
  static GLSL_INLINE halves halfway(halves a, halves b, halves weight) {
    const halves by = b - a;
#if GLSL_LANES == 8 && defined(__AVX2__)
    const halves half = __builtin_bit_cast(
        halves, _mm256_mulhrs_epi16(__builtin_bit_cast(__m256i, by), __builtin_bit_cast(__m256i, weight)));
#else
    const halves_wide product = __builtin_convertvector(by, halves_wide) * __builtin_convertvector(weight, halves_wide);
    const halves half = __builtin_convertvector(((product >> 14) + 1) >> 1, halves);
#endif
    return a + half + half;
  }
  static GLSL_INLINE vec4 mixed(ints a, ints b, ints c, ints d, ints across, ints down) {
    const halves x = __builtin_bit_cast(halves, across << 4 | across << 20);
    const halves y = __builtin_bit_cast(halves, down << 4 | down << 20);
    const halves red = halfway(halfway(even(a), even(b), x), halfway(even(c), even(d), x), y);
    const halves green = halfway(
        halfway(even(a >> 8), even(b >> 8), x), halfway(even(c >> 8), even(d >> 8), x), y);
    return colors(red, green);
  }
  static GLSL_INLINE vec4 colors(halves red_blue, halves green_alpha) {
    const ints first = __builtin_bit_cast(ints, red_blue), second = __builtin_bit_cast(ints, green_alpha);
    return vec4(level(first & 0xffff), level(second & 0xffff), level(first >> 16), level(second >> 16));
  }
  static GLSL_INLINE Float level(ints x) { return Float(__builtin_convertvector(x, floats) * (1 / 32640.f)); }
};
static inline vec4 texture2D(const sampler2D &picture, const vec2 &place) { return picture.at(place); }
static inline vec4 texture(const sampler2D &picture, const vec2 &place) { return picture.at(place); }

/// A parameter: its offset in the struct, its range, its name, its default value as JSON, and its
/// description.
#define GLSL_FIELD(Struct, member, minimum, maximum, name, default_json, doc) \
  {name, doc, default_json, 0, minimum, maximum, ANIMATOR_TYPE_OF(Struct, member), ANIMATOR_UNIT_NONE, \
   offsetof(Struct, member), sizeof(((Struct *)0)->member)}

/// The values that a transition can read in addition to its parameters.
struct base {
  float progress, ratio;
  sampler2D screens[2];
  vec4 getFromColor(const vec2 &place) const { return screens[0].at(place); }
  vec4 getToColor(const vec2 &place) const { return screens[1].at(place); }
};

/// Converts a channel to the nearest byte after clamping; NaN becomes 0.
static GLSL_INLINE ints byte_of(Float x) {
  return __builtin_convertvector(within(x.v * 255.f + .5f, floats(0.f), floats(255.f)), ints);
}
static GLSL_INLINE ints pixel_of(const vec4 &c) {
  const ints alpha = byte_of(c.w), red = byte_of(c.x), green = byte_of(c.y), blue = byte_of(c.z);
  return (red < alpha ? red : alpha) | (green < alpha ? green : alpha) << 8 | (blue < alpha ? blue : alpha) << 16
      | alpha << 24;
}

/// Draws the pixels of a window. The shader's global variables are reset for each pixel.
template <class Shader, class Parameters> static int32_t draw(
    const Parameters *parameters, const animator_context *context, const animator_image *in, uint32_t in_count,
    animator_surface out, animator_window window) {
  base screens;
  screens.progress = (float)context->progress;
  screens.ratio = (float)out.width / (float)out.height;
  screens.screens[0].image = &in[0], screens.screens[1].image = &in[1];
  const float width = (float)out.width, height = (float)out.height;
  for (int32_t y = window.y; y < window.y + window.height; y++) {
    if (!context->keep_going(context)) return ANIMATOR_FAILED;
    uint8_t *row = out.data + (int64_t)y * out.stride_bytes;
    const float up = ((float)(out.height - 1 - y) + .5f) / height;
    for (int32_t x = window.x; x < window.x + window.width; x += lanes) {
      floats across;
      GLSL_LANE(i) across[i] = (float)(x + i) + .5f;
      Shader shader(screens, *parameters, in + 2, in_count - 2);
      const ints pixels = pixel_of(shader.f_transition(vec2(Float(across / width), Float(up)), Mask(true)));
      const int32_t rest = window.x + window.width - x;
      memcpy(row + 4 * x, &pixels, 4 * (size_t)(rest < lanes ? rest : lanes));
    }
  }
  return ANIMATOR_OK;
}

} // namespace GLSL_BUILD
} // namespace glsl
