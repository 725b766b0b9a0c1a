// Determines the format of an animated picture.
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "image.h"
#include "reel.h"

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
    // The failure is reset, because a file of another kind may be larger and is checked elsewhere.
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
    media_fail(answer, MEDIA_NO_MEMORY, "no memory for the pixels");
  }
  reel_close(&reel);
  return NULL;
}
