/* The C functions that the host needs: libffi's layout as the oracle, and the floating-point control word. */
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

/* Determines where the platform's C compiler places the fields of a plain struct, by libffi. `types`
 * contains ANIMATOR_TYPE_… of `count` fields (at most 256) in order; writes `count` offsets, the size and
 * the alignment. Returns 0, or -1 for an unknown type or a layout that libffi refuses. */
int hosting_struct_layout(const uint32_t *types, size_t count, size_t *offsets, size_t *size,
                          size_t *alignment);

/* The size of one field of the type; 0 for an unknown type. */
size_t hosting_type_size(uint32_t type);

/* A call interface, prepared once for a signature. */
typedef struct hosting_interface hosting_interface;

/* Prepares calls of functions that return `result` and take `count` arguments (1 to 8), all of them
 * ANIMATOR_TYPE_…. The result is NULL for an unknown type, or without memory. The interface is never
 * freed, because plugins are never unloaded. */
hosting_interface *hosting_prepare(uint32_t result, const uint32_t *arguments, uint32_t count);

/* Calls `code`, which has the interface's signature, with the values at the addresses `arguments`; writes
 * the result in C's representation to `result`: 32 bytes, aligned to 8. May be called on any thread. */
void hosting_call(const hosting_interface *interface, void (*code)(void), void *const *arguments,
                  void *result);

/* The bytes that malloc has allocated and that are not freed. */
uint64_t hosting_heap_bytes(void);

/* Sets `count` bytes to zero; the address and the count are multiples of 64. */
void hosting_clear(uint8_t *pixels, size_t count);

/* The facts that hosting_take_pixels has found about the pixels. */
typedef struct hosting_taken {
  /* Whether every alpha is 255. */
  bool is_opaque;
  /* The number of pixels with a channel above their alpha. */
  uint64_t unlawful_count;
} hosting_taken;

/* Copies premultiplied RGBA8 and clamps channels to their alpha; the bytes after a row's pixels become
 * zero. `to` may be the same memory as `from`. Each pixel of `from` is read once, so the observations are
 * true of `to`, even while another process writes to `from`. */
hosting_taken hosting_take_pixels(const uint8_t *from, uint8_t *to, ptrdiff_t stride_bytes,
                                  int32_t width, int32_t height);

/* The process runs with privileges that its caller does not have (AT_SECURE). */
int hosting_is_privileged(void);

/* Calls `visit` with the path of every library that this process has loaded, in the order of loading;
 * the program's own is empty. */
void hosting_visit_libraries(void (*visit)(const char *path, void *data), void *data);

/* Whether a library is loaded whose own name (DT_SONAME) is `name`, so that the loader uses this library
 * for every file that needs the name. */
bool hosting_has_library(const char *name);

/* Makes the loader use a loaded library for every file that needs `name`, although the library was opened
 * at another place. glibc compares a needed name with the path, with the names by which a library was
 * requested, and with its own name. A library whose own name is `name` is therefore already known, and its
 * path becomes `path` unless that is NULL; the path of any other library becomes `name` (observed with
 * glibc 2.36). */
void hosting_name_library(void *handle, const char *name, const char *path);

/* The start of a line on a worker's standard error that the plugin did not print: a mark that no text
 * contains. */
#define HOSTING_MARK "\x1e"

/* The interface that plugins receive for ANIMATOR_PIXELS: an animator_pixels that exists as long as the
 * program. */
const void *hosting_pixels(void);

/* Makes standard output pass on each line at once, so that everything that was printed before a crash
 * arrives. */
void hosting_print_lines(void);

/* From now on, a crash of this process writes one line to standard error, HOSTING_MARK "crash SIGNAL
 * OVERFLOW ADDRESS". OVERFLOW is 1 if the stack was exhausted, otherwise 0. ADDRESS is the hexadecimal
 * position of the running code in the file of the plugin, which is opened at `place` and called `path`; 0
 * if the code is not the plugin's. Both texts are copied. */
void hosting_watch_crashes(const char *place, const char *path);

#endif
