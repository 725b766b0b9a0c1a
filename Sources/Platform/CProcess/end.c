// Functions that wait for a process or end it by its own id, and that can end all started processes.
#define _GNU_SOURCE
#include "process.h"
#include "noted.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// The processes that were started and not yet reaped; the id of a process in this table is not reused. A
// process that does not fit in the table still ends with this process.
#define CHILDREN_MAX 1024
static pthread_mutex_t children_lock = PTHREAD_MUTEX_INITIALIZER;
static pid_t children[CHILDREN_MAX];
static int children_count;
// The number of running child processes that did not fit in the table.
static int others_count;

void process_keep(pid_t pid) {
  pthread_mutex_lock(&children_lock);
  if (children_count < CHILDREN_MAX) children[children_count++] = pid;
  else others_count++;
  pthread_mutex_unlock(&children_lock);
}

int process_count(void) {
  pthread_mutex_lock(&children_lock);
  const int count = children_count + others_count;
  pthread_mutex_unlock(&children_lock);
  return count;
}

void process_forget_all(void) {
  pthread_mutex_init(&children_lock, NULL);
  children_count = others_count = 0;
}

/// Reaps a process that has ended, and returns the result of waitpid. A process that other code has reaped
/// counts as ended.
static pid_t take(pid_t pid, int *status) {
  pthread_mutex_lock(&children_lock);
  const pid_t ended = waitpid(pid, status, WNOHANG);
  if (ended == pid || (ended < 0 && errno == ECHILD)) {
    int i = 0;
    while (i < children_count && children[i] != pid) i++;
    if (i < children_count) children[i] = children[--children_count];
    else if (others_count > 0) others_count--;
  }
  pthread_mutex_unlock(&children_lock);
  return ended;
}

void process_kill_all(void) {
  // The lock stays locked, so that every thread that starts or reaps a process waits until this process ends.
  pthread_mutex_lock(&children_lock);
  for (int i = 0; i < children_count; i++) kill(children[i], SIGKILL);
}

static int reap(pid_t pid, int *status) {
  siginfo_t about;
  while (waitid(P_PID, (id_t)pid, &about, WEXITED | WNOWAIT) < 0)
    if (errno != EINTR) break;
  return take(pid, status) == pid ? 0 : ECHILD;
}

int process_wait(pid_t pid, int milliseconds, int *status) {
  if (milliseconds < 0) return reap(pid, status);
  int handle = (int)syscall(SYS_pidfd_open, pid, 0);
  if (handle < 0) {
    // On kernels before 5.3, the state of the process is polled every millisecond.
    for (int i = 0; i <= milliseconds; i++) {
      pid_t ended = take(pid, status);
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

bool process_end_with(pid_t parent) {
  return prctl(PR_SET_PDEATHSIG, SIGTERM) == 0 && getppid() == parent;
}

int process_signal_of(int status) { return WIFSIGNALED(status) ? WTERMSIG(status) : 0; }

int process_exit_of(int status) { return WIFEXITED(status) ? WEXITSTATUS(status) : -1; }
