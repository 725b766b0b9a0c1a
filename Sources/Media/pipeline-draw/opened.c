// Records the font files that were used. All libraries that draw in this program open fonts with FT_New_Face. This
// program defines its own FT_New_Face, which the loader finds first: it records the path and calls FreeType's function.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "opened.h"
#include "process.h"

typedef int new_face(void *library, const char *path, long index, void **face);
new_face FT_New_Face;

/// The maximum number of font files that are recorded.
#define FONTS_MAX 256

static char *fonts[FONTS_MAX];
static int font_count;

/// Returns whether the caller is fontconfig, which opens files only to list fonts.
static bool only_lists(const void *caller) {
  Dl_info about;
  return dladdr(caller, &about) && about.dli_fname && strstr(about.dli_fname, "libfontconfig");
}

/// Records the path of a font file; files that the host passed are left out, because they have no path in this process.
static void note(const char *path) {
  if (strncmp(path, "/proc/", 6) == 0) return;
  for (int i = 0; i < font_count; i++)
    if (strcmp(fonts[i], path) == 0) return;
  if (font_count == FONTS_MAX) return;
  char *copy = strdup(path);
  if (copy) fonts[font_count++] = copy;
}

int FT_New_Face(void *library, const char *path, long index, void **face) {
  static new_face *next;
  if (!next) {
    // The pointer is copied as bytes, because ISO C cannot cast an object pointer to a function pointer.
    void *found = dlsym(RTLD_NEXT, "FT_New_Face");
    memcpy(&next, &found, sizeof next);
    if (!next) abort();
  }
  if (path && !only_lists(__builtin_return_address(0))) note(path);
  return next(library, path, index, face);
}

void list_opened_fonts(int memory, const struct media_message *asked, struct media_message *answer) {
  char *text = process_map(memory, asked->bytes);
  if (!text) {
    media_fail(answer, MEDIA_NO_MEMORY, "no memory for the fonts");
    return;
  }
  uint64_t count = 0;
  bool fits = true;
  for (int i = 0; i < font_count && fits; i++) {
    const size_t bytes = strlen(fonts[i]) + 1;
    fits = count + bytes <= asked->bytes;
    if (fits) memcpy(text + count, fonts[i], bytes);
    if (fits) count += bytes;
  }
  process_unmap(text, asked->bytes);
  if (fits) {
    answer->kind = MEDIA_STORED;
    answer->draw.list_bytes = count;
  } else {
    media_fail(answer, MEDIA_TOO_LARGE, "the names of %d fonts", font_count);
  }
}
