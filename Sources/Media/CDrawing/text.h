// Declarations shared by the layout of text and its painting.
#ifndef TEXT_H
#define TEXT_H

#include <pango/pango.h>

#include "drawing.h"

/// The maximum size in bytes of a text with its description.
#define TEXT_LIMIT (4u << 20)

/// A text with the settings for its layout.
struct text {
  const struct media_text *head;
  const struct media_font *fonts;
  const struct media_run *runs;
  const char *utf8;
};

/// The number of columns and rows that a surface has for each pixel of the picture.
struct fineness {
  int columns, rows;
};

/// Paints the layout, vertically centred in its box like a label, and records the text's invisible parts in `answer`.
/// The surface has `fine` columns and rows for each pixel.
void text_paint(const struct text *text, PangoLayout *layout, cairo_surface_t *surface,
                struct fineness fine, struct media_message *answer);

#endif
