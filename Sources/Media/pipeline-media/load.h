// Decodes whole pictures.
#ifndef LOAD_H
#define LOAD_H

#include "image.h"

/// Decodes the file and answers LOADED with the sides of the upright picture and maybe a warning; or
/// fills `answer` with why not and gives false.
bool load_image(int file, const struct media_message *asked, struct media_message *answer,
                struct image *image);

/// The same of a picture in memory, such as the cover of a sound or a video.
bool load_cover(const unsigned char *bytes, size_t count, const struct media_message *asked,
                struct media_message *answer, struct image *image);

#endif
