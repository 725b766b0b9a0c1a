// The templates for projects of new animators.
#ifndef TEMPLATES_H
#define TEMPLATES_H

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// Returns the static bytes of a file and their number; null if there is no file with this name.
const uint8_t *_Nullable templates_file(const char *name, size_t *count);

#pragma clang assume_nonnull end
#endif
