// The reader of pictures with four inks.
#ifndef INKS_H
#define INKS_H

#include "image.h"

/// Decodes a JPEG with four inks, by libjpeg.
bool is_inked_jpeg(const unsigned char *bytes, size_t count);
bool load_inked_jpeg(const unsigned char *bytes, size_t count, const struct media_message *asked,
                     struct media_message *answer, struct image *image);

/// Converts a row of inks, where 255 is full ink, to RGBA by the light that each ink lets through. For files
/// without a profile.
void inks_lighten(uint8_t *row, int width);

#endif
