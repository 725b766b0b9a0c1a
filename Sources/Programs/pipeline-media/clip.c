// Decodes the frames of a video or an animated picture, one after the other.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <libavutil/version.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "moving.h"
#include "video.h"

/// Ticks of a second, as the host counts time.
#define TICKS 705600000

const char clip_formats[] = "gif,apng,mov,mp4,matroska,webm,yuv4mpegpipe,avi,ivf,mpegts";

struct clip {
  AVFormatContext *reader;
  AVIOContext *stream;
  AVCodecContext *decoder;
  AVPacket *packet;
  struct video_file file;
  int track;
  uint32_t side_limit;
  uint64_t pixel_limit;
  bool is_drained;
  uint64_t frames;
};

/// Refuses a frame beyond the limits before its memory is taken.
static int take_buffer(AVCodecContext *context, AVFrame *frame, int flags) {
  const struct clip *clip = context->opaque;
  uint64_t pixels = (uint64_t)frame->width * (uint64_t)frame->height;
  if ((uint32_t)frame->width > clip->side_limit || (uint32_t)frame->height > clip->side_limit ||
      pixels > clip->pixel_limit)
    return AVERROR(ENOMEM);
  return avcodec_default_get_buffer2(context, frame, flags);
}

void clip_close(struct clip **clip) {
  struct clip *c = *clip;
  *clip = NULL;
  if (!c) return;
  av_packet_free(&c->packet);
  avcodec_free_context(&c->decoder);
  avformat_close_input(&c->reader);
  video_file_close(&c->stream);
  if (c->file.descriptor >= 0) close(c->file.descriptor);
  av_free(c);
}

/// FFmpeg's own VP9 decoder leaves the alpha channel out; libvpx does not.
const AVCodec *clip_decoder(const AVStream *track) {
  const AVDictionaryEntry *alpha = av_dict_get(track->metadata, "alpha_mode", NULL, 0);
  const AVCodec *codec = NULL;
  if (track->codecpar->codec_id == AV_CODEC_ID_VP9 && alpha && !strcmp(alpha->value, "1"))
    codec = avcodec_find_decoder_by_name("libvpx-vp9");
  return codec ? codec : avcodec_find_decoder(track->codecpar->codec_id);
}

static bool open_reader(struct clip *c, struct media_message *answer) {
  c->stream = video_file_open(&c->file, 0);
  c->reader = avformat_alloc_context();
  c->packet = av_packet_alloc();
  if (!c->stream || !c->reader || !c->packet) {
    media_fail(answer, MEDIA_INTERNAL, "no memory");
    return false;
  }
  c->reader->pb = c->stream;
  c->reader->io_open = video_file_refuse;
  AVDictionary *options = NULL;
  av_dict_set(&options, "format_whitelist", clip_formats, 0);
  // Times as they stand in a GIF, also those that browsers stretch.
  av_dict_set(&options, "min_delay", "0", 0);
  int result = avformat_open_input(&c->reader, NULL, NULL, &options);
  av_dict_free(&options);
  if (result >= 0) result = avformat_find_stream_info(c->reader, NULL);
  if (result >= 0)
    result = c->track = av_find_best_stream(c->reader, AVMEDIA_TYPE_VIDEO, -1, -1, NULL, 0);
  if (result >= 0) return true;
  media_fail(answer, MEDIA_BAD_INPUT, "not a video or animated picture (%s)",
             av_err2str(result));
  return false;
}

static bool open_decoder(struct clip *c, struct media_message *answer) {
  const AVStream *track = c->reader->streams[c->track];
  const AVCodec *codec = clip_decoder(track);
  c->decoder = codec ? avcodec_alloc_context3(codec) : NULL;
  if (!c->decoder) {
    media_fail(answer, MEDIA_MISSING_CODEC, "this FFmpeg cannot decode it");
    return false;
  }
  c->decoder->opaque = c;
  c->decoder->get_buffer2 = take_buffer;
  c->decoder->thread_count = 2;
  c->decoder->flags |= AV_CODEC_FLAG_BITEXACT;
  c->decoder->pkt_timebase = track->time_base;
  int result = avcodec_parameters_to_context(c->decoder, track->codecpar);
  if (result >= 0) result = avcodec_open2(c->decoder, codec, NULL);
  if (result < 0) media_fail(answer, MEDIA_BAD_INPUT, "%s", av_err2str(result));
  return result >= 0;
}

struct clip *clip_open(int file, const struct media_message *asked, struct media_message *answer) {
  struct clip *c = av_mallocz(sizeof *c);
  if (!c) {
    media_fail(answer, MEDIA_INTERNAL, "no memory");
    return NULL;
  }
  c->side_limit = asked->side_limit;
  c->pixel_limit = asked->pixel_limit;
  c->file.descriptor = fcntl(file, F_DUPFD_CLOEXEC, 10);
  if (open_reader(c, answer) && open_decoder(c, answer)) {
    answer->kind = MEDIA_READY;
    snprintf(answer->text, sizeof answer->text, "%s",
             avcodec_get_name(c->reader->streams[c->track]->codecpar->codec_id));
  }
  else
    clip_close(&c);
  return c;
}

/// Gives the decoder the next packet of the track, or its end; negative on failure.
static int feed(struct clip *c) {
  int result;
  while ((result = av_read_frame(c->reader, c->packet)) >= 0) {
    if (c->packet->stream_index == c->track) result = avcodec_send_packet(c->decoder, c->packet);
    bool was_ours = c->packet->stream_index == c->track;
    av_packet_unref(c->packet);
    if (was_ours) return result;
  }
  if (result != AVERROR_EOF) return result;
  c->is_drained = true;
  return avcodec_send_packet(c->decoder, NULL);
}

static int64_t ticks(const struct clip *c, int64_t time) {
  return av_rescale_q(time, c->reader->streams[c->track]->time_base, (AVRational){1, TICKS});
}

static void tell(const struct clip *c, const AVFrame *frame, struct media_message *answer) {
  int64_t first = c->reader->streams[c->track]->start_time;
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
  answer->start = start == AV_NOPTS_VALUE ? 0 : ticks(c, start);
  answer->duration = duration > 0 ? ticks(c, duration) : 0;
}

AVFrame *clip_next(struct clip *c, struct media_message *answer) {
  AVFrame *frame = c ? av_frame_alloc() : NULL;
  if (!frame) {
    media_fail(answer, MEDIA_INTERNAL, c ? "no memory" : "no clip is open");
    return NULL;
  }
  int result;
  while ((result = avcodec_receive_frame(c->decoder, frame)) == AVERROR(EAGAIN) &&
         !c->is_drained) {
    result = feed(c);
    if (result < 0) break;
  }
  bool whole = result >= 0 && !(frame->flags & AV_FRAME_FLAG_CORRUPT) &&
               !frame->decode_error_flags && frame->width > 0 && frame->height > 0;
  if (whole) {
    c->frames++;
    // Y4M has no word for the matrix; ours is BT.709.
    if (frame->colorspace == AVCOL_SPC_UNSPECIFIED && c->decoder->codec_id == AV_CODEC_ID_RAWVIDEO)
      frame->colorspace = AVCOL_SPC_BT709;
    tell(c, frame, answer);
    return frame;
  }
  av_frame_free(&frame);
  if (result == AVERROR_EOF && c->frames > 0) {
    answer->kind = MEDIA_FINISHED;
    answer->count = c->frames;
  } else {
    const char *line = helper_log();
    media_fail(answer, MEDIA_BAD_INPUT, "frame %llu: %s", (unsigned long long)c->frames,
               result == AVERROR_EOF ? "there is none" : *line ? line : av_err2str(result));
  }
  return NULL;
}
