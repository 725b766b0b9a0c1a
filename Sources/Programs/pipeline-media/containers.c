// The containers, their encoders and their settings.
//
// The number of threads is fixed: x264's bytes depend on it.
//
// A document's quality q, from 0 to 1, becomes each codec's own measure in one way: the constant rate
// factor of H.264 is 48 - 38 q and that of VP9 56 - 40 q, so that both defaults are those of q = 0.8;
// the quantiser of ProRes is 1 + 31 (1 - q), without q the encoder keeps to the profile's rate; the
// quality of WebP is 100 q, 90 by default. All are rounded to whole numbers.
#include <libavutil/opt.h>

#include "video.h"

static const struct container containers[] = {
    [MEDIA_MP4] = {"mp4", "mp4", "libx264", AV_PIX_FMT_YUV420P, AV_PIX_FMT_NONE},
    [MEDIA_WEBM] = {"webm", "webm", "libvpx-vp9", AV_PIX_FMT_YUV420P, AV_PIX_FMT_YUVA420P},
    [MEDIA_MOV] = {"mov", "mov", "prores_ks", AV_PIX_FMT_YUVA444P10, AV_PIX_FMT_YUVA444P10},
    [MEDIA_WEBP] = {"webp", "webp", "libwebp_anim", AV_PIX_FMT_BGRA, AV_PIX_FMT_BGRA},
};

const struct container *container_of(unsigned number) {
  if (number == 0 || number >= sizeof containers / sizeof *containers) return NULL;
  return &containers[number];
}

/// A measure that goes with the quality from `worst` to `best`; `otherwise` where none is asked for.
static int measure(const struct media_message *asked, double worst, double best, int otherwise) {
  if (!(asked->quality >= 0 && asked->quality <= 1)) return otherwise;
  return (int)(worst + (best - worst) * asked->quality + 0.5);
}

void container_tune(const struct container *c, AVCodecContext *e, const struct media_message *asked,
                    AVDictionary **options) {
  e->flags |= AV_CODEC_FLAG_BITEXACT;
  if (c->opaque != AV_PIX_FMT_BGRA) {
    e->color_range = AVCOL_RANGE_MPEG;
    e->colorspace = AVCOL_SPC_BT709;
    e->color_primaries = AVCOL_PRI_BT709;
    e->color_trc = AVCOL_TRC_BT709;
  }
  if (c == &containers[MEDIA_MP4]) {
    e->chroma_sample_location = AVCHROMA_LOC_LEFT;
    e->thread_count = 4;
    av_dict_set(options, "preset", "medium", 0);
    av_dict_set_int(options, "crf", measure(asked, 48, 10, 18), 0);
  } else if (c == &containers[MEDIA_WEBM]) {
    e->chroma_sample_location = AVCHROMA_LOC_LEFT;
    e->thread_count = 4;
    e->bit_rate = 0;
    av_dict_set_int(options, "crf", measure(asked, 56, 16, 24), 0);
    av_dict_set(options, "deadline", "good", 0);
    av_dict_set(options, "cpu-used", "4", 0);
    av_dict_set(options, "row-mt", "1", 0);
    // libvpx refuses alternate references together with alpha.
    if (e->pix_fmt == AV_PIX_FMT_YUVA420P) av_dict_set(options, "auto-alt-ref", "0", 0);
  } else if (c == &containers[MEDIA_MOV]) {
    e->thread_count = 4;
    e->thread_type = FF_THREAD_SLICE;
    av_dict_set(options, "profile", "4444", 0);
    av_dict_set(options, "alpha_bits", "16", 0);
    av_dict_set(options, "vendor", "apl0", 0);
    const int quantiser = measure(asked, 32, 1, 0);
    if (quantiser > 0) {
      e->flags |= AV_CODEC_FLAG_QSCALE;
      e->global_quality = FF_QP2LAMBDA * quantiser;
    }
  } else {
    av_dict_set_int(options, "quality", measure(asked, 0, 100, 90), 0);
    av_dict_set(options, "compression_level", "4", 0);
    av_dict_set_int(options, "loop", asked->loop, 0);
  }
}

void container_tune_muxer(const struct container *c, const struct media_message *asked,
                          AVDictionary **options) {
  if (c == &containers[MEDIA_MP4]) av_dict_set(options, "movflags", "+faststart", 0);
  if (c == &containers[MEDIA_WEBP]) av_dict_set_int(options, "loop", asked->loop, 0);
}
