// Starts processes from one thread that never ends, so that their death signal means what it says.
#define _GNU_SOURCE
#include "process.h"
#include "noted.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/close_range.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

char *const *process_plain_environment(void) {
  static char *list[5];
  static char text[4][1024];
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  static const char *const names[] = {"PATH", "HOME", "TMPDIR"};
  pthread_mutex_lock(&lock);
  if (!list[0]) {
    int n = 0;
    for (int i = 0; i < 3; i++) {
      const char *value = getenv(names[i]);
      if (value && snprintf(text[n], sizeof text[n], "%s=%s", names[i], value) <
                       (int)sizeof text[n]) {
        list[n] = text[n];
        n++;
      }
    }
    list[n] = strcpy(text[n], "LANG=C.UTF-8");
  }
  pthread_mutex_unlock(&lock);
  return list;
}

// Only async-signal-safe calls: the child runs on the parent's memory until it executes.
static void child(const struct process_request *r, char *const *environment, pid_t parent,
                  volatile int *failure) {
  int standard[3] = {r->input, r->output, r->error};
  int high[3 + PROCESS_PASSED_MAX];
  int count = 3 + r->passed_count;
  if (r->dies_with_parent && prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) goto failed;
  if (r->dies_with_parent && getppid() != parent) goto failed;
  // A terminal's interrupt is for the host, which ends this process when it is time.
  if (setpgid(0, 0) != 0) goto failed;

  // First out of the way of 0…count-1, then into place.
  for (int i = 0; i < count; i++) {
    int source = i < 3 ? standard[i] : r->passed[i - 3];
    if (source < 0) source = open("/dev/null", i == 0 ? O_RDONLY : O_WRONLY);
    if (source < 0) goto failed;
    high[i] = fcntl(source, F_DUPFD, count);
    if (high[i] < 0) goto failed;
  }
  for (int i = 0; i < count; i++)
    if (dup2(high[i], i) < 0) goto failed;
  if (syscall(SYS_close_range, count, ~0U, 0) != 0)
    for (int i = count; i < 65536; i++) close(i);

  struct sigaction plain = {.sa_handler = SIG_DFL};
  for (int i = 1; i < NSIG; i++) sigaction(i, &plain, NULL);
  // A file that grows past the limit of its size is an error that can be told.
  plain.sa_handler = SIG_IGN;
  sigaction(SIGXFSZ, &plain, NULL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  execve(r->path, r->arguments, environment);
failed:
  *failure = errno ? errno : ECHILD;
  _exit(127);
}

static int start_here(const struct process_request *r, pid_t *pid) {
  char *const *environment = r->environment ? r->environment : process_plain_environment();
  volatile int failure = 0;
  pid_t parent = getpid();
  // No handler of ours may run in the child, which shares our memory.
  sigset_t all, old;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &old);
  pid_t made = vfork();
  if (made == 0) child(r, environment, parent, &failure);
  int problem = made < 0 ? errno : failure;
  pthread_sigmask(SIG_SETMASK, &old, NULL);
  if (made > 0 && problem) {
    while (waitpid(made, NULL, 0) < 0 && errno == EINTR) {}
  }
  if (!problem) {
    process_keep(made);
    *pid = made;
  }
  return process_noted(problem);
}

// One request at a time is handed to the thread.
static pthread_mutex_t callers = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static const struct process_request *waiting;
static pid_t made;
static int problem;
static bool running;

static void *starter(void *unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  for (;;) {
    while (!waiting) pthread_cond_wait(&changed, &lock);
    problem = start_here(waiting, &made);
    waiting = NULL;
    pthread_cond_broadcast(&changed);
  }
  return NULL;
}

int process_start(const struct process_request *request, pid_t *pid) {
  if (request->passed_count < 0 || request->passed_count > PROCESS_PASSED_MAX) return EINVAL;
  pthread_mutex_lock(&callers);
  pthread_mutex_lock(&lock);
  int result = 0;
  if (!running) {
    pthread_attr_t attributes;
    pthread_t thread;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attributes, 256 * 1024);
    sigset_t all, old;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    result = pthread_create(&thread, &attributes, starter, NULL);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    pthread_attr_destroy(&attributes);
    running = result == 0;
  }
  if (running) {
    waiting = request;
    pthread_cond_broadcast(&changed);
    while (waiting) pthread_cond_wait(&changed, &lock);
    result = problem;
    if (!result) *pid = made;
  }
  pthread_mutex_unlock(&lock);
  pthread_mutex_unlock(&callers);
  return result;
}

int process_open_tasks(pid_t pid, int *descriptor) {
  char path[32];
  snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
  const int opened = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (opened < 0) return process_noted(errno);
  *descriptor = opened;
  return 0;
}
