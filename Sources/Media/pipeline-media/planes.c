// Converts luma and chroma to straight RGBA with integers. Chroma is interpolated linearly to each pixel's position,
// first between two rows, then between two columns, with a single rounding at the end. The matrix and the range come
// from the file.
#include <libavutil/frame.h>
#include <libavutil/mem.h>
#include <libavutil/pixdesc.h>
#include <string.h>

#include "footage.h"

typedef unsigned char u8;

/// The number of fraction bits of the matrix.
#define FINE 13

/// The matrix of a frame, in 1/2^FINE of an eighth bit, for samples that are multiplied by 16.
struct matrix {
  int32_t luma, luma_zero, chroma_zero;
  int32_t v_red, u_green, v_green, u_blue;
  /// The factor by which samples are multiplied before the matrix is applied.
  int32_t times;
  int shift;
};

/// Returns the description of a frame's format if it is supported: planes of 8 to 16 bits, with a chroma sample for up
/// to 4 × 4 pixels.
static const AVPixFmtDescriptor *planar(const AVFrame *f) {
  const AVPixFmtDescriptor *d = av_pix_fmt_desc_get(f->format);
  const uint64_t other = AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_BE |
                         AV_PIX_FMT_FLAG_BITSTREAM | AV_PIX_FMT_FLAG_HWACCEL |
                         AV_PIX_FMT_FLAG_FLOAT;
  if (!d || !(d->flags & AV_PIX_FMT_FLAG_PLANAR) || (d->flags & other)) return NULL;
  if (d->nb_components < 3 || d->log2_chroma_w > 2 || d->log2_chroma_h > 2) return NULL;
  for (int i = 0; i < d->nb_components; i++) {
    const AVComponentDescriptor *c = &d->comp[i];
    if (c->plane != i || c->offset || c->shift || c->depth != d->comp[0].depth) return NULL;
    if (c->depth < 8 || c->depth > 16 || c->step != (c->depth > 8 ? 2 : 1)) return NULL;
  }
  return d;
}

/// Finds the contributions of red and blue to luma; for matrices of another kind, returns false with BT.709's
/// contributions.
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
      // Players assume the matrix of high definition for pictures with at least 720 lines.
      if (f->height >= 720)
        *red = 0.2126, *blue = 0.0722;
      else
        *red = 0.299, *blue = 0.114;
      return true;
    case AVCOL_SPC_CHROMA_DERIVED_NCL:
      // The matrix is derived from the primaries, if they belong to one of these standards.
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

/// Returns whether the sums fit into 32 bits.
static bool is_small(const AVPixFmtDescriptor *d) {
  return d->log2_chroma_w < 2 && d->log2_chroma_h < 2 && d->comp[0].depth <= 12;
}

static bool is_full(const AVFrame *f, const AVPixFmtDescriptor *d) {
  return f->color_range == AVCOL_RANGE_JPEG || !strncmp(d->name, "yuvj", 4);
}

bool planes_luma(const AVFrame *f, struct planes_luma *luma) {
  const AVPixFmtDescriptor *d = planar(f);
  if (!d || d->nb_components != 3) return false;
  const int depth = d->comp[0].depth;
  const bool full = is_full(f, d);
  *luma = (struct planes_luma){
      .depth = depth,
      .zero = full ? 0 : 16 << (depth - 8),
      .span = full ? (1 << depth) - 1 : 219 << (depth - 8),
  };
  return true;
}

static int32_t fixed(double value) {
  return (int32_t)(value * (1 << FINE) + (value < 0 ? -0.5 : 0.5));
}

static struct matrix matrix_of(const AVFrame *f, const AVPixFmtDescriptor *d, double red,
                               double blue) {
  const int depth = d->comp[0].depth;
  const bool full = is_full(f, d);
  const double green = 1 - red - blue;
  // The number of luma samples and of chroma samples for one byte of the result, if the samples have full range.
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
      .times = is_small(d) ? 16 : 64,
      .shift = FINE + (is_small(d) ? 4 : 6) + depth - 8,
  };
}

/// Converts a row of a plane to numbers and subtracts `zero`.
static void widen(const u8 *row, int depth, int count, int32_t zero, int32_t *to) {
  const uint16_t *wide = (const uint16_t *)row;
  if (depth == 8)
    for (int x = 0; x < count; x++) to[x] = row[x] - zero;
  else
    for (int x = 0; x < count; x++) to[x] = wide[x] - zero;
}

/// Mixes `parts` of `whole` of one row with the remaining parts of a second row; the result is the samples times `whole`.
static void between(const u8 *near, const u8 *far, int parts, int whole, int depth, int count,
                    int32_t zero, int32_t *to, int32_t *spare) {
  widen(near, depth, count, zero, to);
  widen(far, depth, count, zero, spare);
  for (int x = 0; x < count; x++) to[x] = parts * to[x] + (whole - parts) * spare[x];
}

/// Interpolates a row of chroma to every pixel; the result is the samples times four. Both ends of `from` are extended
/// by copies of the last samples.
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

/// Finds the position of pixel `at` between samples that cover 2^shift pixels each: returns the sample at or before the
/// pixel, and the weight of the next sample in eighths.
static int place_of(int at, int shift, bool centred, int *eighths) {
  const int size = 1 << shift;
  const int place = 8 * at + (centred ? 4 - 4 * size : 0);
  const int whole = place >> (3 + shift);
  *eighths = (place - (whole << (3 + shift))) >> shift;
  return whole;
}

/// Interpolates chroma whose samples cover any number of pixels; the result is the samples times eight.
static void spread_far(const int32_t *from, int width, int shift, bool centred, int32_t *to) {
  for (int x = 0; x < width; x++) {
    int eighths;
    const int i = place_of(x, shift, centred, &eighths);
    to[x] = (8 - eighths) * from[i] + eighths * from[i + 1];
  }
}

static inline int32_t byte(int32_t v) { return v < 0 ? 0 : v > 255 ? 255 : v; }

/// Writes a row of straight RGBA with 8 bits a channel.
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

/// Converts a sum to a sample of 16 bits.
static inline uint16_t wide_of(int64_t sum, int shift) {
  const int64_t v = (sum * 257 + ((int64_t)1 << (shift - 1))) >> shift;
  return (uint16_t)(v < 0 ? 0 : v > 65535 ? 65535 : v);
}

/// Writes a row of 16-bit samples.
static void put_wide_row(const struct matrix *m, const int32_t *y, const int32_t *u,
                         const int32_t *v, int width, uint16_t *to) {
  for (int x = 0; x < width; x++) {
    const int64_t l = (int64_t)m->luma * m->times * y[x];
    to[4 * x] = wide_of(l + (int64_t)m->v_red * v[x], m->shift);
    to[4 * x + 1] =
        wide_of(l + (int64_t)m->u_green * u[x] + (int64_t)m->v_green * v[x], m->shift);
    to[4 * x + 2] = wide_of(l + (int64_t)m->u_blue * u[x], m->shift);
    to[4 * x + 3] = 65535;
  }
}

/// Stores the alpha of a row after the colours of the row.
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
  /// The memory for rows of samples: one of luma, two of chroma, and two for interpolation.
  int32_t *memory;
  /// A row with 16 bits a channel, from which a row with 8 bits is made.
  uint16_t *wide;
};

struct planes *planes_open(const AVFrame *f) {
  const AVPixFmtDescriptor *d = planar(f);
  double red, blue;
  if (!d) return NULL;
  shares(f, &red, &blue);
  struct planes *p = av_mallocz(sizeof *p);
  if (p) p->memory = av_malloc_array(6 * ((size_t)f->width + 8), sizeof *p->memory);
  if (p && !is_small(d)) p->wide = av_malloc_array(4 * (size_t)f->width, sizeof *p->wide);
  if (!p || !p->memory || (!is_small(d) && !p->wide)) {
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
  if (*planes) av_free((*planes)->wide);
  av_freep(planes);
}

/// The position of chroma relative to the pixels that share it.
struct siting {
  bool centred, on_rows;
};

static struct siting siting_of(const AVFrame *f, const AVPixFmtDescriptor *d) {
  const enum AVChromaLocation location = f->chroma_location;
  return (struct siting){
      .centred = location == AVCHROMA_LOC_CENTER || location == AVCHROMA_LOC_TOP ||
                 location == AVCHROMA_LOC_BOTTOM,
      .on_rows = d->log2_chroma_h < 1 || location == AVCHROMA_LOC_TOPLEFT ||
                 location == AVCHROMA_LOC_TOP,
  };
}

/// Interpolates a row of one chroma plane to every pixel; the result is the samples times `times`. `line` is working
/// memory with room before and after it.
static void chroma_row(struct planes *p, int plane, int y, int32_t *line, int32_t *spare,
                       int32_t *to) {
  const AVFrame *f = p->frame;
  const AVPixFmtDescriptor *d = p->about;
  const struct siting siting = siting_of(f, d);
  const int columns = AV_CEIL_RSHIFT(f->width, d->log2_chroma_w);
  const int rows = AV_CEIL_RSHIFT(f->height, d->log2_chroma_h);
  const bool is_small = p->matrix.times == 16;
  int eighths, near = place_of(y, d->log2_chroma_h, !siting.on_rows, &eighths), far = near + 1;
  near = near < 0 ? 0 : near;
  far = far >= rows ? rows - 1 : far;
  const u8 *samples = f->data[plane];
  between(samples + (ptrdiff_t)near * f->linesize[plane],
          samples + (ptrdiff_t)far * f->linesize[plane], is_small ? 4 - eighths / 2 : 8 - eighths,
          is_small ? 4 : 8, d->comp[0].depth, columns, p->matrix.chroma_zero, line, spare);
  line[-1] = line[0];
  line[columns] = line[columns - 1];
  if (is_small) spread(line, f->width, d->log2_chroma_w, siting.centred, to);
  else spread_far(line, f->width, d->log2_chroma_w, d->log2_chroma_w && siting.centred, to);
}

void planes_row(struct planes *p, int y, unsigned bits, void *to) {
  const AVFrame *f = p->frame;
  const AVPixFmtDescriptor *d = p->about;
  const struct matrix *m = &p->matrix;
  const int depth = d->comp[0].depth;
  const size_t room = (size_t)f->width + 8;
  int32_t *luma = p->memory, *u = luma + room, *v = u + room, *spare = v + room;
  // The line has room for one sample before its first sample.
  int32_t *line = spare + room + 1;
  widen(f->data[0] + (ptrdiff_t)y * f->linesize[0], depth, f->width, m->luma_zero, luma);
  chroma_row(p, 1, y, line, spare, u);
  chroma_row(p, 2, y, line, spare, v);
  if (bits == 16) {
    put_wide_row(m, luma, u, v, f->width, to);
  } else if (m->times == 16) {
    put_row(m, luma, u, v, f->width, to);
  } else {
    put_wide_row(m, luma, u, v, f->width, p->wide);
    for (int i = 0; i < 4 * f->width; i++) ((u8 *)to)[i] = (u8)((p->wide[i] * 255u + 32767) / 65535);
  }
  if (d->nb_components > 3)
    put_alpha(f->data[3] + (ptrdiff_t)y * f->linesize[3], depth, f->width, bits, to);
}
