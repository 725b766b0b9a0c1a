// The decoder of HEIC and AVIF pictures.
#ifndef HEIF_H
#define HEIF_H

#include "image.h"

/// Returns whether the bytes are a HEIC or AVIF file; heif_load decodes such a file with libheif.
bool is_heif(const unsigned char *bytes, size_t count);
bool load_heif(const unsigned char *bytes, size_t count, const struct media_message *asked,
               struct media_message *answer, struct image *image);

#endif
