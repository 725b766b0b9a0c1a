/* The size of raw RGBA frames as RGB PNGs of one deflate stream each: the Up filter, then libdeflate
 * at level 1. Prints the sum of the files in bytes. */
#include <libdeflate.h>

#include "peer.h"

/* Signature, IHDR, sRGB, IDAT's own twelve bytes, IEND. */
enum { AROUND = 8 + 25 + 13 + 12 + 12 };

int main(int count, char **words) {
  if (count != 3) return 1;
  const size_t width = strtoul(words[1], NULL, 10), height = strtoul(words[2], NULL, 10);
  const size_t row = width * 3, rows = (row + 1) * height;
  uint8_t *rgba = malloc(width * height * 4), *lines = calloc(2, row), *filtered = malloc(rows);
  struct libdeflate_compressor *compressor = libdeflate_alloc_compressor(1);
  const size_t bound = libdeflate_zlib_compress_bound(compressor, rows);
  uint8_t *compressed = malloc(bound);
  if (!rgba || !lines || !filtered || !compressed) return 1;
  size_t sum = 0;
  while (fread(rgba, width * 4, height, stdin) == height) {
    uint8_t *above = lines, *line = lines + row, *out = filtered;
    memset(above, 0, row);
    for (size_t y = 0; y < height; y++) {
      for (size_t x = 0; x < width; x++) memcpy(line + 3 * x, rgba + (y * width + x) * 4, 3);
      *out++ = 2;
      for (size_t x = 0; x < row; x++) *out++ = (uint8_t)(line[x] - above[x]);
      uint8_t *swap = above;
      above = line;
      line = swap;
    }
    sum += AROUND + libdeflate_zlib_compress(compressor, filtered, rows, compressed, bound);
  }
  printf("%zu\n", sum);
  return 0;
}
