// The templates of new animators' projects.
#ifndef TEMPLATES_H
#define TEMPLATES_H

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// Returns the static bytes of a file, and their count; null if there is none with that name.
const uint8_t *_Nullable templates_file(const char *name, size_t *count);

#pragma clang assume_nonnull end
#endif
