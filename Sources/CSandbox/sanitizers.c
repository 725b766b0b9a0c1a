// What changes in executables that are built with a sanitizer: make test-asan, make test-tsan.
#define _GNU_SOURCE
#include <errno.h>
#include <linux/futex.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/syscall.h>

#include "sandbox.h"

#ifndef __has_feature
#define __has_feature(feature) 0
#endif

// A plugin's crash stays the signal that it is, and what a sanitizer finds is SIGABRT, so that no
// reader of an exit status overlooks it.
#define ALWAYS                                                                    \
  "handle_segv=0:handle_sigbus=0:handle_abort=0:handle_sigill=0:handle_sigfpe=0:" \
  "abort_on_error=1:allocator_may_return_null=1:max_allocation_size_mb=4096:"

#if __has_feature(address_sanitizer)
#define SANITIZED 1
// Swift keeps pointers in enums with bits of its own set, which the leak detector takes for lost.
const char *__asan_default_options(void);
const char *__asan_default_options(void) { return ALWAYS "detect_leaks=0"; }
#elif __has_feature(thread_sanitizer)
#define SANITIZED 1
const char *__tsan_default_options(void);
const char *__tsan_default_options(void) { return ALWAYS "halt_on_error=1"; }

void __tsan_acquire(void *address);
void __tsan_release(void *address);

// A Swift Mutex that others wait for is handed over by the kernel, through this function, where the
// sanitizer sees nothing: it is told here who comes after whom.
__attribute__((disable_sanitizer_instrumentation)) long syscall(long number, ...) {
  va_list list;
  va_start(list, number);
  long a[6];
  for (int i = 0; i < 6; i++) a[i] = va_arg(list, long);
  va_end(list);
  const long what = number == SYS_futex ? a[1] & FUTEX_CMD_MASK : -1;
  if (what == FUTEX_UNLOCK_PI) __tsan_release((void *)a[0]);
  long result;
  register long r10 __asm__("r10") = a[3], r8 __asm__("r8") = a[4], r9 __asm__("r9") = a[5];
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(number), "D"(a[0]), "S"(a[1]), "d"(a[2]), "r"(r10), "r"(r8), "r"(r9)
                   : "rcx", "r11", "memory");
  if (result < 0 && result > -4096) {
    errno = (int)-result;
    return -1;
  }
  if (what == FUTEX_LOCK_PI || what == FUTEX_TRYLOCK_PI) __tsan_acquire((void *)a[0]);
  return result;
}
#else
#define SANITIZED 0
#endif

bool sandbox_limit_memory(uint64_t bytes) {
  const struct rlimit space = {bytes, bytes};
  return SANITIZED || setrlimit(RLIMIT_AS, &space) == 0;
}
