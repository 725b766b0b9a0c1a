// Kernels that compare pictures: RGBA8, premultiplied, with any stride.
//
// Every function is thread-safe and has no side effects.
#ifndef COMPARING_H
#define COMPARING_H

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// The pixels of a picture; the caller of the kernel owns the memory.
struct comparing_picture {
  const uint8_t *pixels;
  size_t stride;
  int32_t width, height;
};

/// The differences between two pictures of the same size.
struct comparing_result {
  /// The number of pixels whose distance exceeds the tolerance.
  uint64_t pixels;
  /// The sum of the distances of the pixels whose distance exceeds the tolerance.
  double sum;
  /// The largest distance between two pixels at the same position, in 1/255.
  double largest;
  /// The position of the pixel with the largest difference; if there are several, the first in reading order.
  int32_t x, y;
  /// The bounding box of the differing pixels; right and bottom are exclusive.
  int32_t left, top, right, bottom;
};

/// Compares two pictures by the largest difference of a channel, in 1/255. `marks` has one byte for each
/// pixel of the pictures, row after row. On entry, the byte 1 marks a pixel to ignore; on return, a byte is
/// the distance of a differing pixel, or 0 for an equal pixel.
void comparing_exact(struct comparing_picture a, struct comparing_picture b, double tolerance,
                     uint8_t *marks, struct comparing_result *result);

/// Compares two pictures by the perceived distance of colours: the YIQ distance of Kotsarenko and Ramos
/// ("Measuring perceived color difference using YIQ NTSC transmission color space", 2010), scaled so that the
/// distance of black and white is 255; the larger of the distances over a white and a black background. A
/// pixel counts as equal if, in each picture, one of the nine pixels around it has a similar colour to the
/// pixel in the other picture, so that an edge may move by one pixel.
void comparing_perceived(struct comparing_picture a, struct comparing_picture b, double tolerance,
                         uint8_t *marks, struct comparing_result *result);

/// Compares the means of cells of 8×8 pixels, which lossy codecs preserve better than single pixels, by the
/// largest difference of a channel's mean, in 1/255. Every pixel of a differing cell is marked and counted.
/// Ignored pixels are not included in any cell's mean.
void comparing_cells(struct comparing_picture a, struct comparing_picture b, double tolerance,
                     uint8_t *marks, struct comparing_result *result);

/// Writes the picture, reduced to another size, to `to`; the new width and height must not exceed the old
/// ones. Each new pixel is the mean of the old pixels in its area. Each row of `to` has `stride` bytes. The
/// function returns 0, or -1 if there is too little memory.
int comparing_shrink(struct comparing_picture picture, uint8_t *to, size_t stride, int32_t width,
                     int32_t height);

/// Writes the channel means of a grid of 16×16 cells, row after row, 1,024 bytes in total.
void comparing_thumbnail(struct comparing_picture picture, uint8_t *cells);

#pragma clang assume_nonnull end
#endif
