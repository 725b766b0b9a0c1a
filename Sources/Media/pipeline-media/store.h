// Converts decoded pictures to premultiplied RGBA8 in sRGB, upright.
#ifndef STORE_H
#define STORE_H

#include "image.h"

/// Multiplies the colours of a row of RGBA8 by its alpha.
void image_premultiply(unsigned char *row, int width);

/// The model of a frame's samples for color_open, and the bits of a sample.
struct color_format {
  int model;
  unsigned bits;
};
struct color_format format_of(const struct AVFrame *frame);

/// Writes a frame as premultiplied RGBA8 in sRGB, upright; returns false if FFmpeg cannot convert its format or memory
/// is short.
bool store_image(const struct image *image, unsigned char *pixels, size_t stride);

#endif
