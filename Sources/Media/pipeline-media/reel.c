// Functions that the readers of animated pictures share.
#define _GNU_SOURCE
#include "reel.h"

#include <libavutil/frame.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "footage.h"
#include "image.h"

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
