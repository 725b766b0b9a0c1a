// frames FILE.json DIR [N]: every frame of a document as raw RGBA, DIR/0.rgba and so on. With N another thread
// cancels after N frames.  cc frames.c $(pkg-config --cflags --libs pipeline) -lpthread -o frames
#include <pipeline.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pipeline_composition film;

static void *cancel(void *unused) {
  pipeline_cancel(film);
  return unused;
}

// Says what went wrong, with each problem of the document, and ends.
static void check(pipeline_status status, pipeline_report **told) {
  if (status == PIPELINE_OK) return;
  pipeline_report *report = told ? *told : NULL;
  fprintf(stderr, "%s: %s\n", pipeline_status_name(status), report ? report->message : "");
  for (uint64_t i = 0; report && i < report->problem_count; i++) {
    const pipeline_problem *problem =
      (const void *)((const char *)report->problems + i * report->problem_size);
    fprintf(stderr, "  line %u, column %u: %s\n", problem->line, problem->column, problem->message);
  }
  int exit_status = report ? report->exit_status : 1;
  pipeline_report_free(report);
  pipeline_close(film);
  exit(exit_status);
}

int main(int count, char **words) {
  if (count < 3) return 64;
  pipeline_engine engine;
  pipeline_report *report = NULL;
  check(pipeline_engine_new(NULL, &engine, &report), &report);
  pipeline_open_options options = {.size = sizeof options, .threads = 2, .scale = 0.5};
  check(pipeline_open_file(engine, words[1], &options, &film, &report), &report);

  pipeline_info info = {.size = sizeof info};
  check(pipeline_get_info(film, &info), NULL);
  printf("%g s, %llu frames of %d×%d\n", info.duration_seconds, (unsigned long long)info.frame_count,
         info.width, info.height);

  const unsigned long limit = count > 3 ? strtoul(words[3], NULL, 10) : 0;
  const size_t bytes = (size_t)info.width * info.height * 4;
  pipeline_image image = {.size = sizeof image, .format = PIPELINE_RGBA_PREMULTIPLIED, .data = malloc(bytes),
                          .capacity = bytes, .width = info.width, .height = info.height};
  pipeline_frame_info frame = {.size = sizeof frame};
  pipeline_frames frames;
  check(pipeline_frames_begin(film, 0, info.frame_count, &frames, &report), &report);
  pipeline_status status;
  while ((status = pipeline_frames_next(frames, &image, &frame, &report)) == PIPELINE_OK) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%llu.rgba", words[2], (unsigned long long)frame.number);
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(image.data, 1, bytes, file) != bytes || fclose(file)) return 74;
    pthread_t thread;
    if (frame.number + 1 == limit && pthread_create(&thread, NULL, cancel, NULL) == 0)
      pthread_join(thread, NULL);
  }
  free(image.data);
  if (status != PIPELINE_END) check(status, &report);
  pipeline_engine_close(engine);
  return 0;
}
