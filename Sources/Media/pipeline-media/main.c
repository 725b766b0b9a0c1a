// The program pipeline-media, which decodes clips and all images except PNG, encodes video, and joins videos, with FFmpeg's
// libraries and libheif, in a separate process. The host passes open files and memory; this process opens no files.
#define _GNU_SOURCE

#include <libavutil/frame.h>
#include <libavutil/log.h>
#include <libavutil/mem.h>
#include <libheif/heif.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "clip.h"
#include "encode.h"
#include "image.h"
#include "join.h"
#include "load.h"
#include "log.h"
#include "moving.h"
#include "process.h"
#include "sandbox.h"
#include "shortage.h"
#include "sound.h"
#include "store.h"
#include "upright.h"

/// Writes the loaded image into the host's memory.
static void store(const struct image *image, int memory, const struct media_message *asked,
                  struct media_message *answer) {
  uint32_t width = image->frame ? (uint32_t)image->frame->width : 0;
  uint32_t height = image->frame ? (uint32_t)image->frame->height : 0;
  turn_sides(image->orientation, &width, &height);
  if (!media_fits(asked, width, height, answer)) return;
  void *pixels = process_map(memory, asked->bytes);
  if (!pixels) {
    media_fail(answer, MEDIA_NO_MEMORY, "no memory for the pixels");
    return;
  }
  answer->kind = MEDIA_STORED;
  if (!store_image(image, pixels, asked->stride))
    media_fail(answer, MEDIA_BAD_INPUT, "the pixel format cannot be converted");
  process_unmap(pixels, asked->bytes);
}

/// Limits the memory that a hostile file can use; encoders of large frames need more memory.
static void limit_memory(void) {
  av_max_alloc(1u << 30);
  sandbox_limit_memory(4ull << 30);
}

static struct image image = {.orientation = 1};
static struct clip *clip;
static struct moving *moving;
static struct join *join;

static void serve(const struct media_message *asked, const int *passed,
                  struct media_message *answer) {
  helper_forget_log();
  switch (asked->kind) {
    case MEDIA_LOAD:
      limit_memory();
      image_close(&image);
      load_image(passed[0], asked, answer, &image);
      return;
    case MEDIA_STORE:
      store(&image, passed[0], asked, answer);
      image_close(&image);
      return;
    case MEDIA_READ:
      limit_memory();
      clip_close(&clip);
      clip = clip_open(passed[0], asked, answer);
      return;
    case MEDIA_NEXT:
      clip_next(clip, &image, answer);
      return;
    case MEDIA_MOVING:
      limit_memory();
      moving_close(&moving);
      moving = moving_open(passed[0], asked, answer);
      return;
    case MEDIA_STARTS: moving_starts(moving, passed[0], asked, answer); return;
    case MEDIA_SHOW: moving_show(moving, passed[0], asked, answer); return;
    case MEDIA_GLANCE: moving_glance(moving, passed[0], asked, answer); return;
    case MEDIA_SOUND:
      limit_memory();
      sound_open(passed[0], asked, answer);
      return;
    case MEDIA_SAMPLES: sound_samples(passed[0], asked, answer); return;
    case MEDIA_OPEN:
      encode_video(MEDIA_SOCKET, passed[0], passed[1], asked);
      exit(0);
    case MEDIA_JOIN:
      limit_memory();
      join_close(&join);
      join = join_open(passed[0], asked, answer);
      return;
    case MEDIA_HEARING: join_hearing(join, passed[0], asked, answer); return;
    case MEDIA_HEARD: join_heard(join, asked, answer); return;
    case MEDIA_PART: join_part(join, passed[0], asked, answer); return;
    case MEDIA_COPY: join_copy(join, asked, answer); return;
    case MEDIA_FINISH:
      join_finish(join, answer);
      join_close(&join);
      return;
    default: media_fail(answer, MEDIA_INTERNAL, "unknown message %u", asked->kind);
  }
}

static int needed(const struct media_message *asked) {
  switch (asked->kind) {
    case MEDIA_OPEN: return 2;
    case MEDIA_NEXT:
    case MEDIA_HEARD:
    case MEDIA_COPY:
    case MEDIA_FINISH: return 0;
    default: return 1;
  }
}

int main(int count_of_words, char **words) {
  setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
  media_shortage = shortage_take;
  shortage_explains_crashes(MEDIA_STARVED);
  helper_keep_log();
  // Encoders read the number of processors, and names in transport streams need tables of other character sets.
  static const char *const readable[] = {"/sys/devices/system/cpu", "/proc/cpuinfo",
                                         "/dev/null", "/usr/lib/x86_64-linux-gnu/gconv", NULL};
  // The time zone is read before the process is locked, because Little CMS later asks the C library for the time.
  tzset();
  // libheif is initialised before the process is locked, because on newer systems its decoders are separate libraries.
  heif_init(NULL);
  media_lock(count_of_words, words, readable, 32ull << 30, true);
  media_serve("pipeline-media", needed, serve);
  return 0;
}
