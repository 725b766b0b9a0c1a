// Embeds the files of the studio's page.
#ifndef PAGE_H
#define PAGE_H

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

size_t page_file_count(void);

/// Returns the path of a file, relative to the page's folder.
const char *page_file_name(size_t index);

/// Returns the static bytes of a file and their count; null if no file has the name.
const uint8_t *_Nullable page_file(const char *name, size_t *count);

#pragma clang assume_nonnull end
#endif
