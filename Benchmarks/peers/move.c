/* The bytes that must move: a frame is read, or two, and one is written, and nothing else is done. */
#include <math.h>

#include "peer.h"

enum { WORDS = WIDTH * HEIGHT / 2 };

static uint64_t *first, *second, *target;

static void copy(uint64_t *restrict to, const uint64_t *restrict from) {
  for (int i = 0; i < WORDS; i++) to[i] = from[i] + 1;
}

static void mix(uint64_t *restrict to, const uint64_t *restrict a, const uint64_t *restrict b) {
  for (int i = 0; i < WORDS; i++) to[i] = a[i] ^ b[i];
}

/* Each pixel from one of two frames: the second is seen through a circle that grows to its corners. */
static void reveal(uint64_t *restrict to, const uint64_t *restrict a, const uint64_t *restrict b) {
  static int frame;
  frame = (frame + 1) % FRAMES;
  const double radius = hypot(WIDTH, HEIGHT) / 2 * frame / FRAMES;
  for (int y = 0; y < HEIGHT; y++) {
    const double above = y + 0.5 - HEIGHT / 2.0, square = radius * radius - above * above;
    int half = square > 0 ? (int)(sqrt(square) / 2) : 0;
    if (half > WIDTH / 4) half = WIDTH / 4;
    const int row = y * (WIDTH / 2), start = row + WIDTH / 4 - half, end = row + WIDTH / 4 + half;
    for (int i = row; i < start; i++) to[i] = a[i] + 1;
    for (int i = start; i < end; i++) to[i] = b[i] + 1;
    for (int i = end; i < row + WIDTH / 2; i++) to[i] = a[i] + 1;
  }
}

static int run(const char *name, long index) {
  (void)index;
  if (!strcmp(name, "one"))
    copy(target, first);
  else if (!strcmp(name, "two"))
    mix(target, first, second);
  else if (!strcmp(name, "circle"))
    reveal(target, first, second);
  else
    return 0;
  return 1;
}

static uint64_t *frame(void) {
  uint64_t *made = aligned_alloc(2 << 20, (WORDS * 8 + (2 << 20) - 1) & ~((2 << 20) - 1));
  if (!made) exit(1);
  memset(made, 1, WORDS * 8);
  return made;
}

int main(void) {
  first = frame();
  second = frame();
  target = frame();
  return peer_serve(run, CLOCK_THREAD_CPUTIME_ID);
}
