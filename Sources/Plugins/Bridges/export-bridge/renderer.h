/* The program that draws for an instance, over a socket. */
#ifndef RENDERER_H
#define RENDERER_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct renderer {
  pid_t process;
  int socket;
  bool has_failed;
};

/* The header of a frame, which is followed by the words, one NAME=VALUE in each line, and the pictures;
 * numbers are in this machine's byte order. */
struct renderer_request {
  char magic[8]; /* "pframe0" and a zero */
  double progress, seconds;
  uint32_t width, height, pictures, word_bytes;
};

/* Starts `program plugin draw-frames id`; false if that fails. */
bool renderer_start(struct renderer *renderer, const char *program, const char *id);
/* Sends a frame and receives the resulting picture; false if the program ends or reports an error. */
bool renderer_draw(struct renderer *renderer, const struct renderer_request *request, const char *words,
                   const uint32_t *const *pictures, uint32_t *out);
void renderer_stop(struct renderer *renderer);

#endif
