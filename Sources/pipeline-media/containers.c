// The containers, their encoders and their settings.
//
// The number of threads is fixed: x264's bytes depend on it.
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

void container_tune(const struct container *c, AVCodecContext *e, AVDictionary **options) {
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
    av_dict_set(options, "crf", "18", 0);
  } else if (c == &containers[MEDIA_WEBM]) {
    e->chroma_sample_location = AVCHROMA_LOC_LEFT;
    e->thread_count = 4;
    e->bit_rate = 0;
    av_dict_set(options, "crf", "24", 0);
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
  } else {
    av_dict_set(options, "quality", "90", 0);
    av_dict_set(options, "compression_level", "4", 0);
    av_dict_set(options, "loop", "0", 0);
  }
}

void container_tune_muxer(const struct container *c, AVDictionary **options) {
  if (c == &containers[MEDIA_MP4]) av_dict_set(options, "movflags", "+faststart", 0);
  if (c == &containers[MEDIA_WEBP]) av_dict_set(options, "loop", "0", 0);
}
