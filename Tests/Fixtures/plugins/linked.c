/* A plugin with the libraries and run paths that the tests choose. It sets its layer's opacity to VALUE or, with
 * -DHELPER, to the result of `helper` in another library. -DREADS=path prints what is at the path, and then crashes.
 * -DPATCHES tries every way to write another value into the file copy from which the plugin was loaded; it crashes if
 * the loaded value was the old value, so that the next worker may get the new value. */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "animator.h"

#ifndef VALUE
#define VALUE 0.5
#endif

#ifdef HELPER
extern double helper(void);
#endif

#ifdef READS
static void look(const char *path) {
  char text[64] = {0};
  const int file = open(path, O_RDONLY);
  if (file < 0) return;
  const ssize_t count = read(file, text, sizeof text - 1);
  DIR *folder = count < 0 ? opendir(path) : NULL;
  struct dirent *entry;
  while (folder && (entry = readdir(folder)))
    if (entry->d_name[0] != '.') snprintf(text, sizeof text, "%s", entry->d_name);
  if (!text[0]) return;
  fprintf(stderr, "SAW %s\n", text);
  abort();
}
#endif

#ifdef PATCHES
/* The value's mark makes the value easy to find in the file. */
static const volatile struct { char mark[16]; volatile double value; } kept =
    {"the value is here", VALUE};

static void patch(int file, const char *bytes, size_t size) {
  char mark[16];
  memcpy(mark, (const char *)kept.mark, sizeof mark);
  const char *at = memmem(bytes, size, mark, sizeof mark);
  if (!at) return;
  const double other = 0.25;
  const off_t place = at - bytes + (off_t)sizeof mark;
  if (lseek(file, place, SEEK_SET) == place) (void)!write(file, &other, sizeof other);
  char *shared = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (shared != MAP_FAILED) memcpy(shared + place, &other, sizeof other);
}

static void patch_all(void) {
  for (int number = 3; number < 16; number++) {
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", number);
    const off_t size = lseek(number, 0, SEEK_END);
    /* Ignores the socket and shared memory, which are not copies of the plugin's file. */
    if (size <= 0 || size > 1 << 20) continue;
    const char *bytes = mmap(NULL, (size_t)size, PROT_READ, MAP_PRIVATE, number, 0);
    if (bytes == MAP_FAILED) continue;
    patch(number, bytes, (size_t)size);
    const int again = open(path, O_RDWR);
    if (again >= 0) patch(again, bytes, (size_t)size);
#ifdef SHRINKS
    (void)!ftruncate(number, 64);
    (void)!ftruncate(again, 64);
    (void)!fallocate(number, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, 4096);
#endif
  }
}
#endif

static int32_t layout(const void *params, const animator_context *context,
                      const animator_layer *const *in, uint32_t in_count,
                      animator_layer *const *out, uint32_t out_count) {
  (void)params, (void)context, (void)in, (void)in_count, (void)out_count;
#ifdef READS
  look(READS);
#endif
#if defined(PATCHES)
  out[0]->opacity = kept.value;
  if (kept.value == VALUE) {
    patch_all();
    *(volatile int *)8 = 1;
  }
#elif defined(HELPER)
  out[0]->opacity = helper();
#else
  out[0]->opacity = VALUE;
#endif
  return ANIMATOR_OK;
}

static const animator_role roles[] = {{"subject", "A layer.", 0, 1, 1}};
static const animator_descriptor linked = {
    .size = sizeof(animator_descriptor), .kind = ANIMATOR_KIND_EFFECT, .id = "test.linked",
    .title = "Linked", .version = "1", .doc = "A constant opacity.", .duration_seconds = 1,
    .animates = ANIMATOR_PROPERTY_OPACITY, ANIMATOR_ROLES(roles), .layout = layout};
ANIMATOR_PLUGIN(&linked);
