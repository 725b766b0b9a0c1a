// Protects calls of the library from the state of the calling program, and the calling program from the
// library.
#ifndef PIPELINE_HOST_GUARD_H
#define PIPELINE_HOST_GUARD_H

#include <fenv.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

/// The signal state of the calling thread before the call into the library.
struct host_guard {
  sigset_t mask;
  fenv_t numbers;
  int problem;
  bool had_pipe, had_size;
};

/// Sets the default floating-point mode for the calling thread and the threads that it starts, and blocks
/// SIGPIPE and SIGXFSZ, so that a write to a closed pipe or beyond the file size limit returns an error.
void host_guard_enter(struct host_guard *_Nonnull guard);

/// Restores the state of the calling thread that `host_guard_enter` saved.
void host_guard_leave(const struct host_guard *_Nonnull guard);

/// Whether the calling thread was inside the library when this process was forked; Swift's locks then still
/// belong to a thread of the parent process.
bool host_guard_is_forked(void);

/// Stores the path of the file from which the library was loaded, with symbolic links resolved; returns false
/// if the path is unknown or does not fit.
bool host_guard_library(char *_Nonnull path, size_t room);

#endif
