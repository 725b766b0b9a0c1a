// Decodes the first picture of an image file that the host opened.
#include <errno.h>
#include <libavcodec/avcodec.h>
#include <string.h>

#include "helper.h"

/// The limits of the load at hand, and whether the picture broke one.
struct limits {
  uint32_t side;
  uint64_t pixels;
  int width, height;
  bool broken;
};

/// Tells the codec by the first bytes; the name of the file says nothing.
static enum AVCodecID codec_of(const unsigned char *b, size_t n) {
  if (n >= 3 && !memcmp(b, "\xff\xd8\xff", 3)) return AV_CODEC_ID_MJPEG;
  if (n >= 12 && !memcmp(b, "RIFF", 4) && !memcmp(b + 8, "WEBP", 4)) return AV_CODEC_ID_WEBP;
  if (n >= 6 && (!memcmp(b, "GIF87a", 6) || !memcmp(b, "GIF89a", 6))) return AV_CODEC_ID_GIF;
  if (n >= 2 && !memcmp(b, "BM", 2)) return AV_CODEC_ID_BMP;
  if (n >= 4 && (!memcmp(b, "II*\0", 4) || !memcmp(b, "MM\0*", 4))) return AV_CODEC_ID_TIFF;
  if (n >= 4 && !memcmp(b, "qoif", 4)) return AV_CODEC_ID_QOI;
  return AV_CODEC_ID_NONE;
}

/// Refuses a picture beyond the limits before its memory is taken.
static int take_buffer(AVCodecContext *context, AVFrame *frame, int flags) {
  struct limits *limits = context->opaque;
  limits->width = frame->width;
  limits->height = frame->height;
  uint64_t pixels = (uint64_t)frame->width * (uint64_t)frame->height;
  if ((uint32_t)frame->width > limits->side || (uint32_t)frame->height > limits->side ||
      pixels > limits->pixels) {
    limits->broken = true;
    return AVERROR(ENOMEM);
  }
  return avcodec_default_get_buffer2(context, frame, flags);
}

/// Decodes one packet; NULL with a reason in `answer`.
static AVFrame *decode(enum AVCodecID id, const AVPacket *packet, struct limits *limits,
                       struct media_message *answer) {
  const AVCodec *codec = avcodec_find_decoder(id);
  AVCodecContext *context = codec ? avcodec_alloc_context3(codec) : NULL;
  AVFrame *frame = av_frame_alloc();
  if (!context || !frame) {
    media_fail(answer, MEDIA_MISSING_CODEC, "this FFmpeg cannot decode it");
    avcodec_free_context(&context);
    av_frame_free(&frame);
    return NULL;
  }
  context->opaque = limits;
  context->get_buffer2 = take_buffer;
  context->thread_count = 1;
  // A damaged picture is refused, not half shown; an unknown TIFF tag is no damage.
  context->err_recognition = AV_EF_CRCCHECK;
  if (id != AV_CODEC_ID_TIFF) context->err_recognition |= AV_EF_EXPLODE;
  int result = avcodec_open2(context, codec, NULL);
  if (result >= 0) result = avcodec_send_packet(context, packet);
  if (result >= 0) result = avcodec_send_packet(context, NULL);
  if (result >= 0) result = avcodec_receive_frame(context, frame);
  bool whole = result >= 0 && !(frame->flags & AV_FRAME_FLAG_CORRUPT) &&
               !frame->decode_error_flags && frame->width > 0 && frame->height > 0;
  avcodec_free_context(&context);
  if (whole) return frame;
  if (limits->broken)
    media_fail(answer, MEDIA_TOO_LARGE, "%d×%d pixels", limits->width, limits->height);
  else
    media_fail(answer, MEDIA_BAD_INPUT, "%s", helper_log());
  av_frame_free(&frame);
  return NULL;
}

AVFrame *load_image(int file, const struct media_message *asked, struct media_message *answer) {
  const int64_t bytes = media_file_bytes(file, answer);
  if (bytes < 0) return NULL;
  AVPacket *packet = av_packet_alloc();
  if (!packet || av_new_packet(packet, (int)bytes) < 0) {
    media_fail(answer, MEDIA_INTERNAL, "no memory for the file");
    av_packet_free(&packet);
    return NULL;
  }
  AVFrame *frame = NULL;
  if (media_read_file(file, packet->data, (size_t)bytes, answer)) {
    const enum AVCodecID id = codec_of(packet->data, (size_t)bytes);
    if (id == AV_CODEC_ID_NONE) {
      media_fail(answer, MEDIA_BAD_INPUT,
                 "not a picture (PNG, JPEG, WebP, GIF, BMP, TIFF and QOI are)");
    } else {
      packet->flags |= AV_PKT_FLAG_KEY;
      struct limits limits = {.side = asked->side_limit, .pixels = asked->pixel_limit};
      frame = decode(id, packet, &limits, answer);
    }
  }
  av_packet_free(&packet);
  if (frame) {
    answer->kind = MEDIA_LOADED;
    answer->width = (uint32_t)frame->width;
    answer->height = (uint32_t)frame->height;
  }
  return frame;
}
