#include "page.h"

#include <string.h>

static const struct {
  const char *name;
  const uint8_t *bytes;
  size_t count;
} files[] = {
#include "../pipeline-preview/Page/files.h"
};

size_t page_file_count(void) { return sizeof files / sizeof *files; }

const char *page_file_name(size_t index) { return files[index].name; }

const uint8_t *page_file(const char *name, size_t *count) {
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    if (strcmp(files[i].name, name) != 0) continue;
    *count = files[i].count;
    return files[i].bytes;
  }
  return NULL;
}
