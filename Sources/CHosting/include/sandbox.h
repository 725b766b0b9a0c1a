/* The box in which a worker locks itself before it loads a plugin. Nothing here can be undone. */
#ifndef SANDBOX_H
#define SANDBOX_H

#include <stddef.h>
#include <stdint.h>

#define SANDBOX_LIMITS 0x1u     /* address space, core files */
#define SANDBOX_PRIVILEGES 0x2u /* no capability, and none to be had by executing */
#define SANDBOX_MEMORY 0x4u     /* nothing that was writable becomes executable (Linux 6.3) */
#define SANDBOX_FILES 0x8u      /* reads only what is listed, writes nothing (Landlock, 5.13) */
#define SANDBOX_CALLS 0x10u     /* only listed system calls: no process, socket, signal to others */
#define SANDBOX_ALL 0x1fu

typedef struct sandbox_request {
  const char *const *readable; /* files and folders that may be read and mapped */
  size_t readable_count;
  uint64_t address_space_bytes;
} sandbox_request;

/* Locks as much as the system offers; returns what is in force. */
uint32_t sandbox_enter(const sandbox_request *request);

/* The filter of system calls, the last lock; 0, or an errno value. */
int sandbox_filter_calls(void);

#endif
