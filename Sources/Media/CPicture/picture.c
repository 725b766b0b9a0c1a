// Decodes a PNG in memory into upright rows of premultiplied RGBA8 in sRGB.
#include "picture.h"

#include <png.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "color.h"
#include "upright.h"

struct picture {
  unsigned char *file;
  size_t bytes, place;
  png_structp reader;
  png_infop info;
  /// The picture's size before its orientation is applied.
  uint32_t width, height;
  unsigned orientation;
  /// The colour transform; NULL if the samples are sRGB. The transform belongs to another picture if `borrows_color` is
  /// set.
  struct color *color;
  bool borrows_color;
  /// Memory for one row, or for all rows of an interlaced picture, before they are stored.
  unsigned char *room;
  /// The text of libpng's error.
  char problem[MEDIA_TEXT];
  /// The name of a damaged chunk that is ignored and may change the picture's appearance; NULL if no such chunk exists.
  const char *damaged;
};

static uint32_t side(const struct picture *p, bool is_height) {
  if (!p) return 0;
  uint32_t width = p->width, height = p->height;
  turn_sides(p->orientation, &width, &height);
  return is_height ? height : width;
}

uint32_t picture_width(const struct picture *p) { return side(p, false); }
uint32_t picture_height(const struct picture *p) { return side(p, true); }

static void keep(struct picture *p, const char *words) {
  snprintf(p->problem, sizeof p->problem, "%s", words);
}

static void fail(png_structp reader, png_const_charp words) {
  struct picture *p = png_get_error_ptr(reader);
  // libpng's warning has described the problem already.
  if (strcmp(words, "Invalid IHDR data") != 0 || !p->problem[0]) keep(p, words);
  png_longjmp(reader, 1);
}

/// Handles a warning of libpng: libpng continues after faults that it can repair, but data with a wrong checksum counts
/// as damaged.
static void warn(png_structp reader, png_const_charp words) {
  keep(png_get_error_ptr(reader), words);
  if (strncmp(words, "IDAT: ", 6) == 0 && strcmp(words, "IDAT: Extra compressed data") != 0 &&
      strcmp(words, "IDAT: Too much image data") != 0)
    png_longjmp(reader, 1);
}

static void read_some(png_structp reader, png_bytep bytes, size_t count) {
  struct picture *p = png_get_io_ptr(reader);
  if (count > p->bytes - p->place) png_error(reader, "the file ends early");
  memcpy(bytes, p->file + p->place, count);
  p->place += count;
}

static uint32_t number(const unsigned char *b) {
  return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

/// Returns whether width and height in the header are within the limits; the check comes before any decompression.
static bool is_small(const struct picture *p, const struct media_message *asked,
                     struct media_message *answer) {
  if (p->bytes < 24 || memcmp(p->file + 12, "IHDR", 4) != 0) return true;
  const uint32_t width = number(p->file + 16), height = number(p->file + 20);
  if (width <= asked->side_limit && height <= asked->side_limit &&
      (uint64_t)width * height <= asked->pixel_limit)
    return true;
  media_fail(answer, MEDIA_TOO_LARGE, "%u×%u pixels", width, height);
  return false;
}

/// Reads the chunks before the rows; on failure, returns false and sets `problem`.
static bool read_header(struct picture *p) {
  if (setjmp(png_jmpbuf(p->reader))) return false;
  png_set_read_fn(p->reader, p, read_some);
  // libpng ignores damaged optional chunks; `find_meaning` reports the damaged chunks that a picture needs.
  png_set_crc_action(p->reader, PNG_CRC_ERROR_QUIT, PNG_CRC_WARN_DISCARD);
  // Only two optional chunks are kept: tRNS, which defines pixels, and iCCP, which libpng decompresses.
  png_set_keep_unknown_chunks(p->reader, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
  png_set_keep_unknown_chunks(p->reader, PNG_HANDLE_CHUNK_AS_DEFAULT, (png_const_bytep) "iCCP", 1);
  png_set_user_limits(p->reader, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_read_info(p->reader, p->info);
  p->width = png_get_image_width(p->reader, p->info);
  p->height = png_get_image_height(p->reader, p->info);
  return true;
}

/// Returns the checksum of a chunk's name and data (W3C PNG, annex D).
static uint32_t checksum(const unsigned char *bytes, size_t count) {
  uint32_t sum = ~0u;
  for (size_t i = 0; i < count; i++) {
    sum ^= bytes[i];
    for (int bit = 0; bit < 8; bit++) sum = sum >> 1 ^ (sum & 1 ? 0xEDB88320u : 0);
  }
  return ~sum;
}

/// Finds an undamaged chunk; `is_damaged` is set if a chunk is skipped because its checksum is wrong.
static const unsigned char *whole_chunk(const unsigned char *file, size_t bytes, const char *name,
                                        size_t least, size_t *count, bool *is_damaged) {
  size_t at = 8;
  *is_damaged = false;
  while (at + 12 <= bytes) {
    const size_t length = number(file + at);
    if (length > bytes - at - 12) return NULL;
    if (memcmp(file + at + 4, name, 4) == 0 && length >= least) {
      *count = length;
      if (checksum(file + at + 4, length + 4) == number(file + at + 8 + length))
        return file + at + 8;
      *is_damaged = true;
    }
    at += 12 + length;
  }
  return NULL;
}

const unsigned char *picture_chunk(const unsigned char *file, size_t bytes, const char *name,
                                   size_t least, size_t *count) {
  bool is_damaged = false;
  return whole_chunk(file, bytes, name, least, count, &is_damaged);
}

/// Finds a chunk that affects the picture's appearance, and records its name if it is damaged.
static const unsigned char *find_chunk(struct picture *p, const char *name, size_t least,
                                       size_t *count) {
  bool is_damaged = false;
  const unsigned char *chunk = whole_chunk(p->file, p->bytes, name, least, count, &is_damaged);
  if (!chunk && is_damaged && !p->damaged) p->damaged = name;
  return chunk;
}

static bool is_wide(const struct picture *p) {
  return png_get_bit_depth(p->reader, p->info) == 16;
}

/// Finds the file's colours and orientation; a warning is written to `warning`.
static void find_meaning(struct picture *p, char warning[COLOR_TEXT]) {
  size_t count = 0;
  const unsigned char *exif = find_chunk(p, "eXIf", 8, &count);
  p->orientation = exif ? orientation_of_exif(exif, count) : 1;
  struct color_words words = {0};
  const unsigned char *coding = find_chunk(p, "cICP", 4, &count);
  // A cICP chunk is valid only with matrix 0 and full range.
  if (coding && coding[2] == 0 && coding[3] == 1) {
    words.primaries = coding[0];
    words.transfer = coding[1];
  } else if (find_chunk(p, "iCCP", 0, &count)) {
    png_charp name = NULL;
    png_bytep profile = NULL;
    png_uint_32 bytes = 0;
    int method = 0;
    const bool is_whole =
        png_get_iCCP(p->reader, p->info, &name, &method, &profile, &bytes) == PNG_INFO_iCCP;
    words.profile = is_whole ? profile : (const uint8_t *)"";
    words.profile_bytes = is_whole ? bytes : 0;
  } else if (!picture_chunk(p->file, p->bytes, "sRGB", 1, &count)) {
    const unsigned char *gamma = find_chunk(p, "gAMA", 4, &count);
    const unsigned char *points = find_chunk(p, "cHRM", 32, &count);
    if (gamma) words.gamma = number(gamma) / 1e5;
    for (int i = 0; points && i < 8; i++) words.points[i] = number(points + 4 * i) / 1e5;
  }
  if (!(png_get_color_type(p->reader, p->info) & PNG_COLOR_MASK_ALPHA))
    find_chunk(p, "tRNS", 1, &count);
  const bool is_gray = !(png_get_color_type(p->reader, p->info) & PNG_COLOR_MASK_COLOR);
  p->color = color_open(&words, is_gray ? COLOR_GRAY : COLOR_RGBA, is_wide(p) ? 16 : 8, warning);
  if (p->damaged && !warning[0])
    snprintf(warning, COLOR_TEXT, "the chunk %s is left out, because its checksum is wrong", p->damaged);
}

/// Allocates a picture with room for a file of `bytes`; NULL if memory is short.
static struct picture *new_picture(size_t bytes) {
  struct picture *p = calloc(1, sizeof *p);
  if (!p) return NULL;
  p->bytes = bytes;
  p->file = malloc(bytes);
  p->reader = png_create_read_struct(PNG_LIBPNG_VER_STRING, p, fail, warn);
  p->info = p->reader ? png_create_info_struct(p->reader) : NULL;
  if (!p->file || !p->info) picture_close(&p);
  return p;
}

/// Reads the header of a picture whose file is in memory, and fills `answer` with LOADED; on failure, closes the picture.
static struct picture *begin(struct picture *p, const struct picture *colors,
                             const struct media_message *asked, struct media_message *answer) {
  char warning[COLOR_TEXT] = "";
  if (p->bytes >= 16 && memcmp(p->file + 12, "CgBI", 4) == 0) {
    media_fail(answer, MEDIA_BAD_INPUT,
               "the file is a PNG that Xcode has packed for iPhones (CgBI), which pipeline cannot read: "
               "pngcrush -revert-iphone-optimizations converts the file back");
  } else if (is_small(p, asked, answer)) {
    if (read_header(p)) {
      p->orientation = 1;
      p->borrows_color = colors != NULL;
      if (colors) p->color = colors->color;
      else find_meaning(p, warning);
      answer->kind = MEDIA_LOADED;
      answer->width = picture_width(p);
      answer->height = picture_height(p);
      snprintf(answer->text, sizeof answer->text, "%s", warning);
      return p;
    }
    media_fail(answer, MEDIA_BAD_INPUT, "%s", p->problem);
  }
  picture_close(&p);
  return NULL;
}

struct picture *picture_open(int file, const struct media_message *asked,
                             struct media_message *answer) {
  const int64_t bytes = media_file_bytes(file, answer);
  if (bytes < 0) return NULL;
  struct picture *p = new_picture((size_t)bytes);
  if (!p) {
    media_fail(answer, MEDIA_NO_MEMORY, "no memory for the file");
  } else if (media_read_file(file, p->file, p->bytes, answer)) {
    return begin(p, NULL, asked, answer);
  }
  picture_close(&p);
  return NULL;
}

struct picture *picture_open_part(const unsigned char *file, size_t bytes,
                                  const struct picture *colors, const struct media_message *asked,
                                  struct media_message *answer) {
  struct picture *p = new_picture(bytes);
  if (!p) {
    media_fail(answer, MEDIA_NO_MEMORY, "no memory for the file");
    return NULL;
  }
  memcpy(p->file, file, bytes);
  return begin(p, colors, asked, answer);
}

/// Returns round(c·a/255), exact for all bytes.
static inline unsigned char scaled(unsigned c, unsigned a) {
  const unsigned t = c * a + 128;
  return (unsigned char)((t + (t >> 8)) >> 8);
}

static inline void put(unsigned char *to, const unsigned char *c, unsigned a) {
  to[0] = scaled(c[0], a);
  to[1] = scaled(c[1], a);
  to[2] = scaled(c[2], a);
  to[3] = (unsigned char)a;
}

static void premultiply(unsigned char *row, uint32_t width) {
  for (uint32_t x = 0; x < width; x++, row += 4) put(row, row, row[3]);
}

/// Lists the colours of a palette in premultiplied sRGB; indices beyond the palette's end are black.
static void list_colors(struct picture *p, unsigned char colors[256][4]) {
  png_colorp palette = NULL;
  png_bytep alphas = NULL;
  int count = 0, alpha_count = 0;
  png_get_PLTE(p->reader, p->info, &palette, &count);
  png_get_tRNS(p->reader, p->info, &alphas, &alpha_count, NULL);
  for (int i = 0; i < 256; i++) {
    const png_color color = i < count ? palette[i] : (png_color){0, 0, 0};
    unsigned char channels[4] = {color.red, color.green, color.blue, 255};
    if (p->color) color_convert(p->color, channels, channels, 1);
    put(colors[i], channels, i < alpha_count ? alphas[i] : 255);
  }
}

/// Replaces the indices at a row's end by their colours. The order ensures that no colour overwrites an index that is
/// not read yet.
static void color_row(unsigned char *row, uint32_t width, unsigned char colors[256][4]) {
  const unsigned char *indexes = row + 3ull * width;
  for (uint32_t x = 0; x < width; x++) memcpy(row + 4ull * x, colors[indexes[x]], 4);
}

/// Returns the bytes of a pixel from libpng: an index, or RGBA with samples of 8 or 16 bits.
static size_t set_format(struct picture *p) {
  if (png_get_color_type(p->reader, p->info) == PNG_COLOR_TYPE_PALETTE) {
    // Each palette index takes one byte; indices beyond the palette's end do not count as damage.
    png_set_packing(p->reader);
    png_set_check_for_invalid_index(p->reader, 0);
    return 1;
  }
  // Samples of 16 bits are passed to a profile unchanged, in the machine's byte order.
  const bool keeps_wide = is_wide(p) && p->color;
  png_set_expand(p->reader);
  // libpng's conversion to 8 bits is exactly round(v·255/65535).
  if (!keeps_wide) png_set_scale_16(p->reader);
  else png_set_swap(p->reader);
  png_set_gray_to_rgb(p->reader);
  png_set_add_alpha(p->reader, keeps_wide ? 65535 : 255, PNG_FILLER_AFTER);
  return keeps_wide ? 8 : 4;
}

/// Reads all rows, then the rest of the file; on failure, returns false and sets `problem`.
static bool read_rows(struct picture *p, unsigned char *pixels, size_t stride) {
  if (setjmp(png_jmpbuf(p->reader))) return false;
  const int type = png_get_color_type(p->reader, p->info);
  const bool is_opaque =
      !(type & PNG_COLOR_MASK_ALPHA) && !png_get_valid(p->reader, p->info, PNG_INFO_tRNS);
  const size_t size = set_format(p);
  const bool has_palette = size == 1;
  // An interlaced picture has seven passes; each pass fills gaps of the previous passes.
  const int passes = png_set_interlace_handling(p->reader);
  png_read_update_info(p->reader, p->info);
  if (png_get_rowbytes(p->reader, p->info) != p->width * size)
    png_error(p->reader, "the rows cannot be converted");
  unsigned char colors[256][4];
  if (has_palette) list_colors(p, colors);
  // Upright rows with pixels of at most four bytes are decoded in place.
  const bool is_in_place = p->orientation == 1 && size <= 4;
  const size_t row_bytes = p->width * (size > 4 ? size : 4);
  if (!is_in_place) {
    p->room = malloc(passes > 1 ? row_bytes * p->height : row_bytes);
    if (!p->room) png_error(p->reader, "no memory for the rows");
  }
  for (int pass = 0; pass < passes; pass++) {
    for (uint32_t y = 0; y < p->height; y++) {
      unsigned char *row = is_in_place ? pixels + y * stride
                                       : p->room + (passes > 1 ? y * row_bytes : 0);
      // The indices are read to the end of the row, and their colours then fill the row from its start.
      png_read_row(p->reader, has_palette ? row + 3ull * p->width : row, NULL);
      if (pass < passes - 1) continue;
      if (has_palette) color_row(row, p->width, colors);
      else if (p->color) color_convert(p->color, row, row, p->width);
      if (!has_palette && !is_opaque) premultiply(row, p->width);
      if (!is_in_place)
        put_upright(p->orientation, p->width, p->height, y, row, pixels, stride);
    }
  }
  png_read_end(p->reader, NULL);
  return true;
}

/// Reads all rows into the same memory, then the rest of the file; on failure, returns false and sets `problem`.
static bool skip_rows(struct picture *p, unsigned char *row) {
  if (setjmp(png_jmpbuf(p->reader))) return false;
  const int passes = png_set_interlace_handling(p->reader);
  png_read_update_info(p->reader, p->info);
  png_set_check_for_invalid_index(p->reader, 0);
  for (int pass = 0; pass < passes; pass++) {
    for (uint32_t y = 0; y < p->height; y++) png_read_row(p->reader, row, NULL);
  }
  png_read_end(p->reader, NULL);
  return true;
}

/// Answers STORED if the rows were read, otherwise FAILED.
static void tell(const struct picture *p, bool were_read, struct media_message *answer) {
  if (were_read) {
    answer->kind = MEDIA_STORED;
  } else if (strcmp(p->problem, "Not enough image data") == 0) {
    media_fail(answer, MEDIA_BAD_INPUT, "the file has fewer rows than its header says");
  } else {
    media_fail(answer, MEDIA_BAD_INPUT, "%s", p->problem);
  }
}

void picture_store(struct picture *p, unsigned char *pixels, size_t stride,
                   struct media_message *answer) {
  tell(p, read_rows(p, pixels, stride), answer);
}

void picture_check(struct picture *p, struct media_message *answer) {
  // The row has room for pixels of at most four channels of 16 bits.
  unsigned char *row = calloc(p->width, 8);
  if (row) tell(p, skip_rows(p, row), answer);
  else media_fail(answer, MEDIA_NO_MEMORY, "no memory for a row");
  free(row);
}

void picture_close(struct picture **picture) {
  struct picture *p = *picture;
  if (!p) return;
  if (p->reader) png_destroy_read_struct(&p->reader, &p->info, NULL);
  if (!p->borrows_color) color_close(&p->color);
  free(p->room);
  free(p->file);
  free(p);
  *picture = NULL;
}
