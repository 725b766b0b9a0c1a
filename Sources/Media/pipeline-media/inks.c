// Decodes JPEG files with four inks through libjpeg, because FFmpeg does not return the inks, which a colour profile needs.
#include "inks.h"

#include <libavutil/frame.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
// jpeglib.h requires stdio.h to be included first.
#include <jpeglib.h>

#include "color.h"
#include "image.h"
#include "upright.h"

bool is_inked_jpeg(const unsigned char *bytes, size_t count) {
  size_t at = 2;
  while (at + 4 <= count && bytes[at] == 0xFF) {
    const unsigned char marker = bytes[at + 1];
    if (marker == 0xFF) {
      at++;
      continue;
    }
    if (marker == 0xDA || marker == 0xD9) return false;
    // The marker starts a frame header, of any kind.
    if (marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC)
      return at + 10 <= count && bytes[at + 9] == 4;
    at += 2 + (size_t)(bytes[at + 2] << 8 | bytes[at + 3]);
  }
  return false;
}

struct reader {
  struct jpeg_decompress_struct jpeg;
  struct jpeg_error_mgr errors;
  jmp_buf back;
  char words[JMSG_LENGTH_MAX];
  AVFrame *frame;
  struct color *color;
  JOCTET *profile;
};

static void stop(j_common_ptr jpeg) {
  struct reader *r = jpeg->client_data;
  jpeg->err->format_message(jpeg, r->words);
  longjmp(r->back, 1);
}

/// A warning after which libjpeg can continue still counts as damage.
static void warn(j_common_ptr jpeg, int level) {
  if (level < 0) stop(jpeg);
}

void inks_lighten(uint8_t *row, int width) {
  for (int x = 0; x < width; x++, row += 4) {
    const unsigned light = 255u - row[3];
    for (int c = 0; c < 3; c++) row[c] = (uint8_t)(((255u - row[c]) * light + 127) / 255);
    row[3] = 255;
  }
}

/// Reads the picture; on failure, returns false with the reason in `words`, or with FAILED in `answer`.
static bool read_picture(struct reader *r, const unsigned char *bytes, size_t count,
                         const struct media_message *asked, struct media_message *answer) {
  if (setjmp(r->back)) return false;
  jpeg_create_decompress(&r->jpeg);
  r->jpeg.client_data = r;
  jpeg_mem_src(&r->jpeg, bytes, count);
  jpeg_save_markers(&r->jpeg, JPEG_APP0 + 2, 0xFFFF);
  jpeg_read_header(&r->jpeg, TRUE);
  if (!is_within_limits(r->jpeg.image_width, r->jpeg.image_height, asked, answer)) return false;
  unsigned profile_bytes = 0;
  jpeg_read_icc_profile(&r->jpeg, &r->profile, &profile_bytes);
  const struct color_words words = {.profile = r->profile, .profile_bytes = profile_bytes};
  r->color = color_open(&words, COLOR_CMYK, 8, answer->text);
  r->jpeg.out_color_space = JCS_CMYK;
  r->frame = new_rgba((int)r->jpeg.image_width, (int)r->jpeg.image_height, false);
  if (!r->frame) {
    media_fail(answer, MEDIA_NO_MEMORY, "no memory for the pixels");
    return false;
  }
  jpeg_start_decompress(&r->jpeg);
  // The inks are inverted because all writers store inverted inks, as Adobe's programs do, with or without Adobe's marker.
  while (r->jpeg.output_scanline < r->jpeg.output_height) {
    uint8_t *row = r->frame->data[0] + (ptrdiff_t)r->jpeg.output_scanline * r->frame->linesize[0];
    jpeg_read_scanlines(&r->jpeg, &row, 1);
    for (int i = 0; i < r->frame->width * 4; i++) row[i] = (uint8_t)(255 - row[i]);
    if (r->color) color_convert(r->color, row, row, (size_t)r->frame->width);
    else inks_lighten(row, r->frame->width);
  }
  jpeg_finish_decompress(&r->jpeg);
  return true;
}

bool load_inked_jpeg(const unsigned char *bytes, size_t count, const struct media_message *asked,
                     struct media_message *answer, struct image *image) {
  struct reader *r = calloc(1, sizeof *r);
  if (!r) {
    media_fail(answer, MEDIA_NO_MEMORY, "no memory for the file");
    return false;
  }
  r->jpeg.err = jpeg_std_error(&r->errors);
  r->errors.error_exit = stop;
  r->errors.emit_message = warn;
  r->jpeg.client_data = r;
  const bool is_read = read_picture(r, bytes, count, asked, answer);
  if (!is_read && answer->kind != MEDIA_FAILED)
    media_fail(answer, MEDIA_BAD_INPUT, "%s", r->words);
  jpeg_destroy_decompress(&r->jpeg);
  color_close(&r->color);
  free(r->profile);
  if (is_read) {
    image->frame = r->frame;
    image->orientation = orientation_of_jpeg(bytes, count);
  } else {
    av_frame_free(&r->frame);
  }
  free(r);
  return is_read;
}
