#ifndef COLOURS_H
#define COLOURS_H

#include <cairo.h>
#include <pango/pango.h>

/// Whether a letter is a tree of paints (COLR, version 1), which is not drawn here.
gboolean colours_are_tree(PangoFont *font, PangoGlyph glyph);

/// Paints a letter with flat coloured layers (COLR, version 0), from a font whose units are `scale` points,
/// with its origin at x, y. Where a layer names no colour of the font, `text` is its colour. False for a letter
/// without layers.
gboolean colours_paint(cairo_t *pen, PangoFont *font, PangoGlyph glyph, double scale, double x,
                       double y, const double text[4]);

#endif
