// Reports failed allocations of the C library, in this program or in a library. An executable that is linked
// with this file uses its malloc and related functions, which work like those of the C library. Builds with a
// sanitizer do not record failures.
#ifndef PIPELINE_SHORTAGE_H
#define PIPELINE_SHORTAGE_H

#include <stdbool.h>
#include <stddef.h>

#pragma clang assume_nonnull begin

/// Whether an allocation has failed since the last call.
bool shortage_take(void);

/// Sets a function that is called at each failed allocation, with the requested bytes. Since memory is
/// exhausted, it may only make system calls.
void shortage_tell(void (*tell)(size_t bytes));

/// From this call on, a crash after a failed allocation exits with this status, because the missing memory
/// caused the crash.
void shortage_explains_crashes(int status);

#pragma clang assume_nonnull end
#endif
