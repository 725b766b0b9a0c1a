/// The compositor's pixel kernels.
///
/// Pixels are RGBA8, sRGB-encoded, premultiplied. Between reading a source and writing a pixel, a channel is
/// in 8.8 fixed point: 0…65280, 256 times the byte. The weights of coverage and opacity are in the range
/// 0…65535. Channels are computed with integers only; coordinates are doubles, computed only with + − × ÷ √,
/// which are never fused. Every build and every processor therefore gives the same bits.
#pragma once
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// A run of the pixels x0 ..< x1 of one row.
typedef struct ck_run {
  int32_t x0, x1;
  /// The index in `values` of the weight of the run's first pixel; −1 if all pixels of the run are fully
  /// covered.
  int32_t values;
} ck_run;

/// The runs of one row: `count` runs from index `first` on, in ascending order, without overlap.
typedef struct ck_row {
  int32_t first, count;
} ck_row;

/// The fraction of each pixel's area that a shape covers.
typedef struct ck_coverage {
  /// `rows[0]` describes row `top` of the coverage; the last row is the row before `bottom`.
  int32_t top, bottom;
  const ck_row *_Nullable rows;
  const ck_run *_Nullable runs;
  /// The weights of the runs; 16 more elements are readable than the runs need.
  const uint16_t *_Nullable values;
} ck_coverage;

/// The destination of a kernel: `pixels` points to the pixel (x, y), and no memory outside the rectangle x,
/// y, width, height is accessed.
typedef struct ck_surface {
  uint8_t *pixels;
  /// The distance in bytes from a row to the next row of the picture.
  ptrdiff_t stride;
  int32_t x, y, width, height;
  /// Whether channels are 8.8 values in 16 bits, aligned to 2 bytes, instead of bytes.
  int32_t is_wide;
} ck_surface;

/// The maximum length in texels of a pixel's shorter side, by which the pyramid level is chosen: larger if
/// each axis is summed separately, because separate sums cost less.
#define CK_FINEST_UPRIGHT 10.1
#define CK_FINEST_TURNED 4.1
/// The maximum number of parts along one side of a rotated pixel.
#define CK_TURNED_PARTS 16
/// Tables of weights for rotated images: cubics in steps from a straight line to the full cubic, then
/// rectangles of 1 to 3 texels in sixteenths. Each table has four weights for each of several fractions of a
/// texel. Vertical weights fit in a byte; their sum times the sum of the horizontal weights is 2²¹ minus 1,
/// so that a picture of one colour keeps that colour.
#define CK_TURNED_CUBICS 16
#define CK_TURNED_BOXES 33
#define CK_TURNED_STEPS 256
#define CK_TURNED_DOWN 127
#define CK_TURNED_ACROSS 16513
/// The inverse of the growth at which an enlarged image becomes fully bicubic: 1/10 beyond its own size.
#define CK_CUBIC_RISE 10.0

/// The weights of the four texels of a row, in the order first, third, second, fourth.
typedef struct ck_across {
  int16_t columns[4];
} ck_across;

/// The weights of the first and the second row, repeated, and the weights of the third and the fourth row.
typedef struct ck_down {
  int8_t rows[8];
} ck_down;

/// The CK_TURNED_CUBICS + CK_TURNED_BOXES tables of weights for each direction.
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
  /// The destination coordinate of the axis table's first entry.
  int32_t origin;
  /// The number of source pixels that an entry reads: horizontally a multiple of 4, within the padding of a
  /// bitmap's row; vertically at most the number of rows.
  int32_t taps;
  /// The first source pixel of each entry; padded by 16 entries.
  const int32_t *_Nullable index;
  /// The weights of the source pixels for each entry, `taps` weights whose sum is 16384; padded by 16
  /// entries.
  const int16_t *_Nullable weights;
  /// The first of the two source pixels around the position of each entry; the result is clamped between the
  /// values of the two pixels; null if no weight is negative. The array of nearest source pixels is padded by
  /// 16 entries.
  const int32_t *_Nullable nearest;
} ck_axis;

/// A colour of a gradient: its offset, its premultiplied 8.8 channels, and the interval to the next colour.
typedef struct ck_stop {
  double offset;
  /// The distance from this gradient stop to the offset of the next stop; any value for the last stop.
  double length;
  double color[4];
  /// The difference between the colours of this gradient stop and of the next stop; 0 for the last stop.
  double step[4];
} ck_stop;

typedef enum ck_kind {
  /// The paint is the uniform colour `color`.
  CK_SOLID,
  /// The paint copies level 0 of an image, moved by (dx, dy) whole pixels.
  CK_COPY,
  /// The paint copies the picture `group`, moved by (dx, dy) whole pixels.
  CK_GROUP,
  /// The paint doubles the half-size picture `group`, whose first pixel is at (2 dx, 2 dy); the picture has
  /// one row and one column more on each side than the drawn pixels.
  CK_HALF,
  /// The paint scales the image level `level` by the axes `across` and `down`.
  CK_SCALED,
  /// The paint reads the image levels through `map` with the weights of `tables`.
  CK_MAPPED,
  /// The paint is the gradient `stops` along the x axis of `map`.
  CK_LINEAR,
  /// The paint is the gradient `stops` along the distance from the origin of `map`, or from `focus` to the
  /// circle with radius 1.
  CK_RADIAL,
  /// The paint is the gradient `stops` along the angle of `map`: one turn, from the x axis towards the y
  /// axis.
  CK_CONIC,
  /// The paint is the colour `color` times Σ profile_j(x) · share_j(y).
  CK_SHADOW,
  /// The paint is the colour `color` times `mask`, moved by (dx, dy).
  CK_MASK,
  /// The paint is the colour `color` times `mask`, read through `map`.
  CK_MAPPED_MASK,
} ck_kind;

/// A matrix on straight colours 0…1: red, green, blue and alpha are each a weighted sum of all four channels
/// and a constant.
typedef struct ck_color {
  float matrix[20];
} ck_color;

/// The blend mode of a paint: the blend modes of W3C, addition, and a mode in which the source replaces the
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
  /// The paint's ck_mode; `is_opaque` is 0 for any mode except CK_NORMAL.
  int32_t mode;
  /// The colour matrices that are applied to the colours first; a matrix that does not change alpha preserves
  /// `is_opaque`.
  const ck_color *_Nullable colors;
  int32_t color_count;
  /// The opacity of the paint, 0…65535.
  int32_t alpha;
  /// Whether every source pixel of the paint has full alpha.
  int32_t is_opaque;
  /// Whether gradients and shadows are dithered: a value between two bytes becomes one or the other byte, in
  /// an ordered pattern that depends only on the position.
  int32_t dither;
  /// The paint's colour in premultiplied 8.8.
  uint16_t color[4];

  int32_t dx, dy;
  const ck_level *_Nullable levels;
  int32_t level_count;
  /// The image level and the axes of a CK_SCALED paint.
  int32_t level;
  ck_axis across, down;

  /// Maps destination pixel centres to source pixels of level 0 (or to the gradient's plane): u = (m0 x + m1
  /// y + m2) / (m6 x + m7 y + m8), and v likewise with m3, m4, m5.
  double map[9];
  int32_t is_affine;
  /// The position of the first stop in the plane of a CK_RADIAL gradient, inside the unit circle.
  double focus[2];

  /// The tables with the weights of a CK_MAPPED paint.
  ck_tables tables;

  const ck_stop *_Nullable stops;
  int32_t stop_count;

  /// The factors of a CK_SHADOW paint: `rank` rows of `profile_width` profiles from column `dx` on, and
  /// `rank` rows of `share_height` shares from row `dy` on. For each row of pixels, the shares add up to at
  /// most 65535.
  const uint16_t *_Nullable profiles;
  const uint16_t *_Nullable shares;
  int32_t rank, profile_width, share_height;

  /// The group's picture in 8.8, with rows without padding.
  const uint16_t *_Nullable group;
  int32_t group_width;

  /// The mask of a CK_MASK paint: a weight 0…65535 for each pixel; the weight outside the mask is 0.
  const uint16_t *_Nullable mask;
  int32_t mask_width, mask_height;
  /// The number of sample points along each side of a pixel of a CK_MAPPED_MASK paint, 1…16.
  int32_t samples;
} ck_paint;

/// An element of a list: one paint through one coverage.
typedef struct ck_item {
  const ck_coverage *coverage;
  const ck_paint *paint;
  /// The coverages whose fully covered pixels are not painted.
  const ck_coverage *_Nullable hidden;
  size_t hidden_count;
  /// The range of columns of the item; the item covers no pixels outside them.
  int32_t x0, x1;
} ck_item;

/// One set of kernels; all sets compute the same bits.
typedef struct ck_kernels {
  const char *name;
  /// Composites `paint` with source-over where `coverage` is set, inside `surface`. Results are rounded to
  /// nearest; without coverage and alpha, RGBA8 over RGBA8 is exactly s + round(d · (255 − sₐ) / 255). The
  /// floating-point reference of the kernel is d + (s − d·sₐ)·w. The formula for compositing is that of
  /// Porter & Duff 1984. Only pixels in the runs of `region` are drawn, regardless of the weights of the
  /// runs; all pixels are drawn if `region` is null. Pixels that one of the `count` coverages in `hidden`
  /// covers fully are not drawn, because an opaque paint will replace them.
  void (*draw)(
      const ck_surface *surface, const ck_coverage *_Nullable region, const ck_coverage *coverage,
      const ck_paint *paint, const ck_coverage *_Nullable hidden, size_t count);
  /// Draws two opaque CK_COPY paints that both cover all of `surface`, which contains bytes: `under` with
  /// full alpha, then `over` with its own alpha. The bits are the same as when both are drawn one after the
  /// other.
  void (*mix)(const ck_surface *surface, const ck_paint *under, const ck_paint *over);
  /// Composes items back to front in 8.8, and rounds them once to the bytes of `surface`. Together, the first
  /// items cover all previous pixels.
  void (*compose)(const ck_surface *surface, const ck_item *items, size_t count);
  /// Copies the pixels of `surface` to 8.8 channels without padding.
  void (*lift)(const ck_surface *surface, uint16_t *to);
  /// Multiplies `count` pixels by the alpha (or Rec. 709 luma) of the same number of pixels of `mask`, or by
  /// 1 minus this value, all in 8.8; exact rounding of x/65280.
  void (*multiply)(
      uint16_t *pixels, const uint16_t *mask, size_t count, int32_t luminance, int32_t inverted);
  /// Computes the next level of a pyramid from 8.8 channels by averaging 2×2 pixels; the last row or column
  /// is repeated if the number of rows or columns is odd. `to` has (width + 1) / 2 by (height + 1) / 2 pixels
  /// without padding.
  void (*halve)(const uint16_t *from, int32_t width, int32_t height, uint16_t *to);
  /// Rounds 8.8 channels to bytes.
  void (*narrow)(const uint16_t *from, uint8_t *to, size_t count);
  /// Convolves the rows of `from` (width × height, without padding) with the symmetric `taps`, and writes the
  /// rows transposed. The array `taps` has radius + 1 weights, starting at the centre; the centre plus twice
  /// the sum of the other weights is 65536. Channels outside the picture are treated as zero.
  void (*blur)(
      const uint16_t *from, uint16_t *to, int32_t width, int32_t height, const uint32_t *taps,
      int32_t radius);
  /// Halves a picture of 8.8 channels with the weights 1 3 3 1: `to` is width × height, `from` has twice as
  /// many rows and columns and one more on each side. `room` has space for one row of `from` and 48 more
  /// channels.
  void (*shrink)(
      const uint16_t *from, uint16_t *to, int32_t width, int32_t height, uint16_t *room);
  /// Computes columns x ..< x + width and rows y ..< y + height of a picture that is twice as large as
  /// `half`, whose rows have `half_width` pixels and whose first pixel is at (2 dx, 2 dy). The memory of
  /// `half` is readable for 16 more channels.
  void (*enlarge_twice)(
      const uint16_t *half, int32_t half_width, int32_t dx, int32_t dy, int32_t x, int32_t y,
      int32_t width, int32_t height, uint16_t *to);
  /// Convolves rows of 8.8 channels with a Gaussian: channel i of `to` is the weighted sum of channels of
  /// `from` that are `step` channels apart on both sides of i. `taps` has radius + 1 weights, starting at the
  /// centre; the centre plus twice the sum of the other weights is 65536. Each row of the picture has `count`
  /// channels. The result is within 1/16 of a byte of the float reference.
  void (*convolve)(
      const uint16_t *from, ptrdiff_t from_stride, uint16_t *to, ptrdiff_t to_stride, size_t count,
      int32_t rows, ptrdiff_t step, const uint32_t *taps, int32_t radius);
  /// Convolves with taps that differ on the two sides: channel i of `to` is the sum of taps[radius + k] times
  /// the channel k steps before i, for k from −radius to radius; the taps add up to 65536.
  void (*convolve_moved)(
      const uint16_t *from, ptrdiff_t from_stride, uint16_t *to, ptrdiff_t to_stride, size_t count,
      int32_t rows, ptrdiff_t step, const uint32_t *taps, int32_t radius);
  /// Enlarges weights by `factor`, a power of two, linearly between the centres of pixels: `to` has (width −
  /// 1) · factor by (height − 1) · factor weights. `rows` has space for `height` rows of weights with the
  /// enlarged width.
  void (*enlarge)(
      const uint16_t *from, int32_t width, int32_t height, int32_t factor, uint16_t *rows,
      uint16_t *to);
} ck_kernels;

/// The fastest kernels for this processor as glibc reports it; GLIBC_TUNABLES can disable features.
const ck_kernels *ck_best(void);
/// The kernels that run on every x86-64 processor.
const ck_kernels *ck_baseline(void);
/// The kernels for AVX2, or null if the processor lacks it.
const ck_kernels *_Nullable ck_avx2(void);

#pragma clang assume_nonnull end
