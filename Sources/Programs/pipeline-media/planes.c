// Luma and chroma to straight RGBA, in integers.
//
// Chroma is interpolated linearly to each pixel's place, first between two rows, then between two columns,
// and both keep their fractions until the one rounding at the end. The matrix and the range are those that
// the file says.
#include <libavutil/frame.h>
#include <libavutil/mem.h>
#include <libavutil/pixdesc.h>
#include <string.h>

#include "footage.h"

typedef unsigned char u8;

/// Fractional bits of the matrix.
#define FINE 13

/// A frame's matrix, in 1/2^FINE of an eighth bit, for samples that are 16 times too large.
struct matrix {
  int32_t luma, luma_zero, chroma_zero;
  int32_t v_red, u_green, v_green, u_blue;
  int shift;
};

/// The format as far as it is one of ours: planes of 8 to 12 bits.
static const AVPixFmtDescriptor *planar(const AVFrame *f) {
  const AVPixFmtDescriptor *d = av_pix_fmt_desc_get(f->format);
  const uint64_t other = AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_BE |
                         AV_PIX_FMT_FLAG_BITSTREAM | AV_PIX_FMT_FLAG_HWACCEL |
                         AV_PIX_FMT_FLAG_FLOAT;
  if (!d || !(d->flags & AV_PIX_FMT_FLAG_PLANAR) || (d->flags & other)) return NULL;
  if (d->nb_components < 3 || d->log2_chroma_w > 1 || d->log2_chroma_h > 1) return NULL;
  for (int i = 0; i < d->nb_components; i++) {
    const AVComponentDescriptor *c = &d->comp[i];
    if (c->plane != i || c->offset || c->shift || c->depth != d->comp[0].depth) return NULL;
    if (c->depth < 8 || c->depth > 12 || c->step != (c->depth > 8 ? 2 : 1)) return NULL;
  }
  return d;
}

/// The share of red and blue in luma; false, and those of BT.709, for matrices of another kind.
static bool shares(const AVFrame *f, double *red, double *blue) {
  switch (f->colorspace) {
    case AVCOL_SPC_BT709: *red = 0.2126, *blue = 0.0722; return true;
    case AVCOL_SPC_BT470BG:
    case AVCOL_SPC_SMPTE170M: *red = 0.299, *blue = 0.114; return true;
    case AVCOL_SPC_SMPTE240M: *red = 0.212, *blue = 0.087; return true;
    case AVCOL_SPC_FCC: *red = 0.30, *blue = 0.11; return true;
    case AVCOL_SPC_BT2020_NCL:
    case AVCOL_SPC_BT2020_CL: *red = 0.2627, *blue = 0.0593; return true;
    case AVCOL_SPC_UNSPECIFIED:
      // As players do: what has the lines of high definition has its matrix too.
      if (f->height >= 720)
        *red = 0.2126, *blue = 0.0722;
      else
        *red = 0.299, *blue = 0.114;
      return true;
    case AVCOL_SPC_CHROMA_DERIVED_NCL:
      // Of the primaries, which are those of one of these.
      if (f->color_primaries == AVCOL_PRI_BT2020) *red = 0.2627, *blue = 0.0593;
      else if (f->color_primaries == AVCOL_PRI_BT709) *red = 0.2126, *blue = 0.0722;
      else break;
      return true;
    default: break;
  }
  *red = 0.2126, *blue = 0.0722;
  return false;
}

const char *planes_guess(const AVFrame *f) {
  if (!planar(f) || f->colorspace != AVCOL_SPC_UNSPECIFIED) return "";
  return f->height >= 720 ? "BT.709" : "BT.601";
}

const char *planes_unknown(const AVFrame *f) {
  double red, blue;
  if (!planar(f) || shares(f, &red, &blue)) return "";
  const char *name = av_color_space_name(f->colorspace);
  return name ? name : "unknown";
}

static bool is_full(const AVFrame *f, const AVPixFmtDescriptor *d) {
  return f->color_range == AVCOL_RANGE_JPEG || !strncmp(d->name, "yuvj", 4);
}

static int32_t fixed(double value) {
  return (int32_t)(value * (1 << FINE) + (value < 0 ? -0.5 : 0.5));
}

static struct matrix matrix_of(const AVFrame *f, const AVPixFmtDescriptor *d, double red,
                               double blue) {
  const int depth = d->comp[0].depth;
  const bool full = is_full(f, d);
  const double green = 1 - red - blue;
  // A byte of the result is so many samples of luma, and of chroma, whose whole span is 1.
  const double top = (double)((1 << depth) - 1), step = (double)(1 << (depth - 8));
  const double luma = 255 * step / (full ? top : 219 * step);
  const double chroma = 255 * step / (full ? top : 224 * step);
  return (struct matrix){
      .luma = fixed(luma),
      .luma_zero = full ? 0 : 16 << (depth - 8),
      .chroma_zero = 128 << (depth - 8),
      .v_red = fixed(chroma * 2 * (1 - red)),
      .u_green = fixed(-chroma * 2 * (1 - blue) * blue / green),
      .v_green = fixed(-chroma * 2 * (1 - red) * red / green),
      .u_blue = fixed(chroma * 2 * (1 - blue)),
      .shift = FINE + 4 + depth - 8,
  };
}

/// A row of a plane as numbers, less `zero`.
static void widen(const u8 *row, int depth, int count, int32_t zero, int32_t *to) {
  const uint16_t *wide = (const uint16_t *)row;
  if (depth == 8)
    for (int x = 0; x < count; x++) to[x] = row[x] - zero;
  else
    for (int x = 0; x < count; x++) to[x] = wide[x] - zero;
}

/// `parts` quarters of one row, and the rest of the other: four times the samples.
static void between(const u8 *near, const u8 *far, int parts, int depth, int count, int32_t zero,
                    int32_t *to, int32_t *spare) {
  widen(near, depth, count, zero, to);
  widen(far, depth, count, zero, spare);
  for (int x = 0; x < count; x++) to[x] = parts * to[x] + (4 - parts) * spare[x];
}

/// A row of chroma, four times its samples, at every pixel: sixteen times its samples. Beyond both ends
/// of `from` stand copies of the last ones.
static void spread(const int32_t *from, int width, bool halved, bool centred, int32_t *to) {
  if (!halved) {
    for (int x = 0; x < width; x++) to[x] = 4 * from[x];
    return;
  }
  const int pairs = (width + 1) / 2;
  if (centred)
    for (int i = 0; i < pairs; i++) {
      to[2 * i] = 3 * from[i] + from[i - 1];
      to[2 * i + 1] = 3 * from[i] + from[i + 1];
    }
  else
    for (int i = 0; i < pairs; i++) {
      to[2 * i] = 4 * from[i];
      to[2 * i + 1] = 2 * from[i] + 2 * from[i + 1];
    }
}

static inline int32_t byte(int32_t v) { return v < 0 ? 0 : v > 255 ? 255 : v; }

/// Straight RGBA of 8 bits.
static void put_row(const struct matrix *m, const int32_t *y, const int32_t *u, const int32_t *v,
                    int width, u8 *to) {
  const int32_t half = 1 << (m->shift - 1);
  for (int x = 0; x < width; x++) {
    const int32_t l = m->luma * 16 * y[x] + half;
    to[4 * x] = (u8)byte((l + m->v_red * v[x]) >> m->shift);
    to[4 * x + 1] = (u8)byte((l + m->u_green * u[x] + m->v_green * v[x]) >> m->shift);
    to[4 * x + 2] = (u8)byte((l + m->u_blue * u[x]) >> m->shift);
    to[4 * x + 3] = 255;
  }
}

/// A sum as a sample of 16 bits.
static inline uint16_t wide_of(int64_t sum, int shift) {
  const int64_t v = (sum * 257 + ((int64_t)1 << (shift - 1))) >> shift;
  return (uint16_t)(v < 0 ? 0 : v > 65535 ? 65535 : v);
}

/// The same of 16 bits.
static void put_wide_row(const struct matrix *m, const int32_t *y, const int32_t *u,
                         const int32_t *v, int width, uint16_t *to) {
  for (int x = 0; x < width; x++) {
    const int64_t l = (int64_t)m->luma * 16 * y[x];
    to[4 * x] = wide_of(l + (int64_t)m->v_red * v[x], m->shift);
    to[4 * x + 1] =
        wide_of(l + (int64_t)m->u_green * u[x] + (int64_t)m->v_green * v[x], m->shift);
    to[4 * x + 2] = wide_of(l + (int64_t)m->u_blue * u[x], m->shift);
    to[4 * x + 3] = 65535;
  }
}

/// Puts the alpha of a row behind its colours.
static void put_alpha(const u8 *alpha, int depth, int width, unsigned bits, void *to) {
  const uint16_t *wide = (const uint16_t *)alpha;
  const uint32_t top = (1u << depth) - 1, most = bits == 16 ? 65535 : 255;
  for (int x = 0; x < width; x++) {
    const uint32_t v = depth == 8 ? alpha[x] : wide[x];
    const uint32_t a = ((v < top ? v : top) * most + top / 2) / top;
    if (bits == 16) ((uint16_t *)to)[4 * x + 3] = (uint16_t)a;
    else ((u8 *)to)[4 * x + 3] = (u8)a;
  }
}

struct planes {
  const AVFrame *frame;
  const AVPixFmtDescriptor *about;
  struct matrix matrix;
  /// Rows of samples: luma, both of chroma, and two to interpolate with.
  int32_t *memory;
};

struct planes *planes_open(const AVFrame *f) {
  const AVPixFmtDescriptor *d = planar(f);
  double red, blue;
  if (!d) return NULL;
  shares(f, &red, &blue);
  struct planes *p = av_mallocz(sizeof *p);
  if (p) p->memory = av_malloc_array(6 * ((size_t)f->width + 8), sizeof *p->memory);
  if (!p || !p->memory) {
    planes_close(&p);
    return NULL;
  }
  p->frame = f;
  p->about = d;
  p->matrix = matrix_of(f, d, red, blue);
  return p;
}

void planes_close(struct planes **planes) {
  if (*planes) av_free((*planes)->memory);
  av_freep(planes);
}

void planes_row(struct planes *p, int y, unsigned bits, void *to) {
  const AVFrame *f = p->frame;
  const AVPixFmtDescriptor *d = p->about;
  const struct matrix *m = &p->matrix;
  const int depth = d->comp[0].depth;
  const bool halved = d->log2_chroma_w, low = d->log2_chroma_h;
  const bool centred = f->chroma_location == AVCHROMA_LOC_CENTER ||
                       f->chroma_location == AVCHROMA_LOC_TOP ||
                       f->chroma_location == AVCHROMA_LOC_BOTTOM;
  const bool on_rows = f->chroma_location == AVCHROMA_LOC_TOPLEFT ||
                       f->chroma_location == AVCHROMA_LOC_TOP;
  const int columns = halved ? (f->width + 1) / 2 : f->width;
  const int rows = low ? (f->height + 1) / 2 : f->height;
  const size_t room = (size_t)f->width + 8;
  int32_t *luma = p->memory, *u = luma + room, *v = u + room, *spare = v + room;
  // One before its first.
  int32_t *line = spare + room + 1;
  int32_t *const spread_rows[2] = {u, v};
  const int near = low ? y / 2 : y;
  int far = low ? (y & 1 ? near + 1 : on_rows ? near : near - 1) : y;
  far = far < 0 ? 0 : far >= rows ? rows - 1 : far;
  const int parts = on_rows ? (y & 1 ? 2 : 4) : 3;
  widen(f->data[0] + (ptrdiff_t)y * f->linesize[0], depth, f->width, m->luma_zero, luma);
  for (int i = 0; i < 2; i++) {
    const u8 *plane = f->data[i + 1];
    between(plane + (ptrdiff_t)near * f->linesize[i + 1],
            plane + (ptrdiff_t)far * f->linesize[i + 1], parts, depth, columns, m->chroma_zero,
            line, spare);
    line[-1] = line[0];
    line[columns] = line[columns - 1];
    spread(line, f->width, halved, centred, spread_rows[i]);
  }
  if (bits == 16) put_wide_row(m, luma, u, v, f->width, to);
  else put_row(m, luma, u, v, f->width, to);
  if (d->nb_components > 3)
    put_alpha(f->data[3] + (ptrdiff_t)y * f->linesize[3], depth, f->width, bits, to);
}
