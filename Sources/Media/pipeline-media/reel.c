// What the kinds of animated pictures have in common.
#define _GNU_SOURCE
#include "reel.h"

#include <libavutil/frame.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "footage.h"

static struct reel *open_bytes(const uint8_t *bytes, size_t count, const struct media_message *asked,
                               struct media_message *answer) {
  if (count >= 6 && (!memcmp(bytes, "GIF87a", 6) || !memcmp(bytes, "GIF89a", 6)))
    return gif_open(bytes, count, asked, answer);
  if (count >= 12 && !memcmp(bytes, "RIFF", 4) && !memcmp(bytes + 8, "WEBP", 4))
    return webp_open(bytes, count, asked, answer);
  if (count >= 8 && !memcmp(bytes, "\x89PNG\r\n\x1a\n", 8))
    return apng_open(bytes, count, asked, answer);
  return NULL;
}

struct reel *reel_open(int file, const struct media_message *asked, struct media_message *answer) {
  const int64_t bytes = media_file_bytes(file, answer);
  if (bytes < 12) {
    // Of other files, which may be larger, somebody else judges.
    answer->kind = 0;
    return NULL;
  }
  const size_t count = (size_t)bytes;
  void *mapped = mmap(NULL, count, PROT_READ, MAP_PRIVATE, file, 0);
  if (mapped == MAP_FAILED) return NULL;
  struct reel *reel = open_bytes(mapped, count, asked, answer);
  if (!reel) {
    munmap(mapped, count);
    return NULL;
  }
  reel->bytes = mapped;
  reel->byte_count = count;
  if (reel->canvas) return reel;
  if (is_within_limits(reel->width, reel->height, asked, answer)) {
    reel->canvas = calloc((size_t)reel->width * reel->height, 4);
    if (reel->canvas) return reel;
    media_fail(answer, MEDIA_NO_MEMORY, "no memory for its pixels");
  }
  reel_close(&reel);
  return NULL;
}

bool reel_add(struct reel *reel, int64_t ticks) {
  if (reel->count == reel->room) {
    const size_t room = reel->room ? 2 * reel->room : 16;
    int64_t *grown = realloc(reel->durations, room * sizeof *grown);
    if (!grown) return false;
    reel->durations = grown;
    reel->room = room;
  }
  const int64_t millisecond = TICKS / 1000;
  if (ticks <= REEL_LEAST_MS * millisecond) ticks = REEL_SLOW_MS * millisecond;
  reel->durations[reel->count++] = ticks;
  return true;
}

bool reel_next(struct reel *reel, struct media_message *answer) {
  if (reel->place >= reel->count) return false;
  const bool is_whole = reel->kind->next(reel, answer);
  reel->place++;
  return is_whole;
}

struct AVFrame *reel_frame(const struct reel *reel) {
  AVFrame *frame = new_rgba((int)reel->width, (int)reel->height, false);
  const size_t row = 4 * (size_t)reel->width;
  for (uint32_t y = 0; frame && y < reel->height; y++)
    memcpy(frame->data[0] + (ptrdiff_t)y * frame->linesize[0], reel->canvas + y * row, row);
  return frame;
}

void reel_close(struct reel **reel) {
  struct reel *r = *reel;
  *reel = NULL;
  if (!r) return;
  if (r->bytes) munmap((void *)r->bytes, r->byte_count);
  free(r->durations);
  free(r->canvas);
  r->kind->close(r);
}

static uint8_t *at(const struct reel *reel, struct part part, uint32_t row) {
  return reel->canvas + 4 * ((size_t)(part.y + row) * reel->width + part.x);
}

void reel_clear(struct reel *reel, struct part part) {
  for (uint32_t y = 0; y < part.height; y++) memset(at(reel, part, y), 0, 4ull * part.width);
}

void reel_save(const struct reel *reel, struct part part, uint8_t *to) {
  for (uint32_t y = 0; y < part.height; y++, to += 4ull * part.width)
    memcpy(to, at(reel, part, y), 4ull * part.width);
}

void reel_restore(struct reel *reel, struct part part, const uint8_t *from) {
  for (uint32_t y = 0; y < part.height; y++, from += 4ull * part.width)
    memcpy(at(reel, part, y), from, 4ull * part.width);
}

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
  if (!reel) media_fail(answer, MEDIA_NO_MEMORY, "no memory for its cover");
  return reel;
}
