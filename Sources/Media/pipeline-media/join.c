// Copies the packets of several videos into one video, part by part, without decoding them. Each part starts with a key
// frame and contains every frame of its range, at the same rate, so that the joined video has the same times as a video
// that was encoded at once.
#define _GNU_SOURCE
#include "join.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "footage.h"
#include "process.h"
#include "sound.h"
#include "video.h"

/// A part that is being read.
struct part {
  struct footage in;
  /// The number of frames in the part, and the number of frames that were written.
  int64_t frames, written;
};

struct join {
  const struct container *container;
  struct media_message asked;
  AVFormatContext *muxer;
  AVStream *track;
  AVPacket *packet;
  struct video_file file;
  /// The number of frames in all parts before the current part.
  int64_t frames;
  struct part part;
  /// The sound track; NULL if the video has no sound, and before the first part.
  struct sound_track *sound;
  /// The memory that receives the sound's samples; NULL if the video has no sound.
  float *samples;
  uint64_t sample_room;
};

static const AVStream *track_of(const struct part *p) { return p->in.reader->streams[p->in.track]; }

static AVRational frame_duration(const struct join *j) {
  return (AVRational){(int)j->asked.video.rate_denominator, (int)j->asked.video.rate_numerator};
}

static bool part_open(struct part *p, int file, struct media_message *answer) {
  p->in.file.descriptor = fcntl(file, F_DUPFD_CLOEXEC, 10);
  const int result = footage_open(&p->in, "mov,mp4,matroska,webm", AVMEDIA_TYPE_VIDEO);
  if (result < 0) {
    media_fail(answer, MEDIA_BAD_INPUT, "not a video (%s)", av_err2str(result));
    return false;
  }
  if (p->in.reader->nb_streams == 1) return true;
  media_fail(answer, MEDIA_BAD_INPUT, "the file does not contain exactly one video");
  return false;
}

static void part_close(struct part *p) {
  footage_close(&p->in);
  if (p->in.file.descriptor > 0) close(p->in.file.descriptor);
  *p = (struct part){0};
}

/// Writes the header of the joined file, with the first part's parameters.
static bool begin(struct join *j, const AVStream *like, struct media_message *answer) {
  j->track = avformat_new_stream(j->muxer, NULL);
  int result = j->track ? avcodec_parameters_copy(j->track->codecpar, like->codecpar)
                        : AVERROR(ENOMEM);
  if (result >= 0) {
    j->track->time_base = frame_duration(j);
    j->track->avg_frame_rate = j->track->r_frame_rate = av_inv_q(frame_duration(j));
    const AVDictionaryEntry *alpha = av_dict_get(like->metadata, "alpha_mode", NULL, 0);
    if (alpha) av_dict_set(&j->track->metadata, "alpha_mode", alpha->value, 0);
    if (j->samples) {
      j->sound = sound_track_open(j->muxer, j->container->sound, SOUND_BIT_RATE, answer);
      if (!j->sound) return false;
      // A frame waits for its sound, even if the frame has a long duration.
      j->muxer->max_interleave_delta = 0;
    }
    AVDictionary *options = NULL;
    container_tune_muxer(j->container, &j->asked, &options);
    result = avformat_write_header(j->muxer, &options);
    av_dict_free(&options);
  }
  if (result < 0) media_fail(answer, MEDIA_INTERNAL, "%s", av_err2str(result));
  return result >= 0;
}

/// Returns whether a part contains the same streams as the first part, in the same format.
static bool is_alike(const struct join *j, const AVCodecParameters *part,
                     struct media_message *answer) {
  const AVCodec *own = avcodec_find_encoder_by_name(j->container->encoder);
  if (own && part->codec_id != own->id) {
    media_fail(answer, MEDIA_BAD_INPUT, "the file contains %s, but a .%s of pipeline %s",
               avcodec_get_name(part->codec_id), j->container->name, avcodec_get_name(own->id));
    return false;
  }
  if (!j->track) return true;
  const AVCodecParameters *first = j->track->codecpar;
  if (part->width != first->width || part->height != first->height) {
    media_fail(answer, MEDIA_BAD_INPUT, "the part has %d×%d pixels, but the first part has %d×%d", part->width,
               part->height, first->width, first->height);
    return false;
  }
  if (part->codec_id != first->codec_id || part->format != first->format ||
      part->profile != first->profile || part->extradata_size != first->extradata_size ||
      (part->extradata_size &&
       memcmp(part->extradata, first->extradata, (size_t)part->extradata_size) != 0)) {
    media_fail(answer, MEDIA_BAD_INPUT, "the part was encoded with other settings than the first part");
    return false;
  }
  return true;
}

/// Reports that a write failed.
static bool failed(const struct join *j, int result, struct media_message *answer) {
  if (j->file.problem) {
    media_fail(answer, MEDIA_WRITE, "%s", strerror(j->file.problem));
    answer->system = j->file.problem;
  } else {
    media_fail(answer, MEDIA_BAD_INPUT, "packet %lld: %s", (long long)j->part.written,
               av_err2str(result));
  }
  return false;
}

/// Writes the packet that was read from the part.
static bool copy(struct join *j, struct media_message *answer) {
  struct part *p = &j->part;
  AVPacket *packet = j->packet;
  const AVRational frame = frame_duration(j);
  const int64_t index = av_rescale_q_rnd(packet->pts, track_of(p)->time_base, frame,
                                         AV_ROUND_NEAR_INF | AV_ROUND_PASS_MINMAX);
  const bool is_closed = p->written > 0 || (packet->flags & AV_PKT_FLAG_KEY && index == 0);
  if (!is_closed || packet->pts == AV_NOPTS_VALUE || index < 0 || index >= p->frames ||
      p->written >= p->frames) {
    media_fail(answer, MEDIA_BAD_INPUT, is_closed ? "packet %lld does not belong to the %lld frames of the part"
                                                  : "the part does not begin with a key frame",
               (long long)p->written, (long long)p->frames);
    av_packet_unref(packet);
    return false;
  }
  // Frames leave the encoder in decoding order, one in each step of the frame rate.
  packet->pts = j->frames + index;
  packet->dts = j->frames + p->written - j->track->codecpar->video_delay;
  packet->duration = 1;
  packet->pos = -1;
  packet->stream_index = j->track->index;
  av_packet_rescale_ts(packet, frame, j->track->time_base);
  const int result = av_interleaved_write_frame(j->muxer, packet);
  if (result < 0 || j->file.problem) return failed(j, result, answer);
  p->written++;
  return true;
}

struct join *join_open(int file, const struct media_message *asked, struct media_message *answer) {
  struct join *j = av_mallocz(sizeof *j);
  const struct container *container = container_of(asked->video.container);
  const AVOutputFormat *format = container ? av_guess_format(container->muxer, NULL, NULL) : NULL;
  if (!j || !format || asked->video.rate_numerator == 0 || asked->video.rate_denominator == 0) {
    media_fail(answer, MEDIA_INTERNAL, "these videos cannot be joined");
    av_free(j);
    return NULL;
  }
  j->container = container;
  j->asked = *asked;
  j->file.descriptor = fcntl(file, F_DUPFD_CLOEXEC, 10);
  j->packet = av_packet_alloc();
  if (!j->packet || avformat_alloc_output_context2(&j->muxer, format, NULL, "out") < 0 ||
      !(j->muxer->pb = video_file_open(&j->file, 1))) {
    media_fail(answer, MEDIA_NO_MEMORY, "no memory");
    join_close(&j);
    return NULL;
  }
  j->muxer->flags |= AVFMT_FLAG_BITEXACT;
  video_file_reopens(j->muxer, &j->file);
  answer->kind = MEDIA_READY;
  return j;
}

void join_close(struct join **join) {
  struct join *j = *join;
  *join = NULL;
  if (!j) return;
  AVIOContext *stream = j->muxer ? j->muxer->pb : NULL;
  part_close(&j->part);
  sound_track_close(&j->sound);
  if (j->samples) process_unmap(j->samples, j->sample_room * 2 * sizeof *j->samples);
  av_packet_free(&j->packet);
  avformat_free_context(j->muxer);
  video_file_close(&stream);
  if (j->file.descriptor >= 0) close(j->file.descriptor);
  av_free(j);
}

/// Refuses a request if no video is open, or if no part is open and the request needs one.
static bool is_ready(const struct join *j, bool needs_part, struct media_message *answer) {
  if (j && (!needs_part || j->part.in.reader)) return true;
  media_fail(answer, MEDIA_INTERNAL, "nothing is being joined");
  return false;
}

void join_part(struct join *j, int file, const struct media_message *asked,
               struct media_message *answer) {
  if (!is_ready(j, false, answer)) return;
  part_close(&j->part);
  j->part.frames = (int64_t)asked->video.frames;
  if (part_open(&j->part, file, answer) && is_alike(j, track_of(&j->part)->codecpar, answer) &&
      (j->track || begin(j, track_of(&j->part), answer)))
    answer->kind = MEDIA_READY;
  else
    part_close(&j->part);
}

void join_copy(struct join *j, const struct media_message *asked, struct media_message *answer) {
  if (!is_ready(j, true, answer)) return;
  struct part *p = &j->part;
  for (uint64_t i = 0; i < asked->video.frames; i++) {
    if (av_read_frame(p->in.reader, j->packet) < 0) {
      media_fail(answer, MEDIA_BAD_INPUT, "the part has %lld of its %lld frames", (long long)p->written,
                 (long long)p->frames);
      return;
    }
    if (!copy(j, answer)) return;
  }
  if (p->written == p->frames) {
    // A part with more packets than frames is refused.
    if (av_read_frame(p->in.reader, j->packet) >= 0) {
      copy(j, answer);
      return;
    }
    j->frames += p->frames;
    part_close(p);
  }
  answer->kind = MEDIA_READY;
}

void join_hearing(struct join *j, int memory, const struct media_message *asked,
                  struct media_message *answer) {
  if (!is_ready(j, false, answer)) return;
  const bool is_possible = j->container->sound && !j->track && !j->samples && asked->video.samples > 0 &&
                           asked->video.samples <= SOUND_RATE;
  if (is_possible) j->samples = process_map(memory, asked->video.samples * 2 * sizeof *j->samples);
  j->sample_room = asked->video.samples;
  if (j->samples)
    answer->kind = MEDIA_READY;
  else
    media_fail(answer, is_possible ? MEDIA_NO_MEMORY : MEDIA_INTERNAL,
               is_possible ? "no memory" : "the video cannot have sound");
}

void join_heard(struct join *j, const struct media_message *asked, struct media_message *answer) {
  if (!is_ready(j, true, answer)) return;
  if (!j->sound || asked->video.samples == 0 || asked->video.samples > j->sample_room) {
    media_fail(answer, MEDIA_INTERNAL, "no such samples");
    return;
  }
  const int result = sound_track_write(j->sound, j->samples, asked->video.samples);
  if (result < 0) {
    failed(j, result, answer);
    return;
  }
  answer->kind = MEDIA_RELEASED;
  answer->video.slot = MEDIA_NO_SLOT;
}

void join_finish(struct join *j, struct media_message *answer) {
  if (!j || !j->track) {
    media_fail(answer, MEDIA_INTERNAL, "nothing is being joined");
    return;
  }
  int result = j->sound ? sound_track_write(j->sound, NULL, 0) : 0;
  if (result >= 0) result = av_write_trailer(j->muxer);
  avio_flush(j->muxer->pb);
  if (j->file.problem) {
    media_fail(answer, MEDIA_WRITE, "%s", strerror(j->file.problem));
    answer->system = j->file.problem;
  } else if (result < 0) {
    media_fail(answer, MEDIA_INTERNAL, "%s", av_err2str(result));
  } else {
    const long found = video_file_count(j->file.descriptor);
    answer->kind = MEDIA_FINISHED;
    answer->video.frames = found < 0 ? 0 : (uint64_t)found;
  }
}
