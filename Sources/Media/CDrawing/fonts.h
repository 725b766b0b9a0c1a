#ifndef FONTS_H
#define FONTS_H

#include <pango/pango.h>

#include "drawing.h"

/// The most font files of one process.
#define FONT_FILES 64
/// The bytes of the unique family name of a file's fonts, its end included.
#define FONT_NAME 32

/// Creates a map of the system's fonts and those in `files`, and sets the families in `names`. The caller
/// releases the result. NULL, with FAILED in `answer`, if a file has no fonts; `draw.bad_file` is then its
/// number, from 1.
PangoFontMap *fonts_with(const int *files, uint32_t count, char (*names)[FONT_NAME],
                         struct media_message *answer);

/// Whether a family of this name is installed.
gboolean fonts_have(PangoFontMap *map, const char *family);

/// Whether a font file has all the axes of `axes`: "wght=650,wdth=90".
gboolean font_has_axes(int file, const char *axes);

/// Whether the font's glyphs bring colours of their own.
gboolean font_is_coloured(PangoFont *font);

#endif
