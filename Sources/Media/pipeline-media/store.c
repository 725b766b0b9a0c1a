// Converts a decoded picture of any format to premultiplied RGBA8 in sRGB, upright. This file converts RGB and grey
// without rounding errors, planes.c converts the planes of videos, and swscale at its highest accuracy converts all
// other formats (the YUV of JPEG and lossy WebP).
#include "store.h"

#include <libavutil/frame.h>
#include <libavutil/pixdesc.h>
#include <libswscale/swscale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "color.h"
#include "footage.h"
#include "image.h"
#include "upright.h"

typedef unsigned char u8;

/// Returns round(c·a/255), exact for all bytes.
static inline u8 scaled(unsigned c, unsigned a) {
  unsigned t = c * a + 128;
  return (u8)((t + (t >> 8)) >> 8);
}

static inline void put(u8 *to, unsigned r, unsigned g, unsigned b, unsigned a) {
  to[0] = (u8)r;
  to[1] = (u8)g;
  to[2] = (u8)b;
  to[3] = (u8)a;
}

void image_premultiply(u8 *p, int n) {
  for (int x = 0; x < n; x++, p += 4) {
    for (int c = 0; c < 3; c++) p[c] = scaled(p[c], p[3]);
  }
}

/// Divides the colours of row p, of 8 or 16 bits a sample, by its alpha.
#define UNMULTIPLY(name, sample, most) \
  static void name(sample *p, int n) { \
    for (int x = 0; x < n; x++, p += 4) { \
      if (p[3] == most) continue; \
      for (int c = 0; c < 3; c++) { \
        const uint64_t straight = p[3] ? ((uint64_t)p[c] * most + p[3] / 2) / p[3] : 0; \
        p[c] = (sample)(straight < most ? straight : most); \
      } \
    } \
  }
UNMULTIPLY(unmultiply, u8, 255)
UNMULTIPLY(unmultiply_wide, uint16_t, 65535)

/// Returns whether samples of RGB or grey can be read one by one, which requires integers of up to 16 bits.
static bool has_samples(const AVPixFmtDescriptor *about) {
  const bool is_ours = (about->flags & AV_PIX_FMT_FLAG_RGB) || about->nb_components < 3;
  const uint64_t other = AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_HWACCEL | AV_PIX_FMT_FLAG_FLOAT |
                         AV_PIX_FMT_FLAG_BAYER;
  return is_ours && !(about->flags & other) && about->comp[0].depth <= 16;
}

struct color_format format_of(const AVFrame *f) {
  const AVPixFmtDescriptor *about = av_pix_fmt_desc_get(f->format);
  const bool is_gray = f->format != AV_PIX_FMT_PAL8 && about && about->nb_components < 3;
  const bool is_wide = about && has_samples(about) && about->comp[0].depth > 8;
  return (struct color_format){is_gray ? COLOR_GRAY : COLOR_RGBA, is_wide ? 16 : 8};
}

/// Converts one row of samples to RGBA of 8 or 16 bits in the machine's byte order, each rounded to the nearest value.
static void sample_row(const AVFrame *f, int y, unsigned bits, uint16_t *spare, void *to) {
  const AVPixFmtDescriptor *about = av_pix_fmt_desc_get(f->format);
  const bool is_gray = about->nb_components < 3;
  const bool has_alpha = about->flags & AV_PIX_FMT_FLAG_ALPHA;
  const bool is_limited = is_gray && f->color_range == AVCOL_RANGE_MPEG;
  const uint32_t most = bits == 16 ? 65535 : 255;
  for (int slot = 0; slot < 4; slot++) {
    const bool is_alpha = slot == 3;
    const int component = is_alpha ? about->nb_components - 1 : is_gray ? 0 : slot;
    uint32_t zero = 0, span = 1;
    if (!is_alpha || has_alpha) {
      const int depth = about->comp[component].depth;
      span = (1u << depth) - 1;
      if (is_limited && !is_alpha && depth >= 8) zero = 16u << (depth - 8), span = 219u << (depth - 8);
      av_read_image_line2(spare, (const u8 **)f->data, f->linesize, about, 0, y, component,
                          f->width, 0, 2);
    }
    for (int x = 0; x < f->width; x++) {
      uint32_t v = is_alpha && !has_alpha ? span : spare[x] > zero ? spare[x] - zero : 0;
      v = ((v < span ? v : span) * most + span / 2) / span;
      if (bits == 16) ((uint16_t *)to)[4 * x + slot] = (uint16_t)v;
      else ((u8 *)to)[4 * x + slot] = (u8)v;
    }
  }
}

/// Converts a row of 16-bit samples to 8 bits by round(v·255/65535).
static void narrow_row(const uint16_t *from, u8 *to, int n) {
  for (int i = 0; i < n * 4; i++) to[i] = (u8)((from[i] * 255u + 32767) / 65535);
}

/// Converts one row of samples of 8 bits or fewer to straight RGBA; returns false if the format is not supported.
static bool convert_row(int format, const AVFrame *f, int y, u8 *to) {
  const u8 *p = f->data[0] + (ptrdiff_t)y * f->linesize[0];
  const u8 *palette = f->data[1];
  int n = f->width;
  switch (format) {
    case AV_PIX_FMT_RGBA:
      for (int x = 0; x < n; x++, p += 4, to += 4) put(to, p[0], p[1], p[2], p[3]);
      return true;
    case AV_PIX_FMT_ARGB:
      for (int x = 0; x < n; x++, p += 4, to += 4) put(to, p[1], p[2], p[3], p[0]);
      return true;
    case AV_PIX_FMT_BGRA:
      for (int x = 0; x < n; x++, p += 4, to += 4) put(to, p[2], p[1], p[0], p[3]);
      return true;
    case AV_PIX_FMT_RGB24:
      for (int x = 0; x < n; x++, p += 3, to += 4) put(to, p[0], p[1], p[2], 255);
      return true;
    case AV_PIX_FMT_BGR24:
      for (int x = 0; x < n; x++, p += 3, to += 4) put(to, p[2], p[1], p[0], 255);
      return true;
    case AV_PIX_FMT_GRAY8:
      if (f->color_range == AVCOL_RANGE_MPEG) return false;
      for (int x = 0; x < n; x++, p++, to += 4) put(to, *p, *p, *p, 255);
      return true;
    case AV_PIX_FMT_YA8:
      for (int x = 0; x < n; x++, p += 2, to += 4) put(to, p[0], p[0], p[0], p[1]);
      return true;
    case AV_PIX_FMT_PAL8:  // Entries are ARGB words in the machine's byte order: B G R A.
      for (int x = 0; x < n; x++, to += 4) {
        const u8 *e = palette + 4 * p[x];
        put(to, e[2], e[1], e[0], e[3]);
      }
      return true;
    case AV_PIX_FMT_MONOBLACK:
      for (int x = 0; x < n; x++, to += 4) {
        unsigned v = p[x >> 3] >> (7 - (x & 7)) & 1 ? 255 : 0;
        put(to, v, v, v, 255);
      }
      return true;
    default:
      return false;
  }
}

/// Converts a frame through swscale to straight RGBA of 8 or 16 bits.
static bool convert_with_swscale(const AVFrame *f, AVFrame *to) {
  struct SwsContext *scaler =
      sws_getContext(f->width, f->height, f->format, f->width, f->height, to->format,
                     SWS_BICUBIC | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INT | SWS_BITEXACT, NULL,
                     NULL, NULL);
  if (!scaler) return false;
  // JPEG and WebP use BT.601; JPEG has full range. Videos declare their matrix if it is BT.709.
  const AVPixFmtDescriptor *about = av_pix_fmt_desc_get(f->format);
  bool full = f->color_range == AVCOL_RANGE_JPEG || strncmp(about->name, "yuvj", 4) == 0;
  const bool is_2020 = f->colorspace == AVCOL_SPC_BT2020_NCL || f->colorspace == AVCOL_SPC_BT2020_CL;
  const int *table = sws_getCoefficients(f->colorspace == AVCOL_SPC_BT709 ? SWS_CS_ITU709
                                         : is_2020                        ? SWS_CS_BT2020
                                                                          : SWS_CS_ITU601);
  sws_setColorspaceDetails(scaler, table, full, table, 1, 0, 1 << 16, 1 << 16);
  int rows = sws_scale(scaler, (const u8 *const *)f->data, f->linesize, 0, f->height, to->data,
                       to->linesize);
  sws_freeContext(scaler);
  return rows == f->height;
}

/// Returns the planar format with the same samples as a packed or byte-swapped format.
static int planes_of(int format) {
  const AVPixFmtDescriptor *d = av_pix_fmt_desc_get(format);
  const uint64_t other = AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL |
                         AV_PIX_FMT_FLAG_HWACCEL | AV_PIX_FMT_FLAG_FLOAT | AV_PIX_FMT_FLAG_BAYER;
  const bool is_xyz = format == AV_PIX_FMT_XYZ12LE || format == AV_PIX_FMT_XYZ12BE;
  if (!d || is_xyz || d->nb_components < 3 || (d->flags & other)) return AV_PIX_FMT_NONE;
  static const char *const ratios[3][3] = {
      {"444", "440", ""}, {"422", "420", ""}, {"411", "", "410"}};
  const int wide = d->log2_chroma_w, high = d->log2_chroma_h, depth = d->comp[0].depth;
  if (wide > 2 || high > 2 || depth > 16) return AV_PIX_FMT_NONE;
  const char *bits = depth <= 8 ? "" : depth <= 10 ? "10" : depth <= 12 ? "12" : "16";
  char name[24];
  // A format name without a suffix means the machine's byte order.
  for (int alpha = d->flags & AV_PIX_FMT_FLAG_ALPHA ? 1 : 0; alpha >= 0; alpha--) {
    snprintf(name, sizeof name, "yuv%s%sp%s", alpha ? "a" : "", ratios[wide][high], bits);
    const int found = av_get_pix_fmt(name);
    if (found != AV_PIX_FMT_NONE) return found == format ? AV_PIX_FMT_NONE : found;
  }
  return AV_PIX_FMT_NONE;
}

/// Returns a copy of a frame in another format with the same colour description; NULL on failure.
static AVFrame *copy_as(const AVFrame *f, int format) {
  AVFrame *copy = av_frame_alloc();
  if (!copy) return NULL;
  av_frame_copy_props(copy, f);
  copy->format = format;
  copy->width = f->width;
  copy->height = f->height;
  struct SwsContext *scaler =
      av_frame_get_buffer(copy, 0) < 0
          ? NULL
          : sws_getContext(f->width, f->height, f->format, f->width, f->height, format,
                           SWS_POINT | SWS_ACCURATE_RND | SWS_BITEXACT, NULL, NULL, NULL);
  if (!scaler || sws_scale(scaler, (const u8 *const *)f->data, f->linesize, 0, f->height,
                           copy->data, copy->linesize) != f->height)
    av_frame_free(&copy);
  sws_freeContext(scaler);
  return copy;
}

/// Reads the rows of a frame, whatever its format.
struct rows {
  const AVFrame *frame;
  /// Whether the alpha of the palette is ignored because it is 0 for all colours.
  bool is_opaque;
  struct planes *planes;
  /// The converted copy of a frame that cannot be converted row by row.
  AVFrame *copy;
  uint16_t *spare;
  /// The bits of an output sample.
  unsigned bits;
};

/// Returns whether a frame's palette has no alpha, because video containers do not store the alpha of palettes.
static bool lacks_alpha(const AVFrame *f) {
  if (f->format != AV_PIX_FMT_PAL8) return false;
  for (int i = 0; i < 256; i++)
    if (f->data[1][4 * i + 3] != 0) return false;
  return true;
}

static void close_rows(struct rows *rows) {
  planes_close(&rows->planes);
  av_frame_free(&rows->copy);
  free(rows->spare);
}

static bool open_rows(struct rows *rows, const struct image *image) {
  const AVFrame *f = image->frame;
  const AVPixFmtDescriptor *about = av_pix_fmt_desc_get(f->format);
  *rows = (struct rows){.frame = f, .bits = image->color ? color_bits(image->color) : 8};
  rows->spare = malloc((size_t)f->width * 2 + 16);
  rows->is_opaque = image->is_footage && lacks_alpha(f);
  if (!about || !rows->spare) return false;
  if (image->is_premultiplied && about->comp[0].depth > 8) rows->bits = 16;
  if (has_samples(about) || f->format == AV_PIX_FMT_PAL8) return true;
  if (image->is_footage) {
    rows->planes = planes_open(f);
    const int planar = rows->planes ? AV_PIX_FMT_NONE : planes_of(f->format);
    if (planar != AV_PIX_FMT_NONE && !(rows->copy = copy_as(f, planar))) return false;
    if (rows->copy) rows->planes = planes_open(rows->copy);
    if (rows->planes) return true;
  }
  av_frame_free(&rows->copy);
  rows->copy = new_rgba(f->width, f->height, rows->bits == 16);
  if (!rows->copy || !convert_with_swscale(f, rows->copy)) return false;
  rows->frame = rows->copy;
  return true;
}

static void widen_row(const u8 *from, int count, uint16_t *to) {
  for (int i = 4 * count; i-- > 0;) to[i] = (uint16_t)(from[i] * 257);
}

/// Reads a row as straight RGBA; a channel has `bits` bits.
static void read_row(struct rows *rows, int y, void *to) {
  const AVFrame *f = rows->frame;
  if (rows->planes) {
    planes_row(rows->planes, y, rows->bits, to);
  } else if (f->format == AV_PIX_FMT_RGBA64 && rows->bits == 16) {
    memcpy(to, f->data[0] + (ptrdiff_t)y * f->linesize[0], (size_t)f->width * 8);
  } else if (rows->bits == 16 && f->format == AV_PIX_FMT_PAL8) {
    // The row is converted from its end on, so that no byte is overwritten before it is read.
    convert_row(f->format, f, y, to);
    widen_row(to, f->width, to);
  } else if (rows->bits == 16 || !convert_row(f->format, f, y, to)) {
    sample_row(f, y, rows->bits, rows->spare, to);
  }
  for (int x = 0; rows->is_opaque && x < f->width; x++) {
    if (rows->bits == 16) ((uint16_t *)to)[4 * x + 3] = 65535;
    else ((u8 *)to)[4 * x + 3] = 255;
  }
}

bool store_image(const struct image *image, u8 *pixels, size_t stride) {
  const AVFrame *f = image->frame;
  const unsigned orientation = image->orientation;
  u8 *row = malloc((size_t)f->width * 8);
  struct rows rows = {0};
  const bool is_done = row && open_rows(&rows, image);
  for (int y = 0; is_done && y < f->height; y++) {
    read_row(&rows, y, row);
    if (image->is_premultiplied && rows.bits == 16) unmultiply_wide((uint16_t *)row, f->width);
    else if (image->is_premultiplied) unmultiply(row, f->width);
    if (image->color) color_convert(image->color, row, row, (size_t)f->width);
    else if (rows.bits == 16) narrow_row((uint16_t *)row, row, f->width);
    if (!image->is_final) image_premultiply(row, f->width);
    if (orientation == 1)
      memcpy(pixels + (size_t)y * stride, row, (size_t)f->width * 4);
    else
      put_upright(orientation, (uint32_t)f->width, (uint32_t)f->height, (uint32_t)y, row, pixels,
                  stride);
  }
  close_rows(&rows);
  free(row);
  return is_done;
}
