// Writes JPEG files with libjpeg-turbo.
#include <setjmp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>

#include "encoding.h"

struct writer {
  struct jpeg_compress_struct jpeg;
  struct jpeg_error_mgr errors;
  jmp_buf stop;
  unsigned char *bytes;
  unsigned long count;
};

static void stop(j_common_ptr jpeg) {
  struct writer *w = jpeg->client_data;
  longjmp(w->stop, 1);
}

static void say_nothing(j_common_ptr jpeg) { (void)jpeg; }

int encoding_jpeg(const uint8_t *pixels, size_t stride, int width, int height, int quality,
                  int dots_per_inch, uint8_t **bytes, size_t *count) {
  // The struct contains the variables that change between setjmp and longjmp.
  struct writer *w = calloc(1, sizeof *w);
  if (!w) return -1;
  w->jpeg.err = jpeg_std_error(&w->errors);
  w->errors.error_exit = stop;
  w->errors.output_message = say_nothing;
  w->jpeg.client_data = w;
  int problem = 0;
  if (setjmp(w->stop) == 0) {
    struct jpeg_compress_struct *j = &w->jpeg;
    jpeg_create_compress(j);
    j->client_data = w;
    jpeg_mem_dest(j, &w->bytes, &w->count);
    j->image_width = (JDIMENSION)width;
    j->image_height = (JDIMENSION)height;
    j->input_components = 4;
    j->in_color_space = JCS_EXT_RGBX;
    jpeg_set_defaults(j);
    jpeg_set_quality(j, quality, TRUE);
    j->dct_method = JDCT_ISLOW;
    j->optimize_coding = TRUE;
    j->comp_info[0].h_samp_factor = j->comp_info[0].v_samp_factor = 1;
    j->density_unit = 1;
    j->X_density = j->Y_density = (UINT16)dots_per_inch;
    jpeg_start_compress(j, TRUE);
    while (j->next_scanline < j->image_height) {
      // The cast drops `const`; libjpeg only reads the row.
      JSAMPROW row = (JSAMPROW)(pixels + (size_t)j->next_scanline * stride);
      jpeg_write_scanlines(j, &row, 1);
    }
    jpeg_finish_compress(j);
    *bytes = w->bytes;
    *count = w->count;
  } else {
    problem = w->errors.msg_code;
    if (problem == 0) problem = -1;
    free(w->bytes);
  }
  jpeg_destroy_compress(&w->jpeg);
  free(w);
  return problem;
}
