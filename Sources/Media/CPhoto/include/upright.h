// Finds the EXIF orientation of pictures, and applies it to pixels.
#ifndef PIPELINE_UPRIGHT_H
#define PIPELINE_UPRIGHT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Returns the orientation, 1…8, in the TIFF structure of an EXIF record; 1 if the record has no orientation or cannot
/// be read.
unsigned orientation_of_exif(const uint8_t *bytes, size_t count);

/// Returns the orientation in the first EXIF record of a JPEG or WebP file.
unsigned orientation_of_jpeg(const uint8_t *file, size_t count);
unsigned orientation_of_webp(const uint8_t *file, size_t count);

/// Swaps width and height if the orientation rotates the picture by a quarter turn.
void turn_sides(unsigned orientation, uint32_t *width, uint32_t *height);

/// Copies row y of a stored RGBA8 picture of width × height to the row's position in the upright picture.
void put_upright(unsigned orientation, uint32_t width, uint32_t height, uint32_t y,
                 const uint8_t *row, uint8_t *pixels, size_t stride);

#endif
