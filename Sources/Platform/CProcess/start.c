// Starts all processes from one permanent thread, because the death signal of a process depends on the thread
// that started it.
#define _GNU_SOURCE
#include "process.h"
#include "noted.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/close_range.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
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

/// Asks the kernel to kill this process instead of the host if memory runs out. The host can then report the
/// shortage and continue, or end with the finished work. The program continues if the kernel rejects the
/// request.
static void offer_to_kernel(void) {
  int score = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  if (score < 0) return;
  if (write(score, "800", 3) != 3) errno = 0;
  close(score);
}

// Runs in the child until it executes the program; only async-signal-safe calls are allowed, because the
// child runs in the parent's memory.
static void child(const struct process_request *r, char *const *environment, pid_t parent,
                  volatile int *failure) {
  int standard[3] = {r->input, r->output, r->error};
  int high[3 + PROCESS_PASSED_MAX];
  int count = 3 + r->passed_count;
  if (r->dies_with_parent && prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) goto failed;
  if (r->dies_with_parent && getppid() != parent) goto failed;
  // An interrupt from the terminal is delivered only to the host, which ends this process when necessary.
  if (setpgid(0, 0) != 0) goto failed;
  offer_to_kernel();

  // The passed descriptors are first moved above 0…count-1 and then to their final numbers.
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
  // A file that exceeds its size limit causes an error that can be reported, instead of a signal.
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

/// The settings with which a child process is created.
struct birth {
  const struct process_request *request;
  char *const *environment;
  pid_t parent;
  volatile int failure;
};

__attribute__((noreturn)) static void child_in_group(struct birth *b) {
  child(b->request, b->environment, b->parent, &b->failure);
  _exit(127);
}

// Some versions of the system headers lack these constants, which are part of the kernel's ABI.
#define CLONE_INTO_GROUP 0x200000000ULL
struct clone_request {
  uint64_t flags, pidfd, child_tid, parent_tid, exit_signal, stack, stack_size, tls, set_tid,
    set_tid_size, cgroup;
};

/// Performs a vfork into a control group. The child has its own stack, so that the parent's stack is not
/// changed.
static pid_t fork_into(int group, struct birth *b) {
  static uint8_t stack[64 * 1024] __attribute__((aligned(16)));
  const struct clone_request request = {
    .flags = CLONE_VM | CLONE_VFORK | CLONE_INTO_GROUP, .exit_signal = SIGCHLD,
    .stack = (uint64_t)(uintptr_t)stack, .stack_size = sizeof stack, .cgroup = (uint64_t)group};
  long result;
  __asm__ volatile(
    "syscall\n"
    "test %%rax, %%rax\n"
    "jnz 1f\n"
    "xor %%ebp, %%ebp\n"
    "mov %[birth], %%rdi\n"
    "call *%[child]\n"
    "1:\n"
    : "=a"(result)
    : "0"((long)SYS_clone3), "D"(&request), "S"(sizeof request), [birth] "r"(b),
      [child] "r"(child_in_group)
    : "rcx", "r11", "memory");
  if (result < 0) errno = (int)-result;
  return result < 0 ? -1 : (pid_t)result;
}

static int start_here(const struct process_request *r, int group, pid_t *pid) {
  char *const *environment = r->environment ? r->environment : process_plain_environment();
  struct birth b = {r, environment, getpid(), 0};
  // The signal handlers of the host must not run in the child, which shares the host's memory.
  sigset_t all, old;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &old);
  pid_t made = group >= 0 ? fork_into(group, &b) : vfork();
  if (made == 0) child(r, environment, b.parent, &b.failure);
  int problem = made < 0 ? errno : b.failure;
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

// The lock that lets only one request at a time be passed to the thread.
static pthread_mutex_t callers = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static const struct process_request *waiting;
static int waiting_group;
static pid_t made;
static int problem;
static bool running;
static bool is_resting;
static pthread_t thread;

static void *starter(void *unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  while (!is_resting) {
    if (waiting) {
      problem = start_here(waiting, waiting_group, &made);
      waiting = NULL;
      pthread_cond_broadcast(&changed);
    }
    while (!waiting && !is_resting) pthread_cond_wait(&changed, &lock);
  }
  pthread_mutex_unlock(&lock);
  return NULL;
}

/// A forked process has neither the thread nor the processes of its parent, so the records are cleared.
static void forget(void) {
  pthread_mutex_init(&callers, NULL);
  pthread_mutex_init(&lock, NULL);
  pthread_cond_init(&changed, NULL);
  waiting = NULL;
  running = is_resting = false;
  process_forget_all();
}

static void watch_forks(void) { pthread_atfork(NULL, NULL, forget); }

void process_rest(void) {
  pthread_mutex_lock(&callers);
  if (running && process_count() == 0) {
    pthread_mutex_lock(&lock);
    is_resting = true;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
    running = is_resting = false;
  }
  pthread_mutex_unlock(&callers);
}

int process_start(const struct process_request *request, pid_t *pid) {
  return process_start_in_group(request, -1, pid);
}

int process_start_in_group(const struct process_request *request, int group, pid_t *pid) {
  if (request->passed_count < 0 || request->passed_count > PROCESS_PASSED_MAX) return EINVAL;
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, watch_forks);
  pthread_mutex_lock(&callers);
  pthread_mutex_lock(&lock);
  int result = 0;
  if (!running) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 256 * 1024);
    sigset_t all, old;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    result = pthread_create(&thread, &attributes, starter, NULL);
    /* The thread-local memory of a host's libraries is on the stack, and may be larger than this stack. */
    if (result == EINVAL) result = pthread_create(&thread, NULL, starter, NULL);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    pthread_attr_destroy(&attributes);
    running = result == 0;
  }
  if (running) {
    waiting = request;
    waiting_group = group;
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
