// Whether the C library had no memory for whoever asked, be it this program or a library in it.
//
// Linked into an executable it takes the place of malloc and its kin, which do as they always did. In builds
// with a sanitizer nothing is noted.
#ifndef PIPELINE_SHORTAGE_H
#define PIPELINE_SHORTAGE_H

#include <stdbool.h>
#include <stddef.h>

#pragma clang assume_nonnull begin

/// Whether there was no memory for something since the last call.
bool shortage_take(void);

/// Sets what is called at each time that there is none, with the bytes that were asked for; it is called where
/// memory is used up, so it makes system calls alone.
void shortage_tell(void (*tell)(size_t bytes));

/// From now on a crash after such a time is an exit with this status: whoever got no memory went on as if it
/// had it, or gave up.
void shortage_explains_crashes(int status);

#pragma clang assume_nonnull end
#endif
