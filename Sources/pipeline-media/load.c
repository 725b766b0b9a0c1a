// Decodes the first picture of an image file that the host opened.
#define _GNU_SOURCE
#include <errno.h>
#include <libavcodec/avcodec.h>
#include <libavutil/imgutils.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "helper.h"

/// The most bytes a file may have.
#define FILE_LIMIT (512ll << 20)

/// The limits of the load at hand, and whether the picture broke one.
struct limits {
  uint32_t side;
  uint64_t pixels;
  int width, height;
  bool broken;
  /// Marks the last row, so that it is seen whether it was decoded.
  bool marks;
};

enum { row_mark = 0xa5 };

/// What the first bytes say; the name of the file says nothing.
static enum AVCodecID codec_of(const unsigned char *b, size_t n) {
  if (n >= 8 && !memcmp(b, "\x89PNG\r\n\x1a\n", 8)) return AV_CODEC_ID_PNG;
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
  const int result = avcodec_default_get_buffer2(context, frame, flags);
  if (result >= 0 && limits->marks && frame->linesize[0] > 0)
    memset(frame->data[0] + (ptrdiff_t)(frame->height - 1) * frame->linesize[0], row_mark,
           (size_t)frame->linesize[0]);
  return result;
}

/// The last row is as it was marked.
static bool is_marked(const AVFrame *frame) {
  const int bytes = av_image_get_linesize(frame->format, frame->width, 0);
  const uint8_t *row = frame->data[0] + (ptrdiff_t)(frame->height - 1) * frame->linesize[0];
  int i = 0;
  while (i < bytes && row[i] == row_mark) i++;
  return i >= bytes;
}

/// FFmpeg decodes a PNG that ends early without a word. A row that it has not reached keeps its mark;
/// where that does not show, and where a picture's row may look like it, the rows are counted.
static bool has_all_rows(const AVFrame *frame, const AVPacket *packet) {
  const size_t size = (size_t)packet->size;
  return (!is_marked(frame) && !png_may_hide_rows(packet->data, size)) ||
         png_has_all_rows(packet->data, size);
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
  limits->marks = id == AV_CODEC_ID_PNG;
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
  const bool is_short = whole && limits->marks && !has_all_rows(frame, packet);
  if (whole && !is_short) return frame;
  if (is_short)
    media_fail(answer, MEDIA_BAD_INPUT, "it has fewer rows than its header says");
  else if (limits->broken)
    media_fail(answer, MEDIA_TOO_LARGE, "%d×%d pixels", limits->width, limits->height);
  else
    media_fail(answer, MEDIA_BAD_INPUT, "%s", helper_log());
  av_frame_free(&frame);
  return NULL;
}

AVFrame *load_image(int file, const struct media_message *asked, struct media_message *answer) {
  struct stat about;
  if (fstat(file, &about) != 0 || !S_ISREG(about.st_mode)) {
    media_fail(answer, MEDIA_BAD_INPUT, "not a plain file");
    return NULL;
  }
  if (about.st_size > FILE_LIMIT) {
    media_fail(answer, MEDIA_TOO_LARGE, "%lld bytes", (long long)about.st_size);
    return NULL;
  }
  AVPacket *packet = av_packet_alloc();
  if (!packet || av_new_packet(packet, (int)about.st_size) < 0) {
    media_fail(answer, MEDIA_INTERNAL, "no memory for the file");
    av_packet_free(&packet);
    return NULL;
  }
  int got = 0;
  while (got < packet->size) {
    ssize_t n = pread(file, packet->data + got, (size_t)(packet->size - got), got);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    got += (int)n;
  }
  enum AVCodecID id = codec_of(packet->data, (size_t)got);
  AVFrame *frame = NULL;
  if (got < packet->size) {
    media_fail(answer, MEDIA_BAD_INPUT, "it cannot be read");
  } else if (id == AV_CODEC_ID_NONE) {
    media_fail(answer, MEDIA_BAD_INPUT,
               "not a picture (PNG, JPEG, WebP, GIF, BMP, TIFF and QOI are)");
  } else {
    packet->flags |= AV_PKT_FLAG_KEY;
    struct limits limits = {.side = asked->side_limit, .pixels = asked->pixel_limit};
    frame = decode(id, packet, &limits, answer);
  }
  av_packet_free(&packet);
  if (frame) {
    answer->kind = MEDIA_LOADED;
    answer->width = (uint32_t)frame->width;
    answer->height = (uint32_t)frame->height;
  }
  return frame;
}
