/// The compositor's pixel kernels.
///
/// Pixels are RGBA8, sRGB-encoded, premultiplied. Between reading a source and writing a pixel a channel is
/// "8.8": 0…65280, 256 times the byte. Weights (coverage, opacity) are 0…65535. All arithmetic on channels is
/// integer; coordinates are doubles with + − × ÷ √ only, never fused. Every build and every processor
/// therefore gives the same bits.
#pragma once
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// Pixels x0 ..< x1 of one row.
typedef struct ck_run {
  int32_t x0, x1;
  /// The index of the first pixel's coverage in `values`; −1 if all pixels are fully covered.
  int32_t values;
} ck_run;

/// The runs of one row: `count` of them from index `first`, ascending, without overlap.
typedef struct ck_row {
  int32_t first, count;
} ck_row;

/// The fraction of each pixel that a shape covers.
typedef struct ck_coverage {
  /// `rows[0]` describes row `top`; rows end before `bottom`.
  int32_t top, bottom;
  const ck_row *_Nullable rows;
  const ck_run *_Nullable runs;
  /// Readable for 16 more elements than the runs need.
  const uint16_t *_Nullable values;
} ck_coverage;

/// The destination: `pixels` is the pixel (x, y); nothing outside x, y, width, height is accessed.
typedef struct ck_surface {
  uint8_t *pixels;
  /// Bytes from a row to the next.
  ptrdiff_t stride;
  int32_t x, y, width, height;
  /// Channels are 8.8 in 16 bits, aligned to 2, instead of bytes.
  int32_t is_wide;
} ck_surface;

/// The maximum length in texels of the shorter side of a pixel, by which the level of the pyramid is chosen:
/// larger if each axis is summed separately, because this costs less.
#define CK_FINEST_UPRIGHT 10.1
#define CK_FINEST_TURNED 4.1
/// The maximal number of parts along one side of a turned pixel.
#define CK_TURNED_PARTS 16
/// Tables of weights for rotated images: cubics in steps from a straight line to the full cubic, then
/// rectangles of 1 to 3 texels in sixteenths. Each has four weights for each of several fractions of a texel.
/// Vertical weights fit into a byte; their sum times the sum of the horizontal weights is 2²¹ less 1, so that
/// flat pictures stay flat.
#define CK_TURNED_CUBICS 16
#define CK_TURNED_BOXES 33
#define CK_TURNED_STEPS 256
#define CK_TURNED_DOWN 127
#define CK_TURNED_ACROSS 16513
/// The enlargement at which an image is fully bicubic: 1 + 1/10 times its size.
#define CK_CUBIC_RISE 10.0

/// The weights of the first, the third, the second and the fourth texel of a row.
typedef struct ck_across {
  int16_t columns[4];
} ck_across;

/// The weights of the first and the second row, twice, and the weights of the third and the fourth row.
typedef struct ck_down {
  int8_t rows[8];
} ck_down;

/// CK_TURNED_CUBICS + CK_TURNED_BOXES tables for each direction.
typedef struct ck_tables {
  const ck_across *_Nullable across;
  const ck_down *_Nullable down;
} ck_tables;

/// One level of an image's pyramid; level k has half the size of level k − 1, rounded up.
typedef struct ck_level {
  const uint8_t *pixels;
  ptrdiff_t stride;
  int32_t width, height;
} ck_level;

/// The source pixels of each destination column or row, for scaling without rotation.
typedef struct ck_axis {
  /// Destination coordinate of the first entry.
  int32_t origin;
  /// The number of source pixels that an entry reads: horizontally a multiple of 4, for which a row of the
  /// bitmap has space; vertically at most the number of rows.
  int32_t taps;
  /// The first source pixel of each entry; padded by 16 entries.
  const int32_t *_Nullable index;
  /// The `taps` weights of each entry, whose sum is 16384; padded by 16 entries.
  const int16_t *_Nullable weights;
  /// The first of the two source pixels around the entry's position; the result is clamped between the values
  /// of both; null if no weight is negative. The array is padded by 16 entries.
  const int32_t *_Nullable nearest;
} ck_axis;

/// A colour of a gradient: its offset, its premultiplied 8.8 channels, and the interval to the next colour.
typedef struct ck_stop {
  double offset;
  /// The distance to the next offset; any value after the last offset.
  double length;
  double color[4];
  /// The step to the next colour; 0 after the last colour.
  double step[4];
} ck_stop;

typedef enum ck_kind {
  /// The colour `color`.
  CK_SOLID,
  /// Level 0, moved by (dx, dy) whole pixels.
  CK_COPY,
  /// The picture `group`, moved by (dx, dy) whole pixels.
  CK_GROUP,
  /// The picture `group` at half the size, whose first pixel is (2 dx, 2 dy); on each side, it has one more
  /// row and column than the pixels that are drawn.
  CK_HALF,
  /// Level `level`, read through `across` and `down`.
  CK_SCALED,
  /// Levels read through `map` with the weights of `tables`.
  CK_MAPPED,
  /// The gradient `stops` along the x axis of `map`.
  CK_LINEAR,
  /// The gradient `stops` along the distance from the origin of `map`, or from `focus` to the circle with
  /// radius 1.
  CK_RADIAL,
  /// The gradient `stops` along the angle of `map`, one turn from the x axis towards the y axis.
  CK_CONIC,
  /// The colour `color` times Σ profile_j(x) · share_j(y).
  CK_SHADOW,
  /// The colour `color` times `mask`, moved by (dx, dy).
  CK_MASK,
  /// The colour `color` times `mask`, read through `map`.
  CK_MAPPED_MASK,
} ck_kind;

/// A matrix on straight colours 0…1: for each of red, green, blue and alpha, the factors of all four and a
/// constant.
typedef struct ck_color {
  float matrix[20];
} ck_color;

/// The blend mode of a paint: W3C's blend modes, the sum, and a mode in which the source replaces the
/// previous pixels, whatever its alpha.
typedef enum ck_mode {
  CK_NORMAL,
  CK_MULTIPLY,
  CK_SCREEN,
  CK_OVERLAY,
  CK_DARKEN,
  CK_LIGHTEN,
  CK_COLOR_DODGE,
  CK_COLOR_BURN,
  CK_HARD_LIGHT,
  CK_SOFT_LIGHT,
  CK_DIFFERENCE,
  CK_EXCLUSION,
  CK_HUE,
  CK_SATURATION,
  CK_COLOR,
  CK_LUMINOSITY,
  CK_PLUS_LIGHTER,
  CK_REPLACE,
} ck_mode;

typedef struct ck_paint {
  ck_kind kind;
  /// A ck_mode; for any mode except CK_NORMAL, `is_opaque` is 0.
  int32_t mode;
  /// The colour matrices that are applied first; a matrix that does not change alpha preserves `is_opaque`.
  const ck_color *_Nullable colors;
  int32_t color_count;
  /// The factor of the source, 0…65535.
  int32_t alpha;
  /// Whether every source pixel has full alpha.
  int32_t is_opaque;
  /// Whether gradients and shadows are dithered: a value between two bytes becomes both, in an ordered
  /// pattern that depends only on the position.
  int32_t dither;
  /// The colour, in premultiplied 8.8.
  uint16_t color[4];

  int32_t dx, dy;
  const ck_level *_Nullable levels;
  int32_t level_count;
  /// For CK_SCALED.
  int32_t level;
  ck_axis across, down;

  /// Maps destination pixel centres to source pixels of level 0 (or the gradient's plane): u = (m0 x + m1 y +
  /// m2) / (m6 x + m7 y + m8), v likewise with m3, m4, m5.
  double map[9];
  int32_t is_affine;
  /// For CK_RADIAL: the position of the first stop in the gradient's plane, inside the unit circle.
  double focus[2];

  /// For CK_MAPPED.
  ck_tables tables;

  const ck_stop *_Nullable stops;
  int32_t stop_count;

  /// For CK_SHADOW: `rank` rows of `profile_width` from column `dx`; `rank` rows of `share_height` from row
  /// `dy`. The shares of a row add up to at most 65535.
  const uint16_t *_Nullable profiles;
  const uint16_t *_Nullable shares;
  int32_t rank, profile_width, share_height;

  /// The picture in 8.8, with packed rows.
  const uint16_t *_Nullable group;
  int32_t group_width;

  /// For CK_MASK: a weight 0…65535 for each pixel; the weight outside the mask is 0.
  const uint16_t *_Nullable mask;
  int32_t mask_width, mask_height;
  /// For CK_MAPPED_MASK: the mask is read at samples × samples points of a pixel, 1…16.
  int32_t samples;
} ck_paint;

/// One paint through one coverage, as an element of a list.
typedef struct ck_item {
  const ck_coverage *coverage;
  const ck_paint *paint;
  /// Pixels that are fully covered by one of these coverages are not painted.
  const ck_coverage *_Nullable hidden;
  size_t hidden_count;
  /// The columns of the item; nothing outside them is covered.
  int32_t x0, x1;
} ck_item;

/// One set of kernels; all sets compute the same bits.
typedef struct ck_kernels {
  const char *name;
  /// Composites `paint` with source-over where `coverage` is set, inside `surface`. Rounds to nearest;
  /// without coverage and alpha, RGBA8 over RGBA8 is exactly s + round(d · (255 − sₐ) / 255). Float
  /// reference: d + (s − d·sₐ)·w. Porter & Duff 1984. Only pixels in the runs of `region` are drawn, whatever
  /// their values; all pixels are drawn if `region` is null. Pixels that are fully covered by one of the
  /// `count` coverages in `hidden` are not drawn, because something opaque will replace them.
  void (*draw)(
      const ck_surface *surface, const ck_coverage *_Nullable region, const ck_coverage *coverage,
      const ck_paint *paint, const ck_coverage *_Nullable hidden, size_t count);
  /// Draws two opaque CK_COPY paints that both cover all of `surface`, which contains bytes: `under` with
  /// full alpha, then `over` with its own. The bits are the same as when both are drawn one after the other.
  void (*mix)(const ck_surface *surface, const ck_paint *under, const ck_paint *over);
  /// Composes items back to front in 8.8, and rounds them once to the bytes of `surface`. The first items
  /// together cover all previous pixels.
  void (*compose)(const ck_surface *surface, const ck_item *items, size_t count);
  /// Copies the pixels of `surface` to 8.8 channels, packed.
  void (*lift)(const ck_surface *surface, uint16_t *to);
  /// Multiplies `count` pixels by the alpha (or Rec. 709 luma) of the same number of pixels of `mask`, or by
  /// 1 minus this value, all in 8.8; exact rounding of x/65280.
  void (*multiply)(
      uint16_t *pixels, const uint16_t *mask, size_t count, int32_t luminance, int32_t inverted);
  /// One level of a pyramid from 8.8 channels: 2×2 boxes, with the last row and column repeated if the number
  /// of rows or columns is odd. `to` is (width + 1) / 2 by (height + 1) / 2, packed.
  void (*halve)(const uint16_t *from, int32_t width, int32_t height, uint16_t *to);
  /// Rounds 8.8 channels to bytes.
  void (*narrow)(const uint16_t *from, uint8_t *to, size_t count);
  /// Convolves the rows of `from` (width × height, packed) with the symmetric `taps`, and writes them
  /// transposed. There are radius + 1 taps, starting at the centre; centre + 2 Σ others = 65536. Outside the
  /// picture, channels are zero.
  void (*blur)(
      const uint16_t *from, uint16_t *to, int32_t width, int32_t height, const uint32_t *taps,
      int32_t radius);
  /// Halves a picture of 8.8 channels with the weights 1 3 3 1: `to` is width × height, `from` has twice as
  /// many rows and columns and one more on each side. `room` has space for a row of `from` and 48 more
  /// channels.
  void (*shrink)(
      const uint16_t *from, uint16_t *to, int32_t width, int32_t height, uint16_t *room);
  /// Columns x ..< x + width and rows y ..< y + height of a picture that is twice as large as `half`, whose
  /// rows have `half_width` pixels and whose first pixel is (2 dx, 2 dy). Readable for 16 channels more.
  void (*enlarge_twice)(
      const uint16_t *half, int32_t half_width, int32_t dx, int32_t dy, int32_t x, int32_t y,
      int32_t width, int32_t height, uint16_t *to);
  /// Convolves rows of 8.8 channels with a Gaussian: channel i of `to` is the weighted sum of channels of
  /// `from` that are `step` channels apart on both sides of i. `taps` has radius + 1 weights, starting at the
  /// centre; centre + 2 Σ others = 65536. Each row has `count` channels. Float reference: within 1/16 of a
  /// byte.
  void (*convolve)(
      const uint16_t *from, ptrdiff_t from_stride, uint16_t *to, ptrdiff_t to_stride, size_t count,
      int32_t rows, ptrdiff_t step, const uint32_t *taps, int32_t radius);
  /// Convolves with taps that differ on the two sides: channel i of `to` is the sum of taps[radius + k] times
  /// the channel k steps before i, for k from −radius to radius; the taps add up to 65536.
  void (*convolve_moved)(
      const uint16_t *from, ptrdiff_t from_stride, uint16_t *to, ptrdiff_t to_stride, size_t count,
      int32_t rows, ptrdiff_t step, const uint32_t *taps, int32_t radius);
  /// Enlarges weights by `factor`, a power of two, linearly between the centres of pixels: `to` is (width −
  /// 1) · factor by (height − 1) · factor. `rows` has space for `height` rows of that width.
  void (*enlarge)(
      const uint16_t *from, int32_t width, int32_t height, int32_t factor, uint16_t *rows,
      uint16_t *to);
} ck_kernels;

/// The kernels for this processor, as glibc reports it (GLIBC_TUNABLES counts).
const ck_kernels *ck_best(void);
/// The kernels for any x86-64.
const ck_kernels *ck_baseline(void);
/// The kernels for AVX2, or null if the processor lacks it.
const ck_kernels *_Nullable ck_avx2(void);

#pragma clang assume_nonnull end
