/* Draws a frame of the plugin FOLDER/CASE.so at progress 0.4, with the parameters' defaults. */
#include "shader.h"

#include <animator.h>
#include <dlfcn.h>

static const char *folder;
static const animator_descriptor *found;

static int32_t add(const animator_host *host, const animator_descriptor *descriptor) {
  (void)host, found = descriptor;
  return ANIMATOR_OK;
}
static void fail(const animator_host *host, const char *message) { (void)host, fprintf(stderr, "%s\n", message); }
static const void *extension(const animator_host *host, const char *id) { return (void)host, (void)id, NULL; }
static bool keep_going(const animator_context *context) { return (void)context, true; }

static void set(char *field, const animator_parameter *p) {
  const char *json = p->default_json;
  double a = 0, b = 0;
  unsigned red = 0, green = 0, blue = 0, alpha = 255;
  switch (p->type) {
  case ANIMATOR_TYPE_BOOL: *(bool *)field = json[0] == 't'; break;
  case ANIMATOR_TYPE_INT32: *(int32_t *)field = (int32_t)strtol(json, NULL, 10); break;
  case ANIMATOR_TYPE_DOUBLE: *(double *)field = strtod(json, NULL); break;
  case ANIMATOR_TYPE_POINT:
    sscanf(json, "[%lf, %lf", &a, &b);
    *(animator_point *)field = (animator_point){a, b};
    break;
  case ANIMATOR_TYPE_COLOR:
    sscanf(json, "\"#%2x%2x%2x%2x", &red, &green, &blue, &alpha);
    *(animator_color *)field =
      (animator_color){(float)red / 255, (float)green / 255, (float)blue / 255, (float)alpha / 255};
  }
}

static int draw(const char *name, long index) {
  static animator_image in[2];
  static animator_surface out;
  static char last[128], values[4096] __attribute__((aligned(16)));
  (void)index;
  if (!out.data) {
    for (uint32_t i = 0; i < 2; i++) in[i] = (animator_image){shader_picture(i + 1), WIDTH, HEIGHT, WIDTH * 4};
    out = (animator_surface){shader_picture(3), WIDTH, HEIGHT, WIDTH * 4};
  }
  if (strcmp(last, name)) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s.so", folder, name);
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    int32_t (*entry)(const animator_host *);
    if (library) *(void **)&entry = dlsym(library, "animator_plugin_v1");
    animator_host host = {sizeof host, 1, 2, 0, "bench", "1.0.0", NULL, add, fail, extension, NULL};
    found = NULL;
    if (!library || !entry || entry(&host) != ANIMATOR_OK || !found || !found->pixels) return 0;
    for (uint32_t i = 0; i < found->parameter_count; i++)
      set(values + found->parameters[i].offset, &found->parameters[i]);
    snprintf(last, sizeof last, "%s", name);
  }
  animator_context context = {.size = sizeof context, .progress = 0.4, .scale = 1, .keep_going = keep_going};
  return found->pixels(values, &context, in, 2, out, (animator_window){0, 0, WIDTH, HEIGHT}) == ANIMATOR_OK;
}

int main(int count, char **words) {
  if (count != 2) return 1;
  folder = words[1];
  return peer_serve(draw, CLOCK_THREAD_CPUTIME_ID);
}
