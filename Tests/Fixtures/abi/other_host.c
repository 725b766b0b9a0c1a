/* A host of an older or newer version, for plugins built with the current header. -DNEWER adds members to the structs
 * that the plugins do not know, -DOLDER omits the last members of the structs, and -DMINOR0 makes a host of version
 * 1.0. Each struct ends where its `size` says, at the end of a memory page without a following page, so reading beyond
 * the struct crashes this process.
 *
 * other_host PLUGIN.so …    prints what each plugin adds, and the results of layouts with one layer */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "animator.h"

#if defined(NEWER)
enum { MORE = 72 };
#define HOST_BYTES (sizeof(animator_host) + MORE)
#define CONTEXT_BYTES (sizeof(animator_context) + MORE)
#define LAYER_BYTES (sizeof(animator_layer) + MORE)
#elif defined(OLDER)
#define HOST_BYTES offsetof(animator_host, add_functions)
#define CONTEXT_BYTES offsetof(animator_context, role_counts)
#define LAYER_BYTES offsetof(animator_layer, contents_rect)
#elif defined(MINOR0)
#define HOST_BYTES sizeof(animator_host)
#define CONTEXT_BYTES sizeof(animator_context)
#define LAYER_BYTES offsetof(animator_layer, border)
#else
#define HOST_BYTES sizeof(animator_host)
#define CONTEXT_BYTES sizeof(animator_context)
#define LAYER_BYTES sizeof(animator_layer)
#endif

#if defined(MINOR0)
#define HOST_MINOR 0
#else
#define HOST_MINOR ANIMATOR_VERSION_MINOR
#endif

/* Returns `bytes` bytes at the end of a memory page, filled with a value that no member should have. */
static void *at_the_edge(size_t bytes) {
  const size_t page = 4096;
  uint8_t *base = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (base == MAP_FAILED || mprotect(base + page, page, PROT_NONE) != 0) exit(70);
  memset(base, 0x5a, page);
  return base + page - bytes;
}

static const animator_descriptor *found[64];
static int count;

static int32_t add(const animator_host *host, const animator_descriptor *descriptor) {
  (void)host;
  if (descriptor->size < offsetof(animator_descriptor, licence) || count == 64) return ANIMATOR_FAILED;
  printf("animator %s %u %u\n", descriptor->id, descriptor->parameter_count, descriptor->role_count);
  found[count++] = descriptor;
  return ANIMATOR_OK;
}

static int32_t add_functions(const animator_host *host, const animator_function *functions,
                             uint32_t many, uint32_t size) {
  (void)host;
  for (uint32_t i = 0; i < many; i++) {
    const animator_function *f = (const void *)((const uint8_t *)functions + i * size);
    printf("function %s %u\n", f->id, f->argument_count);
  }
  return ANIMATOR_OK;
}

static void fail(const animator_host *host, const char *message) {
  (void)host;
  printf("not used: %s\n", message);
}
static const void *no_extension(const animator_host *host, const char *id) {
  (void)host, (void)id;
  return NULL;
}

static void *allocate(const animator_context *context, size_t bytes) {
  (void)context;
  return calloc(1, bytes);
}
static void fail_call(const animator_context *context, const char *pointer, const char *message) {
  (void)context;
  printf("failed %s %s\n", pointer, message);
}
static bool keep_going(const animator_context *context) {
  (void)context;
  return true;
}

/* Returns whether all parameters of the animator may be zero and whether the animator takes one layer. Of the animators
 * that add pieces, only test.rim is simple. */
static bool is_simple(const animator_descriptor *d) {
  for (uint32_t i = 0; i < d->parameter_count; i++) {
    const uint32_t type = d->parameters[i].type;
    if (type == ANIMATOR_TYPE_STRING || type == ANIMATOR_TYPE_CURVE) return false;
  }
  return d->layout != NULL && d->role_count == 1 &&
         (d->pieces == NULL || strcmp(d->id, "test.rim") == 0);
}

/* Calls the animator's layout with one layer at a few moments. */
static void lay_out(const animator_descriptor *d) {
  void *parameters = at_the_edge(d->parameters_bytes);
  memset(parameters, 0, d->parameters_bytes);
  if (d->parameters_bytes == sizeof(double)) *(double *)parameters = 0.25;
  enum { MOST = 3 };
  animator_layer *in = at_the_edge(LAYER_BYTES), *outs[MOST];
  for (int k = 0; k < MOST; k++) outs[k] = at_the_edge(LAYER_BYTES);
  animator_layer layer = {
    .size = LAYER_BYTES, .frame = {10, 20, 30, 40}, .anchor_point = {0.5, 0.5}, .scale = {1, 1, 1},
    .opacity = 1, .shadow_radius = 3, .contents_rect = {0, 0, 1, 1}};
  memcpy(in, &layer, LAYER_BYTES < sizeof layer ? LAYER_BYTES : sizeof layer);
  for (int i = 0; i <= 4; i++) {
    for (int k = 0; k < MOST; k++) memcpy(outs[k], in, LAYER_BYTES);
    const uint32_t counts[] = {1};
    const animator_context now = {
      .size = CONTEXT_BYTES, .progress = i / 4.0, .time = {i}, .duration = {4},
      .frames_per_second = 60, .scale = 1, .container = {100, 100}, .self = d->self,
      .host_data = counts, .allocate = allocate, .fail = fail_call, .keep_going = keep_going,
      .role_counts = counts, .role_count = 1};
    animator_context *context = at_the_edge(CONTEXT_BYTES);
    memcpy(context, &now, CONTEXT_BYTES < sizeof now ? CONTEXT_BYTES : sizeof now);
    const animator_layer *const ins[] = {in};
    const uint32_t pieces = d->pieces == NULL ? 0 : d->pieces(parameters, context);
    if (pieces + 1 > MOST) exit(70);
    const int32_t status = d->layout(parameters, context, ins, 1, outs, 1 + pieces);
    const animator_layer *out = outs[0];
    printf("layout %s %d %a %a %a %a\n", d->id, status, out->frame.y, out->opacity,
           out->translate.x, out->shadow_radius);
    for (uint32_t k = 0; k <= pieces; k++) {
      if (ANIMATOR_HAS(outs[k], border) && outs[k]->border.width > 0) {
        printf("border %d %a %u\n", (int)k, outs[k]->border.width, outs[k]->border.place);
      }
      if (ANIMATOR_HAS(outs[k], blur) && outs[k]->blur > 0) {
        printf("blur %d %a\n", (int)k, outs[k]->blur);
      }
    }
  }
}

int main(int words, char **word) {
  for (int i = 1; i < words; i++) {
    void *library = dlopen(word[i], RTLD_NOW | RTLD_LOCAL);
    void *symbol = library == NULL ? NULL : dlsym(library, "animator_plugin_v1");
    if (symbol == NULL) {
      printf("%s\n", dlerror());
      return 1;
    }
    int32_t (*entry)(const animator_host *);
    memcpy(&entry, &symbol, sizeof entry);
    const animator_host known = {
      .size = HOST_BYTES, .major = 1, .minor = HOST_MINOR, .name = "other", .version = "0",
      .host_data = found, .add = add, .fail = fail, .extension = no_extension,
      .add_functions = add_functions};
    animator_host *host = at_the_edge(HOST_BYTES);
    memcpy(host, &known, HOST_BYTES < sizeof known ? HOST_BYTES : sizeof known);
    count = 0;
    printf("entry %d\n", entry(host));
    for (int k = 0; k < count; k++) {
      if (is_simple(found[k])) lay_out(found[k]);
    }
  }
  return 0;
}
