// The drawing functions of pipeline-draw, in a separate module so that the fuzzer reaches them: text with
// Pango, and the averaging of SVG drawings. The functions open only fonts.
#ifndef DRAWING_H
#define DRAWING_H

#include <stddef.h>
#include <stdint.h>

#include "media.h"

/// A drawing is an image of cairo's.
typedef struct _cairo_surface cairo_surface_t;

/// Lays out and draws the text that is described in `bytes`: LOADED in `answer`, with its unsupported
/// features; or FAILED, and NULL. `files` are the font files to which the description refers by index, each
/// in memory that does not change.
cairo_surface_t *drawing_of_text(const void *bytes, size_t count, const int *files,
                                 uint32_t file_count, const struct media_message *asked,
                                 struct media_message *answer);

/// Makes the drawing of an SVG from a PNG file of the engine, width × height pixels: LOADED in `answer`; or
/// FAILED, and NULL.
cairo_surface_t *drawing_of_vector(int file, const struct media_message *asked,
                                   struct media_message *answer);

/// Finds the fonts for letters, as described at FIND_FONTS: STORED in `answer`, or FAILED.
void fonts_for_letters(void *memory, uint64_t bytes, int file, struct media_message *answer);

/// Unpacks a WOFF or WOFF2 font, or gzip data, into `room`, which has `most` bytes: STORED with their number
/// in `answer`, or FAILED.
void file_unpack(const void *packed, size_t count, void *room, uint64_t most,
                 struct media_message *answer);

/// The outlines of a font's letters, as described at OUTLINES: STORED in `answer`, or FAILED.
void font_outlines(const void *font, size_t count, void *memory, uint64_t bytes,
                   struct media_message *answer);

/// Forgets the font files of earlier texts, for the fuzzer, whose number of texts is unlimited.
void drawing_forget_fonts(void);

/// Writes the pixels as premultiplied RGBA8.
void drawing_store(cairo_surface_t *drawing, unsigned char *pixels, size_t stride);

/// The sides in pixels; 0 for NULL.
uint32_t drawing_width(cairo_surface_t *drawing);
uint32_t drawing_height(cairo_surface_t *drawing);

/// Sets the drawing to NULL.
void drawing_close(cairo_surface_t **drawing);

#endif
