// Decodes the frames of a video or an animated picture in order.
#define _GNU_SOURCE
#include "clip.h"

#include <errno.h>
#include <fcntl.h>
#include <libavutil/version.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "footage.h"
#include "image.h"
#include "log.h"
#include "reel.h"
#include "upright.h"

struct clip {
  struct footage in;
  AVPacket *packet;
  /// The animated picture, which replaces the stream and its decoder, and the time of its next frame.
  struct reel *reel;
  int64_t reel_time;
  bool is_drained;
  uint64_t frames;
};

void clip_close(struct clip **clip) {
  struct clip *c = *clip;
  *clip = NULL;
  if (!c) return;
  av_packet_free(&c->packet);
  reel_close(&c->reel);
  footage_close(&c->in);
  if (c->in.file.descriptor >= 0) close(c->in.file.descriptor);
  av_free(c);
}

struct clip *clip_open(int file, const struct media_message *asked, struct media_message *answer) {
  struct clip *c = av_mallocz(sizeof *c);
  if (!c) {
    media_fail(answer, MEDIA_NO_MEMORY, "no memory");
    return NULL;
  }
  c->in.side_limit = asked->side_limit;
  c->in.pixel_limit = asked->pixel_limit;
  c->in.file.descriptor = fcntl(file, F_DUPFD_CLOEXEC, 10);
  c->reel = reel_open(file, asked, answer);
  if (answer->kind == MEDIA_FAILED) {
    clip_close(&c);
    return NULL;
  }
  if (c->reel) {
    answer->kind = MEDIA_READY;
    snprintf(answer->text, sizeof answer->text, "%s", c->reel->kind->codec);
    return c;
  }
  c->packet = av_packet_alloc();
  const int result =
      c->packet ? footage_open(&c->in, footage_formats, AVMEDIA_TYPE_VIDEO) : AVERROR(ENOMEM);
  if (result < 0)
    footage_name(c->in.file.descriptor, "the file is neither a video nor an animated picture", false, result, answer);
  if (result >= 0 && footage_decode(&c->in, answer)) {
    answer->kind = MEDIA_READY;
    snprintf(answer->text, sizeof answer->text, "%s",
             avcodec_get_name(c->in.reader->streams[c->in.track]->codecpar->codec_id));
  } else {
    clip_close(&c);
  }
  return c;
}

/// Sends the next packet of the track, or its end, to the decoder; negative on failure.
static int feed(struct clip *c) {
  int result;
  while ((result = av_read_frame(c->in.reader, c->packet)) >= 0) {
    if (c->packet->stream_index == c->in.track) result = avcodec_send_packet(c->in.decoder, c->packet);
    bool was_ours = c->packet->stream_index == c->in.track;
    av_packet_unref(c->packet);
    if (was_ours) return result;
  }
  if (result != AVERROR_EOF) return result;
  c->is_drained = true;
  return avcodec_send_packet(c->in.decoder, NULL);
}

static int64_t ticks(const struct clip *c, int64_t time) {
  return av_rescale_q(time, c->in.reader->streams[c->in.track]->time_base, (AVRational){1, TICKS});
}

static void tell(const struct clip *c, const AVFrame *frame, struct media_message *answer) {
  int64_t first = c->in.reader->streams[c->in.track]->start_time;
  int64_t start = frame->best_effort_timestamp;
  if (start != AV_NOPTS_VALUE && first != AV_NOPTS_VALUE) start -= first;
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 30, 100)
  int64_t duration = frame->duration;
#else
  int64_t duration = frame->pkt_duration;
#endif
  answer->kind = MEDIA_LOADED;
  answer->width = (uint32_t)frame->width;
  answer->height = (uint32_t)frame->height;
  answer->clip.start = start == AV_NOPTS_VALUE ? 0 : ticks(c, start);
  answer->clip.duration = duration > 0 ? ticks(c, duration) : 0;
}

/// Decodes the next frame of an animated picture.
static void next_of_reel(struct clip *c, struct image *image, struct media_message *answer) {
  const size_t place = c->reel->place;
  if (place == c->reel->count) {
    answer->kind = MEDIA_FINISHED;
    answer->clip.frames = c->frames;
    return;
  }
  if (!reel_next(c->reel, answer)) return;
  c->frames++;
  image->frame = reel_frame(c->reel);
  image->orientation = c->reel->orientation;
  image->is_final = true;
  if (!image->frame) {
    media_fail(answer, MEDIA_NO_MEMORY, "no memory");
    return;
  }
  answer->kind = MEDIA_LOADED;
  answer->width = c->reel->width;
  answer->height = c->reel->height;
  turn_sides(image->orientation, &answer->width, &answer->height);
  answer->clip.start = c->reel_time;
  answer->clip.duration = c->reel->durations[place];
  c->reel_time += c->reel->durations[place];
}

void clip_next(struct clip *c, struct image *image, struct media_message *answer) {
  image_close(image);
  if (c && c->reel) {
    next_of_reel(c, image, answer);
    return;
  }
  AVFrame *frame = c ? av_frame_alloc() : NULL;
  if (!frame) {
    media_fail(answer, c ? MEDIA_NO_MEMORY : MEDIA_INTERNAL,
               c ? "no memory" : "no clip is open");
    return;
  }
  int result;
  while ((result = avcodec_receive_frame(c->in.decoder, frame)) == AVERROR(EAGAIN) &&
         !c->is_drained) {
    result = feed(c);
    if (result < 0) break;
  }
  bool whole = result >= 0 && !(frame->flags & AV_FRAME_FLAG_CORRUPT) &&
               !frame->decode_error_flags && frame->width > 0 && frame->height > 0;
  if (whole) {
    c->frames++;
    // Y4M cannot declare its colour matrix; the Y4M files that this program writes use BT.709.
    if (frame->colorspace == AVCOL_SPC_UNSPECIFIED && c->in.decoder->codec_id == AV_CODEC_ID_RAWVIDEO)
      frame->colorspace = AVCOL_SPC_BT709;
    tell(c, frame, answer);
    *image = footage_image(&c->in, frame);
    // The clip owns the transform to sRGB.
    image->borrows_color = true;
    return;
  }
  av_frame_free(&frame);
  if (result == AVERROR_EOF && c->frames > 0) {
    answer->kind = MEDIA_FINISHED;
    answer->clip.frames = c->frames;
  } else {
    const char *line = helper_log();
    media_fail(answer, MEDIA_BAD_INPUT, "frame %llu: %s", (unsigned long long)c->frames,
               result == AVERROR_EOF ? "there is none" : *line ? line : av_err2str(result));
  }
}
