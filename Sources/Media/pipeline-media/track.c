// Encodes the sound of a video's file.
#include <libavutil/opt.h>
#include <math.h>
#include <string.h>

#include "sound.h"

struct sound_track {
  AVFormatContext *muxer;
  AVStream *stream;
  AVCodecContext *encoder;
  AVPacket *packet;
  AVFrame *frame;
  int filled;
  int64_t sent;
};

void sound_track_close(struct sound_track **track) {
  struct sound_track *t = *track;
  *track = NULL;
  if (!t) return;
  av_packet_free(&t->packet);
  av_frame_free(&t->frame);
  avcodec_free_context(&t->encoder);
  av_free(t);
}

static int new_frame(struct sound_track *t) {
  AVFrame *f = t->frame;
  av_frame_unref(f);
  f->format = t->encoder->sample_fmt;
  f->nb_samples = t->encoder->frame_size;
  f->sample_rate = SOUND_RATE;
  const int result = av_channel_layout_copy(&f->ch_layout, &t->encoder->ch_layout);
  t->filled = 0;
  return result < 0 ? result : av_frame_get_buffer(f, 0);
}

struct sound_track *sound_track_open(AVFormatContext *muxer, const char *name, int64_t bit_rate,
                                     struct media_message *answer) {
  const AVCodec *codec = avcodec_find_encoder_by_name(name);
  struct sound_track *t = av_mallocz(sizeof *t);
  if (!codec || !t) {
    media_fail(answer, MEDIA_MISSING_CODEC, "this FFmpeg has no %s", name);
    av_free(t);
    return NULL;
  }
  t->muxer = muxer;
  t->encoder = avcodec_alloc_context3(codec);
  t->packet = av_packet_alloc();
  t->frame = av_frame_alloc();
  t->stream = avformat_new_stream(muxer, NULL);
  int result = t->encoder && t->packet && t->frame && t->stream ? 0 : AVERROR(ENOMEM);
  if (result >= 0) {
    AVCodecContext *e = t->encoder;
    e->sample_rate = SOUND_RATE;
    e->ch_layout = (AVChannelLayout)AV_CHANNEL_LAYOUT_STEREO;
    // AAC, Opus and FLAC each support one of these sample formats.
    e->sample_fmt = AV_SAMPLE_FMT_NONE;
    for (const enum AVSampleFormat *f = codec->sample_fmts; f && *f != AV_SAMPLE_FMT_NONE; f++)
      if (*f == AV_SAMPLE_FMT_FLT || *f == AV_SAMPLE_FMT_FLTP || *f == AV_SAMPLE_FMT_S32)
        e->sample_fmt = *f;
    e->bits_per_raw_sample = e->sample_fmt == AV_SAMPLE_FMT_S32 ? 24 : 0;
    e->bit_rate = bit_rate;
    e->time_base = (AVRational){1, SOUND_RATE};
    e->flags |= AV_CODEC_FLAG_BITEXACT;
    e->thread_count = 1;
    if (muxer->oformat->flags & AVFMT_GLOBALHEADER) e->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
    result = avcodec_open2(e, codec, NULL);
  }
  if (result >= 0) {
    t->stream->time_base = t->encoder->time_base;
    result = avcodec_parameters_from_context(t->stream->codecpar, t->encoder);
  }
  if (result >= 0) result = new_frame(t);
  if (result >= 0) return t;
  media_fail(answer, MEDIA_INTERNAL, "%s: %s", name, av_err2str(result));
  sound_track_close(&t);
  return NULL;
}

/// Sends a frame to the encoder, or NULL at the end, and passes the encoder's packets to the muxer.
static int encode(struct sound_track *t, AVFrame *frame) {
  int result = avcodec_send_frame(t->encoder, frame);
  while (result >= 0) {
    result = avcodec_receive_packet(t->encoder, t->packet);
    if (result == AVERROR(EAGAIN) || result == AVERROR_EOF) return 0;
    if (result < 0) return result;
    av_packet_rescale_ts(t->packet, t->encoder->time_base, t->stream->time_base);
    t->packet->stream_index = t->stream->index;
    result = av_interleaved_write_frame(t->muxer, t->packet);
  }
  return result;
}

static int send(struct sound_track *t) {
  t->frame->nb_samples = t->filled;
  t->frame->pts = t->sent;
  t->sent += t->filled;
  const int result = encode(t, t->frame);
  return result < 0 ? result : new_frame(t);
}

/// Appends samples to the samples that the frame already contains.
static void put(struct sound_track *t, const float *samples, int count) {
  AVFrame *f = t->frame;
  if (f->format == AV_SAMPLE_FMT_FLT) {
    memcpy((float *)f->data[0] + 2 * t->filled, samples, 2 * (size_t)count * sizeof *samples);
  } else if (f->format == AV_SAMPLE_FMT_S32) {
    int32_t *to = (int32_t *)f->data[0] + 2 * t->filled;
    for (int i = 0; i < 2 * count; i++) {
      const double whole = fmin(fmax(samples[i], -1), 1) * 8388607;
      to[i] = (int32_t)lrint(whole) * 256;
    }
  } else {
    for (int i = 0; i < count; i++)
      for (int c = 0; c < 2; c++) ((float *)f->data[c])[t->filled + i] = samples[2 * i + c];
  }
  t->filled += count;
}

int sound_track_write(struct sound_track *t, const float *samples, uint64_t count) {
  int result = 0;
  while (samples && count > 0 && result >= 0) {
    const int room = t->encoder->frame_size - t->filled;
    const int part = count < (uint64_t)room ? (int)count : room;
    put(t, samples, part);
    samples += 2 * part;
    count -= (uint64_t)part;
    if (t->filled == t->encoder->frame_size) result = send(t);
  }
  if (samples || result < 0) return result;
  if (t->filled > 0) result = send(t);
  return result < 0 ? result : encode(t, NULL);
}
