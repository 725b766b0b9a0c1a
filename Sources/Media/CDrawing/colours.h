#ifndef COLOURS_H
#define COLOURS_H

#include <cairo.h>
#include <pango/pango.h>

/// Whether a letter is a tree of paints (COLR, version 1), which this program does not draw.
gboolean colours_are_tree(PangoFont *font, PangoGlyph glyph);

/// Paints a letter with flat coloured layers (COLR, version 0), from a font whose units are `scale` points,
/// with its origin at x, y. A layer without a colour of the font has the colour of the text, `text`. False
/// for a letter without layers.
gboolean colours_paint(cairo_t *pen, PangoFont *font, PangoGlyph glyph, double scale, double x,
                       double y, const double text[4]);

#endif
