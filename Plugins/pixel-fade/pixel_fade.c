/* pixel-fade: both screens are mixed pixel by pixel, in one of several styles. */
#include "pixel_fade.h"

#include <math.h>
#include <string.h>

static const animator_parameter fade_parameters[] = {
  ANIMATOR_CHOICE(fade, style,
                  "dissolve|pixelate|distance|smear|grays|through|early|late|squeeze|slide|zoom|crop-rect"
                  "|crop-circle",
                  "\"dissolve\"",
                  "The way of mixing: pixel after pixel, by squares, similar colours first, smeared sideways, "
                  "through grey, through a colour, different colours earlier or later than similar colours, "
                  "squeezed to a line, pushed by whole pixels, by a zoom into the old screen, "
                  "or closing to a rectangle or circle over the colour and opening again."),
  ANIMATOR_FIELD(fade, color, NONE, 0, 0, "\"#000000\"", "The colour through which the screens fade."),
  ANIMATOR_FIELD(fade, count, NONE, 1, 1000, "20", "The smallest number of squares along the shorter side."),
  ANIMATOR_CHOICE(fade, edge, "left|right|top|bottom", "\"left\"",
                  "The edge from which the new screen is pushed in; "
                  "left and right squeeze the screen to a vertical line."),
};

static const animator_role fade_roles[] = {
  {"from", "The old screen.", NULL, 1, 1},
  {"to", "The new screen.", NULL, 1, 1},
};

static void pixel(const struct view *v, int32_t x, int32_t y, uint8_t *to) {
  switch (v->p->style) {
  case DISSOLVE: return dissolve(v, x, y, to);
  case PIXELATE: return pixelate(v, x, y, to);
  case DISTANCE: return distance(v, x, y, to);
  case GRAYS:
  case THROUGH: return through(v, x, y, to);
  case EARLY:
  case LATE: return by_channel(v, x, y, to);
  case SQUEEZE: return squeeze(v, x, y, to);
  case SLIDE: return slide(v, x, y, to);
  case ZOOM: return zoom(v, x, y, to);
  default: return crop(v, x, y, to);
  }
}

static int32_t fade_pixels(const void *parameters, const animator_context *context, const animator_image *in,
                           uint32_t in_count, animator_surface out, animator_window window) {
  (void)in_count;
  const fade *p = parameters;
  const double q = context->progress;
  struct view v = {.p = p, .a = &in[0], .b = &in[1], .width = out.width, .height = out.height, .m = 1 - q,
                   .scale = (float)context->scale};
  const bool is_end = !(q > 0 && q < 1);
  const double w = out.width, h = out.height, half = v.m < 0.5 ? v.m : 1 - v.m;
  v.log_m = is_end ? 0 : logarithm_below_one(v.m);
  /* The squares grow in steps of single precision, as in FFmpeg's filter. */
  const float rest = 1 - (float)q, near = rest < 1 - rest ? rest : 1 - rest;
  v.side = is_end ? 0 : ceilf(near * 50) / 50 * 2 * (float)(w < h ? w : h) / (float)p->count;
  v.reach = is_end ? 1 : 1 + (int32_t)(w / 2 * (half * 2));
  const double cx = out.width / 2, cy = out.height / 2;
  v.radius = sqrt(cx * cx + cy * cy);
  v.color[3] = p->color.alpha;
  v.color[0] = p->color.red * p->color.alpha, v.color[1] = p->color.green * p->color.alpha;
  v.color[2] = p->color.blue * p->color.alpha;
  for (int32_t y = window.y; y < window.y + window.height; y++) {
    uint8_t *row = out.data + (int64_t)y * out.stride_bytes;
    if (is_end)
      memcpy(row + 4 * (int64_t)window.x, at(q < 0.5 ? v.a : v.b, window.x, y), 4 * (size_t)window.width);
    else if (p->style == SMEAR)
      smear(&v, y, window, row);
    else
      for (int32_t x = window.x; x < window.x + window.width; x++) pixel(&v, x, y, row + 4 * (int64_t)x);
    if (!context->keep_going(context)) return ANIMATOR_FAILED;
  }
  return ANIMATOR_OK;
}

/* Styles that move or smear pixels may read any part of the screens. */
static void fade_regions(const void *parameters, const animator_context *context, animator_window window,
                         animator_window *needed, uint32_t in_count) {
  (void)context, (void)window;
  const int32_t style = ((const fade *)parameters)->style;
  if (style != PIXELATE && style != SMEAR && style != SQUEEZE && style != SLIDE && style != ZOOM) return;
  for (uint32_t i = 0; i < in_count; i++) needed[i] = (animator_window){0, 0, 1 << 20, 1 << 20};
}

/* The screens continue to move during this animator. */
static const void *fade_offers(const char *id) {
  static const animator_live_inputs live = {.size = sizeof(animator_live_inputs)};
  return strcmp(id, ANIMATOR_LIVE_INPUTS) == 0 ? &live : NULL;
}

static const animator_descriptor pixel_fade = {
  .size = sizeof(animator_descriptor),
  .kind = ANIMATOR_KIND_TRANSITION,
  .id = "pixel-fade",
  .title = "Pixel fade",
  .version = "1.0.0",
  .doc = "Mixes both screens pixel by pixel: dissolved, in squares, smeared, through a colour or grey, "
         "by the difference of their colours, squeezed, zoomed or cropped.",
  .flags = ANIMATOR_FLAG_DISCONTINUOUS,
  .duration_seconds = 0.6,
  ANIMATOR_PARAMETERS(fade, fade_parameters),
  ANIMATOR_ROLES(fade_roles),
  .regions = fade_regions,
  .pixels = fade_pixels,
  .extension = fade_offers,
};

ANIMATOR_PLUGIN(&pixel_fade);
