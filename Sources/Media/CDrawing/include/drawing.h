// The drawing functions of pipeline-draw, in a separate module so that the fuzzer reaches them: text with
// Pango, and the averaging of SVG drawings. The functions open only fonts.
#ifndef DRAWING_H
#define DRAWING_H

#include <stddef.h>
#include <stdint.h>

#include "media.h"

/// A drawing is a cairo image.
typedef struct _cairo_surface cairo_surface_t;

/// Lays out and draws the text that `bytes` describes. On success, `answer` is LOADED with the text's unsupported
/// features; on failure, `answer` is FAILED and the result is NULL. The description refers to the font files in `files`
/// by index; each file is in memory that does not change.
cairo_surface_t *drawing_of_text(const void *bytes, size_t count, const int *files,
                                 uint32_t file_count, const struct media_message *asked,
                                 struct media_message *answer);

/// Makes the drawing of an SVG, width × height pixels, from the PNG file that the engine rendered. On success, `answer`
/// is LOADED; on failure, `answer` is FAILED and the result is NULL.
cairo_surface_t *drawing_of_vector(int file, const struct media_message *asked,
                                   struct media_message *answer);

/// Finds the fonts for letters, as FIND_FONTS describes; `answer` is then STORED or FAILED.
void fonts_for_letters(void *memory, uint64_t bytes, int file, struct media_message *answer);

/// Unpacks a WOFF or WOFF2 font, or gzip data, into `room`, which has `most` bytes; `answer` is then STORED with the
/// number of bytes, or FAILED.
void file_unpack(const void *packed, size_t count, void *room, uint64_t most,
                 struct media_message *answer);

/// Stores the outlines of a font's letters, as OUTLINES describes; `answer` is then STORED or FAILED.
void font_outlines(const void *font, size_t count, void *memory, uint64_t bytes,
                   struct media_message *answer);

/// Releases the font files of earlier texts; the fuzzer calls this function because the fuzzer draws an unlimited
/// number of texts.
void drawing_forget_fonts(void);

/// Writes the drawing's pixels as premultiplied RGBA8.
void drawing_store(cairo_surface_t *drawing, unsigned char *pixels, size_t stride);

/// The drawing's size in pixels; 0 for NULL.
uint32_t drawing_width(cairo_surface_t *drawing);
uint32_t drawing_height(cairo_surface_t *drawing);

/// Releases the drawing and sets the pointer to NULL.
void drawing_close(cairo_surface_t **drawing);

#endif
