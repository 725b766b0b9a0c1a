// Kernels that compare pictures: RGBA8, premultiplied, rows of any stride.
//
// Every function is pure and thread-safe.
#ifndef COMPARING_H
#define COMPARING_H

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// The pixels of a picture, which the caller owns.
struct comparing_picture {
  const uint8_t *pixels;
  size_t stride;
  int32_t width, height;
};

/// The differences between two pictures of one size.
struct comparing_result {
  /// The number of pixels that are farther apart than the tolerance.
  uint64_t pixels;
  /// The sum of their distances.
  double sum;
  /// The largest distance, in 1/255.
  double largest;
  /// The position of the pixel with the largest difference; if there are several, the first in reading order.
  int32_t x, y;
  /// The bounds of the pixels that differ; right and bottom are exclusive.
  int32_t left, top, right, bottom;
};

/// Compares by the largest difference of a channel, in 1/255. `marks` has a byte for each pixel, row after
/// row. On entry, 1 marks a pixel to ignore; on return, the byte is the distance of a differing pixel,
/// otherwise 0.
void comparing_exact(struct comparing_picture a, struct comparing_picture b, double tolerance,
                     uint8_t *marks, struct comparing_result *result);

/// Compares by the perceived distance of two colours: the YIQ distance of Kotsarenko and Ramos ("Measuring
/// perceived color difference using YIQ NTSC transmission color space", 2010), scaled so that black against
/// white is 255; the larger of the distances over white and over black. A pixel counts as equal if each
/// picture has a similar colour among the nine pixels around it in the other picture, so that an edge may
/// move by a pixel.
void comparing_perceived(struct comparing_picture a, struct comparing_picture b, double tolerance,
                         uint8_t *marks, struct comparing_result *result);

/// Compares the means of cells of 8×8 pixels, which lossy codecs preserve better than single pixels: the
/// largest difference of a channel's mean, in 1/255. Every pixel of a cell that differs is marked and
/// counted. Ignored pixels are in no mean.
void comparing_cells(struct comparing_picture a, struct comparing_picture b, double tolerance,
                     uint8_t *marks, struct comparing_result *result);

/// Writes the picture, reduced to another size, to `to`; the new size is at most as large in each direction.
/// Each pixel is the mean of the pixels below it. Each row has `stride` bytes. Returns 0, or -1 if there is
/// no memory.
int comparing_shrink(struct comparing_picture picture, uint8_t *to, size_t stride, int32_t width,
                     int32_t height);

/// Writes the mean of every channel in a grid of 16×16 cells, row after row: 1,024 bytes.
void comparing_thumbnail(struct comparing_picture picture, uint8_t *cells);

#pragma clang assume_nonnull end
#endif
