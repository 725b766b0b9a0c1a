// Puts the packets of several videos into one, one video after the other, without decoding them.
//
// Each part begins with a key frame and holds every frame of its stretch, at the one rate, so that the
// times of the whole are those of a video that was encoded in one go.
#define _GNU_SOURCE
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "video.h"

struct join {
  const struct container *container;
  struct media_message asked;
  AVFormatContext *muxer;
  AVStream *track;
  AVPacket *packet;
  struct video_file file;
  /// Frames before the part at hand.
  int64_t frames;
};

/// A part while it is read.
struct part {
  AVFormatContext *reader;
  AVIOContext *stream;
  struct video_file file;
  const AVStream *track;
};

static AVRational frame_duration(const struct join *j) {
  return (AVRational){(int)j->asked.rate_denominator, (int)j->asked.rate_numerator};
}

static bool part_open(struct part *p, int file, struct media_message *answer) {
  p->file.descriptor = file;
  p->stream = video_file_open(&p->file, 0);
  p->reader = avformat_alloc_context();
  if (!p->stream || !p->reader) {
    media_fail(answer, MEDIA_INTERNAL, "no memory");
    return false;
  }
  p->reader->pb = p->stream;
  p->reader->io_open = video_file_refuse;
  AVDictionary *options = NULL;
  av_dict_set(&options, "format_whitelist", "mov,mp4,matroska,webm", 0);
  // On failure the reader is freed and set to NULL.
  int result = avformat_open_input(&p->reader, NULL, NULL, &options);
  av_dict_free(&options);
  if (result >= 0) result = avformat_find_stream_info(p->reader, NULL);
  if (result < 0) {
    media_fail(answer, MEDIA_BAD_INPUT, "not a video (%s)", av_err2str(result));
    return false;
  }
  if (p->reader->nb_streams != 1 ||
      p->reader->streams[0]->codecpar->codec_type != AVMEDIA_TYPE_VIDEO) {
    media_fail(answer, MEDIA_BAD_INPUT, "it does not hold one video and nothing else");
    return false;
  }
  p->track = p->reader->streams[0];
  return true;
}

static void part_close(struct part *p) {
  avformat_close_input(&p->reader);
  video_file_close(&p->stream);
}

/// Writes the whole's head, once the first part says what all of them hold.
static bool begin(struct join *j, const AVStream *like, struct media_message *answer) {
  j->track = avformat_new_stream(j->muxer, NULL);
  int result = j->track ? avcodec_parameters_copy(j->track->codecpar, like->codecpar)
                        : AVERROR(ENOMEM);
  if (result >= 0) {
    j->track->time_base = frame_duration(j);
    j->track->avg_frame_rate = j->track->r_frame_rate = av_inv_q(frame_duration(j));
    const AVDictionaryEntry *alpha = av_dict_get(like->metadata, "alpha_mode", NULL, 0);
    if (alpha) av_dict_set(&j->track->metadata, "alpha_mode", alpha->value, 0);
    AVDictionary *options = NULL;
    container_tune_muxer(j->container, &j->asked, &options);
    result = avformat_write_header(j->muxer, &options);
    av_dict_free(&options);
  }
  if (result < 0) media_fail(answer, MEDIA_INTERNAL, "%s", av_err2str(result));
  return result >= 0;
}

/// Whether a part holds what the first one does, in the same form.
static bool is_alike(const struct join *j, const AVCodecParameters *part,
                     struct media_message *answer) {
  const AVCodec *own = avcodec_find_encoder_by_name(j->container->encoder);
  if (own && part->codec_id != own->id) {
    media_fail(answer, MEDIA_BAD_INPUT, "it holds %s, and a .%s of ours %s",
               avcodec_get_name(part->codec_id), j->container->name, avcodec_get_name(own->id));
    return false;
  }
  if (!j->track) return true;
  const AVCodecParameters *first = j->track->codecpar;
  if (part->width != first->width || part->height != first->height) {
    media_fail(answer, MEDIA_BAD_INPUT, "it has %d×%d pixels, and the first part %d×%d", part->width,
               part->height, first->width, first->height);
    return false;
  }
  if (part->codec_id != first->codec_id || part->format != first->format ||
      part->profile != first->profile || part->extradata_size != first->extradata_size ||
      (part->extradata_size &&
       memcmp(part->extradata, first->extradata, (size_t)part->extradata_size) != 0)) {
    media_fail(answer, MEDIA_BAD_INPUT, "it was encoded with other settings than the first part");
    return false;
  }
  return true;
}

/// Writes the packets of a part; gives their number, or -1.
static int64_t copy(struct join *j, struct part *p, int64_t expected,
                    struct media_message *answer) {
  const AVRational frame = frame_duration(j);
  const int64_t delay = j->track->codecpar->video_delay;
  int64_t count = 0;
  while (av_read_frame(p->reader, j->packet) >= 0) {
    AVPacket *packet = j->packet;
    const int64_t index = av_rescale_q_rnd(packet->pts, p->track->time_base, frame,
                                           AV_ROUND_NEAR_INF | AV_ROUND_PASS_MINMAX);
    const bool is_closed = count > 0 || (packet->flags & AV_PKT_FLAG_KEY && index == 0);
    if (!is_closed || packet->pts == AV_NOPTS_VALUE || index < 0 || index >= expected ||
        count >= expected) {
      media_fail(answer, MEDIA_BAD_INPUT, is_closed ? "packet %lld is not of its %lld frames"
                                                    : "it does not begin with a key frame",
                 (long long)count, (long long)expected);
      av_packet_unref(packet);
      return -1;
    }
    // Frames leave the encoder in the order of decoding, one in each step.
    packet->pts = j->frames + index;
    packet->dts = j->frames + count - delay;
    packet->duration = 1;
    packet->pos = -1;
    packet->stream_index = j->track->index;
    av_packet_rescale_ts(packet, frame, j->track->time_base);
    count++;
    const int result = av_interleaved_write_frame(j->muxer, packet);
    if (result < 0 || j->file.problem) {
      if (j->file.problem) {
        media_fail(answer, MEDIA_WRITE, "%s", strerror(j->file.problem));
        answer->system = j->file.problem;
      } else {
        media_fail(answer, MEDIA_BAD_INPUT, "packet %lld: %s", (long long)count - 1,
                   av_err2str(result));
      }
      return -1;
    }
  }
  return count;
}

struct join *join_open(int file, const struct media_message *asked, struct media_message *answer) {
  struct join *j = av_mallocz(sizeof *j);
  const struct container *container = container_of(asked->container);
  const AVOutputFormat *format = container ? av_guess_format(container->muxer, NULL, NULL) : NULL;
  if (!j || !format || asked->rate_numerator == 0 || asked->rate_denominator == 0) {
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
    media_fail(answer, MEDIA_INTERNAL, "no memory");
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
  av_packet_free(&j->packet);
  avformat_free_context(j->muxer);
  video_file_close(&stream);
  if (j->file.descriptor >= 0) close(j->file.descriptor);
  av_free(j);
}

void join_part(struct join *j, int file, const struct media_message *asked,
               struct media_message *answer) {
  if (!j) {
    media_fail(answer, MEDIA_INTERNAL, "nothing is being joined");
    return;
  }
  struct part part = {0};
  const int64_t expected = (int64_t)asked->count;
  if (part_open(&part, file, answer) && is_alike(j, part.track->codecpar, answer) &&
      (j->track || begin(j, part.track, answer))) {
    const int64_t found = copy(j, &part, expected, answer);
    if (found == expected) {
      j->frames += found;
      answer->kind = MEDIA_READY;
    } else if (found >= 0) {
      media_fail(answer, MEDIA_BAD_INPUT, "it has %lld of its %lld frames", (long long)found,
                 (long long)expected);
    }
  }
  part_close(&part);
}

void join_finish(struct join *j, struct media_message *answer) {
  if (!j || !j->track) {
    media_fail(answer, MEDIA_INTERNAL, "nothing is being joined");
    return;
  }
  const int result = av_write_trailer(j->muxer);
  avio_flush(j->muxer->pb);
  if (j->file.problem) {
    media_fail(answer, MEDIA_WRITE, "%s", strerror(j->file.problem));
    answer->system = j->file.problem;
  } else if (result < 0) {
    media_fail(answer, MEDIA_INTERNAL, "%s", av_err2str(result));
  } else {
    const long found = video_file_count(j->file.descriptor);
    answer->kind = MEDIA_FINISHED;
    answer->count = found < 0 ? 0 : (uint64_t)found;
  }
}
