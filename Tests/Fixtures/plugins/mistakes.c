/* Mistakes without a visible effect, about which the host warns. */
#include <math.h>
#include <string.h>

#include "animator.h"

#define WAYS "nothing|copies|zero|declared|translate|hidden|color|ellipse|path|matrix|infinite|many|fails|glass"

typedef struct knob {
  int32_t way;
  double bad; /* the number of invalid pixels in each row */
  const char *words;
} knob;

#if defined(NO_JSON_DEFAULT)
#define DEFAULT "\"half"
#else
#define DEFAULT "\"\""
#endif
#if defined(NO_JSON_CREATE)
#define CREATE "{\"frame\": }"
#else
#define CREATE NULL
#endif
#if defined(NO_JSON_EASING)
#define EASING "easeOut"
#else
#define EASING "\"easeOut\""
#endif

static const animator_parameter parameters[] = {
  ANIMATOR_CHOICE(knob, way, WAYS, "\"nothing\"", "What it changes."),
  ANIMATOR_FIELD(knob, bad, POINTS, 0, 4096, "0", "How many pixels of each row are unlawful."),
  ANIMATOR_FIELD(knob, words, NONE, 0, 0, DEFAULT, "A string."),
};
static const animator_role subject[] = {{"subject", "A layer.", CREATE, 1, 1}};
static const animator_role lone[] = {{"from", "The old screen.", NULL, 0, 1},
                                     {"other", "A layer.", NULL, 0, 1}};

static int32_t layout(const void *values, const animator_context *context,
                      const animator_layer *const *in, uint32_t in_count,
                      animator_layer *const *out, uint32_t out_count) {
  (void)in_count, (void)out_count;
  animator_layer *layer = out[0];
  switch (((const knob *)values)->way) {
    case 1: memcpy(layer, in[0], sizeof *layer); break;
    case 2: layer->translate.x = -0.0; break;
    case 3: layer->opacity = 0.5; break;
    case 4: layer->translate.x = 3; break;
    case 5: layer->hidden = true; break;
    case 6: layer->shadow_color.red = 0.5f; break;
    case 7: layer->mask.kind = ANIMATOR_MASK_ELLIPSE; break;
    case 8: {
      animator_path_element *path = context->allocate(context, sizeof *path);
      path->verb = ANIMATOR_PATH_MOVE;
      layer->mask.kind = ANIMATOR_MASK_PATH;
      layer->mask.path = path;
      layer->mask.path_count = 1;
      break;
    }
    case 9: layer->sublayer_transform.m[11] = 0.01; break;
    case 10: layer->corner_radius = INFINITY; break;
    case 11:
      layer->frame.x += 1;
      layer->contents_rect.width = 0.5;
      layer->double_sided = !layer->double_sided;
      break;
    case 12: context->fail(context, "/params/way", "out of luck"); break;
    case 13:
      layer->blur = 3;
      layer->blend_mode = ANIMATOR_BLEND_SCREEN;
      layer->backdrop.kind = ANIMATOR_BACKDROP_FILTERED;
      break;
    default: break;
  }
  return ANIMATOR_OK;
}

static int32_t pixels(const void *values, const animator_context *context, const animator_image *in,
                      uint32_t in_count, animator_surface out, animator_window window) {
  (void)context, (void)in_count, (void)window;
  const int32_t bad = (int32_t)((const knob *)values)->bad;
  for (int32_t y = 0; y < out.height; y++) {
    uint8_t *row = out.data + y * out.stride_bytes;
    memcpy(row, in[0].data + y * in[0].stride_bytes, 4 * (size_t)out.width);
    for (int32_t x = 0; x < bad && x < out.width; x++) {
      static const uint8_t pixel[4] = {9, 10, 11, 10};
      memcpy(row + 4 * (out.width - 1 - x), pixel, sizeof pixel);
    }
  }
  return ANIMATOR_OK;
}

static int32_t not_a_number(const void *values, const animator_context *context,
                            const animator_layer *const *in, uint32_t in_count,
                            animator_layer *const *out, uint32_t out_count) {
  (void)values, (void)context, (void)in, (void)in_count, (void)out_count;
  out[0]->opacity = NAN;
  return ANIMATOR_OK;
}
static int32_t crash(const void *values, const animator_context *context,
                     const animator_layer *const *in, uint32_t in_count,
                     animator_layer *const *out, uint32_t out_count) {
  (void)values, (void)in, (void)in_count, (void)out, (void)out_count;
  if (context->progress == 1) *(volatile int *)8 = 1;
  return ANIMATOR_OK;
}

#define COMMON(name) \
  .size = sizeof(animator_descriptor), .id = "test." name, .title = name, .version = "1.0.0", \
  .doc = "Makes mistakes.", .duration_seconds = 1, .easing_json = EASING
static const animator_descriptor undeclared = {
  COMMON("undeclared"), .kind = ANIMATOR_KIND_EFFECT, .animates = ANIMATOR_PROPERTY_OPACITY,
  ANIMATOR_PARAMETERS(knob, parameters), ANIMATOR_ROLES(subject), .layout = layout};
static const animator_descriptor unlawful = {
  COMMON("unlawful"), .kind = ANIMATOR_KIND_FILTER, ANIMATOR_PARAMETERS(knob, parameters),
  ANIMATOR_ROLES(subject), .pixels = pixels};
static const animator_descriptor roleless = {
  COMMON("roleless"), .kind = ANIMATOR_KIND_TRANSITION, .animates = ANIMATOR_PROPERTY_OPACITY,
  ANIMATOR_PARAMETERS(knob, parameters), ANIMATOR_ROLES(subject), .layout = layout};
static const animator_descriptor half_bound = {
  COMMON("half-bound"), .kind = ANIMATOR_KIND_TRANSITION, .animates = ANIMATOR_PROPERTY_OPACITY,
  ANIMATOR_ROLES(lone), .layout = crash};
static const animator_descriptor never_a_number = {
  COMMON("nan"), .kind = ANIMATOR_KIND_EFFECT, .animates = ANIMATOR_PROPERTY_OPACITY,
  ANIMATOR_ROLES(subject), .layout = not_a_number};
static const animator_descriptor crashes = {
  COMMON("crashes"), .kind = ANIMATOR_KIND_EFFECT, .animates = ANIMATOR_PROPERTY_OPACITY,
  ANIMATOR_ROLES(subject), .layout = crash};
ANIMATOR_PLUGIN(&undeclared, &unlawful, &roleless, &half_bound, &never_a_number, &crashes);
