/* The sandbox in which a worker, or a helper that reads media, locks itself before it reads untrusted
 * data. None of the locks can be undone. */
#ifndef SANDBOX_H
#define SANDBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SANDBOX_LIMITS 0x1u     /* address space, descriptors, locked memory, core files */
#define SANDBOX_PRIVILEGES 0x2u /* the process has no capability, and gets none by executing a program */
#define SANDBOX_MEMORY 0x4u     /* memory that was writable never becomes executable (Linux 6.3) */
#define SANDBOX_FILES 0x8u      /* the process opens only listed files, and only to read (Landlock, 5.13) */
#define SANDBOX_CALLS 0x10u     /* only listed system calls: no process, socket, shared memory */
#define SANDBOX_SIGNALS 0x20u   /* the process cannot signal others, which is tested by trying */
#define SANDBOX_ALL 0x3fu

typedef struct sandbox_request {
  const char *const *readable; /* files and folders that may be opened and mapped; may be NULL */
  size_t readable_count;
  uint64_t address_space_bytes;
  uint64_t threads;  /* the number of threads that the process may have, where the system can count them; 0 for any number */
  bool writes_files; /* files that are already open may be written */
  /* The program, one of the readable files, that the process executes after it has locked itself; NULL for
   * none. Such a program has no handler that reports refusals, so refused calls simply fail; and if files
   * are not locked, the program may open for reading whatever its user may. */
  const char *becomes;
  /* The folder in which that program may create, write and remove files, for compilers; NULL for none. */
  const char *writes_below;
  bool starts_processes; /* the program may start others, if they are readable; `threads` limits their number */
} sandbox_request;

/* Applies all locks that the system offers, and returns those in force. */
uint32_t sandbox_enter(const sandbox_request *request);

/* Limits a resource (RLIMIT_…) permanently; false if the system refuses. A limit that is already lower is
 * not changed, because it is the stronger lock. */
bool sandbox_limit(int resource, uint64_t most);

/* Limits the address space in the same way; false if the system refuses. The function has no effect in
 * builds with a sanitizer, whose shadow memory takes terabytes of addresses. */
bool sandbox_limit_memory(uint64_t bytes);

/* The version of Landlock in the kernel; 0 if there is none. */
int sandbox_landlock_version(void);

/* The name of a feature, with the Linux version that introduced it; NULL for an unknown feature. */
const char *sandbox_part_name(uint32_t part);

/* Installs the filter of system calls, which is the last lock; returns 0, or an errno value. A call that
 * is not listed fails with EPERM, and opening a file that Landlock protects fails with EACCES; both write
 * one line to standard error, "sandbox: refused …". A thread that has blocked SIGSYS ends the process
 * instead. */
int sandbox_filter_calls(const sandbox_request *request);

#endif
