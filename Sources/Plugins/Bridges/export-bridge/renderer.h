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

/* What precedes a frame's words, one NAME=VALUE in a line, and its pictures; the numbers are this machine's. */
struct renderer_request {
  char magic[8]; /* "pframe0" and a zero */
  double progress, seconds;
  uint32_t width, height, pictures, word_bytes;
};

/* Starts `program plugin draw-frames id`; false when it cannot. */
bool renderer_start(struct renderer *renderer, const char *program, const char *id);
/* Sends a frame and takes the picture that comes back; false when the program ends or says no. */
bool renderer_draw(struct renderer *renderer, const struct renderer_request *request, const char *words,
                   const uint32_t *const *pictures, uint32_t *out);
void renderer_stop(struct renderer *renderer);

#endif
