// Decodes the sound of any file that FFmpeg reads.
#define _GNU_SOURCE
#include "sound.h"

#include <fcntl.h>
#include <libswresample/swresample.h>
#include <string.h>
#include <unistd.h>

#include "footage.h"
#include "process.h"

/// Files that are open at a time.
#define SOUND_MAX 64

struct sound {
  struct footage in;
  SwrContext *converter;
  AVPacket *packet;
  AVFrame *frame;
  /// Samples that came and were not asked for yet, and the number of the first.
  float *waiting;
  size_t waiting_count, waiting_room;
  int64_t place;
  bool is_drained, is_over;
};

static struct sound *sounds[SOUND_MAX];

static const char sound_formats[] =
    "wav,mp3,aac,flac,ogg,aiff,mov,mp4,matroska,webm,avi,mpegts,caf,w64";

/// Everything but the file, which is read again from its beginning.
static void close_reader(struct sound *s) {
  swr_free(&s->converter);
  footage_close(&s->in);
  s->waiting_count = 0;
  s->place = 0;
  s->is_drained = s->is_over = false;
}

static void sound_close(struct sound **sound) {
  struct sound *s = *sound;
  *sound = NULL;
  if (!s) return;
  close_reader(s);
  av_packet_free(&s->packet);
  av_frame_free(&s->frame);
  av_free(s->waiting);
  if (s->in.file.descriptor >= 0) close(s->in.file.descriptor);
  av_free(s);
}

/// One channel is heard on both sides, as loud as it is; more are mixed as FFmpeg does.
static int open_converter(struct sound *s) {
  const AVCodecContext *d = s->in.decoder;
  AVChannelLayout stereo = AV_CHANNEL_LAYOUT_STEREO;
  AVChannelLayout own = {0};
  int result;
  if (d->ch_layout.order == AV_CHANNEL_ORDER_UNSPEC) {
    av_channel_layout_default(&own, d->ch_layout.nb_channels);
    result = 0;
  } else {
    result = av_channel_layout_copy(&own, &d->ch_layout);
  }
  if (result >= 0)
    result = swr_alloc_set_opts2(&s->converter, &stereo, AV_SAMPLE_FMT_FLT, SOUND_RATE, &own,
                                 d->sample_fmt, d->sample_rate, 0, NULL);
  static const double both[2] = {1, 1};
  if (result >= 0 && own.nb_channels == 1) result = swr_set_matrix(s->converter, both, 1);
  av_channel_layout_uninit(&own);
  return result < 0 ? result : swr_init(s->converter);
}

static int open_reader(struct sound *s) {
  int result = footage_open(&s->in, sound_formats, AVMEDIA_TYPE_AUDIO);
  if (result < 0) return result;
  const AVCodec *codec = s->in.codec;
  s->in.decoder = avcodec_alloc_context3(codec);
  if (!s->in.decoder) return AVERROR(ENOMEM);
  s->in.decoder->thread_count = 1;
  s->in.decoder->flags |= AV_CODEC_FLAG_BITEXACT;
  s->in.decoder->pkt_timebase = s->in.reader->streams[s->in.track]->time_base;
  result = avcodec_parameters_to_context(s->in.decoder, s->in.reader->streams[s->in.track]->codecpar);
  if (result >= 0) result = avcodec_open2(s->in.decoder, codec, NULL);
  return result < 0 ? result : open_converter(s);
}

/// Converts a frame, or with NULL what the converter still holds, to the end of what waits.
static int convert(struct sound *s, const AVFrame *frame) {
  const int incoming = frame ? frame->nb_samples : 0;
  const int most = swr_get_out_samples(s->converter, incoming);
  if (most < 0) return most;
  const size_t needed = s->waiting_count + (size_t)most + 64;
  if (needed > s->waiting_room) {
    float *grown = av_realloc_array(s->waiting, needed * 2, 2 * sizeof *grown);
    if (!grown) return AVERROR(ENOMEM);
    s->waiting = grown;
    s->waiting_room = needed * 2;
  }
  uint8_t *to = (uint8_t *)(s->waiting + 2 * s->waiting_count);
  const int count = swr_convert(s->converter, &to, most + 64,
                                frame ? (const uint8_t **)frame->extended_data : NULL, incoming);
  if (count > 0) s->waiting_count += (size_t)count;
  return count;
}

static int feed(struct sound *s) {
  int result;
  while ((result = av_read_frame(s->in.reader, s->packet)) >= 0) {
    const bool is_ours = s->packet->stream_index == s->in.track;
    // A damaged packet is silence.
    if (is_ours) avcodec_send_packet(s->in.decoder, s->packet);
    av_packet_unref(s->packet);
    if (is_ours) return 0;
  }
  s->is_drained = true;
  return avcodec_send_packet(s->in.decoder, NULL);
}

/// Has more samples wait; at the end `is_over`.
static int decode_some(struct sound *s) {
  for (;;) {
    int result = avcodec_receive_frame(s->in.decoder, s->frame);
    if (result == AVERROR(EAGAIN) && !s->is_drained) {
      result = feed(s);
      if (result < 0) return result;
      continue;
    }
    if (result == AVERROR_EOF || result == AVERROR(EAGAIN)) {
      s->is_over = true;
      return convert(s, NULL);
    }
    if (result < 0) continue;
    result = convert(s, s->frame);
    av_frame_unref(s->frame);
    return result;
  }
}

static void drop(struct sound *s, size_t count) {
  s->waiting_count -= count;
  s->place += (int64_t)count;
  memmove(s->waiting, s->waiting + 2 * count, s->waiting_count * 2 * sizeof(float));
}

/// Counts the samples by decoding them all, since headers only estimate; then it stands at the beginning.
static bool measure(struct sound *s, struct media_message *answer) {
  int result = 0;
  while (result >= 0 && !s->is_over) {
    result = decode_some(s);
    drop(s, s->waiting_count);
  }
  answer->sound.samples = (uint64_t)s->place;
  if (result >= 0) {
    close_reader(s);
    result = open_reader(s);
  }
  if (result < 0) media_fail(answer, MEDIA_BAD_INPUT, "%s", av_err2str(result));
  return result >= 0;
}

void sound_open(int file, const struct media_message *asked, struct media_message *answer) {
  if (asked->sound.number >= SOUND_MAX) {
    media_fail(answer, MEDIA_TOO_LARGE, "more than %d sounds at a time", SOUND_MAX);
    return;
  }
  sound_close(&sounds[asked->sound.number]);
  struct sound *s = av_mallocz(sizeof *s);
  if (!s) {
    media_fail(answer, MEDIA_INTERNAL, "no memory");
    return;
  }
  s->in.file.descriptor = fcntl(file, F_DUPFD_CLOEXEC, 10);
  s->packet = av_packet_alloc();
  s->frame = av_frame_alloc();
  const int result = s->packet && s->frame ? open_reader(s) : AVERROR(ENOMEM);
  if (result < 0) {
    media_fail(answer, MEDIA_BAD_INPUT, result == AVERROR_STREAM_NOT_FOUND
               ? "there is no sound in it" : "not a sound (%s)", av_err2str(result));
    sound_close(&s);
    return;
  }
  sounds[asked->sound.number] = s;
  if (!measure(s, answer)) {
    sound_close(&sounds[asked->sound.number]);
    return;
  }
  answer->kind = MEDIA_READY;
}

void sound_samples(int memory, const struct media_message *asked, struct media_message *answer) {
  struct sound *s = asked->sound.number < SOUND_MAX ? sounds[asked->sound.number] : NULL;
  const size_t wanted = (size_t)asked->sound.samples;
  if (!s || asked->sound.start < 0 || asked->sound.samples > asked->bytes / (2 * sizeof(float))) {
    media_fail(answer, MEDIA_INTERNAL, "no such samples");
    return;
  }
  int result = 0;
  if (asked->sound.start < s->place) {
    close_reader(s);
    result = open_reader(s);
  }
  while (result >= 0 && !s->is_over &&
         s->place + (int64_t)s->waiting_count < asked->sound.start + (int64_t)wanted) {
    // What comes before is passed over as it comes.
    const int64_t early = asked->sound.start - s->place;
    if (early > 0)
      drop(s, early < (int64_t)s->waiting_count ? (size_t)early : s->waiting_count);
    result = decode_some(s);
  }
  if (result < 0) {
    media_fail(answer, MEDIA_BAD_INPUT, "%s", av_err2str(result));
    return;
  }
  const int64_t early = asked->sound.start - s->place;
  if (early > 0) drop(s, early < (int64_t)s->waiting_count ? (size_t)early : s->waiting_count);
  const bool is_there = s->place == asked->sound.start;
  const size_t count = !is_there ? 0 : s->waiting_count < wanted ? s->waiting_count : wanted;
  float *samples = process_map(memory, asked->bytes);
  if (!samples) {
    media_fail(answer, MEDIA_INTERNAL, "no memory for the samples");
    return;
  }
  memcpy(samples, s->waiting, count * 2 * sizeof *samples);
  process_unmap(samples, asked->bytes);
  drop(s, count);
  answer->kind = MEDIA_STORED;
  answer->sound.samples = count;
}
