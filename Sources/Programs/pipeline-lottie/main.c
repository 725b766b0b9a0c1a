// pipeline-lottie: draws Lottie files with ThorVG, in a process of its own, since ThorVG crashes or hangs
// on a few of them. The host passes memory; this process opens nothing once it is locked.
#include <libdeflate.h>
#include <stdio.h>
#include <sys/resource.h>

#include "engine.h"
#include "media.h"
#include "process.h"
#include "sandbox.h"

static struct engine_scene *scenes[MEDIA_LOTTIES];
static bool has_engine;

/// Whether the host's question is about a scene that there may be, and there is an engine; else fills FAILED.
static bool is_sound(const struct media_message *asked, struct media_message *answer) {
  if (!has_engine)
    media_fail(answer, MEDIA_MISSING_CODEC,
               "ThorVG's libthorvg-1.so.1 is missing, which draws Lottie files: make deps fetches it");
  else if (asked->slot >= MEDIA_LOTTIES)
    media_fail(answer, MEDIA_INTERNAL, "there is no Lottie %u", asked->slot);
  return has_engine && asked->slot < MEDIA_LOTTIES;
}

static void open_scene(int memory, const struct media_message *asked, struct media_message *answer) {
  if (!is_sound(asked, answer)) return;
  engine_scene_close(&scenes[asked->slot]);
  void *json = asked->bytes <= MEDIA_FILE_LIMIT ? process_map(memory, asked->bytes) : NULL;
  if (!json) {
    media_fail(answer, MEDIA_INTERNAL, "no memory for the file");
    return;
  }
  scenes[asked->slot] = engine_scene_open(json, (uint32_t)asked->bytes);
  process_unmap(json, asked->bytes);
  if (!scenes[asked->slot]) {
    media_fail(answer, MEDIA_BAD_INPUT, "%s does not take it for a Lottie file", engine_version());
    return;
  }
  answer->kind = MEDIA_READY;
  snprintf(answer->text, sizeof answer->text, "%s", engine_version());
}

static void draw(int memory, const struct media_message *asked, struct media_message *answer) {
  if (!is_sound(asked, answer)) return;
  if (!scenes[asked->slot] || asked->width > asked->side_limit ||
      asked->height > asked->side_limit || asked->stride % 4 != 0 ||
      asked->stride / 4 > UINT32_MAX) {
    media_fail(answer, MEDIA_INTERNAL, "there is no Lottie %u of this size", asked->slot);
    return;
  }
  if (!media_fits(asked, asked->width, asked->height, answer)) return;
  unsigned char *pixels = process_map(memory, asked->bytes);
  if (!pixels) {
    media_fail(answer, MEDIA_INTERNAL, "no memory for the pixels");
    return;
  }
  const bool drawn =
      engine_scene_draw(scenes[asked->slot], (float)((double)asked->count / MEDIA_FRAME_PARTS),
                        pixels, (uint32_t)(asked->stride / 4), asked->width, asked->height);
  process_unmap(pixels, asked->bytes);
  if (drawn)
    answer->kind = MEDIA_STORED;
  else
    media_fail(answer, MEDIA_BAD_INPUT, "%s does not draw it", engine_version());
}

static void inflate(int memory, const struct media_message *asked, struct media_message *answer) {
  unsigned char *bytes = asked->count < asked->bytes && asked->bytes <= 2 * MEDIA_FILE_LIMIT
                             ? process_map(memory, asked->bytes)
                             : NULL;
  struct libdeflate_decompressor *tool = bytes ? libdeflate_alloc_decompressor() : NULL;
  if (!tool) {
    media_fail(answer, MEDIA_INTERNAL, "no memory for the file");
  } else if (libdeflate_deflate_decompress(tool, bytes, asked->count, bytes + asked->count,
                                           asked->bytes - asked->count, NULL) != 0) {
    media_fail(answer, MEDIA_BAD_INPUT, "its archive is damaged");
  } else {
    answer->kind = MEDIA_STORED;
  }
  if (tool) libdeflate_free_decompressor(tool);
  if (bytes) process_unmap(bytes, asked->bytes);
}

static void serve(const struct media_message *asked, const int *passed,
                  struct media_message *answer) {
  switch (asked->kind) {
    case MEDIA_LOTTIE: open_scene(passed[0], asked, answer); break;
    case MEDIA_SHOW: draw(passed[0], asked, answer); break;
    case MEDIA_INFLATE: inflate(passed[0], asked, answer); break;
    default: media_fail(answer, MEDIA_INTERNAL, "unknown message %u", asked->kind);
  }
}

int main(int count_of_words, char **words) {
  setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
  sandbox_limit_memory(2ull << 30);
  has_engine = engine_open();
  static const char *const readable[] = {"/proc/self", "/dev/null", NULL};
  media_lock(count_of_words, words, readable, 2ull << 30, false);
  media_serve("pipeline-lottie", serve);
  return 0;
}
