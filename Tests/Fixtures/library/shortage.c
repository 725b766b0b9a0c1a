/* shortage MEGABYTES...: for each number, starts a process whose address space may grow by so many megabytes. In this
 * process a large picture is drawn and encoded, or refused, and then a small picture. No process may end in another way. */
#include "host.h"

#include <sys/resource.h>
#include <sys/wait.h>

enum { SIDE = 2000 };

static const char large[] =
  "{\"version\": 1, \"canvas\": {\"size\": [2000, 2000], \"scale\": 1, \"fps\": 10}, \"duration\": 1, \"layers\": ["
  " {\"id\": \"group\", \"frame\": [0, 0, 2000, 2000], \"opacity\": 0.5, \"blur\": 3, \"sublayers\": ["
  " {\"contents\": {\"color\": \"#ff0000\"}, \"frame\": [0, 0, 2000, 2000], \"cornerRadius\": 9}]}]}";

static pipeline_report *report;

static bool is_expected(pipeline_status status) {
  /* There may be too little memory for a message. */
  EXPECT(status == PIPELINE_OK || status == PIPELINE_SHORTAGE || report);
  EXPECT(!report || (report->status == status && report->message[0]));
  EXPECT(status == PIPELINE_OK || status == PIPELINE_SHORTAGE || status == PIPELINE_UNWRITABLE || status == PIPELINE_UNAVAILABLE);
  pipeline_report_free(report);
  return status == PIPELINE_OK;
}

static int draw(rlim_t bytes) {
  pipeline_engine engine;
  EXPECT(pipeline_engine_new(NULL, &engine, NULL) == PIPELINE_OK);
  const size_t size = (size_t)SIDE * SIDE * 4;
  uint8_t *pixels = calloc(1, size), *encoded;
  unsigned long pages;
  FILE *file = fopen("/proc/self/statm", "r");
  EXPECT(pixels && file && fscanf(file, "%lu", &pages) == 1);
  fclose(file);
  const struct rlimit limit = {pages * 4096 + bytes, RLIM_INFINITY};
  EXPECT(setrlimit(RLIMIT_AS, &limit) == 0);
  int drawn = 0;
  for (int round = 0; round < 2; round++) {
    pipeline_composition film;
    if (is_expected(pipeline_open_bytes(engine, large, sizeof large - 1, NULL, NULL, NULL, &film, &report))) {
      pipeline_image image = {.size = sizeof image, .data = pixels, .capacity = size, .width = SIDE, .height = SIDE};
      drawn += is_expected(pipeline_frame(film, 3, &image, &report));
      const pipeline_render_options one = {.size = sizeof one, .frame_count = 1};
      uint64_t count;
      if (is_expected(pipeline_encode(film, "gif", &one, &encoded, &count, &report))) pipeline_free(encoded);
      EXPECT(pipeline_close(film) == PIPELINE_OK);
    }
    static uint8_t few[512];
    const pipeline_image image = {.size = sizeof image, .data = few, .capacity = sizeof few, .width = 16, .height = 8};
    if (is_expected(pipeline_open_bytes(engine, document, sizeof document - 1, NULL, NULL, NULL, &film, &report))) {
      is_expected(pipeline_frame(film, 0, &image, &report));
      EXPECT(pipeline_close(film) == PIPELINE_OK);
    }
  }
  SETTLES(threads() == 1 && children() == 0);
  return drawn;
}

int main(int count, char **words) {
  for (int i = 1; i < count; i++) {
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) exit(draw((rlim_t)atol(words[i]) << 20) + 10);
    int status;
    EXPECT(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) >= 10);
    printf("%s: %d\n", words[i], WEXITSTATUS(status) - 10);
  }
  return 0;
}
