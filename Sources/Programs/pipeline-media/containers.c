// The containers, their encoders and their settings.
//
// The number of threads is fixed: x264's bytes depend on it.
//
// A document's quality q, from 0 to 1, becomes each codec's own measure in one way: the constant rate
// factor of H.264 is 48 - 38 q, of H.265 50 - 38 q, of AV1 62 - 50 q and of VP9 56 - 40 q, so that the
// defaults are those of q = 0.8;
// the quantiser of ProRes is 1 + 31 (1 - q), without q the encoder, another one, keeps to the profile's rate; the
// quality of WebP is 100 q, 90 by default. All are rounded to whole numbers.
#include <libavutil/opt.h>
#include <string.h>

#include "video.h"

static const struct container containers[] = {
    [MEDIA_MP4] = {"mp4", "mp4", "libx264", AV_PIX_FMT_YUV420P, AV_PIX_FMT_NONE, "aac"},
    [MEDIA_WEBM] = {"webm", "webm", "libvpx-vp9", AV_PIX_FMT_YUV420P, AV_PIX_FMT_YUVA420P,
                    "libopus"},
    [MEDIA_MOV] = {"mov", "mov", "prores_aw", AV_PIX_FMT_YUVA444P10, AV_PIX_FMT_YUVA444P10,
                   "aac"},
    [MEDIA_WEBP] = {"webp", "webp", "libwebp_anim", AV_PIX_FMT_BGRA, AV_PIX_FMT_BGRA, NULL},
    [MEDIA_MP4_H265] = {"mp4", "mp4", "libx265", AV_PIX_FMT_YUV420P, AV_PIX_FMT_NONE, "aac"},
    [MEDIA_MP4_AV1] = {"mp4", "mp4", "libaom-av1", AV_PIX_FMT_YUV420P, AV_PIX_FMT_NONE, "aac"},
    [MEDIA_WEBM_LOSSLESS] = {"webm", "webm", "libvpx-vp9", AV_PIX_FMT_YUV420P,
                             AV_PIX_FMT_YUVA420P, "libopus"},
    [MEDIA_WEBM_AV1] = {"webm", "webm", "libaom-av1", AV_PIX_FMT_YUV420P, AV_PIX_FMT_NONE,
                        "libopus"},
    [MEDIA_MOV_H264] = {"mov", "mov", "libx264", AV_PIX_FMT_YUV420P, AV_PIX_FMT_NONE, "aac"},
    [MEDIA_MOV_H265] = {"mov", "mov", "libx265", AV_PIX_FMT_YUV420P, AV_PIX_FMT_NONE, "aac"},
    [MEDIA_MKV] = {"mkv", "matroska", "ffv1", AV_PIX_FMT_BGRA, AV_PIX_FMT_BGRA, "flac"},
    [MEDIA_MP4_STREAM] = {"mp4", "mp4", "libx264", AV_PIX_FMT_YUV420P, AV_PIX_FMT_NONE, "aac"},
};

const struct container *container_of(unsigned number) {
  if (number == 0 || number >= sizeof containers / sizeof *containers) return NULL;
  return &containers[number];
}

const char *container_encoder(const struct container *c, const struct media_message *asked) {
  // The other one takes a quarter of the time for the same picture and alpha, but knows no quality and no
  // odd width.
  if (c == &containers[MEDIA_MOV] && (asked->video.quality >= 0 || asked->width % 2 == 1))
    return "prores_ks";
  return c->encoder;
}

/// A measure that goes with the quality from `worst` to `best`; `otherwise` where none is asked for.
static int measure(const struct media_message *asked, double worst, double best, int otherwise) {
  if (!(asked->video.quality >= 0 && asked->video.quality <= 1)) return otherwise;
  return (int)(worst + (best - worst) * asked->video.quality + 0.5);
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
  // A part's encoder does not know what comes before and after it, so it has a finer measure: near the cuts
  // no frame may be worse by more than half a decibel.
  const bool is_part = asked->video.is_part != 0;
  const char *encoder = container_encoder(c, asked);
  const bool draft = asked->video.effort == MEDIA_DRAFT, best = asked->video.effort == MEDIA_BEST;
  e->thread_count = 4;
  if (!strcmp(encoder, "libx264")) {
    e->chroma_sample_location = AVCHROMA_LOC_LEFT;
    av_dict_set(options, "preset", draft ? "veryfast" : best ? "slow" : "medium", 0);
    // It looks ahead to where pixels go on, which nobody can across a cut: frames before it would suffer.
    if (is_part) av_dict_set_int(options, "mbtree", 0, 0);
    av_dict_set_int(options, "crf", measure(asked, 48, 10, 18) - (is_part ? 1 : 0), 0);
  } else if (!strcmp(encoder, "libx265")) {
    e->chroma_sample_location = AVCHROMA_LOC_LEFT;
    // Its pools of threads ask for what the lock refuses. Apple's players know it by this name.
    e->codec_tag = MKTAG('h', 'v', 'c', '1');
    av_dict_set(options, "preset", draft ? "ultrafast" : best ? "slow" : "medium", 0);
    av_dict_set_int(options, "crf", measure(asked, 50, 12, 20), 0);
    av_dict_set(options, "x265-params", "log-level=error:pools=none:frame-threads=1:info=0", 0);
  } else if (!strcmp(encoder, "libaom-av1")) {
    e->chroma_sample_location = AVCHROMA_LOC_LEFT;
    e->bit_rate = 0;
    av_dict_set(options, "cpu-used", draft ? "8" : best ? "4" : "6", 0);
    av_dict_set_int(options, "crf", measure(asked, 62, 12, 22), 0);
    av_dict_set(options, "row-mt", "1", 0);
  } else if (!strcmp(encoder, "libvpx-vp9")) {
    e->chroma_sample_location = AVCHROMA_LOC_LEFT;
    e->bit_rate = 0;
    if (c == &containers[MEDIA_WEBM_LOSSLESS])
      av_dict_set(options, "lossless", "1", 0);
    else
      av_dict_set_int(options, "crf", measure(asked, 56, 16, 24) - (is_part ? 4 : 0), 0);
    av_dict_set(options, "deadline", "good", 0);
    av_dict_set(options, "cpu-used", draft ? "8" : best ? "1" : "4", 0);
    av_dict_set(options, "row-mt", "1", 0);
    // libvpx refuses alternate references together with alpha.
    if (e->pix_fmt == AV_PIX_FMT_YUVA420P) av_dict_set(options, "auto-alt-ref", "0", 0);
  } else if (!strcmp(encoder, "prores_aw")) {
    e->thread_type = FF_THREAD_FRAME;
    e->profile = FF_PROFILE_PRORES_4444;
    av_dict_set(options, "vendor", "apl0", 0);
  } else if (!strcmp(encoder, "prores_ks")) {
    e->thread_type = FF_THREAD_SLICE;
    av_dict_set(options, "profile", "4444", 0);
    av_dict_set(options, "alpha_bits", "16", 0);
    av_dict_set(options, "vendor", "apl0", 0);
    const int quantiser = measure(asked, 32, 1, 0);
    if (quantiser > 0) {
      e->flags |= AV_CODEC_FLAG_QSCALE;
      e->global_quality = FF_QP2LAMBDA * quantiser;
    }
  } else if (!strcmp(encoder, "ffv1")) {
    e->level = 3;
    e->thread_type = FF_THREAD_SLICE;
    e->slices = 4;
  } else {
    e->thread_count = 1;
    av_dict_set_int(options, "quality", measure(asked, 0, 100, 90), 0);
    av_dict_set(options, "compression_level", draft ? "1" : best ? "6" : "4", 0);
    av_dict_set_int(options, "loop", asked->video.loop, 0);
  }
}

unsigned container_lead(const struct container *c, const struct media_message *asked) {
  const bool has_lead = c == &containers[MEDIA_WEBM] && asked->video.is_part != 0;
  return has_lead ? (unsigned)(asked->video.first_frame & 7) : 0;
}

void container_tune_muxer(const struct container *c, const struct media_message *asked,
                          AVDictionary **options) {
  if (c == &containers[MEDIA_MP4_STREAM])
    av_dict_set(options, "movflags", "+frag_keyframe+delay_moov+default_base_moof", 0);
  else if (!strcmp(c->muxer, "mp4"))
    av_dict_set(options, "movflags", "+faststart", 0);
  if (c == &containers[MEDIA_WEBP]) av_dict_set_int(options, "loop", asked->video.loop, 0);
}
