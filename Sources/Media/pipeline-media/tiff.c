// Decodes the first picture of a TIFF with libtiff: strips and tiles, every compression that libtiff supports, and
// samples of 1 to 32 bits. Floating-point samples range from 0 to 1, and integer samples from 0 to their maximum.
#include "tiff.h"

#include <libavutil/frame.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tiffio.h>

#include "color.h"
#include "image.h"
#include "inks.h"
#include "lab.h"

bool is_tiff(const unsigned char *b, size_t n) {
  return n >= 8 && (!memcmp(b, "II*\0", 4) || !memcmp(b, "MM\0*", 4) || !memcmp(b, "II+\0", 4) ||
                    !memcmp(b, "MM\0+", 4));
}

struct source {
  const unsigned char *bytes;
  size_t count, place;
  /// The text of libtiff's first error.
  char words[MEDIA_TEXT];
};

static tmsize_t read_some(thandle_t handle, void *to, tmsize_t wanted) {
  struct source *s = handle;
  const size_t left = s->place < s->count ? s->count - s->place : 0;
  const size_t n = (size_t)wanted < left ? (size_t)wanted : left;
  memcpy(to, s->bytes + s->place, n);
  s->place += n;
  return (tmsize_t)n;
}

static tmsize_t write_none(thandle_t handle, void *from, tmsize_t count) {
  (void)handle, (void)from, (void)count;
  return -1;
}

static toff_t seek_to(thandle_t handle, toff_t offset, int from) {
  struct source *s = handle;
  const toff_t start = from == SEEK_CUR ? s->place : from == SEEK_END ? s->count : 0;
  s->place = start + offset;
  return s->place;
}

static int close_none(thandle_t handle) { return (void)handle, 0; }
static toff_t size_of(thandle_t handle) { return ((struct source *)handle)->count; }

static int keep_error(TIFF *tiff, void *user, const char *module, const char *format,
                      va_list arguments) {
  (void)tiff, (void)module;
  struct source *s = user;
  if (!s->words[0]) vsnprintf(s->words, sizeof s->words, format, arguments);
  return 1;
}

static int drop_warning(TIFF *tiff, void *user, const char *module, const char *format,
                        va_list arguments) {
  (void)tiff, (void)user, (void)module, (void)format, (void)arguments;
  return 1;
}

static TIFF *open_tiff(struct source *source) {
  TIFFOpenOptions *options = TIFFOpenOptionsAlloc();
  if (!options) return NULL;
  TIFFOpenOptionsSetErrorHandlerExtR(options, keep_error, source);
  TIFFOpenOptionsSetWarningHandlerExtR(options, drop_warning, source);
  TIFFOpenOptionsSetMaxSingleMemAlloc(options, 1 << 30);
  // The options request no mapping, because the file is already in memory.
  TIFF *tiff = TIFFClientOpenExt("tiff", "rm", source, read_some, write_none, seek_to, close_none,
                                 size_of, NULL, NULL, options);
  TIFFOpenOptionsFree(options);
  return tiff;
}

/// The layout and the meaning of the samples.
struct form {
  uint32_t width, height;
  uint16_t bits, samples, format, photometric, planar;
  /// The number of the alpha sample; 0 if the picture has no alpha.
  unsigned alpha;
  bool is_premultiplied, is_wide;
  /// The number of samples that are colours.
  unsigned colors;
};

/// Returns the number of colour samples in a pixel; 0 if this code does not support the format.
static unsigned colors_of(const struct form *f) {
  switch (f->photometric) {
    case PHOTOMETRIC_MINISWHITE:
    case PHOTOMETRIC_MINISBLACK: return 1;
    case PHOTOMETRIC_PALETTE: return f->bits <= 8 && f->format != SAMPLEFORMAT_IEEEFP ? 1 : 0;
    case PHOTOMETRIC_RGB: return 3;
    case PHOTOMETRIC_CIELAB:
    case PHOTOMETRIC_ICCLAB:
      return (f->bits == 8 || f->bits == 16) && f->format != SAMPLEFORMAT_IEEEFP ? 3 : 0;
    case PHOTOMETRIC_SEPARATED: return 4;
    default: return 0;
  }
}

static bool are_samples_ours(const struct form *f) {
  if (f->format == SAMPLEFORMAT_IEEEFP)
    return f->bits == 16 || f->bits == 24 || f->bits == 32 || f->bits == 64;
  return (f->format == SAMPLEFORMAT_UINT || f->format == SAMPLEFORMAT_VOID) && f->bits >= 1 &&
         f->bits <= 32;
}

static struct form read_form(TIFF *tiff) {
  struct form f = {0};
  uint16_t compression = COMPRESSION_NONE, extra_count = 0, *extra = NULL;
  TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &f.width);
  TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &f.height);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_BITSPERSAMPLE, &f.bits);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLESPERPIXEL, &f.samples);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLEFORMAT, &f.format);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_PLANARCONFIG, &f.planar);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_COMPRESSION, &compression);
  if (!TIFFGetField(tiff, TIFFTAG_PHOTOMETRIC, &f.photometric))
    f.photometric = f.samples >= 3 ? PHOTOMETRIC_RGB : PHOTOMETRIC_MINISBLACK;
  if (compression == COMPRESSION_JPEG && f.photometric == PHOTOMETRIC_YCBCR &&
      f.planar == PLANARCONFIG_CONTIG) {
    TIFFSetField(tiff, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
    f.photometric = PHOTOMETRIC_RGB;
  }
  f.colors = are_samples_ours(&f) ? colors_of(&f) : 0;
  if (f.samples < f.colors) f.colors = 0;
  TIFFGetFieldDefaulted(tiff, TIFFTAG_EXTRASAMPLES, &extra_count, &extra);
  for (unsigned i = 0; i < extra_count && !f.alpha && f.colors + i < f.samples; i++)
    if (extra[i] != EXTRASAMPLE_UNSPECIFIED) {
      f.alpha = f.colors + i;
      f.is_premultiplied = extra[i] == EXTRASAMPLE_ASSOCALPHA;
    }
  // An additional sample of unknown purpose is treated as alpha, as most readers do.
  if (!f.alpha && f.samples == f.colors + 1 && f.photometric != PHOTOMETRIC_SEPARATED)
    f.alpha = f.colors;
  f.is_wide = f.bits > 8 && f.photometric != PHOTOMETRIC_SEPARATED;
  return f;
}

static double half(uint16_t v) {
  const int exponent = v >> 10 & 31;
  const double fraction = v & 1023;
  const double size = exponent == 0 ? ldexp(fraction, -24) : ldexp(fraction + 1024, exponent - 25);
  return exponent == 31 ? (fraction > 0 ? 0 : v >> 15 ? 0 : 1) : v >> 15 ? -size : size;
}

static double real(const uint8_t *p, unsigned bits, size_t i) {
  if (bits == 16) {
    uint16_t v;
    memcpy(&v, p + 2 * i, 2);
    return half(v);
  }
  if (bits == 24) {
    // A 24-bit number has one sign bit, seven bits of exponent and sixteen of fraction.
    const uint32_t v = p[3 * i] | (uint32_t)p[3 * i + 1] << 8 | (uint32_t)p[3 * i + 2] << 16;
    const int exponent = (int)(v >> 16 & 127);
    if (v >> 23 || exponent == 127) return v >> 23 || (v & 65535) ? 0 : 1;
    return exponent ? ldexp((v & 65535) + 65536.0, exponent - 63 - 16) : ldexp(v & 65535, -78);
  }
  if (bits == 32) {
    float v;
    memcpy(&v, p + 4 * i, 4);
    return v;
  }
  double v;
  memcpy(&v, p + 8 * i, 8);
  return v;
}

/// Returns sample i of a stored row; it has up to 32 bits.
static uint32_t whole(const uint8_t *p, unsigned bits, size_t i) {
  if (bits == 8) return p[i];
  if (bits == 16) {
    uint16_t v;
    memcpy(&v, p + 2 * i, 2);
    return v;
  }
  if (bits == 32) {
    uint32_t v;
    memcpy(&v, p + 4 * i, 4);
    return v;
  }
  uint32_t v = 0;
  for (size_t bit = i * bits, end = bit + bits; bit < end; bit++)
    v = v << 1 | (p[bit >> 3] >> (7 - (bit & 7)) & 1);
  return v;
}

/// Returns a sample as a fraction of `most`; an index is not changed.
static uint32_t sample(const struct form *f, const uint8_t *p, size_t i, uint32_t most) {
  if (f->format == SAMPLEFORMAT_IEEEFP) {
    const double v = real(p, f->bits, i);
    return v > 0 ? (v < 1 ? (uint32_t)(v * most + 0.5) : most) : 0;
  }
  const uint32_t v = whole(p, f->bits, i);
  if (f->photometric == PHOTOMETRIC_PALETTE && most == 255) return v;
  const uint64_t top = (1ull << f->bits) - 1;
  return (uint32_t)((v * (uint64_t)most + top / 2) / top);
}

/// Copies a strip or a tile to its position; `plane` is the sample that the strip or tile contains, or -1 for
/// all samples.
static void put_block(const struct form *f, AVFrame *frame, const uint8_t *block, size_t row_bytes,
                      uint32_t left, uint32_t top, uint32_t width, uint32_t height, int plane) {
  const uint32_t most = f->is_wide ? 65535 : 255;
  const unsigned spread = plane < 0 ? f->samples : 1;
  for (uint32_t y = 0; y < height && top + y < f->height; y++) {
    uint8_t *row = frame->data[0] + (ptrdiff_t)(top + y) * frame->linesize[0];
    const uint8_t *from = block + y * row_bytes;
    for (unsigned s = 0; s < f->samples; s++) {
      const bool is_alpha = f->alpha > 0 && s == f->alpha;
      if ((s >= f->colors && !is_alpha) || (plane >= 0 && s != (unsigned)plane)) continue;
      if (is_alpha && f->photometric == PHOTOMETRIC_SEPARATED) continue;
      const unsigned slot = is_alpha ? 3 : s;
      for (uint32_t x = 0; x < width && left + x < f->width; x++) {
        const uint32_t v = sample(f, from, (size_t)x * spread + (plane < 0 ? s : 0), most);
        const size_t at = 4 * (size_t)(left + x) + slot;
        if (f->is_wide) ((uint16_t *)row)[at] = (uint16_t)v;
        else row[at] = (uint8_t)v;
      }
    }
  }
}

/// Reads all strips or tiles; returns false if one of them is damaged.
static bool read_blocks(TIFF *tiff, const struct form *f, AVFrame *frame) {
  const bool is_tiled = TIFFIsTiled(tiff);
  uint32_t width = f->width, height = 0;
  if (is_tiled) {
    TIFFGetField(tiff, TIFFTAG_TILEWIDTH, &width);
    TIFFGetField(tiff, TIFFTAG_TILELENGTH, &height);
  } else {
    TIFFGetFieldDefaulted(tiff, TIFFTAG_ROWSPERSTRIP, &height);
    if (height > f->height) height = f->height;
  }
  const uint64_t size = is_tiled ? TIFFTileSize64(tiff) : TIFFStripSize64(tiff);
  const uint64_t row = is_tiled ? TIFFTileRowSize64(tiff) : TIFFScanlineSize64(tiff);
  if (width == 0 || height == 0 || size == 0 || size > 1u << 30 || row * height > size) return false;
  uint8_t *block = calloc(1, size);
  const unsigned planes = f->planar == PLANARCONFIG_SEPARATE ? f->samples : 1;
  bool good = block != NULL;
  for (unsigned p = 0; good && p < planes; p++) {
    for (uint32_t y = 0; good && y < f->height; y += height) {
      for (uint32_t x = 0; good && x < f->width; x += width) {
        const uint32_t number = is_tiled ? TIFFComputeTile(tiff, x, y, 0, (uint16_t)p)
                                         : TIFFComputeStrip(tiff, y, (uint16_t)p);
        const tmsize_t got = is_tiled ? TIFFReadEncodedTile(tiff, number, block, (tmsize_t)size)
                                      : TIFFReadEncodedStrip(tiff, number, block, (tmsize_t)size);
        good = got >= 0;
        if (good) put_block(f, frame, block, row, x, y, width, height, planes > 1 ? (int)p : -1);
      }
    }
  }
  free(block);
  return good;
}

/// Replaces colour indices by their colours.
static bool color_indexes(TIFF *tiff, const struct form *f, AVFrame *frame) {
  uint16_t *map[3];
  if (!TIFFGetField(tiff, TIFFTAG_COLORMAP, &map[0], &map[1], &map[2])) return false;
  bool is_narrow = true;
  for (int i = 0; i < 3 << f->bits; i++)
    is_narrow = is_narrow && map[i >> f->bits][i & ((1 << f->bits) - 1)] < 256;
  for (uint32_t y = 0; y < f->height; y++) {
    uint8_t *p = frame->data[0] + (ptrdiff_t)y * frame->linesize[0];
    for (uint32_t x = 0; x < f->width; x++, p += 4) {
      const unsigned index = p[0];
      for (int c = 0; c < 3; c++) {
        const uint16_t v = map[c][index];
        p[c] = (uint8_t)(is_narrow ? v : (v * 255u + 32767) / 65535);
      }
    }
  }
  return true;
}

/// Copies grey to all three channels, inverted if 0 means white.
static void finish_grays(const struct form *f, AVFrame *frame) {
  for (uint32_t y = 0; y < f->height; y++) {
    uint8_t *p = frame->data[0] + (ptrdiff_t)y * frame->linesize[0];
    uint16_t *w = (uint16_t *)p;
    const bool is_white = f->photometric == PHOTOMETRIC_MINISWHITE;
    for (uint32_t x = 0; x < f->width; x++, p += 4, w += 4) {
      if (f->is_wide) w[1] = w[2] = w[0] = is_white ? (uint16_t)(65535 - w[0]) : w[0];
      else p[1] = p[2] = p[0] = is_white ? (uint8_t)(255 - p[0]) : p[0];
    }
  }
}

static void print_inks(const struct form *f, AVFrame *frame, const struct color *color) {
  for (uint32_t y = 0; y < f->height; y++) {
    uint8_t *row = frame->data[0] + (ptrdiff_t)y * frame->linesize[0];
    if (color) color_convert(color, row, row, f->width);
    else inks_lighten(row, (int)f->width);
  }
}

static bool is_lab(const struct form *f) {
  return f->photometric == PHOTOMETRIC_CIELAB || f->photometric == PHOTOMETRIC_ICCLAB;
}

/// Lets libtiff decode rarer kinds, such as YCbCr without JPEG and LogLuv; on failure, returns false with the reason in
/// `words`.
static bool read_by_libtiff(TIFF *tiff, const struct form *f, AVFrame *frame, char words[1024]) {
  TIFFRGBAImage reader;
  uint32_t *pixels = malloc(4ull * f->width * f->height);
  if (!pixels || !TIFFRGBAImageOK(tiff, words) || !TIFFRGBAImageBegin(&reader, tiff, 1, words)) {
    free(pixels);
    return false;
  }
  // The picture keeps its stored orientation at this point.
  reader.req_orientation = reader.orientation;
  const bool good = TIFFRGBAImageGet(&reader, pixels, f->width, f->height);
  TIFFRGBAImageEnd(&reader);
  for (uint32_t y = 0; good && y < f->height; y++) {
    uint8_t *to = frame->data[0] + (ptrdiff_t)y * frame->linesize[0];
    for (uint32_t x = 0; x < f->width; x++, to += 4) {
      const uint32_t v = pixels[(size_t)y * f->width + x];
      to[0] = (uint8_t)TIFFGetR(v), to[1] = (uint8_t)TIFFGetG(v);
      to[2] = (uint8_t)TIFFGetB(v), to[3] = (uint8_t)TIFFGetA(v);
    }
  }
  free(pixels);
  return good;
}

/// Returns the transform from the picture's colours to sRGB by its profile.
static struct color *colors_of_profile(TIFF *tiff, const struct form *f, char warning[COLOR_TEXT]) {
  uint32_t bytes = 0;
  void *profile = NULL;
  // A profile is ignored for L*a*b*, whose colours do not depend on a device.
  if (is_lab(f)) return NULL;
  if (!TIFFGetField(tiff, TIFFTAG_ICCPROFILE, &bytes, &profile)) return NULL;
  const struct color_words words = {.profile = profile, .profile_bytes = bytes};
  const bool has_inks = f->photometric == PHOTOMETRIC_SEPARATED && f->colors == 4;
  const bool is_gray = f->colors == 1 && f->photometric != PHOTOMETRIC_PALETTE;
  return color_open(&words, has_inks ? COLOR_CMYK : is_gray ? COLOR_GRAY : COLOR_RGBA,
                    f->is_wide ? 16 : 8, warning);
}

/// Reads all pixels; on failure, returns false with the reason in `words`.
static bool read_pixels(TIFF *tiff, const struct form *f, struct image *image,
                        struct media_message *answer, char words[1024]) {
  AVFrame *frame = image->frame;
  for (uint32_t y = 0; y < f->height; y++)
    memset(frame->data[0] + (ptrdiff_t)y * frame->linesize[0], 255,
           (f->is_wide ? 8ull : 4ull) * f->width);
  image->color = colors_of_profile(tiff, f, answer->text);
  if (f->colors == 0) {
    image->is_premultiplied = true;
    return read_by_libtiff(tiff, f, frame, words);
  }
  image->is_premultiplied = f->is_premultiplied;
  if (!read_blocks(tiff, f, frame)) return false;
  if (f->photometric == PHOTOMETRIC_PALETTE) return color_indexes(tiff, f, frame);
  if (f->colors == 1) finish_grays(f, frame);
  for (uint32_t y = 0; is_lab(f) && y < f->height; y++)
    lab_row(frame->data[0] + (ptrdiff_t)y * frame->linesize[0], f->width, f->is_wide,
            f->photometric == PHOTOMETRIC_ICCLAB);
  if (f->photometric == PHOTOMETRIC_SEPARATED) {
    print_inks(f, frame, image->color);
    color_close(&image->color);
  }
  return true;
}

bool load_tiff(const unsigned char *bytes, size_t count, const struct media_message *asked,
               struct media_message *answer, struct image *image) {
  struct source source = {.bytes = bytes, .count = count};
  char words[1024] = "";
  TIFF *tiff = open_tiff(&source);
  struct form f = {0};
  if (tiff) f = read_form(tiff);
  bool good = tiff && is_within_limits(f.width, f.height, asked, answer);
  if (good) {
    image->frame = new_rgba((int)f.width, (int)f.height, f.colors > 0 && f.is_wide);
    if (f.colors == 0) f.is_wide = false;
    uint16_t orientation = 1;
    TIFFGetFieldDefaulted(tiff, TIFFTAG_ORIENTATION, &orientation);
    image->orientation = orientation >= 1 && orientation <= 8 ? orientation : 1;
    good = image->frame && read_pixels(tiff, &f, image, answer, words);
  }
  if (tiff) TIFFClose(tiff);
  if (good) return true;
  if (answer->kind != MEDIA_FAILED)
    media_fail(answer, MEDIA_BAD_INPUT, "%s",
               source.words[0] ? source.words : words[0] ? words : "a damaged TIFF");
  return false;
}
