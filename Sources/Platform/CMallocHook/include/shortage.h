// Records failed allocations of the C library in this program and in its libraries. An executable that is
// linked with this file uses its versions of malloc and related functions, which work like those of the C
// library. Failed allocations are not recorded in builds with a sanitizer.
#ifndef PIPELINE_SHORTAGE_H
#define PIPELINE_SHORTAGE_H

#include <stdbool.h>
#include <stddef.h>

#pragma clang assume_nonnull begin

/// Whether an allocation has failed since the last call.
bool shortage_take(void);

/// Sets a function that is called at each failed allocation with the number of requested bytes. The function
/// may only make system calls, because no memory is available.
void shortage_tell(void (*tell)(size_t bytes));

/// Makes a crash after a failed allocation exit with this status, because the missing memory caused the
/// crash.
void shortage_explains_crashes(int status);

#pragma clang assume_nonnull end
#endif
