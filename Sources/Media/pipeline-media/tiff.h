// Reads TIFF files.
#ifndef TIFF_H
#define TIFF_H

#include "image.h"

/// Returns whether the bytes are a TIFF file, which libtiff decodes.
bool is_tiff(const unsigned char *bytes, size_t count);
bool load_tiff(const unsigned char *bytes, size_t count, const struct media_message *asked,
               struct media_message *answer, struct image *image);

#endif
