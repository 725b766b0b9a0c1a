// Decodes HEIC and AVIF with libheif, which applies their rotation and mirroring.
#define _GNU_SOURCE
#include "heif.h"

#include <libavutil/frame.h>
#include <libavutil/imgutils.h>
#include <libavutil/pixdesc.h>
#include <libheif/heif.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "color.h"
#include "image.h"

bool is_heif(const unsigned char *bytes, size_t count) {
  if (count < 12 || memcmp(bytes + 4, "ftyp", 4) != 0) return false;
  static const char *const brands[] = {"heic", "heix", "heim", "heis", "hevc", "hevx",
                                       "mif1", "msf1", "avif", "avis", NULL};
  for (int i = 0; brands[i]; i++) {
    if (memcmp(bytes + 8, brands[i], 4) == 0) return true;
  }
  return false;
}

/// Finds the colour description of a file; the caller frees the returned profile.
static uint8_t *find_words(const struct heif_image_handle *handle, struct color_words *words) {
  struct heif_color_profile_nclx *coding = NULL;
  if (heif_image_handle_get_nclx_color_profile(handle, &coding).code == heif_error_Ok && coding) {
    // The value 2 means unspecified.
    if (coding->color_primaries != 2 || coding->transfer_characteristics != 2) {
      words->primaries = (uint8_t)coding->color_primaries;
      words->transfer = (uint8_t)coding->transfer_characteristics;
    }
    heif_nclx_color_profile_free(coding);
  }
  const size_t count = heif_image_handle_get_raw_color_profile_size(handle);
  uint8_t *profile = count > 0 ? malloc(count) : NULL;
  if (profile && heif_image_handle_get_raw_color_profile(handle, profile).code == heif_error_Ok) {
    words->profile = profile;
    words->profile_bytes = count;
    // A profile is more precise than the code points, except for PQ and HLG, whose light goes beyond white.
    if (words->transfer != 16 && words->transfer != 18) words->primaries = words->transfer = 0;
  }
  return profile;
}

/// Copies the rows of a decoded picture; samples of more than 8 bits are scaled to 16 bits.
static AVFrame *copy_rows(const struct heif_image *picture, bool is_wide) {
  int stride = 0;
  const uint8_t *rows =
      heif_image_get_plane_readonly(picture, heif_channel_interleaved, &stride);
  const int width = heif_image_get_width(picture, heif_channel_interleaved);
  const int height = heif_image_get_height(picture, heif_channel_interleaved);
  const int bits = heif_image_get_bits_per_pixel_range(picture, heif_channel_interleaved);
  if (!rows || width <= 0 || height <= 0 || bits < 8 || bits > 16) return NULL;
  AVFrame *frame = new_rgba(width, height, is_wide);
  for (int y = 0; frame && y < height; y++) {
    const uint8_t *row = rows + (ptrdiff_t)y * stride;
    uint8_t *to = frame->data[0] + (ptrdiff_t)y * frame->linesize[0];
    if (!is_wide) {
      memcpy(to, row, (size_t)width * 4);
      continue;
    }
    const uint32_t most = (1u << bits) - 1;
    for (int i = 0; i < width * 4; i++) {
      const uint32_t value = (uint32_t)(row[2 * i] | row[2 * i + 1] << 8);
      const uint16_t full = (uint16_t)(((value < most ? value : most) * 65535ull + most / 2) / most);
      memcpy(to + 2 * i, &full, 2);
    }
  }
  return frame;
}

static const enum heif_channel channels[] = {heif_channel_Y, heif_channel_Cb, heif_channel_Cr,
                                             heif_channel_Alpha};

static bool is_grey(const struct heif_image *picture) {
  return heif_image_get_colorspace(picture) == heif_colorspace_monochrome;
}

/// Returns FFmpeg's pixel format for a picture of luma and chroma; NONE for any other picture. The planes are read
/// directly because libheif would repeat subsampled chroma without interpolation, and treats every grey as full range.
static int planar_format(const struct heif_image *picture) {
  const enum heif_chroma chroma = heif_image_get_chroma_format(picture);
  const bool is_planar = chroma == heif_chroma_420 || chroma == heif_chroma_422 ||
                         chroma == heif_chroma_444;
  const bool is_ours = heif_image_get_colorspace(picture) == heif_colorspace_YCbCr && is_planar;
  if (!is_ours && !is_grey(picture)) return AV_PIX_FMT_NONE;
  const bool has_alpha = heif_image_has_channel(picture, heif_channel_Alpha);
  const int bits = heif_image_get_bits_per_pixel_range(picture, heif_channel_Y);
  for (int i = is_grey(picture) ? 3 : 1; i < (has_alpha ? 4 : 3); i++)
    if (heif_image_get_bits_per_pixel_range(picture, channels[i]) != bits) return AV_PIX_FMT_NONE;
  char name[24];
  snprintf(name, sizeof name, "yuv%s%sp", has_alpha ? "a" : "",
           chroma == heif_chroma_444   ? "444"
           : chroma == heif_chroma_422 ? "422"
                                       : "420");
  if (bits > 8) snprintf(name + strlen(name), 4, "%d", bits);
  return av_get_pix_fmt(name);
}

/// Returns the chroma subsampling of a file's pictures, from the configurations for decoders; undefined if the
/// configurations differ, or if there are none. libheif reports the subsampling only for decoded pictures, and decodes
/// into the requested format.
static enum heif_chroma shared_chroma(const unsigned char *bytes, size_t count) {
  enum heif_chroma found = heif_chroma_undefined;
  const unsigned char *at = bytes, *const end = bytes + count;
  for (; (at = memmem(at, (size_t)(end - at), "C", 1)) && end - at > 20; at++) {
    enum heif_chroma chroma = heif_chroma_undefined;
    if (at - bytes < 3) continue;
    if (memcmp(at - 3, "av1", 3) == 0)
      // Bits of the configuration say whether samples have twelve or ten bits, whether the picture is grey, and in
      // which directions chroma is halved.
      chroma = at[3] & 0x10            ? heif_chroma_undefined
               : (at[3] & 0x0C) == 0xC ? heif_chroma_420
               : (at[3] & 0x0C) == 8   ? heif_chroma_422
                                       : heif_chroma_444;
    else if (memcmp(at - 3, "hvc", 3) == 0)
      chroma = (at[17] & 3) == 1   ? heif_chroma_420
               : (at[17] & 3) == 2 ? heif_chroma_422
               : (at[17] & 3) == 3 ? heif_chroma_444
                                   : heif_chroma_undefined;
    else
      continue;
    if (chroma == heif_chroma_undefined) continue;
    if (found != heif_chroma_undefined && found != chroma) return heif_chroma_undefined;
    found = chroma;
  }
  return found;
}

/// Copies plane `i`, or fills it for a grey picture; returns false if the plane's format is unexpected.
static bool copy_plane(const struct heif_image *picture, AVFrame *frame, int i) {
  const AVPixFmtDescriptor *about = av_pix_fmt_desc_get(frame->format);
  const bool is_chroma = i == 1 || i == 2;
  const int height = AV_CEIL_RSHIFT(frame->height, is_chroma ? about->log2_chroma_h : 0);
  const int count = av_image_get_linesize(frame->format, frame->width, i);
  const int depth = about->comp[0].depth;
  int stride = 0;
  const uint8_t *rows = heif_image_get_plane_readonly(picture, channels[i], &stride);
  const bool is_there = rows && count <= stride &&
                        heif_image_get_height(picture, channels[i]) >= height;
  const bool is_filled = is_chroma && is_grey(picture);
  for (int y = 0; y < height && (is_there || is_filled); y++) {
    uint8_t *to = frame->data[i] + (ptrdiff_t)y * frame->linesize[i];
    if (!is_filled)
      memcpy(to, rows + (ptrdiff_t)y * stride, (size_t)count);
    else if (depth == 8)
      memset(to, 128, (size_t)count);
    else
      for (int x = 0; x < count / 2; x++) ((uint16_t *)to)[x] = (uint16_t)(1 << (depth - 1));
  }
  return is_there || is_filled;
}

/// Copies the planes of a picture; NULL if the picture has no planes of luma and chroma, or if memory is short.
static AVFrame *copy_planes(const struct heif_image_handle *handle,
                            const struct heif_image *picture) {
  struct heif_color_profile_nclx *coding = NULL;
  // The colour description in the file takes precedence over the description in the stream.
  if (heif_image_handle_get_nclx_color_profile(handle, &coding).code != heif_error_Ok)
    heif_image_get_nclx_color_profile(picture, &coding);
  if (!coding) return NULL;
  const int format = planar_format(picture);
  AVFrame *frame = format == AV_PIX_FMT_NONE ? NULL : av_frame_alloc();
  if (frame) {
    frame->format = format;
    frame->width = heif_image_get_width(picture, heif_channel_Y);
    frame->height = heif_image_get_height(picture, heif_channel_Y);
    // libheif converts every other matrix and range to BT.601 with full range, but does not change greys.
    const bool is_full = !is_grey(picture) || coding->full_range_flag;
    frame->color_range = is_full ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG;
    frame->colorspace = is_grey(picture) ? AVCOL_SPC_BT709 : AVCOL_SPC_SMPTE170M;
    frame->chroma_location = AVCHROMA_LOC_CENTER;
    if (av_frame_get_buffer(frame, 0) < 0) av_frame_free(&frame);
  }
  heif_nclx_color_profile_free(coding);
  for (int i = 0; frame && i < 4 && frame->data[i]; i++)
    if (!copy_plane(picture, frame, i)) av_frame_free(&frame);
  return frame;
}

static void refuse(struct heif_error error, struct media_message *answer) {
  const bool is_missing = error.code == heif_error_Unsupported_filetype ||
                          error.code == heif_error_Unsupported_feature;
  media_fail(answer, is_missing ? MEDIA_MISSING_CODEC : MEDIA_BAD_INPUT, "%s",
             is_missing ? "the installed libheif cannot decode the file" : error.message);
}

bool load_heif(const unsigned char *bytes, size_t count, const struct media_message *asked,
               struct media_message *answer, struct image *image) {
  struct heif_context *context = heif_context_alloc();
  struct heif_image_handle *handle = NULL;
  struct heif_image *picture = NULL;
  uint8_t *profile = NULL;
  heif_context_set_max_decoding_threads(context, 0);
  heif_context_set_maximum_image_size_limit(context, (int)asked->side_limit);
  struct heif_error error = heif_context_read_from_memory_without_copy(context, bytes, count, NULL);
  if (error.code == heif_error_Ok) error = heif_context_get_primary_image_handle(context, &handle);
  if (error.code != heif_error_Ok) {
    refuse(error, answer);
  } else if (is_within_limits(heif_image_handle_get_width(handle),
                              heif_image_handle_get_height(handle), asked, answer)) {
    struct color_words words = {0};
    profile = find_words(handle, &words);
    const bool is_wide = heif_image_handle_get_luma_bits_per_pixel(handle) > 8;
    const enum heif_chroma chroma = shared_chroma(bytes, count);
    const bool is_shared = chroma != heif_chroma_undefined;
    error = heif_decode_image(handle, &picture,
                              is_shared ? heif_colorspace_YCbCr : heif_colorspace_undefined,
                              is_shared ? chroma : heif_chroma_undefined, NULL);
    if (error.code == heif_error_Ok) image->frame = copy_planes(handle, picture);
    image->is_footage = image->frame != NULL;
    if (!image->frame && error.code == heif_error_Ok) {
      heif_image_release(picture);
      picture = NULL;
      error = heif_decode_image(
          handle, &picture, heif_colorspace_RGB,
          is_wide ? heif_chroma_interleaved_RRGGBBAA_LE : heif_chroma_interleaved_RGBA, NULL);
    }
    if (error.code != heif_error_Ok) {
      refuse(error, answer);
    } else if (!image->frame && !(image->frame = copy_rows(picture, is_wide))) {
      media_fail(answer, MEDIA_NO_MEMORY, "no memory for the pixels");
    } else {
      image->orientation = 1;
      image->is_premultiplied = heif_image_is_premultiplied_alpha(picture);
      image->color = color_open(&words, COLOR_RGBA, is_wide ? 16 : 8, answer->text);
    }
  }
  free(profile);
  if (picture) heif_image_release(picture);
  if (handle) heif_image_handle_release(handle);
  heif_context_free(context);
  return image->frame != NULL;
}
