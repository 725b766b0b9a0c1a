/* The box in which a worker, or a helper that reads media, locks itself before it touches what
 * others made.
 * Nothing here can be undone. */
#ifndef SANDBOX_H
#define SANDBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SANDBOX_LIMITS 0x1u     /* address space, descriptors, locked memory, core files */
#define SANDBOX_PRIVILEGES 0x2u /* no capability, and none to be had by executing */
#define SANDBOX_MEMORY 0x4u     /* nothing that was writable becomes executable (Linux 6.3) */
#define SANDBOX_FILES 0x8u      /* opens only what is listed, and only to read (Landlock, 5.13) */
#define SANDBOX_CALLS 0x10u     /* only listed system calls: no process, socket, shared memory */
#define SANDBOX_SIGNALS 0x20u   /* no signal to others, whoever sends it: seen by trying */
#define SANDBOX_ALL 0x3fu

typedef struct sandbox_request {
  const char *const *readable; /* files and folders that may be opened and mapped; may be NULL */
  size_t readable_count;
  uint64_t address_space_bytes;
  uint64_t threads;  /* that the process may have, where the system can count them; 0 for any */
  bool writes_files; /* files that are open already may be written */
  /* the program, one of those that are readable, that the process becomes once it is locked; NULL for none. It
   * has no handler that tells what is refused, so what is refused just fails; and where files are not locked
   * it may open whatever its user may, to read. */
  const char *becomes;
  /* the folder in which that program may make, write and remove files; NULL for none. It is for compilers. */
  const char *writes_below;
  bool starts_processes; /* that program may start others, of those that are readable; `threads` bounds them */
} sandbox_request;

/* Locks as much as the system offers; returns what is in force. */
uint32_t sandbox_enter(const sandbox_request *request);

/* Limits what a resource (RLIMIT_…) may come to, for good; false when the system refuses. A limit that
 * is lower already stays: it is the stronger lock. */
bool sandbox_limit(int resource, uint64_t most);

/* Limits the address space in the same way; false when the system refuses. Built with a sanitizer it does
 * nothing: a sanitizer's shadow memory takes terabytes of addresses. */
bool sandbox_limit_memory(uint64_t bytes);

/* The version of Landlock that the kernel offers; 0 where it offers none. */
int sandbox_landlock_version(void);

/* What a part is called, with the Linux version that brought it; NULL for no part. */
const char *sandbox_part_name(uint32_t part);

/* The filter of system calls, the last lock; 0, or an errno value.
 *
 * A call that is not listed fails with EPERM, and opening what Landlock keeps shut with EACCES;
 * either leaves one line on standard error, "sandbox: refused …". A thread that has blocked SIGSYS
 * ends the process instead. */
int sandbox_filter_calls(const sandbox_request *request);

#endif
