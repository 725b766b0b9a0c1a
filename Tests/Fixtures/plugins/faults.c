/* Every fault of a plugin that a host must survive. -DWHILE_LOADING=name commits one of the faults in a constructor;
 * otherwise a parameter names the fault. The fault is committed from progress 0.4 on, but not at 1, because planning
 * calls the plugin for both ends. The parameter's default is "crash" with -DCRASHES, "corrupts" with -DCORRUPTS and
 * "leavesThread" with -DLEAVES_THREAD. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <fenv.h>
#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <xmmintrin.h>

#include "animator.h"
#include "worker.h"

extern char **environ;

/* Every fault has a function with its name. */
#define FAULTS(X)                                                                                 \
  X(crash) X(crashOnce) X(abortIt) X(exitIt) X(exitAtOnce) X(overflow) X(loop) X(heartbeat)       \
  X(memory) X(leak) X(leakTelling) X(beats) X(forge) X(lie) X(closeAll) X(shrink) X(boxed) X(passwd) X(home) X(network)   \
  X(forkBomb) X(executes) X(print) X(upset) X(notANumber) X(fails) X(giant) X(threads) X(inherited) \
  X(write) X(overrun) X(outside) X(unlawful) X(half) X(busError) X(sleeps) X(slowly) X(sometimes) \
  X(corrupts) X(scribbles) X(keepsWriting) X(leavesThread) X(nestsThreads) X(endsLater)             \
  X(forgesAndWrites) X(forgesAndTakes) X(crowd) X(takesMemory) X(takesShared) X(leaksShared)

typedef struct fault {
  int32_t what;
} fault;

typedef struct scene {
  const animator_context *context; /* NULL while loading */
  animator_layer *layer;           /* NULL in pixels */
  const animator_image *in;        /* NULL in layout */
  animator_surface out;
} scene;

static int32_t crash(scene *s) {
  (void)s;
  *(volatile int *)8 = 1;
  return 0;
}

/* A marker file beside the plugin's file shows that the plugin has crashed; the file can be created only without a
 * sandbox. */
static int32_t crashOnce(scene *s) {
  char words[4096] = {0};
  const int file = open("/proc/self/cmdline", O_RDONLY);
  if (read(file, words, sizeof words - 1) <= 0) return ANIMATOR_FAILED;
  close(file);
  /* The worker's first argument is the path of the plugin. */
  const char *path = words + strlen(words) + 1;
  char mark[4200];
  snprintf(mark, sizeof mark, "%s.crashed", path);
  if (open(mark, O_CREAT | O_EXCL | O_WRONLY, 0644) >= 0) crash(s);
  return ANIMATOR_OK;
}

/* Crashes at one of each hundred frames. */
static int32_t sometimes(scene *s) {
  const double frame = (double)s->context->time.ticks / 705600000 * s->context->frames_per_second;
  return (int64_t)(frame + 0.5) % 100 == 7 ? crash(s) : ANIMATOR_OK;
}

static int32_t abortIt(scene *s) { (void)s; abort(); }
static int32_t exitIt(scene *s) { (void)s; exit(0); }
static int32_t exitAtOnce(scene *s) { (void)s; _exit(0); }
static int32_t busError(scene *s) { (void)s; raise(SIGBUS); return 0; }

static volatile int depth;
__attribute__((noinline)) static int deeper(int n) {
  volatile char room[4096];
  room[0] = (char)n;
  depth++;
  return deeper(n + 1) + room[0];
}
static int32_t overflow(scene *s) {
  (void)s;
  depth = deeper(0);
  return ANIMATOR_OK;
}

static int32_t loop(scene *s) {
  (void)s;
  for (volatile bool goes = true; goes;) {}
  return ANIMATOR_OK;
}

/* Takes a second and a half, with a heartbeat each tenth of a second. */
static int32_t heartbeat(scene *s) {
  for (int i = 0; i < 15 && s->context->keep_going(s->context); i++) usleep(100000);
  return ANIMATOR_OK;
}

static int32_t beats(scene *s) {
  while (s->context->keep_going(s->context)) usleep(10000);
  return ANIMATOR_FAILED;
}

static int32_t sleeps(scene *s) {
  (void)s;
  for (volatile bool goes = true; goes;) usleep(100000);
  return ANIMATOR_OK;
}
static int32_t slowly(scene *s) {
  (void)s;
  usleep(200000);
  return ANIMATOR_OK;
}

static int32_t memory(scene *s) {
  s->layer->opacity = malloc(8ull << 30) == NULL;
  return ANIMATOR_OK;
}

static char *volatile leaked; /* `volatile`, so that the compiler keeps the assignment */
static int32_t leak(scene *s) {
  (void)s;
  leaked = malloc(8 << 20);
  if (leaked) memset(leaked, 1, 8 << 20);
  return ANIMATOR_OK;
}
static int32_t leakTelling(scene *s) {
  s->layer->corner_radius = getpid();
  return leak(s);
}

/* Sends messages of invalid sizes. */
static int32_t forge(scene *s) {
  (void)s;
  char junk[4096];
  memset(junk, 0xff, sizeof junk);
  for (int i = 0; i < 50; i++) send(WORKER_SOCKET, junk, sizeof junk, MSG_DONTWAIT);
  struct iovec part = {junk, 100};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  for (int i = 0; i < 50; i++) sendmsg(WORKER_SOCKET, &message, MSG_DONTWAIT);
  return ANIMATOR_OK;
}

/* Overwrites all bytes between two of its memory blocks, including the header of the second block, which is never
 * freed; then writes into a block that was freed. Without the allocator's checks this has no visible effect. */
static int32_t corrupts(scene *s) {
  (void)s;
  enum { count = 200, size = 24 };
  static char *volatile blocks[count];
  for (int i = 0; i < count; i++) blocks[i] = malloc(size);
  char *first = NULL;
  for (int i = 0; i < count && !first; i++)
    for (int j = 0; j < count && !first; j++)
      if (blocks[j] - blocks[i] > size && blocks[j] - blocks[i] <= 3 * size) {
        first = blocks[i];
        memset(first, 0x41, (size_t)(blocks[j] - first));
      }
  char *volatile freed = malloc(1000);
  free(freed);
  memset(freed + 16, 0x41, 984);
  free(first);
  return ANIMATOR_OK;
}

/* Fills all memory that is shared with the host, and then reports success. */
static int32_t scribbles(scene *s) {
  (void)s;
  void *shared = mmap(NULL, WORKER_SHARED_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, WORKER_SHARED, 0);
  if (shared == MAP_FAILED) return ANIMATOR_FAILED;
  memset(shared, 0xff, WORKER_PATHS_AT + 4096);
  return ANIMATOR_OK;
}

/* Sends a valid answer instead of the worker's answer, but every number in the answer is as large as possible. */
static uint64_t calls;
static int32_t lie(scene *s) {
  (void)s;
  worker_message m;
  memset(&m, 0xff, sizeof m);
  m.magic = WORKER_MAGIC;
  m.version = WORKER_VERSION;
  m.kind = WORKER_DONE;
  m.status = 0;
  m.serial = calls + 1; /* the first request described the step */
  m.width = m.height = INT32_MAX;
  m.stride_bytes = INT64_MAX;
  struct iovec part = {&m, sizeof m};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  sendmsg(WORKER_SOCKET, &message, 0);
  return ANIMATOR_OK;
}

static int32_t closeAll(scene *s) {
  (void)s;
  for (int i = 0; i < 64; i++) close(i);
  return ANIMATOR_OK;
}

static int32_t shrink(scene *s) {
  int shrunk = 0;
  for (int i = 3; i < 64; i++) shrunk += ftruncate(i, 0) == 0;
  s->layer->opacity = shrunk == 0;
  return ANIMATOR_OK;
}

static int32_t passwd(scene *s) {
  s->layer->opacity = open("/etc/passwd", O_RDONLY) < 0 && errno == EACCES;
  return ANIMATOR_OK;
}
static int32_t home(scene *s) {
  s->layer->opacity = open("/root/animator-was-here", O_CREAT | O_WRONLY, 0644) < 0 &&
                      errno == EACCES && open("/tmp/animator-was-here", O_CREAT | O_WRONLY, 0644) < 0 &&
                      errno == EACCES;
  return ANIMATOR_OK;
}
static int32_t network(scene *s) {
  const int made = socket(AF_INET, SOCK_STREAM, 0), local = socket(AF_UNIX, SOCK_DGRAM, 0);
  struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(53)};
  s->layer->opacity =
    made < 0 && local < 0 && connect(WORKER_SOCKET, (struct sockaddr *)&to, sizeof to) < 0;
  return ANIMATOR_OK;
}
static int32_t forkBomb(scene *s) {
  int made = 0;
  for (int i = 0; i < 1000; i++) {
    const pid_t child = fork();
    if (child == 0) _exit(0);
    made += child > 0;
  }
  s->layer->opacity = made == 0;
  return ANIMATOR_OK;
}
static int32_t executes(scene *s) {
  char *const arguments[] = {(char *)"true", NULL};
  s->layer->opacity = execve("/bin/true", arguments, NULL) == -1 && system("true") != 0;
  return ANIMATOR_OK;
}

/* Returns 0 if every way out of the sandbox is closed, otherwise the number of an open way. */
static int way_out(void) {
  if (open("/etc/passwd", O_RDONLY) >= 0) return 1;
  if (open("/tmp/animator-was-here", O_CREAT | O_WRONLY, 0644) >= 0) return 2;
  if (socket(AF_INET, SOCK_STREAM, 0) >= 0) return 3;
  if (socket(AF_UNIX, SOCK_STREAM, 0) >= 0) return 4;
  const pid_t child = fork();
  if (child == 0) _exit(0);
  if (child > 0) return 5;
  char *const arguments[] = {(char *)"true", NULL};
  if (execve("/bin/true", arguments, NULL) != -1) return 6;
  if (kill(getppid(), 0) == 0 || kill(-1, 0) == 0) return 7;
  if (chmod("/proc/self/exe", 0777) == 0 || chmod("/tmp", 01777) == 0) return 8;
  if (ptrace(PTRACE_TRACEME, 0, 0, 0) == 0) return 9;
  if (ptrace(PTRACE_ATTACH, getppid(), 0, 0) == 0) return 10;
  if (unlink("/tmp/nothing") == 0 || errno == ENOENT) return 11;
  if (system("true") == 0) return 12;
  void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mprotect(page, 4096, PROT_READ | PROT_EXEC) == 0) return 13;
  if (chown("/tmp", getuid(), getgid()) == 0) return 14;
  if (syscall(SYS_setuid, 0) == 0) return 15;
  if (syscall(SYS_process_vm_writev, getppid(), NULL, 0, NULL, 0, 0) == 0) return 16;
  if (open("/proc/1/environ", O_RDONLY) >= 0) return 17;
  char memory[64];
  snprintf(memory, sizeof memory, "/proc/%d/mem", getppid());
  if (open(memory, O_RDWR) >= 0) return 18;
  if (syscall(SYS_tgkill, getpid(), getpid(), SIGKILL) == 0) return 19;
  if (syscall(SYS_bpf, 0, 0, 0) == 0 || errno != EPERM) return 20;
  if (syscall(SYS_io_uring_setup, 1, NULL) >= 0 || errno != EPERM) return 21;
  if (syscall(SYS_setxattr, "/tmp", "user.x", "1", 1, 0) == 0) return 22;
  return 0;
}
static int32_t boxed(scene *s) {
  s->layer->opacity = way_out() / 100.0;
  return ANIMATOR_OK;
}

static void *thread_body(void *unused) { return unused; }
static int32_t threads(scene *s) {
  pthread_t thread;
  s->layer->opacity =
    pthread_create(&thread, NULL, thread_body, NULL) == 0 && pthread_join(thread, NULL) == 0;
  return ANIMATOR_OK;
}

/* Writes a GiB to both output streams, as long as the streams accept it. */
static int32_t print(scene *s) {
  (void)s;
  static char text[4096];
  memset(text, 'x', sizeof text);
  for (int i = 0; i < 262144; i++)
    if (write(1, text, sizeof text) < 0 && write(2, text, sizeof text) < 0 && i > 1000) break;
  return ANIMATOR_OK;
}

/* Changes everything that a library may change in its process. */
static int32_t upset(scene *s) {
  (void)s;
  if (!setlocale(LC_ALL, "de_DE.UTF-8")) setlocale(LC_ALL, "");
  fesetround(FE_UPWARD);
  _mm_setcsr(_mm_getcsr() | 0x8040);
  if (chdir("/") != 0) return ANIMATOR_FAILED;
  umask(0777);
  return ANIMATOR_OK;
}

static int32_t notANumber(scene *s) {
  s->layer->opacity = nan("");
  return ANIMATOR_OK;
}

/* Fails with a message that is not valid UTF-8 and ends at the end of accessible memory. */
static int32_t fails(scene *s) {
  char *page = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(page + 4096, 4096, PROT_NONE);
  memset(page, 0xff, 4096);
  memcpy(page + 96, "no\x1b[31m licence", 15);
  s->layer->opacity = 0.5;
  s->context->fail(s->context, "/params/what", page + 96);
  return ANIMATOR_FAILED;
}

static int32_t giant(scene *s) {
  s->layer->mask.kind = ANIMATOR_MASK_PATH;
  s->layer->mask.path_count = UINT64_MAX;
  s->layer->mask.path = s->context->allocate(s->context, 64);
  return ANIMATOR_OK;
}

/* Returns whether the environment contains variables of the host. */
static int32_t inherited(scene *s) {
  int strange = 0;
  for (int i = 0; environ[i]; i++) {
    const char *end = strchr(environ[i], '=');
    strange += strncmp(environ[i], "LANG=", 5) != 0 && strncmp(environ[i], "SWIFT_BACKTRACE=", 16) != 0 &&
               !(end && strcmp(end, "=1") == 0);
  }
  s->layer->opacity = strange == 0 && !getenv("SECRET");
  return ANIMATOR_OK;
}

static int32_t half(scene *s) {
  s->layer->opacity = 0.5;
  return ANIMATOR_OK;
}

#include "faults_of_pixels.h"
#define write write_

#if defined(CRASHES)
#define FAULT_DEFAULT "\"crash\""
#elif defined(CORRUPTS)
#define FAULT_DEFAULT "\"corrupts\""
#elif defined(LEAVES_THREAD)
#define FAULT_DEFAULT "\"leavesThread\""
#else
#define FAULT_DEFAULT "\"nothing\""
#endif

#define NAME(n) "|" #n
#define CALL(n) n,
static int32_t (*const faults[])(scene *) = {FAULTS(CALL)};

static const animator_parameter fault_parameters[] = {
  ANIMATOR_CHOICE(fault, what, "nothing" FAULTS(NAME), FAULT_DEFAULT, "What it does."),
};
static const animator_role fault_roles[] = {{"subject", "A layer.", 0, 1, 1}};

static bool is_due(const void *parameters, const animator_context *context) {
  return ((const fault *)parameters)->what > 0 && context->progress >= 0.4 &&
         context->progress < 1;
}

static int32_t fault_layout(const void *parameters, const animator_context *context,
                            const animator_layer *const *in, uint32_t in_count,
                            animator_layer *const *out, uint32_t out_count) {
  (void)in, (void)in_count, (void)out_count;
  calls++;
  if (!is_due(parameters, context)) return ANIMATOR_OK;
  scene s = {.context = context, .layer = out[0]};
  return faults[((const fault *)parameters)->what - 1](&s);
}

static int32_t fault_pixels(const void *parameters, const animator_context *context,
                            const animator_image *in, uint32_t in_count, animator_surface out,
                            animator_window window) {
  (void)in_count, (void)window;
  memcpy(out.data, in[0].data, (size_t)(out.stride_bytes * out.height));
  if (!is_due(parameters, context)) return ANIMATOR_OK;
  scene s = {.context = context, .in = in, .out = out};
  return faults[((const fault *)parameters)->what - 1](&s);
}

static const animator_descriptor fault_animator = {
  .size = sizeof(animator_descriptor), .kind = ANIMATOR_KIND_EFFECT,
  .id = "test.fault", .title = "Fault", .version = "1.0.0", .doc = "Misbehaves as told.",
  .animates = ANIMATOR_PROPERTY_OPACITY | ANIMATOR_PROPERTY_MASK | ANIMATOR_PROPERTY_CORNER_RADIUS,
  .duration_seconds = 1, ANIMATOR_PARAMETERS(fault, fault_parameters), ANIMATOR_ROLES(fault_roles),
  .layout = fault_layout,
};
static const animator_descriptor pixel_fault = {
  .size = sizeof(animator_descriptor), .kind = ANIMATOR_KIND_FILTER,
  .id = "test.pixel-fault", .title = "Pixel fault", .version = "1.0.0", .doc = "Misbehaves.",
  .duration_seconds = 1, ANIMATOR_PARAMETERS(fault, fault_parameters), ANIMATOR_ROLES(fault_roles),
  .pixels = fault_pixels,
};

#if defined(WHILE_LOADING)
__attribute__((constructor)) static void load(void) { WHILE_LOADING(NULL); }
#endif

ANIMATOR_PLUGIN(&fault_animator, &pixel_fault);
