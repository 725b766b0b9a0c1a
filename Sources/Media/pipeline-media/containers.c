// The containers, their encoders and their settings. The number of threads is fixed, because x264's bytes
// depend on it. A document's quality q, from 0 to 1, is converted to each codec's own measure in one way: the
// constant rate factor of H.264 is 48 - 38 q, of H.265 50 - 38 q, of AV1 62 - 50 q and of VP9 56 - 40 q, so
// that the defaults are those of q = 0.8; the quantiser of ProRes is 1 + 31 (1 - q), and without q another
// encoder keeps to the profile's rate; the quality of WebP is 100 q, 90 by default, and lossless at 1. All
// qualities are rounded to integers.
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
    [MEDIA_WEBM_LOSSLESS] = {"webm", "webm", "libvpx-vp9", AV_PIX_FMT_GBRP, AV_PIX_FMT_NONE,
                             "libopus"},
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
  // The other encoder takes a quarter of the time for the same picture and alpha, but has no quality setting and
  // requires even widths.
  if (c == &containers[MEDIA_MOV] && (asked->video.quality >= 0 || asked->width % 2 == 1))
    return "prores_ks";
  return c->encoder;
}

/// Interpolates a setting by the quality from `worst` to `best`; returns `otherwise` if no quality was requested.
static int measure(const struct media_message *asked, double worst, double best, int otherwise) {
  if (!(asked->video.quality >= 0 && asked->video.quality <= 1)) return otherwise;
  return (int)(worst + (best - worst) * asked->video.quality + 0.5);
}

/// The tuning options of an encoder.
struct tuning {
  const struct container *container;
  const struct media_message *asked;
  AVCodecContext *encoder;
  AVDictionary **options;
  /// Whether the encoder encodes a part of a video. Such an encoder does not know the frames before and after the part,
  /// so its quality is raised: frames near the cuts are worse by at most half a decibel.
  bool is_part;
  bool draft, best;
};

static void set(const struct tuning *t, const char *name, const char *value) {
  av_dict_set(t->options, name, value, 0);
}

static void set_number(const struct tuning *t, const char *name, int value) {
  av_dict_set_int(t->options, name, value, 0);
}

static void tune_x264(const struct tuning *t) {
  t->encoder->chroma_sample_location = AVCHROMA_LOC_LEFT;
  set(t, "preset", t->draft ? "veryfast" : t->best ? "slow" : "medium");
  // The look-ahead thread is disabled: its waiting frames would take additional memory, 21 MiB for 1080p, without
  // saving time or changing the bytes.
  set(t, "x264-params", "sync-lookahead=0");
  if (t->asked->video.thrift > 0) set_number(t, "rc-lookahead", t->asked->video.thrift > 1 ? 0 : 10);
  if (t->asked->video.thrift > 1) {
    t->encoder->max_b_frames = 0;
    set_number(t, "mbtree", 0);
  }
  // The option mbtree is disabled because it predicts where pixels continue, which is impossible across a cut: frames
  // before the cut would be worse.
  if (t->is_part) set_number(t, "mbtree", 0);
  set_number(t, "crf", measure(t->asked, 48, 10, 18) - (t->is_part ? 1 : 0));
  if (t->asked->video.is_for_store) {
    // The limits of High profile at level 4.0 are in table A-1 of H.264: four frames of 1080p, and 25 Mb/s.
    t->encoder->level = 40;
    t->encoder->refs = 4;
    t->encoder->rc_max_rate = 25000000;
    t->encoder->rc_buffer_size = 25000000;
  }
}

static void tune_x265(const struct tuning *t) {
  t->encoder->chroma_sample_location = AVCHROMA_LOC_LEFT;
  // Thread pools are disabled because they need system calls that the sandbox refuses. The tag hvc1 is the one that
  // Apple's players recognise.
  t->encoder->codec_tag = MKTAG('h', 'v', 'c', '1');
  set(t, "preset", t->draft ? "ultrafast" : t->best ? "slow" : "medium");
  set_number(t, "crf", measure(t->asked, 50, 12, 20));
  const char *const params[] = {
    "log-level=error:pools=none:frame-threads=1:info=0",
    "log-level=error:pools=none:frame-threads=1:info=0:rc-lookahead=5:bframes=4",
    "log-level=error:pools=none:frame-threads=1:info=0:rc-lookahead=0:bframes=0"};
  set(t, "x265-params", params[t->asked->video.thrift < 2 ? t->asked->video.thrift : 2]);
}

static void tune_aom(const struct tuning *t) {
  t->encoder->chroma_sample_location = AVCHROMA_LOC_LEFT;
  t->encoder->bit_rate = 0;
  set(t, "cpu-used", t->draft ? "8" : t->best ? "4" : "6");
  set_number(t, "crf", measure(t->asked, 62, 12, 22));
  set(t, "row-mt", "1");
  if (t->asked->video.thrift > 0)
    set_number(t, "lag-in-frames", t->asked->video.thrift > 1 ? 0 : 3);
}

static void tune_vpx(const struct tuning *t) {
  t->encoder->chroma_sample_location = AVCHROMA_LOC_LEFT;
  t->encoder->bit_rate = 0;
  if (t->container == &containers[MEDIA_WEBM_LOSSLESS])
    set(t, "lossless", "1");
  else
    set_number(t, "crf", measure(t->asked, 56, 16, 24) - (t->is_part ? 4 : 0));
  set(t, "deadline", "good");
  set(t, "cpu-used", t->draft ? "8" : t->best ? "1" : "4");
  set(t, "row-mt", "1");
  // libvpx refuses alternate references together with alpha.
  if (t->encoder->pix_fmt == AV_PIX_FMT_YUVA420P || t->asked->video.thrift > 0)
    set(t, "auto-alt-ref", "0");
  if (t->asked->video.thrift > 0) set(t, "lag-in-frames", "0");
}

static void tune_prores(const struct tuning *t) {
  t->encoder->thread_type = FF_THREAD_FRAME;
  t->encoder->profile = FF_PROFILE_PRORES_4444;
  set(t, "vendor", "apl0");
}

static void tune_prores_with_quality(const struct tuning *t) {
  t->encoder->thread_type = FF_THREAD_SLICE;
  set(t, "profile", "4444");
  set(t, "alpha_bits", "16");
  set(t, "vendor", "apl0");
  const int quantiser = measure(t->asked, 32, 1, 0);
  if (quantiser > 0) {
    t->encoder->flags |= AV_CODEC_FLAG_QSCALE;
    t->encoder->global_quality = FF_QP2LAMBDA * quantiser;
  }
}

/// Returns the smallest number of slices that FFV1 accepts for a picture of the given size: one if the picture has only
/// one row or column, otherwise at least four. The number of slices across equals the number down or is up to twice as
/// large; each slice has at most 2^27 bits of samples plus one bit.
static int slices_of(uint32_t width, uint32_t height) {
  const uint64_t most = (8ull << 24) / (9 * 4);
  if (width < 2 || height < 2) return 1;
  for (uint64_t down = 2;; down++)
    for (uint64_t across = down; across < 2 * down; across++) {
      const uint64_t wide = (width + across - 1) / across, tall = (height + down - 1) / down;
      if (wide * tall <= most) return (int)(across * down);
    }
}

static void tune_ffv1(const struct tuning *t) {
  t->encoder->level = 3;
  t->encoder->thread_type = FF_THREAD_SLICE;
  t->encoder->slices = slices_of(t->asked->width, t->asked->height);
}

static void tune_webp(const struct tuning *t) {
  t->encoder->thread_count = 1;
  set_number(t, "quality", measure(t->asked, 0, 100, 90));
  if (t->asked->video.quality == 1) set(t, "lossless", "1");
  set(t, "compression_level", t->draft ? "1" : t->best ? "6" : "4");
  av_dict_set_int(t->options, "loop", t->asked->video.loop, 0);
}

static const struct {
  const char *encoder;
  void (*tune)(const struct tuning *tuning);
} tunings[] = {
  {"libx264", tune_x264}, {"libx265", tune_x265}, {"libaom-av1", tune_aom},
  {"libvpx-vp9", tune_vpx}, {"prores_aw", tune_prores},
  {"prores_ks", tune_prores_with_quality}, {"ffv1", tune_ffv1}, {"libwebp_anim", tune_webp},
};

void container_tune(const struct container *c, AVCodecContext *e, const struct media_message *asked,
                    AVDictionary **options) {
  e->flags |= AV_CODEC_FLAG_BITEXACT;
  if (c->opaque != AV_PIX_FMT_BGRA) {
    e->color_range = AVCOL_RANGE_MPEG;
    e->colorspace = AVCOL_SPC_BT709;
    e->color_primaries = AVCOL_PRI_BT709;
    e->color_trc = AVCOL_TRC_BT709;
  }
  if (c->opaque == AV_PIX_FMT_GBRP) {
    e->color_range = AVCOL_RANGE_JPEG;
    e->colorspace = AVCOL_SPC_RGB;
    e->color_trc = AVCOL_TRC_IEC61966_2_1;
  }
  e->thread_count = asked->video.thrift > 0 ? 1 : 4;
  const struct tuning tuning = {
    .container = c, .asked = asked, .encoder = e, .options = options,
    .is_part = asked->video.is_part != 0,
    .draft = asked->video.effort == MEDIA_DRAFT, .best = asked->video.effort == MEDIA_BEST};
  const char *encoder = container_encoder(c, asked);
  for (size_t i = 0; i < sizeof tunings / sizeof *tunings; i++)
    if (!strcmp(encoder, tunings[i].encoder)) tunings[i].tune(&tuning);
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
