#include "renderer.h"

#include <errno.h>
#include <spawn.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

bool renderer_start(struct renderer *renderer, const char *program, const char *id) {
  int pair[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) return false;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, pair[1], 0);
  posix_spawn_file_actions_adddup2(&actions, pair[1], 1);
  char *words[] = {(char *)program, (char *)"plugin", (char *)"draw-frames", (char *)id, NULL};
  const int problem = posix_spawn(&renderer->process, program, &actions, NULL, words, environ);
  posix_spawn_file_actions_destroy(&actions);
  close(pair[1]);
  renderer->socket = pair[0];
  if (problem == 0) return true;
  close(pair[0]);
  renderer->process = 0;
  return false;
}

/* If the program has ended, writing to it is an error here, and raises no signal in the host program. */
static bool put(int socket, const void *bytes, size_t count) {
  for (const char *from = bytes; count > 0;) {
    const ssize_t sent = send(socket, from, count, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    from += sent, count -= (size_t)sent;
  }
  return true;
}

static bool take(int socket, void *bytes, size_t count) {
  for (char *to = bytes; count > 0;) {
    const ssize_t got = recv(socket, to, count, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    to += got, count -= (size_t)got;
  }
  return true;
}

bool renderer_draw(struct renderer *renderer, const struct renderer_request *request, const char *words,
                   const uint32_t *const *pictures, uint32_t *out) {
  const size_t bytes = (size_t)request->width * request->height * 4;
  uint32_t status = 1;
  bool is_fine = put(renderer->socket, request, sizeof *request)
                 && put(renderer->socket, words, request->word_bytes);
  for (uint32_t i = 0; is_fine && i < request->pictures; i++)
    is_fine = put(renderer->socket, pictures[i], bytes);
  is_fine = is_fine && take(renderer->socket, &status, sizeof status) && status == 0;
  return is_fine && take(renderer->socket, out, bytes);
}

void renderer_stop(struct renderer *renderer) {
  if (renderer->process <= 0) return;
  close(renderer->socket);
  while (waitpid(renderer->process, NULL, 0) < 0 && errno == EINTR) {}
  renderer->process = 0;
}
