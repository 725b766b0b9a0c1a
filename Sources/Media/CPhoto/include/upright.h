// The orientation of pictures in EXIF, and its application to pixels.
#ifndef PIPELINE_UPRIGHT_H
#define PIPELINE_UPRIGHT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The orientation, 1…8, in the TIFF structure of an EXIF record; 1 if the record has none, or cannot be
/// read.
unsigned orientation_of_exif(const uint8_t *bytes, size_t count);

/// The orientation of a JPEG's or a WebP's first EXIF record.
unsigned orientation_of_jpeg(const uint8_t *file, size_t count);
unsigned orientation_of_webp(const uint8_t *file, size_t count);

/// Swaps the sides if the orientation rotates the picture by a quarter turn.
void turn_sides(unsigned orientation, uint32_t *width, uint32_t *height);

/// Copies row y of a stored picture of width × height to its position in the upright picture; RGBA8.
void put_upright(unsigned orientation, uint32_t width, uint32_t height, uint32_t y,
                 const uint8_t *row, uint8_t *pixels, size_t stride);

#endif
