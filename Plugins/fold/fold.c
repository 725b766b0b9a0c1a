/* fold: the old screen folds up like a fan against one side while the new screen unfolds. */
#include <math.h>
#include <string.h>

#include "animator.h"

typedef struct fold {
  int32_t folds;
  double perspective, shade;
  animator_color backdrop;
} fold;

static const animator_parameter fold_parameters[] = {
  ANIMATOR_FIELD(fold, folds, NONE, 1, 32, "2", "The number of folds of each screen."),
  ANIMATOR_FIELD(fold, perspective, NONE, -0.01, 0, "-0.00125",
                 "The perspective m34: -1 / the distance of the viewer in points; 0 is flat."),
  ANIMATOR_FIELD(fold, shade, FRACTION, 0, 1, "0.6",
                 "The amount by which a side that turns from the light becomes darker, "
                 "over a black background."),
  ANIMATOR_FIELD(fold, backdrop, NONE, 0, 0, "\"#000000\"", "The colour behind the folded screens."),
};

static const animator_role fold_roles[] = {
  {"from", "The screen that folds up.", NULL, 1, 1},
  {"to", "The screen that unfolds.", NULL, 1, 1},
  {"container", "The container of both screens, which gets the perspective.", NULL, 1, 1},
};

static uint32_t fold_pieces(const void *parameters, const animator_context *context) {
  (void)context;
  return 4 * (uint32_t)((const fold *)parameters)->folds;
}

/* Positions strip `i` of `count` of a screen that begins at `left` and has `c` of its full width. A strip is tilted
 * until its width is c, so c is the cosine of its angle and the angle is not needed. */
static void strip(const fold *f, animator_layer *piece, animator_rect screen, uint32_t i,
                  uint32_t count, double left, double c) {
  const double width = screen.width / count, s = sqrt(1 - c * c), x = screen.x + i * width;
  const bool odd = i % 2 != 0;
  piece->contents_rect = (animator_rect){(double)i / count, 0, 1.0 / count, 1};
  piece->frame = (animator_rect){x, screen.y, width, screen.height};
  piece->anchor_point.x = 0;
  double *m = piece->transform.m;
  m[0] = c;
  m[2] = odd ? s : -s; /* one edge of each pair moves away from the viewer, the next edge moves back */
  m[12] = left + i * width * c - x;
  m[14] = odd ? -width * s : 0;
  piece->opacity = 1 - f->shade * s * (odd ? 0.35 : 1);
}

static int32_t fold_layout(const void *parameters, const animator_context *context,
                           const animator_layer *const *in, uint32_t in_count,
                           animator_layer *const *out, uint32_t out_count) {
  const fold *f = parameters;
  const bool back = animator_goes_back(context);
  const uint32_t lower = back ? 1 : 0, upper = back ? 0 : 1, count = (out_count - in_count) / 2;
  const double t = back ? 1 - context->progress : context->progress;
  const double p = t <= 0 ? 0 : t >= 1 ? 1 : t;
  const bool still = p == 0 || p == 1;
  for (uint32_t i = 0; i < 2 * count; i++) {
    const bool is_upper = i >= count;
    animator_layer *piece = out[in_count + i];
    const animator_rect screen = in[is_upper ? upper : lower]->frame;
    piece->piece_of = is_upper ? upper : lower;
    strip(f, piece, screen, i % count, count, screen.x + (is_upper ? (1 - p) * screen.width : 0),
          is_upper ? p : 1 - p);
    piece->hidden = still;
  }
  out[lower]->hidden = in[lower]->hidden || p > 0;
  out[upper]->hidden = in[upper]->hidden || p < 1;
  if (still) return ANIMATOR_OK;
  out[2]->sublayer_transform.m[11] = f->perspective;
  out[2]->background_color = f->backdrop;
  return ANIMATOR_OK;
}

/* The screens continue to move during this animator. */
static const void *fold_offers(const char *id) {
  static const animator_live_inputs live = {.size = sizeof(animator_live_inputs)};
  return strcmp(id, ANIMATOR_LIVE_INPUTS) == 0 ? &live : NULL;
}

static const animator_descriptor fold_descriptor = {
  .size = sizeof(animator_descriptor),
  .kind = ANIMATOR_KIND_TRANSITION,
  .id = "fold",
  .title = "Fold",
  .version = "1.0.0",
  .doc = "The old screen folds up like a fan against the left side while the new screen unfolds from the right side. "
         "On the way back, the old screen folds up against the right side.",
  .flags = ANIMATOR_FLAG_REVERSIBLE | ANIMATOR_FLAG_DISCONTINUOUS, /* the creases change abruptly */
  .animates = ANIMATOR_PROPERTY_HIDDEN | ANIMATOR_PROPERTY_SUBLAYER_TRANSFORM |
              ANIMATOR_PROPERTY_BACKGROUND_COLOR,
  .duration_seconds = 0.8,
  ANIMATOR_PARAMETERS(fold, fold_parameters),
  ANIMATOR_ROLES(fold_roles),
  .pieces = fold_pieces,
  .layout = fold_layout,
  .extension = fold_offers,
};

ANIMATOR_PLUGIN(&fold_descriptor);
