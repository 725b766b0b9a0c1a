// The program pipeline-png, which decodes PNG with libpng, in a separate process that starts within a millisecond. The
// host passes open files and memory; this process opens no files.
#include <sys/resource.h>
#include <time.h>

#include "picture.h"
#include "process.h"
#include "sandbox.h"
#include "shortage.h"

static struct picture *picture;

/// Writes the picture into the host's memory.
static void store(int memory, const struct media_message *asked, struct media_message *answer) {
  if (!media_fits(asked, picture_width(picture), picture_height(picture), answer)) return;
  unsigned char *pixels = process_map(memory, asked->bytes);
  if (!pixels) {
    media_fail(answer, MEDIA_NO_MEMORY, "no memory for the pixels");
    return;
  }
  picture_store(picture, pixels, asked->stride, answer);
  process_unmap(pixels, asked->bytes);
}

static void serve(const struct media_message *asked, const int *passed,
                  struct media_message *answer) {
  if (asked->kind == MEDIA_LOAD) {
    picture_close(&picture);
    picture = picture_open(passed[0], asked, answer);
  } else if (asked->kind == MEDIA_STORE) {
    store(passed[0], asked, answer);
    picture_close(&picture);
  } else if (asked->kind == MEDIA_CHECK && picture) {
    picture_check(picture, answer);
    picture_close(&picture);
  } else {
    media_fail(answer, MEDIA_INTERNAL, "unknown message %u", asked->kind);
  }
}

static int needed(const struct media_message *asked) { return asked->kind == MEDIA_CHECK ? 0 : 1; }

int main(int count_of_words, char **words) {
  setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
  media_shortage = shortage_take;
  shortage_explains_crashes(MEDIA_STARVED);
  static const char *const readable[] = {"/proc/self", "/dev/null", NULL};
  // The time zone is read before the process is locked, because Little CMS later asks the C library for the time. The
  // memory limit allows for a file of half a gigabyte, and for the largest picture in the host's memory.
  tzset();
  media_lock(count_of_words, words, readable, 2ull << 30, false);
  media_serve("pipeline-png", needed, serve);
  return 0;
}
