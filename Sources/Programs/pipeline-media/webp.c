// Animated WebP, which FFmpeg does not decode, by libwebp's own decoder of animations.
#include <libavutil/mem.h>
#include <webp/demux.h>

#include "moving.h"

struct webp {
  WebPAnimDecoder *decoder;
  WebPAnimInfo about;
};

struct webp *webp_open(const uint8_t *bytes, size_t count) {
  WebPAnimDecoderOptions options;
  struct webp *w = av_mallocz(sizeof *w);
  if (!w) return NULL;
  const WebPData data = {bytes, count};
  if (WebPAnimDecoderOptionsInit(&options)) {
    options.color_mode = MODE_RGBA;
    w->decoder = WebPAnimDecoderNew(&data, &options);
  }
  if (!w->decoder || !WebPAnimDecoderGetInfo(w->decoder, &w->about)) webp_close(&w);
  return w;
}

void webp_close(struct webp **webp) {
  if (*webp) WebPAnimDecoderDelete((*webp)->decoder);
  av_freep(webp);
}

uint32_t webp_width(const struct webp *w) { return w->about.canvas_width; }
uint32_t webp_height(const struct webp *w) { return w->about.canvas_height; }
uint32_t webp_frames(const struct webp *w) { return w->about.frame_count; }

int webp_duration(struct webp *w, uint32_t index) {
  WebPIterator frame;
  if (!WebPDemuxGetFrame(WebPAnimDecoderGetDemuxer(w->decoder), (int)index + 1, &frame)) return -1;
  const int duration = frame.duration;
  WebPDemuxReleaseIterator(&frame);
  return duration;
}

const uint8_t *webp_next(struct webp *w) {
  uint8_t *pixels = NULL;
  int end = 0;
  if (!WebPAnimDecoderHasMoreFrames(w->decoder)) return NULL;
  return WebPAnimDecoderGetNext(w->decoder, &pixels, &end) ? pixels : NULL;
}

void webp_rewind(struct webp *w) { WebPAnimDecoderReset(w->decoder); }
