/* Tests the restrictions of a worker from inside a plugin. The parameter names the kind of attempts, which are made
 * from progress 0.4 on, but not at 1. The layer's opacity becomes the number of the first attempt that succeeded, in
 * hundredths, and remains unchanged if all attempts failed. -DEARLY_… crashes before the entry is called. */
#define _GNU_SOURCE
#include <asm/sockios.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "animator.h"
#include "worker.h"

/* Asks for SIGKILL to be sent to the host when a file receives data, then sends data; returns whether a request
 * succeeded. */
static int sends(int file, int other, int command, const void *owner) {
  const int owned = command ? fcntl(file, command, owner) : ioctl(file, FIOSETOWN, owner);
  const int signalled = fcntl(file, F_SETSIG, SIGKILL);
  int on = 1;
  const int sending = fcntl(file, F_SETFL, O_ASYNC | O_NONBLOCK) == 0 || ioctl(file, FIOASYNC, &on) == 0;
  if (write(other, "12345678", 8) != 8) errno = 0;
  return owned == 0 || signalled == 0 || sending;
}

static void *nothing(void *unused) { return unused; }
static volatile bool is_over;
static void *waits(void *unused) {
  while (!is_over) usleep(1000);
  return unused;
}

static int is_closed(long result) { return result == -1 && (errno == EPERM || errno == EACCES); }

/* Attempts to have a signal sent to the host. */
static int signals(void) {
  const pid_t host = getppid();
  int ends[2], pipes[2];
  if (pipe2(ends, O_NONBLOCK) != 0 || pipe2(pipes, O_NONBLOCK) != 0) return 99;
  const int events = eventfd(0, EFD_NONBLOCK);
  const void *owner = (void *)(intptr_t)host, *group = (void *)(intptr_t)-host;
  const struct f_owner_ex process = {F_OWNER_PID, host}, all = {F_OWNER_PGRP, host};
  if (sends(ends[0], ends[1], F_SETOWN, owner)) return 1;
  if (sends(events, events, F_SETOWN, owner)) return 2;
  /* If this succeeded, the host's next message would kill the host. */
  if (sends(WORKER_SOCKET, -1, F_SETOWN, owner)) return 3;
  if (sends(pipes[0], pipes[1], F_SETOWN, group)) return 4;
  if (sends(pipes[0], pipes[1], F_SETOWN_EX, &process)) return 5;
  if (sends(pipes[0], pipes[1], F_SETOWN_EX, &all)) return 6;
  if (sends(WORKER_SOCKET, -1, 0, &host)) return 7;
  if (!is_closed(fcntl(WORKER_SOCKET, F_NOTIFY, 1))) return 8;
  if (!is_closed(fcntl(2, F_SETLEASE, F_RDLCK))) return 9;
  if (!is_closed(prctl(PR_SET_PDEATHSIG, 0))) return 10;
  timer_t timer;
  struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = SIGKILL};
  event._sigev_un._tid = host;
  if (!is_closed(syscall(SYS_timer_create, CLOCK_MONOTONIC, &event, &timer))) return 11;
  if (!is_closed(syscall(SYS_kill, host, SIGKILL))) return 12;
  if (!is_closed(syscall(SYS_tgkill, host, host, SIGKILL))) return 13;
  if (!is_closed(syscall(SYS_tgkill, 1L << 32 | host, 1L << 32 | host, SIGKILL))) return 14;
  if (!is_closed(syscall(SYS_tgkill, getpid(), 1L << 32 | getpid(), 1L << 32 | SIGKILL))) return 15;
  if (!is_closed(syscall(SYS_tkill, host, SIGKILL))) return 16;
  siginfo_t about = {.si_signo = SIGKILL, .si_code = SI_QUEUE};
  if (!is_closed(syscall(SYS_rt_sigqueueinfo, host, SIGKILL, &about))) return 17;
  if (!is_closed(syscall(SYS_pidfd_open, host, 0))) return 18;
  for (int i = 0; i < 2; i++) {
    const long child = syscall(SYS_clone, (i ? CLONE_PARENT : CLONE_VFORK | CLONE_VM) | SIGKILL, 0, 0, 0, 0);
    if (child == 0) syscall(SYS_exit, 0);
    if (!is_closed(child)) return 19;
  }
  if (!is_closed(syscall(SYS_setpgid, 0, host))) return 20;
  if (!is_closed(open("/sys/fs/cgroup/cgroup.kill", O_WRONLY)) && errno != ENOENT) return 21;
  if (!is_closed(open("/proc/sysrq-trigger", O_WRONLY)) && errno != ENOENT) return 22;
  if (!is_closed(open("/proc/self/oom_score_adj", O_RDWR))) return 23;
  /* Landlock restricts O_TRUNC since its third version. */
  if (!is_closed(open("/tmp/nobody-has-this", O_RDONLY | O_CREAT | O_TRUNC, 0600))) return 24;
  if (!is_closed(open("/proc/self/comm", O_TRUNC))) return 25;
  return 0;
}

/* Attempts to read files with information about the machine. */
static int machine(void) {
  const char *const told[] = {"/proc/self/net/unix", "/proc/self/mountinfo", "/proc/self/mounts",
                              "/proc/self/environ",  "/proc/self/task",      "/proc/self/cgroup",
                              "/proc/net/unix",      "/etc/passwd"};
  for (int i = 0; i < (int)(sizeof told / sizeof *told); i++)
    if (!is_closed(open(told[i], O_RDONLY | O_CLOEXEC))) return 31 + i;
  return 0;
}

/* Attempts to get memory that the count of private memory does not include. */
static int memory(void) {
  const int both = PROT_READ | PROT_WRITE;
  const size_t bytes = 64 << 20;
  if (mmap(NULL, bytes, both, MAP_SHARED | MAP_ANONYMOUS, -1, 0) != MAP_FAILED) return 41;
  if (mmap(NULL, bytes, both, MAP_SHARED_VALIDATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED) return 42;
  if (mmap(NULL, bytes, both, MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB, -1, 0) != MAP_FAILED) return 43;
  if (mmap(NULL, bytes, both, MAP_PRIVATE | MAP_ANONYMOUS | MAP_LOCKED, -1, 0) != MAP_FAILED) return 44;
  if (errno != EPERM) return 45;
  if (mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_SHARED, WORKER_SHARED, 0) != MAP_FAILED) return 55;
  if (errno != EPERM) return 56;
  /* The bytes of these files must never become executable, not even in a private map. */
  const int written[] = {1, 2, WORKER_SHARED};
  for (int i = 0; i < 3; i++) {
    if (mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, written[i], 0) != MAP_FAILED) return 57;
    void *page = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, written[i], 0);
    if (page == MAP_FAILED) continue;
    if (mprotect(page, 4096, PROT_READ | PROT_EXEC) == 0) return 58;
    munmap(page, 4096);
  }
  if (!is_closed(syscall(SYS_memfd_create, "x", 0))) return 46;
  if (!is_closed(syscall(SYS_shmget, 0, bytes, 0600))) return 47;
  if (!is_closed(syscall(SYS_mlockall, 1))) return 48;
  void *own = mmap(NULL, bytes, both, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (own == MAP_FAILED) return 49;
  munmap(own, bytes);
  int ends[2];
  if (pipe2(ends, O_NONBLOCK) != 0) return 50;
  if (fcntl(ends[1], F_SETPIPE_SZ, 1 << 20) > 0) return 51;
  close(ends[0]);
  close(ends[1]);
  /* The limit of open files limits the number of pipes. */
  struct rlimit open = {1 << 20, 1 << 20};
  if (setrlimit(RLIMIT_NOFILE, &open) == 0 || getrlimit(RLIMIT_NOFILE, &open) != 0) return 53;
  if (open.rlim_max > 256) return 54;
  struct flock range = {.l_type = F_RDLCK, .l_start = 3, .l_len = 1};
  if (!is_closed(fcntl(2, F_SETLK, &range)) || !is_closed(fcntl(2, F_OFD_SETLK, &range))) return 52;
  return 0;
}

/* Calls that libraries need still succeed. */
static int usual(void) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, nothing, NULL) != 0 || pthread_join(thread, NULL) != 0) return 61;
  const int copy = fcntl(2, F_DUPFD_CLOEXEC, 10);
  if (copy < 10 || fcntl(copy, F_GETFD) != FD_CLOEXEC || fcntl(copy, F_SETFD, 0) != 0) return 62;
  const int flags = fcntl(copy, F_GETFL);
  if (flags < 0 || fcntl(copy, F_SETFL, flags | O_NONBLOCK) != 0) return 63;
  close(copy);
  const int file = open("/proc/self/status", O_RDONLY | O_CLOEXEC);
  char byte;
  if (file < 0 || read(file, &byte, 1) != 1) return 64;
  close(file);
  return 0;
}

/* Starts as many threads as possible at the same time, at most 3,000. */
static int threads(void) {
  static pthread_t made[3000];
  int count = 0;
  pthread_attr_t small;
  pthread_attr_init(&small);
  pthread_attr_setstacksize(&small, 65536);
  while (count < 3000 && pthread_create(&made[count], &small, waits, NULL) == 0) count++;
  is_over = true;
  for (int i = 0; i < count; i++) pthread_join(made[i], NULL);
  is_over = false;
  return count > 64 ? 71 : 0;
}

static int (*const ways[])(void) = {signals, memory, usual, threads, machine};

typedef struct locked {
  int32_t what;
} locked;

static const animator_parameter locked_parameters[] = {
  ANIMATOR_CHOICE(locked, what, "nothing|signals|memory|usual|threads|machine", "\"nothing\"", "What it tries."),
};
static const animator_role locked_roles[] = {{"subject", "A layer.", 0, 1, 1}};

static int32_t layout(const void *parameters, const animator_context *context,
                      const animator_layer *const *in, uint32_t in_count,
                      animator_layer *const *out, uint32_t out_count) {
  (void)in, (void)in_count, (void)out_count;
  const int what = ((const locked *)parameters)->what;
  if (what == 0 || context->progress < 0.4 || context->progress >= 1) return ANIMATOR_OK;
  const int open = ways[what - 1]();
  if (open) out[0]->opacity = open / 100.0;
  return ANIMATOR_OK;
}

static const animator_descriptor locked_animator = {
  .size = sizeof(animator_descriptor), .kind = ANIMATOR_KIND_EFFECT,
  .id = "test.locked", .title = "Locked", .version = "1.0.0", .doc = "Tries its locks.",
  .animates = ANIMATOR_PROPERTY_OPACITY, .duration_seconds = 1,
  ANIMATOR_PARAMETERS(locked, locked_parameters), ANIMATOR_ROLES(locked_roles), .layout = layout,
};
ANIMATOR_PLUGIN(&locked_animator);

#if defined(EARLY_CONSTRUCTOR) || defined(EARLY_INITIALISER) || defined(EARLY_RESOLVER)
static void crash(void) { *(volatile int *)8 = 1; }
#endif
#if defined(EARLY_CONSTRUCTOR)
__attribute__((constructor)) static void early(void) { crash(); }
#elif defined(EARLY_INITIALISER)
/* For linking with -Wl,-init=early. */
__attribute__((visibility("hidden"))) void early(void) { crash(); }
#elif defined(EARLY_RESOLVER)
static void answer(void) {}
static void *resolve(void) {
  crash();
  return (void *)answer;
}
__attribute__((visibility("hidden"))) void early(void) __attribute__((ifunc("resolve")));
void (*volatile asked)(void) = early;
#elif defined(EARLY_LIBRARY)
/* For linking with another library whose constructor crashes. */
extern int needed;
int *volatile asked = &needed;
#endif
