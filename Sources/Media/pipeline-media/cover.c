// Finds the cover pictures that sound and video files contain.
#include <stdlib.h>
#include <string.h>

#include "footage.h"
#include "image.h"
#include "load.h"
#include "reel.h"
#include "store.h"

static bool next_of_cover(struct reel *reel, struct media_message *answer) {
  return (void)reel, (void)answer, true;
}

static void rewind_cover(struct reel *reel) { reel->place = 0; }
static void close_cover(struct reel *reel) { free(reel); }
static const struct reel_kind cover_kind = {"cover", next_of_cover, rewind_cover, close_cover};

struct reel *cover_open(const uint8_t *bytes, size_t count, const struct media_message *asked,
                        struct media_message *answer) {
  struct image image = {.orientation = 1};
  if (!load_cover(bytes, count, asked, answer, &image)) return NULL;
  struct reel *reel = calloc(1, sizeof *reel);
  if (reel) {
    reel->kind = &cover_kind;
    reel->orientation = 1;
    reel->width = answer->width;
    reel->height = answer->height;
    reel->canvas = calloc((size_t)reel->width * reel->height, 4);
    memcpy(reel->remark, answer->text, sizeof reel->remark);
    reel->remark[sizeof reel->remark - 1] = 0;
    if (!reel->canvas || !reel_add(reel, TICKS) ||
        !store_image(&image, reel->canvas, 4ull * reel->width))
      reel_close(&reel);
  }
  image_close(&image);
  answer->kind = 0;
  if (!reel) media_fail(answer, MEDIA_NO_MEMORY, "no memory for the cover");
  return reel;
}
