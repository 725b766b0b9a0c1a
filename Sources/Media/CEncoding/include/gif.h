// The kernels of the GIF encoder: palette, dithering and LZW. The kernels give the same bits on every machine.
#ifndef PIPELINE_GIF_H
#define PIPELINE_GIF_H

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// The number of cells in the colour cube; each cell contains 4×4×4 colours.
#define GIF_CELLS (64 * 64 * 64)

/// The number of pixels in one cell, and the sums of their channels.
struct gif_cell {
  uint64_t count, red, green, blue;
};

/// Adds the pixels of one row to GIF_CELLS cells, from `first` in steps of `step`. Pixels with alpha below 128 do not
/// count; colours are used unchanged.
void gif_count(const uint8_t *pixels, size_t width, size_t first, size_t step,
               struct gif_cell *cells);

/// A palette of up to 256 colours.
struct gif_palette {
  int count;
  int16_t red[256], green[256], blue[256];
};

/// Chooses at most `limit` colours for the counted pixels. The function splits boxes where the squared error decreases
/// most (Wu 1991, on sorted cells), then refines the colours by Lloyd's iterations.
void gif_choose_palette(const struct gif_cell *cells, int limit, struct gif_palette *palette);

/// A cache of dithering results for colours; gif_new_cache creates the cache for one palette.
struct gif_cache;
struct gif_cache *_Nullable gif_new_cache(const struct gif_palette *palette);
void gif_free_cache(struct gif_cache *cache);

/// Computes the palette indices of a rectangle of RGBA pixels at (x, y) of the canvas; its rows have no gaps. A pixel with
/// alpha below 128 gets the index `transparent`. Any other pixel gets the nearest colour or, if two colours mix to the
/// pixel's colour, one of both by an 8×8 threshold that depends only on the position, so that still parts do not shimmer.
void gif_index(const uint8_t *pixels, int width, int height, int x, int y, uint8_t transparent,
               struct gif_cache *cache, uint8_t *indices);

/// Writes the image data of a GIF: the code size, then blocks of LZW codes, then the terminator (GIF89a, appendix F).
/// `target` has room for gif_lzw_bound(count). Returns the number of bytes written.
size_t gif_lzw(const uint8_t *indices, size_t count, int code_bits, uint8_t *target);
size_t gif_lzw_bound(size_t count);

/// Marks the differences of two frames: a pixel of `now` that equals `before` becomes the word 0, any other pixel keeps
/// its colour with alpha 255. Returns the bounds of the different pixels as first and end column and row; all are 0 if
/// no pixel differs.
void gif_difference(const uint8_t *now, size_t now_stride, const uint8_t *before,
                    size_t before_stride, int width, int height, uint8_t *marked,
                    int bounds[_Nonnull 4]);

#pragma clang assume_nonnull end
#endif
