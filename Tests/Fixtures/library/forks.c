/* Tests processes that fork before and after documents are opened, as servers do. */
#include "host.h"

#include <sys/wait.h>

static void draw(pipeline_engine engine) {
  pipeline_composition film;
  uint8_t *bytes;
  uint64_t length;
  EXPECT(open_document(engine, &film) == PIPELINE_OK);
  pipeline_open_options options = {.size = sizeof options, .threads = 3};
  pipeline_composition second;
  EXPECT(pipeline_open_bytes(engine, document, sizeof document - 1, NULL, NULL, &options, &second, NULL) == PIPELINE_OK);
  EXPECT(pipeline_encode(second, "gif", NULL, &bytes, &length, NULL) == PIPELINE_OK && length > 10);
  pipeline_free(bytes);
  EXPECT(pipeline_close(film) == PIPELINE_OK && pipeline_close(second) == PIPELINE_OK);
  EXPECT(threads() == 1 && children() == 0);
}

static void wait_for(pid_t child) {
  int status;
  EXPECT(waitpid(child, &status, 0) == child && status == 0);
}

int main(void) {
  pipeline_engine engine;
  pid_t child = fork();
  EXPECT(pipeline_engine_new(NULL, &engine, NULL) == PIPELINE_OK);
  if (child == 0) return draw(engine), 0;
  wait_for(child);
  draw(engine);

  /* Forks after the engine was used, with and without an open document, and also while other threads wait. */
  for (int open = 0; open < 2; open++) {
    pipeline_composition film = {0};
    if (open) EXPECT(open_document(engine, &film) == PIPELINE_OK);
    child = fork();
    if (child == 0) {
      pipeline_engine own;
      pipeline_info info = {.size = sizeof info};
      EXPECT(!open || pipeline_get_info(film, &info) == PIPELINE_FORKED);
      EXPECT(!open || pipeline_close(film) == PIPELINE_FORKED);
      EXPECT(pipeline_engine_close(engine) == PIPELINE_FORKED);
      EXPECT(pipeline_engine_new(NULL, &own, NULL) == PIPELINE_OK);
      draw(own);
      pid_t next = fork();
      if (next == 0) {
        EXPECT(pipeline_engine_new(NULL, &own, NULL) == PIPELINE_OK);
        return draw(own), 0;
      }
      wait_for(next);
      return 0;
    }
    wait_for(child);
    uint8_t pixels[8 * 64];
    pipeline_image image = {.size = sizeof image, .data = pixels, .capacity = sizeof pixels, .width = 16, .height = 8};
    if (open) EXPECT(pipeline_frame(film, 2, &image, NULL) == PIPELINE_OK && pipeline_close(film) == PIPELINE_OK);
    draw(engine);
  }
  printf("as it should be\n");
  return 0;
}
