// Functions shared by the decoders of pictures.
#include "image.h"

#include <libavutil/frame.h>

#include "color.h"

bool is_within_limits(int64_t width, int64_t height, const struct media_message *asked,
                      struct media_message *answer) {
  if (width > 0 && height > 0 && width <= asked->side_limit && height <= asked->side_limit &&
      (uint64_t)width * (uint64_t)height <= asked->pixel_limit)
    return true;
  media_fail(answer, MEDIA_TOO_LARGE, "%lld×%lld pixels", (long long)width, (long long)height);
  return false;
}

AVFrame *new_rgba(int width, int height, bool is_wide) {
  AVFrame *frame = av_frame_alloc();
  if (!frame) return NULL;
  frame->width = width;
  frame->height = height;
  frame->format = is_wide ? AV_PIX_FMT_RGBA64 : AV_PIX_FMT_RGBA;
  if (av_frame_get_buffer(frame, 0) < 0) av_frame_free(&frame);
  return frame;
}

void image_close(struct image *image) {
  av_frame_free(&image->frame);
  if (!image->borrows_color) color_close(&image->color);
  *image = (struct image){.orientation = 1};
}

void kind_fail(const char *name, const char *what, struct media_message *answer) {
  media_fail(answer, MEDIA_BAD_INPUT, "the file is %s, which pipeline cannot read (it reads %s)", name, what);
}
