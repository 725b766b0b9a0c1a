// Waits for a process, or ends it, by its own id only.
#define _GNU_SOURCE
#include "process.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int reap(pid_t pid, int *status) {
  while (waitpid(pid, status, 0) < 0)
    if (errno != EINTR) return errno;
  return 0;
}

int process_wait(pid_t pid, int milliseconds, int *status) {
  if (milliseconds < 0) return reap(pid, status);
  int handle = (int)syscall(SYS_pidfd_open, pid, 0);
  if (handle < 0) {
    // Kernels before 5.3: look every millisecond.
    for (int i = 0; i <= milliseconds; i++) {
      pid_t ended = waitpid(pid, status, WNOHANG);
      if (ended == pid) return 0;
      if (ended < 0 && errno != EINTR) return errno;
      nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    return ETIMEDOUT;
  }
  struct pollfd entry = {.fd = handle, .events = POLLIN};
  int ready;
  do ready = poll(&entry, 1, milliseconds);
  while (ready < 0 && errno == EINTR);
  int problem = ready < 0 ? errno : 0;
  close(handle);
  if (problem) return problem;
  return ready == 0 ? ETIMEDOUT : reap(pid, status);
}

int process_kill(pid_t pid, int *status) {
  if (kill(pid, SIGKILL) != 0 && errno != ESRCH) return errno;
  return reap(pid, status);
}

int process_signal_of(int status) { return WIFSIGNALED(status) ? WTERMSIG(status) : 0; }

int process_exit_of(int status) { return WIFEXITED(status) ? WEXITSTATUS(status) : -1; }
