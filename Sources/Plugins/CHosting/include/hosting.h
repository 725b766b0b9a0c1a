/* What the host needs of C: libffi's layout as the oracle, and the floating-point control word. */
#ifndef HOSTING_H
#define HOSTING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The control words of the x87 unit and of SSE: rounding, exceptions, flush to zero. */
typedef struct hosting_float_state {
  uint32_t sse;
  uint16_t x87;
} hosting_float_state;

hosting_float_state hosting_float_save(void);
void hosting_float_restore(hosting_float_state state);

/* Where the platform's C compiler puts the fields of a plain struct, by libffi. `types` holds
 * ANIMATOR_TYPE_… of `count` fields (at most 256) in their order; writes `count` offsets, the size and the alignment.
 * Returns 0, or -1 for a type it does not know or a layout libffi refuses. */
int hosting_struct_layout(const uint32_t *types, size_t count, size_t *offsets, size_t *size,
                          size_t *alignment);

/* The size of one field of the type, 0 for a type it does not know. */
size_t hosting_type_size(uint32_t type);

/* A call interface, prepared once for a signature. */
typedef struct hosting_interface hosting_interface;

/* Prepares calls of functions that give `result` and take `count` arguments (1 to 8), all
 * ANIMATOR_TYPE_…. NULL for a type it does not know, or without memory. Nobody frees it: plugins are
 * never unloaded. */
hosting_interface *hosting_prepare(uint32_t result, const uint32_t *arguments, uint32_t count);

/* Calls `code`, which has the interface's signature, with the values at the addresses `arguments`;
 * writes the result, as C stores it, to `result`: 32 bytes, aligned to 8. Any thread. */
void hosting_call(const hosting_interface *interface, void (*code)(void), void *const *arguments,
                  void *result);

/* Bytes that malloc has given out and nobody has freed. */
uint64_t hosting_heap_bytes(void);

/* Makes `count` bytes zero: a multiple of 64, from a multiple of 64 on. */
void hosting_clear(uint8_t *pixels, size_t count);

/* What hosting_take_pixels saw of the pixels that it took. */
typedef struct hosting_taken {
  /* Every alpha is 255. */
  bool is_opaque;
  /* How many pixels had a channel beyond their alpha. */
  uint64_t unlawful_count;
} hosting_taken;

/* Copies premultiplied RGBA8 and makes no channel exceed its alpha; what lies behind a row's pixels
 * becomes zero. `to` may be `from`. Each pixel of `from` is read once, so what is told is true of
 * `to`, even while another process writes to `from`. */
hosting_taken hosting_take_pixels(const uint8_t *from, uint8_t *to, ptrdiff_t stride_bytes,
                                  int32_t width, int32_t height);

/* The process runs with privileges that its caller does not have (AT_SECURE). */
int hosting_is_privileged(void);

/* Calls `visit` with the path of every library that this process has loaded, in the order of loading;
 * the program's own is empty. */
void hosting_visit_libraries(void (*visit)(const char *path, void *data), void *data);

/* A library is loaded that calls itself `name` (DT_SONAME), so the loader takes it for whoever needs
 * that name. */
bool hosting_has_library(const char *name);

/* Makes the loader take a loaded library for whoever needs `name`, although it was opened at another
 * place. glibc compares a needed name with the path, with the names that a library was asked for by, and
 * with the name that it gives itself; so one that calls itself `name` is known already, and gets
 * `path` for its path unless that is NULL, and any other gets `name` for it (seen with glibc 2.36). */
void hosting_name_library(void *handle, const char *name, const char *path);

/* What begins a line of a worker's standard error that is no plugin's print: a mark that no text has. */
#define HOSTING_MARK "\x1e"

/* What plugins get for ANIMATOR_PIXELS: an animator_pixels that lives as long as the program. */
const void *hosting_pixels(void);

/* Has standard output pass each line on at once, so that all that was printed before a crash is there. */
void hosting_print_lines(void);

/* From now on a crash of this process writes one line to standard error, HOSTING_MARK "crash SIGNAL
 * OVERFLOW ADDRESS": whether the stack had no room left, 0 or 1, and where in the file of the plugin, that
 * is opened at `place` and called `path`, its code ran; hexadecimal, 0 where it did not. Both are copied. */
void hosting_watch_crashes(const char *place, const char *path);

#endif
