// Decodes the sound of any file that FFmpeg reads, and places its samples at the file's times. Time 0 of the samples is
// the earliest time of the file's sound or picture, so that both stay synchronous. Samples that edit lists and encoders
// exclude are removed.
#define _GNU_SOURCE
#include "sound.h"

#include <fcntl.h>
#include <libswresample/swresample.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "footage.h"
#include "process.h"

/// The maximum number of files that are open at a time.
#define SOUND_MAX 64
/// The smallest gap, in samples, that is filled with silence; smaller gaps are caused by the rounding of a container's
/// times.
#define HOLE (SOUND_RATE / 10)
/// The longest gap, in samples, that is filled with silence in files whose times may restart.
#define LONGEST_HOLE (10ll * SOUND_RATE)
/// The maximum absolute value of a sample, 180 dB beyond full scale; larger values are invalid.
#define LOUDEST 1e9

/// The format of a sound's frames.
struct sound_form {
  int format, rate;
  AVChannelLayout layout;
};

struct sound {
  struct footage in;
  SwrContext *converter;
  struct sound_form form;
  AVPacket *packet;
  AVFrame *frame;
  /// The decoded samples that were not requested yet, and the number of the first of them.
  float *waiting;
  size_t waiting_count, waiting_room;
  int64_t place;
  /// The number of the sample at which the sound ends at the latest.
  int64_t end;
  /// The time of the file from which samples are counted, in samples; it changes when the file's times restart.
  int64_t origin;
  bool has_origin, is_drained, is_over;
  /// The number of samples that were not valid numbers.
  uint64_t broken;
};

static struct sound *sounds[SOUND_MAX];

static const char sound_formats[] =
    "wav,mp3,aac,flac,ogg,aiff,mov,mp4,matroska,webm,avi,mpegts,caf,w64";

/// Closes everything except the file, so that it can be read again from its beginning.
static void close_reader(struct sound *s) {
  swr_free(&s->converter);
  av_channel_layout_uninit(&s->form.layout);
  footage_close(&s->in);
  s->waiting_count = 0;
  s->place = 0;
  s->has_origin = s->is_drained = s->is_over = false;
}

static void sound_close(struct sound **sound) {
  struct sound *s = *sound;
  *sound = NULL;
  if (!s) return;
  close_reader(s);
  av_free(s->waiting);
  av_packet_free(&s->packet);
  av_frame_free(&s->frame);
  if (s->in.file.descriptor >= 0) close(s->in.file.descriptor);
  av_free(s);
}

static int64_t samples_of(const struct sound *s, int64_t time) {
  return av_rescale_q(time, s->in.reader->streams[s->in.track]->time_base,
                      (AVRational){1, SOUND_RATE});
}

/// Opens a converter for the format of the frame, because a decoder may return another format than the probed one, and may
/// change it. A single channel is played on both sides at its own level; more channels are mixed as FFmpeg mixes them.
static int open_converter(struct sound *s, const AVFrame *frame) {
  AVChannelLayout stereo = AV_CHANNEL_LAYOUT_STEREO;
  AVChannelLayout *own = &s->form.layout;
  av_channel_layout_uninit(own);
  int result = av_channel_layout_copy(own, &frame->ch_layout);
  s->form.format = frame->format;
  s->form.rate = frame->sample_rate;
  AVChannelLayout known = {0};
  if (result >= 0 && own->order == AV_CHANNEL_ORDER_UNSPEC)
    av_channel_layout_default(&known, own->nb_channels);
  else if (result >= 0)
    result = av_channel_layout_copy(&known, own);
  if (result >= 0)
    result = swr_alloc_set_opts2(&s->converter, &stereo, AV_SAMPLE_FMT_FLT, SOUND_RATE, &known,
                                 frame->format, frame->sample_rate, 0, NULL);
  static const double both[2] = {1, 1};
  if (result >= 0 && known.nb_channels == 1) result = swr_set_matrix(s->converter, both, 1);
  av_channel_layout_uninit(&known);
  return result < 0 ? result : swr_init(s->converter);
}

static bool has_form(const struct sound *s, const AVFrame *frame) {
  return s->converter && s->form.format == frame->format && s->form.rate == frame->sample_rate &&
         av_channel_layout_compare(&s->form.layout, &frame->ch_layout) == 0;
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
  return result < 0 ? result : avcodec_open2(s->in.decoder, codec, NULL);
}

/// Makes room for more samples after the waiting samples.
static int make_room(struct sound *s, size_t more) {
  const size_t needed = s->waiting_count + more;
  if (needed <= s->waiting_room) return 0;
  float *grown = av_realloc_array(s->waiting, needed * 2, 2 * sizeof *grown);
  if (!grown) return AVERROR(ENOMEM);
  s->waiting = grown;
  s->waiting_room = needed * 2;
  return 0;
}

/// Drops the samples after the end.
static void cut_end(struct sound *s) {
  const int64_t most = s->end - s->place;
  if ((int64_t)s->waiting_count > most) {
    s->waiting_count = most > 0 ? (size_t)most : 0;
    s->is_over = true;
  }
}

/// Converts a frame, or the samples that remain in the converter if `frame` is NULL, and appends the result to the
/// waiting samples.
static int convert(struct sound *s, const AVFrame *frame) {
  if (!s->converter) return 0;
  const int incoming = frame ? frame->nb_samples : 0;
  const int most = swr_get_out_samples(s->converter, incoming);
  int result = most < 0 ? most : make_room(s, (size_t)most + 64);
  if (result < 0) return result;
  uint8_t *to = (uint8_t *)(s->waiting + 2 * s->waiting_count);
  const int count = swr_convert(s->converter, &to, most + 64,
                                frame ? (const uint8_t **)frame->extended_data : NULL, incoming);
  if (count > 0) s->waiting_count += (size_t)count;
  return count;
}

/// Replaces invalid samples by silence, before they affect other samples.
static int mend(struct sound *s, AVFrame *frame) {
  const enum AVSampleFormat packed = av_get_packed_sample_fmt(frame->format);
  if (packed != AV_SAMPLE_FMT_FLT && packed != AV_SAMPLE_FMT_DBL) return 0;
  const int result = av_frame_make_writable(frame);
  if (result < 0) return result;
  const bool is_planar = av_sample_fmt_is_planar(frame->format);
  const int channels = frame->ch_layout.nb_channels;
  const int count = is_planar ? frame->nb_samples : frame->nb_samples * channels;
  for (int p = 0; p < (is_planar ? channels : 1); p++) {
    for (int i = 0; i < count; i++) {
      float *single = (float *)frame->extended_data[p] + i;
      double *wide = (double *)frame->extended_data[p] + i;
      const double v = packed == AV_SAMPLE_FMT_FLT ? *single : *wide;
      if (fabs(v) <= LOUDEST) continue;
      s->broken++;
      if (packed == AV_SAMPLE_FMT_FLT) *single = 0;
      else *wide = 0;
    }
  }
  return 0;
}

static int add_silence(struct sound *s, int64_t count) {
  if (count <= 0) return 0;
  const int result = make_room(s, (size_t)count);
  if (result < 0) return result;
  memset(s->waiting + 2 * s->waiting_count, 0, (size_t)count * 2 * sizeof(float));
  s->waiting_count += (size_t)count;
  return 0;
}

/// Returns whether the container has its own times, from which gaps can be detected.
static bool has_times(const struct sound *s) {
  const char *name = s->in.reader->iformat->name;
  return strstr(name, "mov") || strstr(name, "matroska") || strstr(name, "mpegts");
}

/// Inserts silence where the times leave a gap before a frame.
static int keep_time(struct sound *s, const AVFrame *frame) {
  // The frame's own time includes skipped samples at the beginning, and the estimated time does not.
  const int64_t time = frame->pts != AV_NOPTS_VALUE ? frame->pts : frame->best_effort_timestamp;
  if (time == AV_NOPTS_VALUE) return 0;
  const int64_t now = samples_of(s, time);
  if (!s->has_origin) {
    s->has_origin = true;
    const int64_t others = footage_others_start(&s->in);
    const int64_t first = others == INT64_MAX ? now : av_rescale(others, SOUND_RATE, TICKS);
    s->origin = first < now ? first : now;
    // An offset of more than an hour is treated as a mistake.
    if (now - s->origin > 3600ll * SOUND_RATE) s->origin = now;
    return add_silence(s, now - s->origin);
  }
  if (!has_times(s)) return 0;
  const int64_t ahead = s->converter ? swr_get_delay(s->converter, SOUND_RATE) : 0;
  const int64_t hole = now - s->origin - (s->place + (int64_t)s->waiting_count + ahead);
  const bool begins_anew = (s->in.reader->iformat->flags & AVFMT_TS_DISCONT) && hole > LONGEST_HOLE;
  if (hole <= -HOLE || begins_anew) {
    s->origin += hole;
    return 0;
  }
  if (hole < HOLE) return 0;
  const int result = convert(s, NULL);
  swr_free(&s->converter);
  return result < 0 ? result
                    : add_silence(s, now - s->origin - (s->place + (int64_t)s->waiting_count));
}

/// Adds a decoded frame to the waiting samples.
static int take(struct sound *s, AVFrame *frame) {
  if (frame->nb_samples <= 0) return 0;
  int result = mend(s, frame);
  if (result >= 0) result = keep_time(s, frame);
  if (result >= 0 && s->converter && !has_form(s, frame)) {
    result = convert(s, NULL);
    swr_free(&s->converter);
  }
  if (result >= 0 && !s->converter) result = open_converter(s, frame);
  if (result >= 0) result = convert(s, frame);
  return result;
}

static int feed(struct sound *s) {
  int result;
  while ((result = av_read_frame(s->in.reader, s->packet)) >= 0) {
    const bool is_ours = s->packet->stream_index == s->in.track;
    // The result is ignored, because a damaged packet becomes silence.
    if (is_ours) avcodec_send_packet(s->in.decoder, s->packet);
    av_packet_unref(s->packet);
    if (is_ours) return 0;
  }
  s->is_drained = true;
  return avcodec_send_packet(s->in.decoder, NULL);
}

/// Decodes more samples; sets `is_over` at the end.
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
      result = convert(s, NULL);
      cut_end(s);
      return result;
    }
    if (result < 0) continue;
    result = take(s, s->frame);
    av_frame_unref(s->frame);
    cut_end(s);
    return result;
  }
}

static void drop(struct sound *s, size_t count) {
  s->waiting_count -= count;
  s->place += (int64_t)count;
  memmove(s->waiting, s->waiting + 2 * count, s->waiting_count * 2 * sizeof(float));
}

/// Returns the number of the sample at which an edit list ends the sound, which is less than two packets before its
/// last sample; otherwise returns `count`.
static int64_t edited_end(const struct sound *s, int64_t count) {
  const AVStream *track = s->in.reader->streams[s->in.track];
  if (!strstr(s->in.reader->iformat->name, "mov") || track->duration <= 0) return count;
  const int64_t start = track->start_time == AV_NOPTS_VALUE ? 0 : track->start_time;
  const int64_t end = samples_of(s, start + track->duration) - s->origin;
  return end > 0 && end < count && count - end <= 8192 ? end : count;
}

/// Counts the samples by decoding all of them, because headers only contain estimates; then returns to the beginning.
static bool measure(struct sound *s, struct media_message *answer) {
  int result = 0;
  s->end = INT64_MAX;
  while (result >= 0 && !s->is_over) {
    result = decode_some(s);
    drop(s, s->waiting_count);
  }
  s->end = edited_end(s, s->place);
  answer->sound.samples = (uint64_t)s->end;
  if (s->broken > 0)
    snprintf(answer->text, sizeof answer->text,
             "%llu of its samples are infinite or not numbers: they are silent",
             (unsigned long long)s->broken);
  if (result >= 0) {
    close_reader(s);
    result = open_reader(s);
  }
  if (result < 0) media_fail(answer, MEDIA_BAD_INPUT, "%s", av_err2str(result));
  return result >= 0;
}

void sound_open(int file, const struct media_message *asked, struct media_message *answer) {
  if (asked->sound.number >= SOUND_MAX) {
    media_fail(answer, MEDIA_TOO_LARGE, "more than %d sounds are read at the same time", SOUND_MAX);
    return;
  }
  sound_close(&sounds[asked->sound.number]);
  struct sound *s = av_mallocz(sizeof *s);
  if (!s) {
    media_fail(answer, MEDIA_NO_MEMORY, "no memory");
    return;
  }
  s->in.file.descriptor = fcntl(file, F_DUPFD_CLOEXEC, 10);
  s->packet = av_packet_alloc();
  s->frame = av_frame_alloc();
  const int result = s->packet && s->frame ? open_reader(s) : AVERROR(ENOMEM);
  if (result < 0) {
    footage_name(s->in.file.descriptor,
                 result == AVERROR_STREAM_NOT_FOUND ? "the file has no sound" : "not a sound",
                 true, result, answer);
    if (result == AVERROR_STREAM_NOT_FOUND) answer->reason = MEDIA_NO_SOUND;
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
    // Samples before the requested start are skipped.
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
    media_fail(answer, MEDIA_NO_MEMORY, "no memory for the samples");
    return;
  }
  memcpy(samples, s->waiting, count * 2 * sizeof *samples);
  process_unmap(samples, asked->bytes);
  drop(s, count);
  answer->kind = MEDIA_STORED;
  answer->sound.samples = count;
}
