// The program pipeline-lottie, which draws the host's commands for Lottie files with cairo, and reads .lottie archives,
// in a separate process. The host passes memory; this process opens no file after it is locked.
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "archive.h"
#include "draw_list.h"
#include "media.h"
#include "process.h"
#include "sandbox.h"
#include "shortage.h"

/// The maximum size in bytes of the pictures of one Lottie file.
#define LOTTIE_PICTURES_LIMIT (1ull << 30)

/// Draws the commands passed first, with the pictures passed second, over the pixels passed third.
static void draw(const int *passed, const struct media_message *asked,
                 struct media_message *answer) {
  const uint64_t list_bytes = asked->lottie.list_bytes, pictures = asked->lottie.pictures_bytes;
  if (asked->width > asked->side_limit || asked->height > asked->side_limit ||
      list_bytes > MEDIA_FILE_LIMIT || pictures > LOTTIE_PICTURES_LIMIT) {
    media_fail(answer, MEDIA_INTERNAL, "the size of the requested drawing is not valid");
    return;
  }
  if (!media_fits(asked, asked->width, asked->height, answer)) return;
  void *words = list_bytes > 0 ? process_map(passed[0], list_bytes) : NULL;
  void *shown = pictures > 0 ? process_map(passed[1], pictures) : NULL;
  unsigned char *pixels = process_map(passed[2], asked->bytes);
  if (!pixels || (list_bytes > 0 && !words) || (pictures > 0 && !shown)) {
    media_fail(answer, MEDIA_NO_MEMORY, "no memory for the drawing");
  } else {
    const struct draw_list list = {words, list_bytes / 8, shown, pictures};
    const char *fault = draw_list(&list, pixels, asked->width, asked->height, asked->stride);
    answer->kind = MEDIA_STORED;
    snprintf(answer->text, sizeof answer->text, "%s", draw_list_engine());
    if (fault) media_fail(answer, MEDIA_BAD_INPUT, "%s", fault);
  }
  if (words) process_unmap(words, list_bytes);
  if (shown) process_unmap(shown, pictures);
  if (pixels) process_unmap(pixels, asked->bytes);
}

/// Unpacks the gzip file passed first into the memory passed second.
static void gunzip(const int *passed, const struct media_message *asked,
                   struct media_message *answer) {
  const uint64_t room = asked->lottie.file_bytes;
  const bool fits = asked->bytes <= MEDIA_FILE_LIMIT && room <= MEDIA_FILE_LIMIT;
  void *packed = fits ? process_map(passed[0], asked->bytes) : NULL;
  void *memory = fits ? process_map(passed[1], room) : NULL;
  size_t count = 0;
  if (!packed || !memory) {
    media_fail(answer, MEDIA_NO_MEMORY, "no memory for the file");
  } else if (archive_gunzip(packed, asked->bytes, memory, room, &count)) {
    answer->kind = MEDIA_STORED;
    answer->lottie.file_bytes = count;
  } else {
    media_fail(answer, MEDIA_BAD_INPUT, "the file is compressed with gzip, and is damaged");
  }
  if (packed) process_unmap(packed, asked->bytes);
  if (memory) process_unmap(memory, room);
}

_Static_assert(sizeof(struct tar_entry) == MEDIA_TAR_ENTRY_BYTES, "the host reads this form");

/// Lists the tar archive passed first in the memory passed second.
static void list(const int *passed, const struct media_message *asked,
                 struct media_message *answer) {
  const uint64_t room = (uint64_t)MEDIA_TAR_ENTRIES * MEDIA_TAR_ENTRY_BYTES;
  void *bytes = asked->bytes <= MEDIA_FILE_LIMIT ? process_map(passed[0], asked->bytes) : NULL;
  void *table = bytes ? process_map(passed[1], room) : NULL;
  if (!table) {
    media_fail(answer, MEDIA_NO_MEMORY, "no memory for the archive");
  } else {
    size_t count = 0;
    const char *fault = tar_list(bytes, asked->bytes, table, MEDIA_TAR_ENTRIES, &count);
    answer->kind = MEDIA_STORED;
    answer->lottie.file = (uint32_t)count;
    if (fault) media_fail(answer, MEDIA_BAD_INPUT, "%s", fault);
  }
  if (table) process_unmap(table, room);
  if (bytes) process_unmap(bytes, asked->bytes);
}

/// Maps and opens the archive that fills `memory`; on failure, returns NULL with FAILED in `answer`.
static void *open_archive(int memory, const struct media_message *asked, struct archive *archive,
                          struct media_message *answer) {
  void *bytes = asked->bytes <= MEDIA_FILE_LIMIT ? process_map(memory, asked->bytes) : NULL;
  if (!bytes) {
    media_fail(answer, MEDIA_NO_MEMORY, "no memory for the file");
    return NULL;
  }
  const char *fault = archive_open(archive, bytes, asked->bytes);
  if (!fault) return bytes;
  media_fail(answer, MEDIA_BAD_INPUT, "%s", fault);
  process_unmap(bytes, asked->bytes);
  return NULL;
}

/// Finds the first file that exists in a list of names.
static void find(const int *passed, const struct media_message *asked,
                 struct media_message *answer) {
  struct archive archive;
  const uint64_t count = asked->lottie.names_bytes;
  char *names = count <= MEDIA_FILE_LIMIT ? process_map(passed[1], count) : NULL;
  if (!names) {
    media_fail(answer, MEDIA_NO_MEMORY, "no memory for the names");
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

/// The maximum number of bytes of a file name in messages.
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
    media_fail(answer, MEDIA_INTERNAL, "the archive has no file %u with the requested size", asked->lottie.file);
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
    case MEDIA_LOTTIE: draw(passed, asked, answer); break;
    case MEDIA_GUNZIP: gunzip(passed, asked, answer); break;
    case MEDIA_TAR: list(passed, asked, answer); break;
    case MEDIA_FIND: find(passed, asked, answer); break;
    case MEDIA_UNPACK: unpack(passed, asked, answer); break;
    default: media_fail(answer, MEDIA_INTERNAL, "unknown message %u", asked->kind);
  }
}

static int needed(const struct media_message *asked) {
  return asked->kind == MEDIA_LOTTIE ? 3 : 2;
}

int main(int count_of_words, char **words) {
  setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
  media_shortage = shortage_take;
  shortage_explains_crashes(MEDIA_STARVED);
  sandbox_limit_memory(2ull << 30);
  static const char *const readable[] = {"/dev/null", NULL};
  media_lock(count_of_words, words, readable, 2ull << 30, false);
  media_serve("pipeline-lottie", needed, serve);
  return 0;
}
