// Computes the mean luma of blocks of frames directly from the decoder's output, without converting, copying or storing
// frames.
#include <libavutil/frame.h>
#include <libavutil/mem.h>
#include <math.h>
#include <string.h>

#include "moving_parts.h"
#include "process.h"

/// The sums over the square blocks of a frame. Only every second or fourth row of a block is read.
struct grid {
  int side, columns, rows;
  /// The sums of the columns; sums of bytes are stored in 16 bits.
  uint32_t *sums;
  /// A frame as RGBA, for frames without planes of luma and chroma; NULL until such a frame occurs.
  uint8_t *pixels;
};

/// Returns the step between the rows of a block that are read.
static int step_of(int side) { return side < 16 ? 2 : 4; }

/// The maximum number of rows of bytes whose sums fit into 16 bits.
#define BYTE_ROWS 257

/// Writes the means of a row of blocks: (the sum of a block / its pixels − zero) × scale. If `is_short` is set, the
/// columns' sums have 16 bits.
static void put_means(const struct grid *g, bool is_short, double zero, double scale, float *to) {
  const uint16_t *shorts = (const uint16_t *)g->sums;
  const int rows = (g->side + step_of(g->side) - 1) / step_of(g->side);
  for (int column = 0; column < g->columns; column++) {
    uint64_t sum = 0;
    const int first = column * g->side, end = first + g->side;
    if (is_short)
      for (int x = first; x < end; x++) sum += shorts[x];
    else
      for (int x = first; x < end; x++) sum += g->sums[x];
    to[column] = (float)(((double)sum / ((double)g->side * rows) - zero) * scale);
  }
}

static void add_bytes(const uint8_t *restrict row, int count, uint16_t *restrict sums) {
  for (int x = 0; x < count; x++) sums[x] = (uint16_t)(sums[x] + row[x]);
}

static void add_words(const uint16_t *restrict row, int count, uint32_t *restrict sums) {
  for (int x = 0; x < count; x++) sums[x] += row[x];
}

/// Adds the luma of a row of RGBA, multiplied by 1000.
static void add_rgba(const uint8_t *restrict row, int count, uint32_t *restrict sums) {
  for (int x = 0; x < count; x++, row += 4)
    sums[x] += 299u * row[0] + 587u * row[1] + 114u * row[2];
}

static void glance_at_luma(const struct grid *g, const AVFrame *frame, struct planes_luma luma,
                           float *to) {
  const int count = g->columns * g->side, step = step_of(g->side);
  for (int row = 0; row < g->rows; row++, to += g->columns) {
    memset(g->sums, 0, (size_t)count * sizeof *g->sums);
    for (int y = row * g->side; y < (row + 1) * g->side; y += step) {
      const uint8_t *samples = frame->data[0] + (ptrdiff_t)y * frame->linesize[0];
      // The next row is prefetched explicitly, because rows are too far apart for the processor's own prefetching.
      const ptrdiff_t next = (ptrdiff_t)step * frame->linesize[0];
      if (y + 2 * step < frame->height)
        for (int x = 0; x < count; x += 64) __builtin_prefetch(samples + 2 * next + x);
      if (luma.depth == 8) add_bytes(samples, count, (uint16_t *)g->sums);
      else add_words((const uint16_t *)samples, count, g->sums);
    }
    put_means(g, luma.depth == 8, luma.zero, 255.0 / luma.span, to);
  }
}

static void glance_at_pixels(const struct grid *g, const uint8_t *pixels, size_t stride, float *to) {
  const int count = g->columns * g->side, step = step_of(g->side);
  for (int row = 0; row < g->rows; row++, to += g->columns) {
    memset(g->sums, 0, (size_t)count * sizeof *g->sums);
    for (int y = row * g->side; y < (row + 1) * g->side; y += step)
      add_rgba(pixels + (size_t)y * stride, count, g->sums);
    put_means(g, false, 0, 0.001, to);
  }
}

/// Writes the means of one frame; returns false if the frame's format cannot be converted, or if memory is short.
static bool glance_at(struct moving *m, struct grid *g, size_t index, AVFrame *frame, float *to) {
  struct planes_luma luma;
  const bool has_size = frame->width == m->width && frame->height == m->height;
  if (!m->reel && has_size && !m->alpha && planes_luma(frame, &luma) &&
      !footage_image(&m->in, frame).color) {
    glance_at_luma(g, frame, luma, to);
    return true;
  }
  // A rotated picture has the same number of blocks.
  const int wide = m->is_transposed ? m->height : m->width;
  const size_t stride = 4 * (size_t)wide;
  if (!g->pixels) g->pixels = av_malloc(4 * (size_t)m->width * (size_t)m->height);
  if (!g->pixels || !moving_store(m, index, frame, g->pixels, stride)) return false;
  struct grid upright = *g;
  if (m->is_transposed) upright.columns = g->rows, upright.rows = g->columns;
  glance_at_pixels(&upright, g->pixels, stride, to);
  return true;
}

/// Decodes and writes each frame of the range; frames that cannot be decoded keep their values.
static bool glance_over(struct moving *m, struct grid *g, size_t first, size_t count, float *to,
                        struct media_message *answer) {
  const size_t cells = (size_t)g->columns * (size_t)g->rows;
  const struct mark *last = &m->frames[first + count - 1];
  if (!moving_is_before(m, first) && !moving_start(m, first, answer)) return false;
  uint32_t copies = 0;
  while (m->last <= last->shown && copies < last->copies) {
    int64_t shown = 0;
    AVFrame *frame = moving_next(m, &shown);
    if (!frame) break;
    const size_t index = moving_index(m, shown);
    const bool is_wanted =
        m->frames[index].shown == shown && index >= first && index < first + count;
    if (is_wanted && !glance_at(m, g, index, frame, to + (index - first) * cells)) {
      av_frame_free(&frame);
      media_fail(answer, MEDIA_BAD_INPUT, "the pixel format cannot be converted");
      return false;
    }
    copies += shown == last->shown;
    av_frame_free(&frame);
  }
  return true;
}

void moving_glance(struct moving *m, int memory, const struct media_message *asked,
                   struct media_message *answer) {
  const uint64_t first = asked->moving.frame, count = asked->moving.frames;
  const int side = (int)asked->moving.side;
  if (!m || count == 0 || first >= m->frame_count || count > m->frame_count - first || side < 2 ||
      side > m->width || side > m->height || side > BYTE_ROWS) {
    media_fail(answer, MEDIA_INTERNAL, m ? "there are no such frames" : "no video is open");
    return;
  }
  struct grid g = {.side = side, .columns = m->width / side, .rows = m->height / side};
  const uint64_t values = count * (uint64_t)g.columns * (uint64_t)g.rows;
  const int widest = m->width > m->height ? m->width : m->height;
  g.sums = av_malloc_array((size_t)widest, sizeof *g.sums);
  float *to = values * sizeof *to <= asked->bytes ? process_map(memory, asked->bytes) : NULL;
  if (!g.sums || !to) {
    media_fail(answer, MEDIA_NO_MEMORY, "no memory for the levels of the frames");
  } else {
    for (uint64_t i = 0; i < values; i++) to[i] = NAN;
    if (glance_over(m, &g, first, count, to, answer)) answer->kind = MEDIA_STORED;
  }
  if (to) process_unmap(to, asked->bytes);
  av_free(g.sums);
  av_free(g.pixels);
}
