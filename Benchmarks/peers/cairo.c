/* cairo's image backend: the circle and the dissolve as its users write them. */
#include <cairo.h>

#include "peer.h"

static cairo_surface_t *from, *to, *target;

/* Opaque pictures, so the format without alpha; which channel is which does not change the work. */
static cairo_surface_t *picture(const char *folder, const char *name) {
  char path[4096];
  size_t size;
  snprintf(path, sizeof path, "%s/%s.rgba", folder, name);
  return cairo_image_surface_create_for_data(peer_file(path, &size), CAIRO_FORMAT_RGB24, WIDTH,
                                             HEIGHT, WIDTH * 4);
}

static int draw(const char *name, long index) {
  const double p = peer_progress(index);
  cairo_t *context = cairo_create(target);
  cairo_set_source_surface(context, from, 0, 0);
  cairo_set_operator(context, CAIRO_OPERATOR_SOURCE);
  cairo_paint(context);
  cairo_set_operator(context, CAIRO_OPERATOR_OVER);
  cairo_set_source_surface(context, to, 0, 0);
  int known = 1;
  if (!strcmp(name, "circle")) {
    cairo_arc(context, WIDTH / 2.0, HEIGHT / 2.0, p * 1102, 0, 6.283185307179586);
    cairo_fill(context);
  } else if (!strcmp(name, "dissolve")) {
    cairo_paint_with_alpha(context, p);
  } else {
    known = 0;
  }
  cairo_destroy(context);
  cairo_surface_flush(target);
  return known;
}

int main(int count, char **words) {
  if (count != 2) return 1;
  from = picture(words[1], "from");
  to = picture(words[1], "to");
  target = cairo_image_surface_create(CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
  return peer_serve(draw, CLOCK_THREAD_CPUTIME_ID);
}
