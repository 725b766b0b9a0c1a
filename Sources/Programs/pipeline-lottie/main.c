// pipeline-lottie: draws Lottie files with ThorVG, in a process of its own, since ThorVG crashes or hangs
// on a few of them, and takes .lottie archives apart. The host passes memory; this process opens nothing
// once it is locked.
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "archive.h"
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
  else if (asked->lottie.scene >= MEDIA_LOTTIES)
    media_fail(answer, MEDIA_INTERNAL, "there is no Lottie %u", asked->lottie.scene);
  return has_engine && asked->lottie.scene < MEDIA_LOTTIES;
}

static void open_scene(int memory, const struct media_message *asked, struct media_message *answer) {
  if (!is_sound(asked, answer)) return;
  engine_scene_close(&scenes[asked->lottie.scene]);
  void *json = asked->bytes <= MEDIA_FILE_LIMIT ? process_map(memory, asked->bytes) : NULL;
  if (!json) {
    media_fail(answer, MEDIA_INTERNAL, "no memory for the file");
    return;
  }
  scenes[asked->lottie.scene] = engine_scene_open(json, (uint32_t)asked->bytes);
  process_unmap(json, asked->bytes);
  if (!scenes[asked->lottie.scene]) {
    media_fail(answer, MEDIA_BAD_INPUT, "%s does not take it for a Lottie file", engine_version());
    return;
  }
  answer->kind = MEDIA_READY;
  snprintf(answer->text, sizeof answer->text, "%s", engine_version());
}

static void draw(int memory, const struct media_message *asked, struct media_message *answer) {
  if (!is_sound(asked, answer)) return;
  if (!scenes[asked->lottie.scene] || asked->width > asked->side_limit ||
      asked->height > asked->side_limit || asked->stride % 4 != 0 ||
      asked->stride / 4 > UINT32_MAX) {
    media_fail(answer, MEDIA_INTERNAL, "there is no Lottie %u of this size", asked->lottie.scene);
    return;
  }
  if (!media_fits(asked, asked->width, asked->height, answer)) return;
  unsigned char *pixels = process_map(memory, asked->bytes);
  if (!pixels) {
    media_fail(answer, MEDIA_INTERNAL, "no memory for the pixels");
    return;
  }
  const float frame = (float)((double)asked->lottie.step / MEDIA_FRAME_PARTS);
  const bool drawn =
      engine_scene_draw(scenes[asked->lottie.scene], frame, pixels, (uint32_t)(asked->stride / 4),
                        asked->width, asked->height);
  process_unmap(pixels, asked->bytes);
  if (drawn)
    answer->kind = MEDIA_STORED;
  else
    media_fail(answer, MEDIA_BAD_INPUT, "%s does not draw it", engine_version());
}

/// The archive that fills `memory`, mapped; else NULL, and FAILED in `answer`.
static void *open_archive(int memory, const struct media_message *asked, struct archive *archive,
                          struct media_message *answer) {
  void *bytes = asked->bytes <= MEDIA_FILE_LIMIT ? process_map(memory, asked->bytes) : NULL;
  if (!bytes) {
    media_fail(answer, MEDIA_INTERNAL, "no memory for the file");
    return NULL;
  }
  const char *fault = archive_open(archive, bytes, asked->bytes);
  if (!fault) return bytes;
  media_fail(answer, MEDIA_BAD_INPUT, "%s", fault);
  process_unmap(bytes, asked->bytes);
  return NULL;
}

/// Finds the first of the names that is there.
static void find(const int *passed, const struct media_message *asked,
                 struct media_message *answer) {
  struct archive archive;
  const uint64_t count = asked->lottie.names_bytes;
  char *names = count <= MEDIA_FILE_LIMIT ? process_map(passed[1], count) : NULL;
  if (!names) {
    media_fail(answer, MEDIA_INTERNAL, "no memory for the names");
    return;
  }
  void *bytes = open_archive(passed[0], asked, &archive, answer);
  if (bytes) {
    answer->kind = MEDIA_FINISHED;
    const char *const end = names + count;
    for (const char *name = names; name < end;) {
      const size_t length = strnlen(name, (size_t)(end - name));
      if (archive_find(&archive, name, length, &answer->lottie.file)) {
        struct archive_file file;
        const char *fault = archive_locate(&archive, answer->lottie.file, &file);
        answer->kind = MEDIA_LOADED;
        answer->lottie.file_bytes = file.count;
        if (fault) media_fail(answer, MEDIA_BAD_INPUT, "%s", fault);
        break;
      }
      name += length + 1;
    }
    process_unmap(bytes, asked->bytes);
  }
  process_unmap(names, count);
}

/// The most bytes of a file's name that are told.
enum { MOST_NAME = 90 };

static void unpack(const int *passed, const struct media_message *asked,
                   struct media_message *answer) {
  struct archive archive;
  struct archive_file file;
  void *bytes = open_archive(passed[0], asked, &archive, answer);
  if (!bytes) return;
  const uint64_t count = asked->lottie.file_bytes;
  void *memory = count <= MEDIA_FILE_LIMIT ? process_map(passed[1], count) : NULL;
  if (!memory || asked->lottie.file >= archive.file_count ||
      archive_locate(&archive, asked->lottie.file, &file) != NULL ||
      file.count != count)
    media_fail(answer, MEDIA_INTERNAL, "there is no file %u of this size", asked->lottie.file);
  else if (archive_unpack(&file, memory) && archive_is_whole(&file, memory))
    answer->kind = MEDIA_STORED;
  else
    media_fail(answer, MEDIA_BAD_INPUT, "\"%.*s\" is damaged in the archive",
               file.name_count < MOST_NAME ? (int)file.name_count : MOST_NAME, file.name);
  if (memory) process_unmap(memory, count);
  process_unmap(bytes, asked->bytes);
}

static void serve(const struct media_message *asked, const int *passed,
                  struct media_message *answer) {
  switch (asked->kind) {
    case MEDIA_LOTTIE: open_scene(passed[0], asked, answer); break;
    case MEDIA_SHOW: draw(passed[0], asked, answer); break;
    case MEDIA_FIND: find(passed, asked, answer); break;
    case MEDIA_UNPACK: unpack(passed, asked, answer); break;
    default: media_fail(answer, MEDIA_INTERNAL, "unknown message %u", asked->kind);
  }
}

static int needed(const struct media_message *asked) {
  return asked->kind == MEDIA_FIND || asked->kind == MEDIA_UNPACK ? 2 : 1;
}

int main(int count_of_words, char **words) {
  setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
  sandbox_limit_memory(2ull << 30);
  has_engine = engine_open();
  static const char *const readable[] = {"/dev/null", NULL};
  media_lock(count_of_words, words, readable, 2ull << 30, false);
  media_serve("pipeline-lottie", needed, serve);
  return 0;
}
