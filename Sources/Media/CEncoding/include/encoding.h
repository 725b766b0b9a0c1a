// The kernels of the encoders, which use only integers and give the same bits on every machine.
#ifndef PIPELINE_ENCODING_H
#define PIPELINE_ENCODING_H

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// Converts `count` premultiplied RGBA pixels to straight pixels. The formula is c' = min(255, floor((510·c + a) /
/// (2·a))), which is 255·c/a rounded half up; 0 where a is 0. Premultiplying the result with rounding gives the input
/// again for every c ≤ a.
void encoding_unpremultiply(const uint8_t *source, uint8_t *target, size_t count);

/// Composites `count` premultiplied RGBA pixels over a colour into opaque RGBA pixels.
///
/// The formula is c' = min(255, c + round(colour·(255 - a) / 255)).
void encoding_over_color(const uint8_t *source, uint8_t *target, size_t count,
                         const uint8_t color[_Nonnull 3]);

/// Writes an opaque RGBA picture as a baseline JPEG with full chroma resolution and optimised Huffman tables. `quality`
/// is libjpeg's quality, 1 to 100; `dots_per_inch` is written into the file. On success, returns 0 and the file's
/// bytes, which the caller frees; on failure, returns libjpeg's error number and no bytes.
int encoding_jpeg(const uint8_t *pixels, size_t stride, int width, int height, int quality,
                  int dots_per_inch, uint8_t *_Nullable *_Nonnull bytes, size_t *count);

/// Converts `count` opaque RGBA pixels to RGB by dropping every fourth byte.
void encoding_drop_alpha(const uint8_t *source, uint8_t *target, size_t count);

/// The planes of a Y'CbCr picture.
struct encoding_planes {
  uint8_t *y, *cb, *cr;
  /// The alpha plane; NULL if the picture has no alpha.
  uint8_t *_Nullable alpha;
  /// The bytes of a row in the planes of luma and alpha, and in the planes of chroma.
  size_t luma_stride, chroma_stride;
};

/// Converts the rows [first_row, end_row) of an RGBA picture to Y'CbCr 4:2:0, BT.709, limited range, 8 bits. The
/// picture is padded to an even size by repeating its edge; both row numbers are even, and end_row may be height + 1.
/// Premultiplied colours are used unchanged, so that transparent parts are black. Luma is Y = 16 + (5983·R + 20127·G +
/// 2032·B + 2^14) >> 15. Chroma is computed from sums of samples, weighted 1 2 1 across and 1 1 down, sited on the left
/// as in H.264: with sums of weight 8, Cb = 128 + (-3298·R - 11094·G + 14392·B + 2^17) >> 18, Cr = 128 + (14392·R -
/// 13072·G - 1320·B + 2^17) >> 18. The reference is ITU-R BT.709-6 in floating point; the result differs from the
/// reference by at most 1.
void encoding_yuv420(const uint8_t *pixels, size_t stride, int width, int height, int first_row,
                     int end_row, const struct encoding_planes *planes);

/// Converts one row to Y'CbCr 4:4:4, BT.709, limited range, 8 bits, with the formulas of encoding_yuv420 and weight 1.
void encoding_yuv444(const uint8_t *pixels, size_t width, uint8_t *y, uint8_t *cb, uint8_t *cr);

/// Converts one row to Y'CbCr 4:4:4, BT.709, limited range, with 10 bits stored in 16, and alpha in full range. Luma is
/// Y = 64 + (47864·R + 161017·G + 16255·B + 2^15) >> 16; Cb and Cr are computed likewise around 512; alpha is
/// round(1023·a/255).
void encoding_yuva444_10(const uint8_t *pixels, size_t width, uint16_t *y, uint16_t *cb,
                         uint16_t *cr, uint16_t *alpha);

/// Converts `count` RGBA pixels to BGRA.
void encoding_swap_red_blue(const uint8_t *source, uint8_t *target, size_t count);

/// Sorts a row of RGBA into planes of green, blue and red.
void encoding_planes_gbr(const uint8_t *source, size_t count, uint8_t *green, uint8_t *blue,
                         uint8_t *red);

/// Filters one PNG row: `target` receives the filter's number and `count` bytes. `above` is the row above, or NULL at the
/// top of a picture or of an independent band. The function selects the filter with the smallest sum of absolute values, as
/// PNG's section 12.8 suggests: from None, Sub, Up, Average and Paeth if `thorough` is set, otherwise from Sub and Up.
void encoding_png_filter(const uint8_t *_Nullable above, const uint8_t *row, size_t count,
                         size_t pixel_bytes, int thorough, uint8_t *target);

/// Scales premultiplied RGBA down by averaging areas: each target pixel is the mean of the source area under the pixel,
/// measured in 1/256 pixel and rounded half up. Width and height never increase, and both are at most 16,384.
void encoding_shrink(const uint8_t *source, size_t source_stride, int source_width,
                     int source_height, uint8_t *target, size_t target_stride, int target_width,
                     int target_height);

#pragma clang assume_nonnull end
#endif
