// Turns a decoded picture of any format into premultiplied RGBA8, sRGB, upright.
//
// The formats of APNG and of lossless WebP are converted here, bit for bit; the rest (the YUV of
// JPEG and lossy WebP) by swscale at its most accurate.
#include <libavutil/frame.h>
#include <libavutil/pixdesc.h>
#include <libswscale/swscale.h>
#include <stdlib.h>
#include <string.h>

#include "color.h"
#include "helper.h"
#include "upright.h"

typedef unsigned char u8;

/// round(c·a/255), exact for bytes.
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

static void premultiply(u8 *p, int n) {
  for (int x = 0; x < n; x++, p += 4) {
    for (int c = 0; c < 3; c++) p[c] = scaled(p[c], p[3]);
  }
}

/// Colours of row p of 8 or 16 bits a sample as they were before they were multiplied by the alpha.
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

/// How a format of 16 bits a sample stores its pixels.
struct wide_format {
  int samples;
  bool is_gray, has_alpha, is_big;
};

/// False when the format has other samples.
static bool find_wide(int format, struct wide_format *wide) {
  switch (format) {
    case AV_PIX_FMT_GRAY16BE: *wide = (struct wide_format){1, true, false, true}; return true;
    case AV_PIX_FMT_GRAY16LE: *wide = (struct wide_format){1, true, false, false}; return true;
    case AV_PIX_FMT_YA16BE: *wide = (struct wide_format){2, true, true, true}; return true;
    case AV_PIX_FMT_YA16LE: *wide = (struct wide_format){2, true, true, false}; return true;
    case AV_PIX_FMT_RGB48BE: *wide = (struct wide_format){3, false, false, true}; return true;
    case AV_PIX_FMT_RGB48LE: *wide = (struct wide_format){3, false, false, false}; return true;
    case AV_PIX_FMT_RGBA64BE: *wide = (struct wide_format){4, false, true, true}; return true;
    case AV_PIX_FMT_RGBA64LE: *wide = (struct wide_format){4, false, true, false}; return true;
    default: return false;
  }
}

struct color_format format_of(const AVFrame *f) {
  struct wide_format wide;
  if (find_wide(f->format, &wide))
    return (struct color_format){wide.is_gray ? COLOR_GRAY : COLOR_RGBA, 16};
  const AVPixFmtDescriptor *about = av_pix_fmt_desc_get(f->format);
  const bool is_gray = f->format != AV_PIX_FMT_PAL8 && about && about->nb_components < 3;
  return (struct color_format){is_gray ? COLOR_GRAY : COLOR_RGBA, 8};
}

/// One row of samples of 16 bits as RGBA in the machine's order.
static void widen_row(const struct wide_format *wide, const AVFrame *f, int y, uint16_t *to) {
  const u8 *p = f->data[0] + (ptrdiff_t)y * f->linesize[0];
  for (int x = 0; x < f->width; x++, to += 4) {
    unsigned v[4];
    for (int c = 0; c < wide->samples; c++, p += 2)
      v[c] = wide->is_big ? (unsigned)(p[0] << 8 | p[1]) : (unsigned)(p[1] << 8 | p[0]);
    const bool gray = wide->is_gray;
    to[0] = (uint16_t)v[0];
    to[1] = (uint16_t)v[gray ? 0 : 1];
    to[2] = (uint16_t)v[gray ? 0 : 2];
    to[3] = wide->has_alpha ? (uint16_t)v[wide->samples - 1] : 65535;
  }
}

/// round(v·255/65535) of such a row.
static void narrow_row(const uint16_t *from, u8 *to, int n) {
  for (int i = 0; i < n * 4; i++) to[i] = (u8)((from[i] * 255u + 32767) / 65535);
}

/// One row of samples of 8 bits or fewer, with straight alpha; false when the format is not one of ours.
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
      for (int x = 0; x < n; x++, p++, to += 4) put(to, *p, *p, *p, 255);
      return true;
    case AV_PIX_FMT_YA8:
      for (int x = 0; x < n; x++, p += 2, to += 4) put(to, p[0], p[0], p[0], p[1]);
      return true;
    case AV_PIX_FMT_PAL8:  // Entries are ARGB words in the machine's order: B G R A.
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

/// Through swscale, with straight alpha.
static bool convert_with_swscale(const AVFrame *f, u8 *pixels, size_t stride) {
  struct SwsContext *scaler =
      sws_getContext(f->width, f->height, f->format, f->width, f->height, AV_PIX_FMT_RGBA,
                     SWS_BICUBIC | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INT | SWS_BITEXACT, NULL,
                     NULL, NULL);
  if (!scaler) return false;
  // JPEG and WebP are BT.601; JPEG has full range. A video says when it is BT.709.
  const AVPixFmtDescriptor *about = av_pix_fmt_desc_get(f->format);
  bool full = f->color_range == AVCOL_RANGE_JPEG || strncmp(about->name, "yuvj", 4) == 0;
  const int *table = sws_getCoefficients(
      f->colorspace == AVCOL_SPC_BT709 ? SWS_CS_ITU709 : SWS_CS_ITU601);
  sws_setColorspaceDetails(scaler, table, full, table, 1, 0, 1 << 16, 1 << 16);
  u8 *planes[4] = {pixels};
  int strides[4] = {(int)stride};
  int rows = sws_scale(scaler, (const u8 *const *)f->data, f->linesize, 0, f->height, planes,
                       strides);
  sws_freeContext(scaler);
  return rows == f->height;
}

bool store_image(const struct image *image, u8 *pixels, size_t stride) {
  const AVFrame *f = image->frame;
  const struct color *color = image->color;
  const unsigned orientation = image->orientation;
  const bool is_upright = orientation == 1;
  const size_t row_bytes = (size_t)f->width * 4;
  u8 *stored = is_upright ? NULL : malloc(row_bytes * (size_t)f->height);
  const size_t from_stride = is_upright ? stride : row_bytes;
  u8 *rows = is_upright ? pixels : stored;
  uint16_t *wide_row = malloc((size_t)f->width * 8);
  struct wide_format wide;
  const bool is_wide = find_wide(f->format, &wide);
  bool is_done = rows && wide_row;
  if (is_done && !is_wide) {
    for (int y = 0; is_done && y < f->height; y++) {
      if (!convert_row(f->format, f, y, rows + (size_t)y * from_stride)) is_done = false;
    }
    if (!is_done) is_done = convert_with_swscale(f, rows, from_stride);
  }
  for (int y = 0; is_done && y < f->height; y++) {
    u8 *row = rows + (size_t)y * from_stride;
    if (is_wide) {
      widen_row(&wide, f, y, wide_row);
      if (image->is_premultiplied) unmultiply_wide(wide_row, f->width);
      if (color) color_convert(color, wide_row, row, (size_t)f->width);
      else narrow_row(wide_row, row, f->width);
    } else {
      if (image->is_premultiplied) unmultiply(row, f->width);
      if (color) color_convert(color, row, row, (size_t)f->width);
    }
    premultiply(row, f->width);
    if (!is_upright) {
      put_upright(orientation, (uint32_t)f->width, (uint32_t)f->height, (uint32_t)y, row,
                  pixels, stride);
    }
  }
  free(stored);
  free(wide_row);
  return is_done;
}
