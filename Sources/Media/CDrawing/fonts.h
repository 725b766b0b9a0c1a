#ifndef FONTS_H
#define FONTS_H

#include <pango/pango.h>

#include "drawing.h"

/// The maximum number of font files for one process.
#define FONT_FILES 64
/// The size in bytes of the unique family name for a file's fonts, including the terminating zero.
#define FONT_NAME 32

/// Creates a map of the system's fonts and the fonts in `files`, and writes their families to `names`. The caller releases
/// the map. If a file has no fonts, returns NULL with FAILED in `answer`, and `draw.bad_file` is the file's number, from 1.
PangoFontMap *fonts_with(const int *files, uint32_t count, char (*names)[FONT_NAME],
                         struct media_message *answer);

/// Returns whether a family with this name is installed.
gboolean fonts_have(PangoFontMap *map, const char *family);

/// Returns whether a font file has all axes in `axes`, such as "wght=650,wdth=90".
gboolean font_has_axes(int file, const char *axes);

/// Returns whether the font's glyphs contain their own colours.
gboolean font_is_coloured(PangoFont *font);

#endif
