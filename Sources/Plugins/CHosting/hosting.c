#include "hosting.h"

#include <ffi.h>
#include <malloc.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <xmmintrin.h>

#include "animator.h"

hosting_float_state hosting_float_save(void) {
  hosting_float_state state = {_mm_getcsr(), 0};
  __asm__ volatile("fnstcw %0" : "=m"(state.x87));
  return state;
}

void hosting_float_restore(hosting_float_state state) {
  _mm_setcsr(state.sse);
  __asm__ volatile("fldcw %0" : : "m"(state.x87));
}

/* Struct types in the form that libffi requires: the members' types, ending with null. libffi sets the
 * size and alignment of nested structs itself, so each call works on its own copies. */
typedef struct field_types {
  ffi_type point, size, rect, color, curve;
} field_types;

static ffi_type *two_doubles[] = {&ffi_type_double, &ffi_type_double, NULL};
static ffi_type *four_doubles[] = {&ffi_type_double, &ffi_type_double, &ffi_type_double,
                                   &ffi_type_double, NULL};
static ffi_type *four_floats[] = {&ffi_type_float, &ffi_type_float, &ffi_type_float,
                                  &ffi_type_float, NULL};
static ffi_type *two_pointers[] = {&ffi_type_pointer, &ffi_type_pointer, NULL};

static field_types make_types(void) {
  const ffi_type empty = {0, 0, FFI_TYPE_STRUCT, NULL};
  field_types types = {empty, empty, empty, empty, empty};
  types.point.elements = two_doubles;
  types.size.elements = two_doubles;
  types.rect.elements = four_doubles;
  types.color.elements = four_floats;
  types.curve.elements = two_pointers;
  return types;
}

static ffi_type *field_type(field_types *types, uint32_t type) {
  switch (type) {
    case ANIMATOR_TYPE_BOOL: return &ffi_type_uint8;
    case ANIMATOR_TYPE_INT32:
    case ANIMATOR_TYPE_CHOICE: return &ffi_type_sint32;
    case ANIMATOR_TYPE_DOUBLE: return &ffi_type_double;
    case ANIMATOR_TYPE_POINT: return &types->point;
    case ANIMATOR_TYPE_SIZE: return &types->size;
    case ANIMATOR_TYPE_RECT: return &types->rect;
    case ANIMATOR_TYPE_COLOR: return &types->color;
    case ANIMATOR_TYPE_STRING: return &ffi_type_pointer;
    case ANIMATOR_TYPE_CURVE: return &types->curve;
    default: return NULL;
  }
}

int hosting_struct_layout(const uint32_t *types, size_t count, size_t *offsets, size_t *size,
                          size_t *alignment) {
  if (count == 0 || count > 256) return -1;
  field_types known = make_types();
  ffi_type *elements[257];
  for (size_t i = 0; i < count; i++) {
    elements[i] = field_type(&known, types[i]);
    if (elements[i] == NULL) return -1;
  }
  elements[count] = NULL;
  ffi_type whole = {0, 0, FFI_TYPE_STRUCT, elements};
  if (ffi_get_struct_offsets(FFI_DEFAULT_ABI, &whole, offsets) != FFI_OK) return -1;
  *size = whole.size;
  *alignment = whole.alignment;
  return 0;
}

size_t hosting_type_size(uint32_t type) {
  size_t offset = 0, size = 0, alignment = 0;
  return hosting_struct_layout(&type, 1, &offset, &size, &alignment) == 0 ? size : 0;
}

#define ARGUMENTS_MAX 8

struct hosting_interface {
  ffi_cif cif;
  field_types known;
  ffi_type *arguments[ARGUMENTS_MAX];
  uint32_t result;
};

hosting_interface *hosting_prepare(uint32_t result, const uint32_t *arguments, uint32_t count) {
  if (count == 0 || count > ARGUMENTS_MAX) return NULL;
  hosting_interface *made = calloc(1, sizeof *made);
  if (made == NULL) return NULL;
  made->known = make_types();
  made->result = result;
  ffi_type *result_type = field_type(&made->known, result);
  bool is_known = result_type != NULL;
  for (uint32_t i = 0; i < count; i++) {
    made->arguments[i] = field_type(&made->known, arguments[i]);
    if (made->arguments[i] == NULL) is_known = false;
  }
  if (is_known && ffi_prep_cif(&made->cif, FFI_DEFAULT_ABI, count, result_type, made->arguments) ==
                    FFI_OK) {
    return made;
  }
  free(made);
  return NULL;
}

void hosting_call(const hosting_interface *interface, void (*code)(void), void *const *arguments,
                  void *result) {
  // libffi only reads both arguments, but declares them without const.
  ffi_cif *cif = (ffi_cif *)&interface->cif;
  void **values = (void **)arguments;
  // A result that is smaller than a register is widened to a register.
  ffi_arg wide = 0;
  switch (interface->result) {
    case ANIMATOR_TYPE_BOOL:
      ffi_call(cif, code, &wide, values);
      *(uint8_t *)result = (wide & 0xff) != 0;
      break;
    case ANIMATOR_TYPE_INT32:
      ffi_call(cif, code, &wide, values);
      *(int32_t *)result = (int32_t)wide;
      break;
    default: ffi_call(cif, code, result, values);
  }
}

#ifndef __has_feature
#define __has_feature(feature) 0
#endif

uint64_t hosting_heap_bytes(void) {
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
  // In builds with a sanitizer, the sanitizer's heap replaces that of the C library.
  extern size_t __sanitizer_get_current_allocated_bytes(void);
  return __sanitizer_get_current_allocated_bytes();
#else
  const struct mallinfo2 heap = mallinfo2();
  return heap.uordblks + heap.hblkhd;
#endif
}

int hosting_is_privileged(void) { return getauxval(AT_SECURE) != 0; }
