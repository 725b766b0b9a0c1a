/* server FILE...: eight threads open documents that must be rejected or limited, and draw their first frame. For each
 * document, prints the number, the exit status that the program would have, and the message; at the end nothing may
 * remain. */
#include "host.h"

#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 8 };
static pipeline_engine engine;
static char **files;
static int file_count;
static atomic_int next;

static void *serve(void *unused) {
  static _Thread_local uint8_t pixels[1 << 20];
  const pipeline_limit limits[] = {{"frames", 1000000}, {"memory", 512 << 20}, {"pixels", 1 << 24}};
  pipeline_open_options options = {.size = sizeof options, .scale = 1, .seconds = 60, .limits = limits, .limit_count = sizeof limits / sizeof limits[0]};
  for (int i; (i = atomic_fetch_add(&next, 1)) < file_count;) {
    pipeline_report *report = NULL;
    pipeline_composition film;
    pipeline_status status = pipeline_open_file(engine, files[i], &options, &film, &report);
    if (status == PIPELINE_OK) {
      pipeline_image image = {.size = sizeof image, .data = pixels, .capacity = sizeof pixels, .width = 16, .height = 16};
      pipeline_report_free(report), report = NULL;
      status = pipeline_frame(film, 0, &image, &report);
      EXPECT(pipeline_close(film) == PIPELINE_OK);
    }
    flockfile(stdout);
    printf("%d %d %s", i, report ? report->exit_status : 0, status == PIPELINE_OK ? "drawn" : report->message);
    putchar('\0');
    funlockfile(stdout);
    pipeline_report_free(report);
  }
  return unused;
}

int main(int count, char **words) {
  files = words + 1, file_count = count - 1;
  EXPECT(pipeline_engine_new(NULL, &engine, NULL) == PIPELINE_OK);
  const int open = descriptors();
  pthread_t all[THREADS];
  for (int i = 0; i < THREADS; i++) EXPECT(pthread_create(&all[i], NULL, serve, NULL) == 0);
  for (int i = 0; i < THREADS; i++) pthread_join(all[i], NULL);
  EXPECT(pipeline_engine_close(engine) == PIPELINE_OK);
  SETTLES(threads() == 1 && children() == 0);
  EXPECT(descriptors() == open);
  return 0;
}
