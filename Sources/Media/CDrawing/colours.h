#ifndef COLOURS_H
#define COLOURS_H

#include <cairo.h>
#include <pango/pango.h>

/// Returns whether a letter is a tree of paints (COLR, version 1), which this program cannot draw.
gboolean colours_are_tree(PangoFont *font, PangoGlyph glyph);

/// Paints a letter with flat coloured layers (COLR, version 0), with its origin at x, y; a unit of the font is `scale`
/// points. Layers without a colour in the font get the text's colour, `text`. Returns false for a letter without layers.
gboolean colours_paint(cairo_t *pen, PangoFont *font, PangoGlyph glyph, double scale, double x,
                       double y, const double text[4]);

#endif
