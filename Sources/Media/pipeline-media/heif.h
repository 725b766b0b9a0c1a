// The decoder of HEIC and AVIF pictures.
#ifndef HEIF_H
#define HEIF_H

#include "image.h"

/// Decodes a HEIC or an AVIF, by libheif.
bool is_heif(const unsigned char *bytes, size_t count);
bool load_heif(const unsigned char *bytes, size_t count, const struct media_message *asked,
               struct media_message *answer, struct image *image);

#endif
