// Computes the positions of the lines of a text.
#ifndef LINES_H
#define LINES_H

#include "text.h"

/// Returns the distance to add between a line and the previous line, beyond Pango's distance, in Pango's units. Pango
/// derives the distance of lines from the height that fonts declare. This declared height is 0 for a font with bitmap
/// letters: a line with only emoji would cover the previous line. The distance of each line is therefore at least the
/// line's real height.
double line_extra(PangoLayoutLine *line, double spacing);

/// Returns the total height of all lines, in Pango's units.
double lines_height(PangoLayout *layout, double spacing);

/// Returns where a line of this width starts in its box, in points. Spaces at the end of a line extend beyond the box,
/// so that they move no letter. Pango swaps its own alignments for lines from right to left.
double line_start(const struct text *text, PangoLayoutLine *line, double width);

#endif
