#ifndef BLANK_H
#define BLANK_H

#include "drawing.h"

/// Creates an empty image, and writes LOADED with its size into `answer`; on failure returns NULL with a reason in
/// `answer`.
cairo_surface_t *drawing_blank(uint32_t width, uint32_t height, const struct media_message *asked,
                               struct media_message *answer);

#endif
