/* growth FIRST LAST: opens, draws and closes a document LAST times, and tests that the process does not grow between the
 * FIRST and the LAST time. */
#include "host.h"

#include <malloc.h>

static void once(pipeline_engine engine) {
  pipeline_composition film;
  uint8_t pixels[8 * 64];
  pipeline_image image = {.size = sizeof image, .data = pixels, .capacity = sizeof pixels, .width = 16, .height = 8};
  EXPECT(open_document(engine, &film) == PIPELINE_OK);
  EXPECT(pipeline_frame(film, 3, &image, NULL) == PIPELINE_OK);
  EXPECT(pipeline_close(film) == PIPELINE_OK);
}

int main(int count, char **words) {
  EXPECT(count == 3);
  pipeline_engine engine;
  EXPECT(pipeline_engine_new(NULL, &engine, NULL) == PIPELINE_OK);
  const int first = atoi(words[1]), last = atoi(words[2]);
  for (int i = 0; i < first; i++) once(engine);
  const int open = descriptors();
  const struct mallinfo2 before = mallinfo2();
  EXPECT(threads() == 1 && children() == 0);
  for (int i = first; i < last; i++) once(engine);
  const struct mallinfo2 after = mallinfo2();
  const long grown = (long)after.uordblks - (long)before.uordblks;
  printf("%d to %d: %ld bytes, %d descriptors, %d threads, %d children\n", first, last, grown,
         descriptors() - open, threads(), children());
  EXPECT(threads() == 1 && children() == 0 && descriptors() == open);
  /* Internal tables may have grown to their final size, but nothing else may have grown. */
  EXPECT(grown < 65536);
  return 0;
}
