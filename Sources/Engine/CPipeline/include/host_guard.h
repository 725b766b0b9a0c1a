// Protects a call of the library from the state of the calling program, and the reverse.
#ifndef PIPELINE_HOST_GUARD_H
#define PIPELINE_HOST_GUARD_H

#include <fenv.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

/// The state of the calling thread before the call.
struct host_guard {
  sigset_t mask;
  fenv_t numbers;
  int problem;
  bool had_pipe, had_size;
};

/// From this call on, the calling thread and the threads that it starts use the default floating-point mode;
/// a write to a closed pipe, or beyond the limit of a file's size, is an error and not a signal.
void host_guard_enter(struct host_guard *_Nonnull guard);

/// Restores the state from before.
void host_guard_leave(const struct host_guard *_Nonnull guard);

/// Whether the calling thread was inside the library when this process was forked: Swift's locks then still
/// belong to a thread of the parent process.
bool host_guard_is_forked(void);

/// Stores the path of the file from which this code was loaded, without links; returns false if the
/// path is unknown or does not fit.
bool host_guard_library(char *_Nonnull path, size_t room);

#endif
