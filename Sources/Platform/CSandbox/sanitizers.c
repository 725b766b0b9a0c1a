// The settings for executables that are built with a sanitizer by make test-asan or make test-tsan.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>

#include "sandbox.h"

#ifndef __has_feature
#define __has_feature(feature) 0
#endif

// A plugin's crash keeps its signal, and a finding of a sanitizer becomes SIGABRT, so that every reader of
// the exit status notices it.
#define ALWAYS                                                                    \
  "handle_segv=0:handle_sigbus=0:handle_abort=0:handle_sigill=0:handle_sigfpe=0:" \
  "abort_on_error=1:allocator_may_return_null=1:max_allocation_size_mb=4096:"

#if __has_feature(address_sanitizer)
#define SANITIZED 1
// Swift stores pointers with additional bits in enums, which the leak detector does not recognise as
// pointers.
const char *__asan_default_options(void);
const char *__asan_default_options(void) { return ALWAYS "detect_leaks=0"; }
#elif __has_feature(thread_sanitizer)
#define SANITIZED 1
// ThreadSanitizer would otherwise wait a second before each exit for races of running threads. The
// sanitizer's own thread must exist from the start, because a worker's threads are counted before and after a
// plugin's call.
const char *__tsan_default_options(void);
const char *__tsan_default_options(void) { return ALWAYS "halt_on_error=1:atexit_sleep_ms=0:force_background_thread=1"; }

void __tsan_acquire(void *address);
void __tsan_release(void *address);

// A contended Swift Mutex is locked and unlocked by the library and the kernel, which the sanitizer cannot
// observe; these functions replace the library's functions and report the order of operations.
#define SELF __attribute__((swift_context)) void *self
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

__attribute__((swiftcall)) void mutex_lock_slowly(uint32_t thread, SELF) __asm__(LOCK);
__attribute__((swiftcall)) void mutex_unlock_slowly(SELF) __asm__(UNLOCK);

__attribute__((swiftcall, disable_sanitizer_instrumentation))
void mutex_lock_slowly(uint32_t thread, SELF) {
  typedef __attribute__((swiftcall)) void lock(uint32_t, SELF);
  static _Atomic(lock *) known;
  lock *real = known;
  if (!real) known = real = (lock *)dlsym(RTLD_NEXT, LOCK);
  real(thread, self);
  __tsan_acquire(self);
}

__attribute__((swiftcall, disable_sanitizer_instrumentation))
void mutex_unlock_slowly(SELF) {
  typedef __attribute__((swiftcall)) void unlock(SELF);
  static _Atomic(unlock *) known;
  unlock *real = known;
  if (!real) known = real = (unlock *)dlsym(RTLD_NEXT, UNLOCK);
  __tsan_release(self);
  real(self);
}
#else
#define SANITIZED 0
#endif

bool sandbox_limit_memory(uint64_t bytes) {
  return SANITIZED || sandbox_limit(RLIMIT_AS, bytes);
}
