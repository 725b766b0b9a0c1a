// Decodes whole pictures.
#ifndef LOAD_H
#define LOAD_H

#include "image.h"

/// Decodes the file and fills `answer` with LOADED and the size of the upright picture, possibly with a warning; on
/// failure, fills `answer` with the reason and returns false.
bool load_image(int file, const struct media_message *asked, struct media_message *answer,
                struct image *image);

/// Loads a picture that is in memory, such as the cover of a sound or a video, in the same way as load_image.
bool load_cover(const unsigned char *bytes, size_t count, const struct media_message *asked,
                struct media_message *answer, struct image *image);

#endif
