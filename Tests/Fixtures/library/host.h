/* Shared by the programs of this folder: a document, and functions that count the threads, open files and children of
 * the process. */
#ifndef HOST_H
#define HOST_H

#include <pipeline.h>

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define EXPECT(condition) \
  do { \
    if (!(condition)) { \
      printf("%s:%d: %s\n", __FILE__, __LINE__, #condition); \
      exit(1); \
    } \
  } while (0)

/* A document of 16×8 pixels and 10 frames, with a picture that a helper draws. */
static const char document[] =
  "{\"version\": 1, \"canvas\": {\"size\": [16, 8], \"scale\": 1, \"fps\": 10, \"background\": \"#ff000080\"},"
  " \"vars\": {\"x\": 2}, \"duration\": 1, \"layers\": ["
  " {\"id\": \"a\", \"contents\": {\"color\": \"#0000ff\"}, \"frame\": [\"${x}\", 1, 4, 4]},"
  " {\"id\": \"t\", \"contents\": {\"text\": \"i\", \"size\": 6, \"color\": \"#000000\"}, \"frame\": [8, 0, 8, 8]}]}";

static inline pipeline_status open_document(pipeline_engine engine, pipeline_composition *film) {
  return pipeline_open_bytes(engine, document, sizeof document - 1, NULL, NULL, NULL, film, NULL);
}

static inline int entries(const char *folder) {
  DIR *open = opendir(folder);
  int count = 0;
  while (open && readdir(open)) count++;
  if (open) closedir(open);
  return count - 2;
}

/* Waits until a condition holds, for at most five seconds, because /proc may show threads and processes for a moment
 * after their end. */
#define SETTLES(condition) \
  do { \
    for (int tries = 0; tries < 500 && !(condition); tries++) usleep(10000); \
    EXPECT(condition); \
  } while (0)

static inline int threads(void) { return entries("/proc/self/task"); }

/* Returns the number of open file descriptors, including the descriptor that reads the list. */
static inline int descriptors(void) { return entries("/proc/self/fd"); }

static inline int children(void) {
  char path[64];
  int count = 0;
  DIR *tasks = opendir("/proc/self/task");
  for (struct dirent *task; tasks && (task = readdir(tasks));) {
    if (task->d_name[0] == '.') continue;
    snprintf(path, sizeof path, "/proc/self/task/%.20s/children", task->d_name);
    FILE *file = fopen(path, "r");
    for (int c; file && (c = fgetc(file)) != EOF;) count += c == ' ';
    if (file) fclose(file);
  }
  if (tasks) closedir(tasks);
  return count;
}

#endif
