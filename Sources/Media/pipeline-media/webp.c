// Decodes animated WebP with libwebp's own decoder, because FFmpeg has no such decoder.
#include <stdlib.h>
#include <string.h>
#include <webp/demux.h>

#include "color.h"
#include "footage.h"
#include "image.h"
#include "reel.h"
#include "store.h"
#include "upright.h"

struct webp {
  struct reel reel;
  WebPAnimDecoder *decoder;
  struct color *color;
};

static bool next(struct reel *reel, struct media_message *answer) {
  struct webp *w = (struct webp *)reel;
  uint8_t *pixels = NULL;
  int end = 0;
  if (!WebPAnimDecoderHasMoreFrames(w->decoder) ||
      !WebPAnimDecoderGetNext(w->decoder, &pixels, &end)) {
    media_fail(answer, MEDIA_BAD_INPUT, "frame %zu of the file is damaged", reel->place);
    return false;
  }
  const size_t row = 4 * (size_t)reel->width;
  for (uint32_t y = 0; y < reel->height; y++) {
    uint8_t *to = reel->canvas + y * row;
    if (w->color) color_convert(w->color, pixels + y * row, to, reel->width);
    else memcpy(to, pixels + y * row, row);
    image_premultiply(to, (int)reel->width);
  }
  return true;
}

static void rewind_webp(struct reel *reel) {
  reel->place = 0;
  WebPAnimDecoderReset(((struct webp *)reel)->decoder);
}

static void close_webp(struct reel *reel) {
  struct webp *w = (struct webp *)reel;
  if (w->decoder) WebPAnimDecoderDelete(w->decoder);
  color_close(&w->color);
  free(w);
}

static const struct reel_kind kind = {"webp", next, rewind_webp, close_webp};

/// Reads the file's description of its frames and colours.
static bool describe(struct webp *w) {
  WebPAnimInfo about;
  if (!w->decoder || !WebPAnimDecoderGetInfo(w->decoder, &about)) return false;
  w->reel.width = about.canvas_width;
  w->reel.height = about.canvas_height;
  const WebPDemuxer *demuxer = WebPAnimDecoderGetDemuxer(w->decoder);
  for (uint32_t i = 1; i <= about.frame_count; i++) {
    WebPIterator frame;
    if (!WebPDemuxGetFrame(demuxer, (int)i, &frame)) break;
    const int64_t ticks = frame.duration > 0 ? frame.duration * (int64_t)(TICKS / 1000) : 0;
    WebPDemuxReleaseIterator(&frame);
    if (!reel_add(&w->reel, ticks)) return false;
  }
  WebPChunkIterator chunk;
  if (WebPDemuxGetChunk(demuxer, "ICCP", 1, &chunk)) {
    const struct color_words words = {.profile = chunk.chunk.bytes,
                                      .profile_bytes = chunk.chunk.size};
    w->color = color_open(&words, COLOR_RGBA, 8, w->reel.remark);
    WebPDemuxReleaseChunkIterator(&chunk);
  }
  return w->reel.count > 0;
}

/// Returns whether the size in the file's header is within the limits; the check comes before memory is allocated.
static bool is_small(const uint8_t *bytes, size_t count, const struct media_message *asked,
                     struct media_message *answer) {
  if (count < 30 || memcmp(bytes + 12, "VP8X", 4) != 0) return true;
  const uint8_t *p = bytes + 24;
  return is_within_limits((p[0] | p[1] << 8 | p[2] << 16) + 1, (p[3] | p[4] << 8 | p[5] << 16) + 1,
                          asked, answer);
}

struct reel *webp_open(const uint8_t *bytes, size_t count, const struct media_message *asked,
                       struct media_message *answer) {
  WebPAnimDecoderOptions options;
  if (!is_small(bytes, count, asked, answer)) return NULL;
  struct webp *w = calloc(1, sizeof *w);
  if (!w) {
    media_fail(answer, MEDIA_NO_MEMORY, "no memory for the file");
    return NULL;
  }
  w->reel.kind = &kind;
  w->reel.orientation = orientation_of_webp(bytes, count);
  const WebPData data = {bytes, count};
  if (WebPAnimDecoderOptionsInit(&options)) {
    options.color_mode = MODE_RGBA;
    w->decoder = WebPAnimDecoderNew(&data, &options);
  }
  struct reel *reel = &w->reel;
  if (!describe(w)) {
    media_fail(answer, MEDIA_BAD_INPUT, "a damaged WebP");
    reel_close(&reel);
  }
  return reel;
}
