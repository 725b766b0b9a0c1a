#include "engine.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// What ThorVG's functions answer: done, and that there was nothing to do.
enum { SUCCESS = 0, INSUFFICIENT = 2 };
/// Premultiplied RGBA, byte after byte.
enum { ABGR8888 = 0 };

/// ThorVG's own functions that are called here, as its header declares them.
static struct {
  int (*engine_init)(unsigned threads);
  int (*engine_version)(uint32_t *major, uint32_t *minor, uint32_t *micro, const char **version);
  void *(*lottie_animation_new)(void);
  int (*animation_del)(void *animation);
  void *(*animation_get_picture)(void *animation);
  int (*animation_set_frame)(void *animation, float frame);
  int (*picture_load_data)(void *picture, const char *data, uint32_t size, const char *kind,
                           const char *folder, bool copy);
  int (*picture_set_size)(void *picture, float width, float height);
  void *(*swcanvas_create)(int options);
  int (*swcanvas_set_target)(void *canvas, uint32_t *pixels, uint32_t row_pixels, uint32_t width,
                             uint32_t height, int colours);
  int (*canvas_add)(void *canvas, void *paint);
  int (*canvas_remove)(void *canvas, void *paint);
  int (*canvas_update)(void *canvas);
  int (*canvas_draw)(void *canvas, bool clear);
  int (*canvas_sync)(void *canvas);
  int (*canvas_destroy)(void *canvas);
} tvg;

static char version[64];

struct engine_scene {
  void *animation, *picture, *canvas;
  /// The picture belongs to the canvas.
  bool added;
};

/// ISO C knows no cast from an object's pointer to a function's.
static bool find(void *library, const char *name, void *place) {
  void *found = dlsym(library, name);
  memcpy(place, &found, sizeof found);
  return found != NULL;
}

bool engine_open(void) {
  void *library = dlopen("libthorvg-1.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library) return false;
  const bool complete =
      find(library, "tvg_engine_init", &tvg.engine_init) &&
      find(library, "tvg_engine_version", &tvg.engine_version) &&
      find(library, "tvg_lottie_animation_new", &tvg.lottie_animation_new) &&
      find(library, "tvg_animation_del", &tvg.animation_del) &&
      find(library, "tvg_animation_get_picture", &tvg.animation_get_picture) &&
      find(library, "tvg_animation_set_frame", &tvg.animation_set_frame) &&
      find(library, "tvg_picture_load_data", &tvg.picture_load_data) &&
      find(library, "tvg_picture_set_size", &tvg.picture_set_size) &&
      find(library, "tvg_swcanvas_create", &tvg.swcanvas_create) &&
      find(library, "tvg_swcanvas_set_target", &tvg.swcanvas_set_target) &&
      find(library, "tvg_canvas_add", &tvg.canvas_add) &&
      find(library, "tvg_canvas_remove", &tvg.canvas_remove) &&
      find(library, "tvg_canvas_update", &tvg.canvas_update) &&
      find(library, "tvg_canvas_draw", &tvg.canvas_draw) &&
      find(library, "tvg_canvas_sync", &tvg.canvas_sync) &&
      find(library, "tvg_canvas_destroy", &tvg.canvas_destroy);
  // No threads of its own: what is drawn is the same, and the sandbox allows none.
  if (!complete || tvg.engine_init(0) != SUCCESS) return false;
  uint32_t major, minor, micro;
  const char *words = NULL;
  if (tvg.engine_version(&major, &minor, &micro, &words) != SUCCESS || !words) return false;
  snprintf(version, sizeof version, "ThorVG %s", words);
  return true;
}

const char *engine_version(void) { return version; }

struct engine_scene *engine_scene_open(const char *json, uint32_t count) {
  struct engine_scene *scene = calloc(1, sizeof *scene);
  if (!scene) return NULL;
  scene->animation = tvg.lottie_animation_new();
  if (scene->animation) scene->picture = tvg.animation_get_picture(scene->animation);
  scene->canvas = tvg.swcanvas_create(0);
  if (!scene->picture || !scene->canvas ||
      tvg.picture_load_data(scene->picture, json, count, "lottie", NULL, true) != SUCCESS)
    engine_scene_close(&scene);
  return scene;
}

bool engine_scene_draw(struct engine_scene *scene, float frame, void *pixels, uint32_t row_pixels,
                       uint32_t width, uint32_t height) {
  if (tvg.picture_set_size(scene->picture, (float)width, (float)height) != SUCCESS) return false;
  const int set = tvg.animation_set_frame(scene->animation, frame);
  // It stands at that frame already.
  if (set != SUCCESS && set != INSUFFICIENT) return false;
  if (tvg.swcanvas_set_target(scene->canvas, pixels, row_pixels, width, height, ABGR8888) != SUCCESS)
    return false;
  if (!scene->added && tvg.canvas_add(scene->canvas, scene->picture) != SUCCESS) return false;
  scene->added = true;
  return tvg.canvas_update(scene->canvas) == SUCCESS &&
         tvg.canvas_draw(scene->canvas, true) == SUCCESS &&
         tvg.canvas_sync(scene->canvas) == SUCCESS;
}

void engine_scene_close(struct engine_scene **scene) {
  struct engine_scene *closed = *scene;
  *scene = NULL;
  if (!closed) return;
  // The animation owns its picture, so the canvas gives it back first.
  if (closed->added) tvg.canvas_remove(closed->canvas, closed->picture);
  if (closed->animation) tvg.animation_del(closed->animation);
  if (closed->canvas) tvg.canvas_destroy(closed->canvas);
  free(closed);
}
