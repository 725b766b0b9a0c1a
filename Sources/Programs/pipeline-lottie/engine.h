// What draws Lottie files: ThorVG, whose library is opened when the program starts and not linked, so that
// everything is built and runs where it is missing.
#ifndef ENGINE_H
#define ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct engine_scene;

/// Opens the library, which must happen before this process is locked; false where it is missing or another
/// than the one that this program knows.
bool engine_open(void);

/// The engine's name and version.
const char *engine_version(void);

/// The scene of a Lottie file; NULL when it is none that can be read.
struct engine_scene *engine_scene_open(const char *json, uint32_t count);

/// Draws a scene over all of width × height pixels, premultiplied RGBA8, with `row_pixels` from row to row,
/// as it is `frame` frames after its first; false when the engine refuses.
bool engine_scene_draw(struct engine_scene *scene, float frame, void *pixels, uint32_t row_pixels,
                       uint32_t width, uint32_t height);

void engine_scene_close(struct engine_scene **scene);

#endif
