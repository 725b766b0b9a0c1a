// The decoder of whole pictures.
#ifndef LOAD_H
#define LOAD_H

#include "image.h"

/// Decodes the file and answers LOADED with the sides of the upright picture, possibly with a warning;
/// otherwise fills `answer` with the reason and returns false.
bool load_image(int file, const struct media_message *asked, struct media_message *answer,
                struct image *image);

/// Loads a picture in memory in the same way, such as the cover of a sound or a video.
bool load_cover(const unsigned char *bytes, size_t count, const struct media_message *asked,
                struct media_message *answer, struct image *image);

#endif
