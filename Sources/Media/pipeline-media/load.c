// Decodes the first picture of an image file that the host opened.
#include "load.h"

#include <errno.h>
#include <libavcodec/avcodec.h>
#include <libavutil/intreadwrite.h>
#include <string.h>

#include "color.h"
#include "heif.h"
#include "image.h"
#include "inks.h"
#include "kinds.h"
#include "log.h"
#include "picture.h"
#include "reel.h"
#include "store.h"
#include "tiff.h"
#include "upright.h"

/// The limits of the current load, and whether the picture exceeds one of them.
struct limits {
  uint32_t side;
  uint64_t pixels;
  int width, height;
  bool broken;
};

/// Determines the codec from the file's first bytes, and ignores the file's name.
static enum AVCodecID codec_of(const unsigned char *b, size_t n) {
  if (n >= 3 && !memcmp(b, "\xff\xd8\xff", 3)) return AV_CODEC_ID_MJPEG;
  if (n >= 12 && !memcmp(b, "RIFF", 4) && !memcmp(b + 8, "WEBP", 4)) return AV_CODEC_ID_WEBP;
  if (n >= 2 && !memcmp(b, "BM", 2)) return AV_CODEC_ID_BMP;
  if (n >= 4 && !memcmp(b, "qoif", 4)) return AV_CODEC_ID_QOI;
  return AV_CODEC_ID_NONE;
}

/// Refuses a picture beyond the limits before memory is allocated for it.
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

/// Decodes one packet; on failure, returns NULL with a reason in `answer`.
static AVFrame *decode(enum AVCodecID id, const AVPacket *packet, struct limits *limits,
                       struct media_message *answer) {
  const AVCodec *codec = avcodec_find_decoder(id);
  AVCodecContext *context = codec ? avcodec_alloc_context3(codec) : NULL;
  AVFrame *frame = av_frame_alloc();
  if (!context || !frame) {
    media_fail(answer, MEDIA_MISSING_CODEC, "the installed FFmpeg cannot decode the file");
    avcodec_free_context(&context);
    av_frame_free(&frame);
    return NULL;
  }
  context->opaque = limits;
  context->get_buffer2 = take_buffer;
  context->thread_count = 1;
  // A damaged picture is refused instead of being shown partly.
  context->err_recognition = AV_EF_CRCCHECK | AV_EF_EXPLODE;
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

/// Returns whether the file is a GIF or an animated WebP, which are read as animations.
static bool is_played(const unsigned char *b, size_t n) {
  if (n >= 6 && (!memcmp(b, "GIF87a", 6) || !memcmp(b, "GIF89a", 6))) return true;
  return n > 20 && !memcmp(b, "RIFF", 4) && !memcmp(b + 8, "WEBPVP8X", 8) && (b[20] & 2);
}

/// Loads the first picture of an animated file.
static bool load_first(int file, const struct media_message *asked, struct media_message *answer,
                       struct image *image) {
  struct reel *reel = reel_open(file, asked, answer);
  if (reel && reel_next(reel, answer)) {
    image->frame = reel_frame(reel);
    image->orientation = reel->orientation;
    image->is_final = true;
    memcpy(answer->text, reel->remark, sizeof reel->remark);
  }
  if (!image->frame && answer->kind != MEDIA_FAILED)
    media_fail(answer, reel ? MEDIA_NO_MEMORY : MEDIA_BAD_INPUT,
               reel ? "no memory for the pixels" : "the file ends early");
  reel_close(&reel);
  return image->frame != NULL;
}

/// Returns the orientation in a file of a codec.
static unsigned orientation_of(enum AVCodecID id, const AVPacket *file) {
  const size_t count = (size_t)file->size;
  switch (id) {
    case AV_CODEC_ID_MJPEG: return orientation_of_jpeg(file->data, count);
    case AV_CODEC_ID_WEBP: return orientation_of_webp(file->data, count);
    default: return 1;
  }
}

/// Returns whether a BMP cannot declare its alpha bits: the fourth byte of a pixel is then padding, which FFmpeg treats
/// as alpha.
static bool is_opaque_bmp(enum AVCodecID id, const AVPacket *file) {
  return id == AV_CODEC_ID_BMP && file->size > 18 && AV_RL32(file->data + 14) < 56;
}

/// Decodes with FFmpeg's libraries.
static bool load(enum AVCodecID id, AVPacket *packet, const struct media_message *asked,
                 struct media_message *answer, struct image *image) {
  packet->flags |= AV_PKT_FLAG_KEY;
  struct limits limits = {.side = asked->side_limit, .pixels = asked->pixel_limit};
  image->frame = decode(id, packet, &limits, answer);
  if (!image->frame) return false;
  image->orientation = orientation_of(id, packet);
  if (is_opaque_bmp(id, packet) && image->frame->format == AV_PIX_FMT_BGRA)
    image->frame->format = AV_PIX_FMT_BGR0;
  const AVFrameSideData *profile =
      av_frame_get_side_data(image->frame, AV_FRAME_DATA_ICC_PROFILE);
  if (profile) {
    const struct color_words words = {.profile = profile->data, .profile_bytes = profile->size};
    const struct color_format format = format_of(image->frame);
    image->color = color_open(&words, (enum color_model)format.model, format.bits, answer->text);
  }
  return true;
}

/// Decodes a PNG, as pipeline-png does.
static bool load_png(const AVPacket *packet, const struct media_message *asked,
                     struct media_message *answer, struct image *image) {
  struct picture *p =
      picture_open_part(packet->data, (size_t)packet->size, NULL, asked, answer);
  if (!p) return false;
  image->frame = new_rgba((int)picture_width(p), (int)picture_height(p), false);
  image->is_final = true;
  if (image->frame)
    picture_store(p, image->frame->data[0], (size_t)image->frame->linesize[0], answer);
  else
    media_fail(answer, MEDIA_NO_MEMORY, "no memory for the pixels");
  picture_close(&p);
  return answer->kind != MEDIA_FAILED;
}

/// Decodes a still picture, whose first bytes determine the decoder.
static bool load_packet(AVPacket *packet, const struct media_message *asked,
                        struct media_message *answer, struct image *image) {
  const size_t count = (size_t)packet->size;
  const enum AVCodecID id = codec_of(packet->data, count);
  const char *unread = kind_unread(packet->data, count);
  if (unread) {
    kind_fail(unread, "PNG, JPEG, WebP, HEIC, AVIF, GIF, BMP, TIFF, QOI, SVG", answer);
    return false;
  }
  if (is_tiff(packet->data, count)) return load_tiff(packet->data, count, asked, answer, image);
  if (is_heif(packet->data, count)) return load_heif(packet->data, count, asked, answer, image);
  if (id == AV_CODEC_ID_MJPEG && is_inked_jpeg(packet->data, count))
    return load_inked_jpeg(packet->data, count, asked, answer, image);
  if (count > 8 && !memcmp(packet->data, "\x89PNG\r\n\x1a\n", 8))
    return load_png(packet, asked, answer, image);
  if (id != AV_CODEC_ID_NONE) return load(id, packet, asked, answer, image);
  const char *other = kind_read(packet->data, count);
  if (other)
    media_fail(answer, MEDIA_BAD_INPUT, "the file is %s, not a picture", other);
  else
    media_fail(answer, MEDIA_BAD_INPUT,
               "not a picture that pipeline reads (PNG, JPEG, WebP, HEIC, AVIF, GIF, BMP, TIFF, QOI or SVG)");
  return false;
}

/// Fills `answer` with LOADED, or closes the image if it was not loaded.
static bool tell_loaded(bool is_loaded, struct media_message *answer, struct image *image) {
  if (!is_loaded) {
    image_close(image);
    return false;
  }
  answer->kind = MEDIA_LOADED;
  answer->width = (uint32_t)image->frame->width;
  answer->height = (uint32_t)image->frame->height;
  turn_sides(image->orientation, &answer->width, &answer->height);
  return true;
}

bool load_image(int file, const struct media_message *asked, struct media_message *answer,
                struct image *image) {
  const int64_t bytes = media_file_bytes(file, answer);
  if (bytes < 0) return false;
  AVPacket *packet = av_packet_alloc();
  if (!packet || av_new_packet(packet, (int)bytes) < 0) {
    media_fail(answer, MEDIA_NO_MEMORY, "no memory for the file");
    av_packet_free(&packet);
    return false;
  }
  bool is_loaded = false;
  if (media_read_file(file, packet->data, (size_t)bytes, answer))
    is_loaded = is_played(packet->data, (size_t)bytes)
                    ? load_first(file, asked, answer, image)
                    : load_packet(packet, asked, answer, image);
  av_packet_free(&packet);
  return tell_loaded(is_loaded, answer, image);
}

bool load_cover(const unsigned char *bytes, size_t count, const struct media_message *asked,
                struct media_message *answer, struct image *image) {
  AVPacket *packet = av_packet_alloc();
  if (!packet || av_new_packet(packet, (int)count) < 0) {
    media_fail(answer, MEDIA_NO_MEMORY, "no memory for the file");
    av_packet_free(&packet);
    return false;
  }
  memcpy(packet->data, bytes, count);
  const bool is_loaded = load_packet(packet, asked, answer, image);
  av_packet_free(&packet);
  return tell_loaded(is_loaded, answer, image);
}
