// Versions of malloc and related functions that record failed allocations.
#define _GNU_SOURCE
#include "shortage.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static atomic_bool seen;
static void (*_Atomic told)(size_t bytes);
static int crash_status;

bool shortage_take(void) { return atomic_exchange(&seen, false); }

void shortage_tell(void (*tell)(size_t bytes)) { told = tell; }

static void end(int number) {
  (void)number;
  // If no allocation has failed, the default handler is restored, and the faulting instruction is repeated.
  if (seen) _exit(crash_status);
}

void shortage_explains_crashes(int status) {
  static const int crashes[] = {SIGSEGV, SIGBUS, SIGABRT, SIGILL, SIGTRAP, SIGFPE};
  crash_status = status;
  struct sigaction action = {.sa_handler = end, .sa_flags = (int)(SA_RESETHAND | SA_NODEFER)};
  for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++)
    sigaction(crashes[i], &action, NULL);
}

#ifndef __has_feature
#define __has_feature(feature) 0
#endif
#if !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)

// The allocation functions of the GNU C library, under the names that it provides for replacements.
void *__libc_malloc(size_t bytes);
void *__libc_calloc(size_t count, size_t bytes);
void *__libc_realloc(void *old, size_t bytes);
void *__libc_memalign(size_t alignment, size_t bytes);

/// The size in bytes beyond which a request is a mistake, because no machine has that much memory.
#define MOST ((size_t)1 << 40)

static inline void *given(void *made, size_t bytes) {
  if (__builtin_expect(made != NULL, 1) || bytes == 0 || bytes > MOST) return made;
  const int problem = errno;
  seen = true;
  void (*tell)(size_t) = told;
  if (tell) tell(bytes);
  errno = problem;
  return NULL;
}

void *malloc(size_t bytes) { return given(__libc_malloc(bytes), bytes); }

void *calloc(size_t count, size_t bytes) {
  size_t all;
  const bool is_possible = !__builtin_mul_overflow(count, bytes, &all);
  return given(__libc_calloc(count, bytes), is_possible ? all : SIZE_MAX);
}

void *realloc(void *old, size_t bytes) { return given(__libc_realloc(old, bytes), bytes); }

void *memalign(size_t alignment, size_t bytes) {
  return given(__libc_memalign(alignment, bytes), bytes);
}

void *aligned_alloc(size_t alignment, size_t bytes) { return memalign(alignment, bytes); }

int posix_memalign(void **result, size_t alignment, size_t bytes) {
  if (alignment % sizeof(void *) != 0 || alignment == 0 || (alignment & (alignment - 1)) != 0)
    return EINVAL;
  const int problem = errno;
  void *const made = memalign(alignment, bytes);
  errno = problem;
  if (!made) return ENOMEM;
  *result = made;
  return 0;
}

/// Whether there is memory for a thread's stack; a thread that lacks memory fails with the same errno value
/// as a thread beyond the limit, and only this test distinguishes the two.
static bool has_room_for_stack(void) {
  const size_t bytes = 8u << 20;
  void *const stack = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return stack != MAP_FAILED && munmap(stack, bytes) == 0;
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *),
                   void *argument) {
  typedef int create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
  static _Atomic(create *) known;
  create *real = known;
  if (!real) known = real = (create *)dlsym(RTLD_NEXT, "pthread_create");
  const int problem = real(thread, attributes, start, argument);
  if (problem == EAGAIN && !has_room_for_stack()) seen = true;
  return problem;
}

#endif
