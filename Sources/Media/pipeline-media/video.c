// Encodes frames from the host's slots into a container.
#define _GNU_SOURCE
#include <errno.h>
#include <libavutil/imgutils.h>
#include <libavutil/opt.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "video.h"

#include "encode.h"
#include "log.h"
#include "process.h"
#include "sound.h"

#define SLOT_MAX 16

struct video {
  const struct container *container;
  /// FFmpeg's name of the encoder.
  const char *name;
  struct media_message asked;
  AVCodecContext *encoder;
  AVFormatContext *muxer;
  AVStream *track;
  AVPacket *packet;
  struct video_file file;
  uint8_t *memory;
  uint64_t memory_bytes;
  uint64_t sent, packets;
  /// The number of times that the first frame is encoded in advance; the results are dropped.
  unsigned lead;
  /// The sound track, whose samples arrive in the memory after the slots; NULL if the video has no sound.
  struct sound_track *sound;
};

static void video_free(struct video *v) {
  AVIOContext *stream = v->muxer ? v->muxer->pb : NULL;
  sound_track_close(&v->sound);
  av_packet_free(&v->packet);
  avcodec_free_context(&v->encoder);
  avformat_free_context(v->muxer);
  video_file_close(&stream);
  if (v->memory) process_unmap(v->memory, v->memory_bytes);
}

/// Reports a failure: the error of a failed write to the file or, if no write failed, FFmpeg's message.
static bool failed(struct video *v, struct media_message *answer, const char *what, int result) {
  if (v->file.problem) {
    media_fail(answer, MEDIA_WRITE, "%s", strerror(v->file.problem));
    answer->system = v->file.problem;
  } else {
    const char *line = helper_log();
    media_fail(answer, MEDIA_INTERNAL, "%s: %s", what, *line ? line : av_err2str(result));
  }
  return false;
}

/// Opens the encoder with the host's settings.
static bool open_encoder(struct video *v, const AVCodec *codec, struct media_message *answer) {
  const struct media_message *a = &v->asked;
  AVCodecContext *e = v->encoder;
  e->width = (int)a->width;
  e->height = (int)a->height;
  e->sample_aspect_ratio = (AVRational){1, 1};
  e->time_base = (AVRational){(int)a->video.rate_denominator, (int)a->video.rate_numerator};
  e->framerate = (AVRational){(int)a->video.rate_numerator, (int)a->video.rate_denominator};
  e->pix_fmt = a->video.has_alpha ? v->container->alpha : v->container->opaque;
  if (v->muxer->oformat->flags & AVFMT_GLOBALHEADER) e->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
  AVDictionary *options = NULL;
  container_tune(v->container, e, a, &options);
  v->lead = container_lead(v->container, a);
  const int result = avcodec_open2(e, codec, &options);
  av_dict_free(&options);
  return result >= 0 || failed(v, answer, v->name, result);
}

/// Opens the file, with a track for the encoder and one for the sound, and writes its header.
static bool open_muxer(struct video *v, struct media_message *answer) {
  const struct media_message *a = &v->asked;
  AVCodecContext *e = v->encoder;
  v->muxer->flags |= AVFMT_FLAG_BITEXACT;
  video_file_reopens(v->muxer, &v->file);
  v->muxer->pb = video_file_open(&v->file, 1);
  v->file.is_pipe = a->video.container == MEDIA_MP4_STREAM;
  if (v->muxer->pb && v->file.is_pipe) v->muxer->pb->seekable = 0;
  v->track = avformat_new_stream(v->muxer, NULL);
  if (!v->muxer->pb || !v->track) return failed(v, answer, "no memory", AVERROR(ENOMEM));
  v->track->time_base = e->time_base;
  v->track->avg_frame_rate = v->track->r_frame_rate = e->framerate;
  int result = avcodec_parameters_from_context(v->track->codecpar, e);
  if (e->pix_fmt == AV_PIX_FMT_YUVA420P) av_dict_set(&v->track->metadata, "alpha_mode", "1", 0);
  if (a->video.samples > 0 && v->container->sound) {
    v->sound = sound_track_open(v->muxer, v->container->sound,
                                a->video.is_for_store ? SOUND_STORE_BIT_RATE : SOUND_BIT_RATE, answer);
    if (!v->sound) return false;
  }
  AVDictionary *options = NULL;
  container_tune_muxer(v->container, a, &options);
  if (result >= 0) result = avformat_write_header(v->muxer, &options);
  av_dict_free(&options);
  return result >= 0 || failed(v, answer, v->container->muxer, result);
}

static bool open_video(struct video *v, int memory, struct media_message *answer) {
  const struct media_message *a = &v->asked;
  v->container = container_of(a->video.container);
  if (!v->container || a->video.slots == 0 || a->video.slots > SLOT_MAX || a->bytes == 0 ||
      a->bytes > (4ull << 30) || a->video.samples > SOUND_RATE ||
      a->video.rate_numerator == 0 || a->video.rate_denominator == 0) {
    media_fail(answer, MEDIA_INTERNAL, "this video cannot be");
    return false;
  }
  v->name = container_encoder(v->container, a);
  const AVCodec *codec = avcodec_find_encoder_by_name(v->name);
  const AVOutputFormat *format = av_guess_format(v->container->muxer, NULL, NULL);
  if (!codec || !format) {
    media_fail(answer, MEDIA_MISSING_CODEC, "the installed FFmpeg has no %s for .%s",
               codec ? "container" : v->name, v->container->name);
    return false;
  }
  v->memory_bytes = a->bytes * a->video.slots + a->video.samples * 2 * sizeof(float);
  v->memory = process_map(memory, v->memory_bytes);
  v->encoder = avcodec_alloc_context3(codec);
  v->packet = av_packet_alloc();
  if (!v->memory || !v->encoder || !v->packet ||
      avformat_alloc_output_context2(&v->muxer, format, NULL, "out") < 0)
    return failed(v, answer, "no memory", AVERROR(ENOMEM));
  if (!open_encoder(v, codec, answer) || !open_muxer(v, answer)) return false;
  answer->kind = MEDIA_READY;
  return true;
}

/// Sends a frame to the encoder and writes the encoder's packets; a NULL frame ends the video.
static bool feed(struct video *v, AVFrame *frame, struct media_message *answer) {
  int result = avcodec_send_frame(v->encoder, frame);
  if (result < 0) return failed(v, answer, v->name, result);
  while ((result = avcodec_receive_packet(v->encoder, v->packet)) >= 0) {
    v->packet->pts -= v->lead;
    v->packet->dts -= v->lead;
    if (v->packet->pts < 0) {
      av_packet_unref(v->packet);
      continue;
    }
    av_packet_rescale_ts(v->packet, v->encoder->time_base, v->track->time_base);
    if (!v->packet->duration)
      v->packet->duration = av_rescale_q(1, v->encoder->time_base, v->track->time_base);
    v->packet->stream_index = v->track->index;
    v->packets++;
    result = av_interleaved_write_frame(v->muxer, v->packet);
    if (result < 0) return failed(v, answer, v->container->muxer, result);
  }
  if (v->muxer->pb->error < 0) return failed(v, answer, "write", v->muxer->pb->error);
  return result == AVERROR(EAGAIN) || result == AVERROR_EOF ||
         failed(v, answer, v->name, result);
}

/// Encodes the first frame several times in advance and drops the results; afterwards the video starts with this frame.
static bool lead_in(struct video *v, AVFrame *frame, struct media_message *answer) {
  for (unsigned i = 0; i < v->lead; i++) {
    frame->pts = i;
    if (!feed(v, frame, answer)) return false;
  }
  frame->pts = v->lead;
  if (v->lead > 0) frame->pict_type = AV_PICTURE_TYPE_I;
  return true;
}

/// Reports to the host that the encoder no longer uses a slot.
static void release(void *opaque, uint8_t *unused) {
  (void)unused;
  struct media_message message = {.kind = MEDIA_RELEASED, .video.slot = (uint32_t)(uintptr_t)opaque};
  media_answer(&message);
}

/// Encodes the frame in a slot without copying it.
static bool encode_slot(struct video *v, const struct media_message *m,
                        struct media_message *answer) {
  const struct media_message *a = &v->asked;
  if (m->video.slot >= a->video.slots || m->video.frame != v->sent) {
    media_fail(answer, MEDIA_INTERNAL, "frame %llu out of order", (unsigned long long)m->video.frame);
    return false;
  }
  AVFrame *frame = av_frame_alloc();
  uint8_t *slot = v->memory + a->bytes * m->video.slot;
  if (!frame) return failed(v, answer, "no memory", AVERROR(ENOMEM));
  frame->buf[0] = av_buffer_create(slot, a->bytes, release, (void *)(uintptr_t)m->video.slot,
                                   AV_BUFFER_FLAG_READONLY);
  frame->width = v->encoder->width;
  frame->height = v->encoder->height;
  frame->format = v->encoder->pix_fmt;
  frame->pts = (int64_t)v->sent + v->lead;
  frame->color_range = v->encoder->color_range;
  frame->colorspace = v->encoder->colorspace;
  frame->color_primaries = v->encoder->color_primaries;
  frame->color_trc = v->encoder->color_trc;
  frame->chroma_location = v->encoder->chroma_sample_location;
  // The planes are consecutive in memory, with the host's stride.
  int needed = av_image_get_buffer_size(frame->format, (int)(frame->width), frame->height, 1);
  bool subsampled = frame->format == AV_PIX_FMT_YUV420P || frame->format == AV_PIX_FMT_YUVA420P;
  bool planar = frame->format != AV_PIX_FMT_BGRA;
  uint64_t luma = a->stride * a->height;
  uint64_t chroma = subsampled ? luma / 4 : luma;
  uint64_t total = !planar ? luma : luma * (a->video.has_alpha ? 2 : 1) + 2 * chroma;
  bool good = frame->buf[0] && needed > 0 && (uint64_t)needed <= total && total <= a->bytes;
  frame->data[0] = slot;
  frame->linesize[0] = (int)a->stride;
  if (planar) {
    frame->data[1] = slot + luma;
    frame->data[2] = frame->data[1] + chroma;
    frame->linesize[1] = frame->linesize[2] = (int)(subsampled ? a->stride / 2 : a->stride);
    if (a->video.has_alpha) {
      frame->data[3] = frame->data[2] + chroma;
      frame->linesize[3] = (int)a->stride;
    }
  }
  const bool is_first = v->sent++ == 0;
  if (good)
    good = (!is_first || lead_in(v, frame, answer)) && feed(v, frame, answer);
  else
    media_fail(answer, MEDIA_INTERNAL, "the slots are too small");
  av_frame_free(&frame);
  return good;
}

/// Encodes the samples after the slots, or the remaining samples if `count` is 0.
static bool encode_sound(struct video *v, uint64_t count, struct media_message *answer) {
  const struct media_message *a = &v->asked;
  if (!v->sound || count > a->video.samples) {
    media_fail(answer, MEDIA_INTERNAL, "no such samples");
    return false;
  }
  const float *samples = (const float *)(v->memory + a->bytes * a->video.slots);
  const int result = sound_track_write(v->sound, count > 0 ? samples : NULL, count);
  return result >= 0 || failed(v, answer, v->container->sound, result);
}

/// Finishes the file and counts its frames.
static void finish(struct video *v, struct media_message *answer) {
  if (!feed(v, NULL, answer)) return;
  if (v->sound && !encode_sound(v, 0, answer)) return;
  int result = av_write_trailer(v->muxer);
  avio_flush(v->muxer->pb);
  if (result < 0 || v->file.problem || v->muxer->pb->error < 0) {
    failed(v, answer, v->container->muxer, result);
    return;
  }
  answer->kind = MEDIA_FINISHED;
  // The packets are not counted in an animated WebP, which is a single packet that FFmpeg cannot read back, or in a
  // pipe, which cannot be read back either.
  if (v->file.is_pipe || v->asked.video.container == MEDIA_WEBP) {
    answer->video.frames = v->sent;
    return;
  }
  const long found = video_file_count(v->file.descriptor);
  answer->video.frames = found < 0 ? 0 : (uint64_t)found;
}

void encode_video(int socket, int file, int memory, const struct media_message *asked) {
  struct video v = {.asked = *asked, .file = {.descriptor = file}};
  struct media_message answer = {0};
  bool open = open_video(&v, memory, &answer);
  media_answer(&answer);
  while (open) {
    struct media_message m;
    size_t count = 0;
    if (process_receive(socket, &m, sizeof m, &count, -1) != 0 || count != sizeof m) break;
    answer = (struct media_message){0};
    helper_forget_log();
    if (m.kind == MEDIA_FRAME) {
      open = encode_slot(&v, &m, &answer);
      if (!open) media_answer(&answer);
    } else if (m.kind == MEDIA_HEARD) {
      open = m.video.samples > 0 && encode_sound(&v, m.video.samples, &answer);
      if (open) {
        answer.kind = MEDIA_RELEASED;
        answer.video.slot = MEDIA_NO_SLOT;
      }
      media_answer(&answer);
    } else {
      open = false;
      if (m.kind == MEDIA_FINISH)
        finish(&v, &answer);
      else
        media_fail(&answer, MEDIA_INTERNAL, "unknown message %u", m.kind);
      media_answer(&answer);
    }
  }
  video_free(&v);
}
