// Reads pictures with four inks.
#ifndef INKS_H
#define INKS_H

#include "image.h"

/// Returns whether the bytes are a JPEG file with four inks, which libjpeg decodes.
bool is_inked_jpeg(const unsigned char *bytes, size_t count);
bool load_inked_jpeg(const unsigned char *bytes, size_t count, const struct media_message *asked,
                     struct media_message *answer, struct image *image);

/// Converts a row of inks, where 255 is full ink, to RGBA by the light that each ink lets through; this is for files
/// without a profile.
void inks_lighten(uint8_t *row, int width);

#endif
