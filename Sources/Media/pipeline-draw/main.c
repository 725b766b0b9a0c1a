// The program pipeline-draw, which draws text with Pango, and averages the engine's drawings of SVG, in a separate
// process. The host passes open files and memory; this process opens only fonts.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "bundled.h"
#include "drawing.h"
#include "opened.h"
#include "process.h"
#include "sandbox.h"
#include "shortage.h"

/// Draws the text whose description is in the host's memory.
static cairo_surface_t *typeset(const int *passed, const struct media_message *asked,
                                struct media_message *answer) {
  const void *bytes = process_map(passed[0], asked->bytes);
  if (!bytes) {
    media_fail(answer, MEDIA_NO_MEMORY, "no memory for the text");
    return NULL;
  }
  cairo_surface_t *drawing =
      drawing_of_text(bytes, asked->bytes, passed + 1, asked->draw.files, asked, answer);
  process_unmap((void *)bytes, asked->bytes);
  return drawing;
}

/// Writes the drawing into the host's memory.
static void store(cairo_surface_t *drawing, int memory, const struct media_message *asked,
                  struct media_message *answer) {
  if (!media_fits(asked, drawing_width(drawing), drawing_height(drawing), answer)) return;
  unsigned char *pixels = process_map(memory, asked->bytes);
  if (!pixels) {
    media_fail(answer, MEDIA_NO_MEMORY, "no memory for the pixels");
    return;
  }
  drawing_store(drawing, pixels, asked->stride);
  process_unmap(pixels, asked->bytes);
  answer->kind = MEDIA_STORED;
}

/// A function that reads the file passed first and writes its result to the memory passed second.
typedef void reading(const void *file, size_t count, void *room, uint64_t bytes,
                     struct media_message *answer);

static void read_file(reading *read, const int *passed, const struct media_message *asked,
                      struct media_message *answer) {
  const int64_t count = media_file_bytes(passed[0], answer);
  if (count < 0) return;
  const void *file = process_map(passed[0], (size_t)count);
  void *room = process_map(passed[1], asked->bytes);
  if (file && room)
    read(file, (size_t)count, room, asked->bytes, answer);
  else
    media_fail(answer, MEDIA_NO_MEMORY, "no memory for the file");
  if (file) process_unmap((void *)file, (size_t)count);
  if (room) process_unmap(room, asked->bytes);
}

/// Finds the fonts for the letters of an SVG.
static void find_fonts(const int *passed, const struct media_message *asked,
                       struct media_message *answer) {
  void *text = process_map(passed[0], asked->bytes);
  if (!text) {
    media_fail(answer, MEDIA_NO_MEMORY, "no memory for the fonts");
    return;
  }
  fonts_for_letters(text, asked->bytes, asked->draw.files > 0 ? passed[1] : -1, answer);
  process_unmap(text, asked->bytes);
}

/// Locks this process: it may read fonts, fontconfig's files, Pango's modules, and the dictionary for Thai
/// words.
static void lock(int count, char **words) {
  static char own[4][1024];
  static const char *const names[4] = {"%s/.fonts", "%s/.local/share/fonts", "%s/.cache/fontconfig",
                                       "%s/.config/fontconfig"};
  const char *home = getenv("HOME");
  for (int i = 0; i < 4; i++) snprintf(own[i], sizeof own[i], names[i], home ? home : "/nowhere");
  const char *const readable[] = {
    "/usr/share/fonts", "/usr/local/share/fonts", "/usr/share/fontconfig", "/etc/fonts",
    "/var/cache/fontconfig", "/usr/share/libthai", "/usr/share/mime", "/usr/share/locale",
    "/usr/lib", "/usr/lib64", "/lib", "/lib64", "/usr/local/lib", "/etc/ld.so.cache", "/etc/localtime",
    "/dev/null", "/dev/urandom", "/sys/devices/system/cpu",
    own[0], own[1], own[2], own[3], bundled_use(), NULL};
  // The limit prevents that a hostile file uses more memory.
  media_lock(count, words, readable, 2ull << 30, false);
}

static cairo_surface_t *drawn;

static void serve(const struct media_message *asked, const int *passed,
                  struct media_message *answer) {
  switch (asked->kind) {
    case MEDIA_STORE:
      store(drawn, passed[0], asked, answer);
      drawing_close(&drawn);
      break;
    case MEDIA_LOAD:
      drawing_close(&drawn);
      drawn = drawing_of_vector(passed[0], asked, answer);
      break;
    case MEDIA_TYPESET:
      drawing_close(&drawn);
      drawn = typeset(passed, asked, answer);
      break;
    case MEDIA_LIST_FONTS: list_opened_fonts(passed[0], asked, answer); break;
    case MEDIA_UNPACK_FILE: read_file(file_unpack, passed, asked, answer); break;
    case MEDIA_OUTLINES: read_file(font_outlines, passed, asked, answer); break;
    case MEDIA_FIND_FONTS: find_fonts(passed, asked, answer); break;
    default: media_fail(answer, MEDIA_INTERNAL, "unknown message %u", asked->kind);
  }
}

static int needed(const struct media_message *asked) {
  if (asked->kind == MEDIA_UNPACK_FILE || asked->kind == MEDIA_OUTLINES) return 2;
  if (asked->kind != MEDIA_TYPESET && asked->kind != MEDIA_FIND_FONTS) return 1;
  return asked->draw.files <= MEDIA_FONTS ? 1 + (int)asked->draw.files : -1;
}

int main(int count_of_words, char **words) {
  setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
  media_shortage = shortage_take;
  shortage_explains_crashes(MEDIA_STARVED);
  sandbox_limit_memory(2ull << 30);
  lock(count_of_words, words);
  media_serve("pipeline-draw", needed, serve);
  return 0;
}
