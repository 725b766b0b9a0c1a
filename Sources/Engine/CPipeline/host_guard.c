#define _GNU_SOURCE
#include "host_guard.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

void host_guard_enter(struct host_guard *guard) {
  guard->problem = errno;
  sigset_t held, pending;
  sigemptyset(&held);
  sigaddset(&held, SIGPIPE);
  sigaddset(&held, SIGXFSZ);
  sigpending(&pending);
  guard->had_pipe = sigismember(&pending, SIGPIPE);
  guard->had_size = sigismember(&pending, SIGXFSZ);
  pthread_sigmask(SIG_BLOCK, &held, &guard->mask);
  fegetenv(&guard->numbers);
  fesetenv(FE_DFL_ENV);
}

/// Removes a pending signal of the calling thread.
static void take(int number) {
  sigset_t one;
  sigemptyset(&one);
  sigaddset(&one, number);
  while (sigtimedwait(&one, NULL, &(struct timespec){0}) < 0 && errno == EINTR) {}
}

void host_guard_leave(const struct host_guard *guard) {
  sigset_t pending;
  sigpending(&pending);
  if (!guard->had_pipe && sigismember(&pending, SIGPIPE)) take(SIGPIPE);
  if (!guard->had_size && sigismember(&pending, SIGXFSZ)) take(SIGXFSZ);
  fesetenv(&guard->numbers);
  pthread_sigmask(SIG_SETMASK, &guard->mask, NULL);
  errno = guard->problem;
}

bool host_guard_is_forked(void) {
  static _Thread_local pid_t process;
  if (!process) process = getpid();
  return process != getpid();
}

bool host_guard_library(char *path, size_t room) {
  static const char here;
  Dl_info about;
  if (!dladdr(&here, &about) || !about.dli_fname) return false;
  char *plain_path = realpath(about.dli_fname, NULL);
  if (!plain_path) return false;
  const bool has_room = strlen(plain_path) < room;
  if (has_room) strcpy(path, plain_path);
  free(plain_path);
  return has_room;
}
