// What the files of pipeline-draw share.
#ifndef DRAW_H
#define DRAW_H

#include <cairo.h>

#include "media.h"

/// Sets a text and draws it into an image of its own, or fills `answer` with why not and gives NULL.
cairo_surface_t *draw_text(const struct media_text *how, const char *text,
                           struct media_message *answer);

/// Draws the SVG file, at the scale asked for, or fills `answer` with why not and gives NULL.
cairo_surface_t *draw_vector(int file, const struct media_message *asked,
                             struct media_message *answer);

/// An image without ink, or NULL with a reason in `answer`.
cairo_surface_t *draw_blank(uint32_t width, uint32_t height, struct media_message *answer);

#endif
