/* Every way to misbehave that a host must survive. -DWHILE_LOADING=n does number n in a constructor;
 * else the parameter says what is done when, and -DCRASHES makes "crash" its default. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
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
#include <unistd.h>

#include "animator.h"

#if defined(CRASHES)
#define FAULT_DEFAULT "\"crash\""
#else
#define FAULT_DEFAULT "\"nothing\""
#endif

typedef struct fault {
  int32_t what;
} fault;

static const animator_parameter fault_parameters[] = {
  ANIMATOR_CHOICE(fault, what,
                  "nothing|crash|abort|exit|overflow|loop|closeAll|forge|heartbeat|write|boxed"
                  "|threads|memory|overrun|print|leak|crashOnce|giant",
                  FAULT_DEFAULT, "What it does."),
};
static const animator_role fault_roles[] = {{"subject", "A layer.", 0, 1, 1}};

static volatile int depth;
__attribute__((noinline)) static int overflow(int n) {
  volatile char room[4096];
  room[0] = (char)n;
  depth++;
  return overflow(n + 1) + room[0];
}

static void *thread_body(void *unused) { return unused; }

/* Whether every way out of the box is closed; 0 or the number of the one that is open. */
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
  if (kill(getppid(), 0) == 0) return 7;
  if (chmod("/proc/self/exe", 0777) == 0 || chmod("/usr/lib", 0755) == 0) return 8;
  if (ptrace(PTRACE_TRACEME, 0, 0, 0) == 0) return 9;
  if (unlink("/tmp/nothing") == 0 || errno == ENOENT) return 10;
  if (system("true") == 0) return 11;
  void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mprotect(page, 4096, PROT_READ | PROT_EXEC) == 0) return 12;
  if (chown("/usr/lib", 0, 0) == 0) return 13;
  if (syscall(SYS_setuid, 0) == 0) return 14;
  return 0;
}

static void misbehave(int what, const animator_context *context, animator_layer *layer) {
  switch (what) {
    case 1: *(volatile int *)8 = 1; break;
    case 2: abort();
    case 3: exit(0);
    case 4: depth = overflow(0); break;
    case 5: for (;;) {}
    case 6:
      for (int i = 0; i < 64; i++) close(i);
      break;
    case 7: { /* Somebody else's message, and half of one. */
      char junk[4096];
      memset(junk, 0xff, sizeof junk);
      for (int i = 0; i < 50; i++) send(3, junk, sizeof junk, MSG_DONTWAIT);
      struct iovec part = {junk, 100};
      struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
      for (int i = 0; i < 50; i++) sendmsg(3, &message, MSG_DONTWAIT);
      break;
    }
    case 8:
      for (int i = 0; i < 8 && context->keep_going(context); i++) usleep(100000);
      break;
    case 9: layer->opacity = 0.25; break;
    case 10: layer->opacity = way_out() / 100.0; break;
    case 11: {
      pthread_t thread;
      layer->opacity = pthread_create(&thread, NULL, thread_body, NULL) == 0 &&
                       pthread_join(thread, NULL) == 0;
      break;
    }
    case 12: layer->opacity = malloc(8ull << 30) == NULL; break;
    case 14: {
      static char text[4096];
      memset(text, 'x', sizeof text);
      for (int i = 0; i < 262144; i++) {
        if (write(1, text, sizeof text) < 0 && write(2, text, sizeof text) < 0 && i > 1000) break;
      }
      break;
    }
    case 15: {
      char *more = malloc(8 << 20);
      memset(more, 1, 8 << 20);
      layer->corner_radius = getpid();
      break;
    }
    case 17: layer->mask.kind = ANIMATOR_MASK_PATH; layer->mask.path_count = UINT64_MAX;
      layer->mask.path = context->allocate(context, 64);
      break;
    default: break;
  }
}

static int32_t fault_layout(const void *parameters, const animator_context *context,
                            const animator_layer *const *in, uint32_t in_count,
                            animator_layer *const *out, uint32_t out_count) {
  (void)in, (void)in_count, (void)out_count;
  const int what = ((const fault *)parameters)->what;
  /* A crash at the second half only: planning asks for both ends. */
  if (what >= 1 && what <= 8 && (context->progress < 0.4 || context->progress == 1)) return 0;
  misbehave(what, context, out[0]);
  return ANIMATOR_OK;
}

static int32_t fault_pixels(const void *parameters, const animator_context *context,
                            const animator_image *in, uint32_t in_count, animator_surface out,
                            animator_window window) {
  (void)context, (void)in_count;
  const int what = ((const fault *)parameters)->what;
  const int64_t bytes = out.stride_bytes * out.height;
  memcpy(out.data, in[0].data, (size_t)bytes);
  if (what == 9) ((uint8_t *)(uintptr_t)in[0].data)[window.x] = 1;
  if (what == 13) out.data[bytes] = 1;
  if (what == 1) *(volatile int *)8 = 1;
  return ANIMATOR_OK;
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
__attribute__((constructor)) static void load(void) { misbehave(WHILE_LOADING, NULL, NULL); }
#endif

ANIMATOR_PLUGIN(&fault_animator, &pixel_fault);
