// Decodes HEIC and AVIF with libheif, which turns and mirrors them as they say.
#include <libavutil/frame.h>
#include <libheif/heif.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "color.h"
#include "helper.h"

bool is_heif(const unsigned char *bytes, size_t count) {
  if (count < 12 || memcmp(bytes + 4, "ftyp", 4) != 0) return false;
  static const char *const brands[] = {"heic", "heix", "heim", "heis", "hevc", "hevx",
                                       "mif1", "msf1", "avif", "avis", NULL};
  for (int i = 0; brands[i]; i++) {
    if (memcmp(bytes + 8, brands[i], 4) == 0) return true;
  }
  return false;
}

/// What the file says of the picture's colours; the profile is to be freed.
static uint8_t *find_words(const struct heif_image_handle *handle, struct color_words *words) {
  struct heif_color_profile_nclx *coding = NULL;
  if (heif_image_handle_get_nclx_color_profile(handle, &coding).code == heif_error_Ok && coding) {
    // 2 says that nothing is known.
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
    // A profile says more than the code points do, but for light beyond white.
    if (words->transfer != 16 && words->transfer != 18) words->primaries = words->transfer = 0;
  }
  return profile;
}

/// Copies the rows of a decoded picture; samples of more than 8 bits fill 16.
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

static void refuse(struct heif_error error, struct media_message *answer) {
  const bool is_missing = error.code == heif_error_Unsupported_filetype ||
                          error.code == heif_error_Unsupported_feature;
  media_fail(answer, is_missing ? MEDIA_MISSING_CODEC : MEDIA_BAD_INPUT, "%s",
             is_missing ? "this libheif cannot decode it" : error.message);
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
    error = heif_decode_image(
        handle, &picture, heif_colorspace_RGB,
        is_wide ? heif_chroma_interleaved_RRGGBBAA_LE : heif_chroma_interleaved_RGBA, NULL);
    if (error.code != heif_error_Ok) {
      refuse(error, answer);
    } else if (!(image->frame = copy_rows(picture, is_wide))) {
      media_fail(answer, MEDIA_NO_MEMORY, "no memory for its pixels");
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
