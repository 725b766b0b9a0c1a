// Turns a decoded frame of any format into premultiplied RGBA8, sRGB.
//
// The formats of APNG and of lossless WebP are converted here, bit for bit; the rest (the YUV of
// JPEG and lossy WebP) by swscale at its most accurate.
#include <libavutil/frame.h>
#include <libavutil/pixdesc.h>
#include <libswscale/swscale.h>
#include <string.h>

#include "helper.h"

typedef unsigned char u8;

/// round(c·a/255), exact for bytes.
static inline u8 scaled(unsigned c, unsigned a) {
  unsigned t = c * a + 128;
  return (u8)((t + (t >> 8)) >> 8);
}

static inline void put(u8 *to, unsigned r, unsigned g, unsigned b, unsigned a) {
  to[0] = scaled(r, a);
  to[1] = scaled(g, a);
  to[2] = scaled(b, a);
  to[3] = (u8)a;
}

/// round(v·255/65535) of a big-endian sample.
static inline unsigned wide(const u8 *p) { return ((p[0] << 8 | p[1]) * 255u + 32767) / 65535; }

/// One row; false when the format is not one of ours.
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
    case AV_PIX_FMT_GRAY16BE:
      for (int x = 0; x < n; x++, p += 2, to += 4) put(to, wide(p), wide(p), wide(p), 255);
      return true;
    case AV_PIX_FMT_YA16BE:
      for (int x = 0; x < n; x++, p += 4, to += 4) put(to, wide(p), wide(p), wide(p), wide(p + 2));
      return true;
    case AV_PIX_FMT_RGB48BE:
      for (int x = 0; x < n; x++, p += 6, to += 4) put(to, wide(p), wide(p + 2), wide(p + 4), 255);
      return true;
    case AV_PIX_FMT_RGBA64BE:
      for (int x = 0; x < n; x++, p += 8, to += 4)
        put(to, wide(p), wide(p + 2), wide(p + 4), wide(p + 6));
      return true;
    default:
      return false;
  }
}

/// Through swscale, then premultiplied in place.
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
  if (rows != f->height) return false;
  for (int y = 0; y < f->height; y++) {
    u8 *p = pixels + (size_t)y * stride;
    for (int x = 0; x < f->width; x++, p += 4) put(p, p[0], p[1], p[2], p[3]);
  }
  return true;
}

bool store_image(const AVFrame *f, u8 *pixels, size_t stride) {
  for (int y = 0; y < f->height; y++)
    if (!convert_row(f->format, f, y, pixels + (size_t)y * stride))
      return convert_with_swscale(f, pixels, stride);
  return true;
}
