/* What every peer in C shares: it answers "CASE INDEX" lines with the time of one run. */
#ifndef PEER_H
#define PEER_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Draws frame `index` of `name`; false when there is no such case. */
typedef int peer_run(const char *name, long index);

enum { WIDTH = 1920, HEIGHT = 1080, FRAMES = 60, POSTER_WIDTH = 570, POSTER_HEIGHT = 745 };

/* The whole of a file, or the end of the program. */
static inline uint8_t *peer_file(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  if (!file || fseek(file, 0, SEEK_END)) {
    perror(path);
    exit(1);
  }
  *size = (size_t)ftell(file);
  rewind(file);
  uint8_t *bytes = aligned_alloc(64, (*size + 63) & ~(size_t)63);
  if (!bytes || fread(bytes, 1, *size, file) != *size) {
    perror(path);
    exit(1);
  }
  fclose(file);
  return bytes;
}

/* 0 at the first frame, 1 after the last. */
static inline double peer_progress(long index) { return (double)(index % FRAMES) / FRAMES; }

/* One line "CASE INDEX WARM" in, one line out: nanoseconds of one run after WARM others, or "none
 * REASON". The clock is the thread's own for drawing, so that other programs do not count. */
static inline int peer_serve(peer_run *run, clockid_t clock) {
  char line[256], name[128];
  long index;
  int warm;
  while (fgets(line, sizeof line, stdin)) {
    if (sscanf(line, "%127s %ld %d", name, &index, &warm) != 3) return 1;
    int known = 1;
    for (int i = 0; known && i < warm; i++) known = run(name, index);
    struct timespec a, b;
    clock_gettime(clock, &a);
    if (known) known = run(name, index);
    clock_gettime(clock, &b);
    if (known)
      printf("%lld\n", (long long)(b.tv_sec - a.tv_sec) * 1000000000 + b.tv_nsec - a.tv_nsec);
    else
      printf("none no such case\n");
    fflush(stdout);
  }
  return 0;
}

#endif
