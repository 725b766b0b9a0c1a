#include "draw_list.h"

#include <cairo.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "lottie_message.h"
#include "pixels.h"

/// The maximum nesting of groups.
enum { DEPTH = 200 };
/// The maximum width and height of cairo's pictures.
enum { SIDE = 32767 };

struct group {
  cairo_surface_t *surface;
  cairo_t *cr;
  /// The number of saved cairo states that are not yet restored.
  int saved;
};

struct drawing {
  const struct draw_list *list;
  int width, height;
  /// The open groups; the lowest group is the picture itself.
  struct group groups[DEPTH];
  int depth;
};

static const cairo_operator_t operators[LOTTIE_OPERATORS] = {
    [LOTTIE_OVER] = CAIRO_OPERATOR_OVER,
    [LOTTIE_SOURCE] = CAIRO_OPERATOR_SOURCE,
    [LOTTIE_DEST_IN] = CAIRO_OPERATOR_DEST_IN,
    [LOTTIE_DEST_OUT] = CAIRO_OPERATOR_DEST_OUT,
    [LOTTIE_XOR] = CAIRO_OPERATOR_XOR,
    [LOTTIE_ADD] = CAIRO_OPERATOR_ADD,
    [LOTTIE_MULTIPLY] = CAIRO_OPERATOR_MULTIPLY,
    [LOTTIE_SCREEN] = CAIRO_OPERATOR_SCREEN,
    [LOTTIE_OVERLAY] = CAIRO_OPERATOR_OVERLAY,
    [LOTTIE_DARKEN] = CAIRO_OPERATOR_DARKEN,
    [LOTTIE_LIGHTEN] = CAIRO_OPERATOR_LIGHTEN,
    [LOTTIE_COLOR_DODGE] = CAIRO_OPERATOR_COLOR_DODGE,
    [LOTTIE_COLOR_BURN] = CAIRO_OPERATOR_COLOR_BURN,
    [LOTTIE_HARD_LIGHT] = CAIRO_OPERATOR_HARD_LIGHT,
    [LOTTIE_SOFT_LIGHT] = CAIRO_OPERATOR_SOFT_LIGHT,
    [LOTTIE_DIFFERENCE] = CAIRO_OPERATOR_DIFFERENCE,
    [LOTTIE_EXCLUSION] = CAIRO_OPERATOR_EXCLUSION,
    [LOTTIE_HUE] = CAIRO_OPERATOR_HSL_HUE,
    [LOTTIE_SATURATION] = CAIRO_OPERATOR_HSL_SATURATION,
    [LOTTIE_COLORED] = CAIRO_OPERATOR_HSL_COLOR,
    [LOTTIE_LUMINOSITY] = CAIRO_OPERATOR_HSL_LUMINOSITY,
};

static cairo_operator_t operator_of(double number) {
  return number >= 0 && number < LOTTIE_OPERATORS ? operators[(int)number] : CAIRO_OPERATOR_OVER;
}

static struct group *top(struct drawing *drawing) { return &drawing->groups[drawing->depth - 1]; }

/// Opens a group with the given edges; returns false if memory is short or too many groups are open.
static bool open_group(struct drawing *drawing, int left, int above, int right, int below) {
  if (drawing->depth == DEPTH) return false;
  const bool is_empty = right <= left || below <= above;
  struct group *group = &drawing->groups[drawing->depth++];
  *group = (struct group){
      .surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, is_empty ? 1 : right - left,
                                            is_empty ? 1 : below - above)};
  // An empty group's surface is moved to a place outside the picture, where it is invisible.
  cairo_surface_set_device_offset(group->surface, is_empty ? 8 : -left, is_empty ? 8 : -above);
  group->cr = cairo_create(group->surface);
  return cairo_status(group->cr) == CAIRO_STATUS_SUCCESS;
}

static void close_group(struct drawing *drawing) {
  struct group *group = &drawing->groups[--drawing->depth];
  cairo_destroy(group->cr);
  cairo_surface_destroy(group->surface);
}

/// Clamps an edge of a group, which may be outside the picture by at most the picture's width or height.
static int edge(double number, int side) {
  return !(number > -side) ? -side : number > 2 * side ? 2 * side : (int)number;
}

/// Draws the topmost group into the group below it and closes it.
static void end_group(struct drawing *drawing, double alpha, cairo_operator_t operator) {
  struct group *group = top(drawing);
  cairo_t *below = drawing->groups[drawing->depth - 2].cr;
  cairo_surface_flush(group->surface);
  cairo_matrix_t kept;
  cairo_get_matrix(below, &kept);
  cairo_identity_matrix(below);
  // Cairo's own versions of the HSL modes are wrong in transparent groups.
  const bool is_hsl =
      operator >= CAIRO_OPERATOR_HSL_HUE && operator <= CAIRO_OPERATOR_HSL_LUMINOSITY;
  if (is_hsl)
    pixels_blend_hsl(group->surface, drawing->groups[drawing->depth - 2].surface,
                     (enum pixels_hsl)(operator - CAIRO_OPERATOR_HSL_HUE), alpha);
  cairo_set_source_surface(below, group->surface, 0, 0);
  cairo_pattern_set_filter(cairo_get_source(below), CAIRO_FILTER_NEAREST);
  if (is_hsl) {
    // The blended group already includes the pixels below it.
    double left, above;
    cairo_surface_get_device_offset(group->surface, &left, &above);
    cairo_new_path(below);
    cairo_rectangle(below, -left, -above, cairo_image_surface_get_width(group->surface),
                    cairo_image_surface_get_height(group->surface));
    cairo_set_operator(below, CAIRO_OPERATOR_SOURCE);
    cairo_fill(below);
  } else {
    cairo_set_operator(below, operator);
    cairo_paint_with_alpha(below, alpha);
  }
  cairo_set_operator(below, CAIRO_OPERATOR_OVER);
  cairo_set_source_rgba(below, 0, 0, 0, 0);
  cairo_set_matrix(below, &kept);
  close_group(drawing);
}

static bool shadow(struct drawing *drawing, const double *n) {
  cairo_surface_t *surface = top(drawing)->surface;
  cairo_surface_flush(surface);
  double x, y;
  cairo_surface_get_device_offset(surface, &x, &y);
  cairo_surface_t *under =
      cairo_image_surface_create(CAIRO_FORMAT_ARGB32, cairo_image_surface_get_width(surface),
                                 cairo_image_surface_get_height(surface));
  cairo_surface_set_device_offset(under, x, y);
  cairo_t *cr = cairo_create(under);
  cairo_set_source_rgba(cr, n[0], n[1], n[2], n[3]);
  cairo_mask_surface(cr, surface, n[4], n[5]);
  const bool is_drawn = cairo_status(cr) == CAIRO_STATUS_SUCCESS;
  cairo_destroy(cr);
  const bool is_done = is_drawn && pixels_blur(under, n[6], n[7]);
  if (is_done) {
    cairo_t *over = cairo_create(surface);
    cairo_set_operator(over, CAIRO_OPERATOR_DEST_OVER);
    cairo_set_source_surface(over, under, 0, 0);
    cairo_paint(over);
    cairo_destroy(over);
  }
  cairo_surface_destroy(under);
  return is_done;
}

/// Returns the size and pixels of a picture; NULL if no picture has this number.
static const unsigned char *find_picture(const struct draw_list *list, double number, int *width,
                                         int *height) {
  if (list->pictures_bytes < 8) return NULL;
  const uint64_t *words = list->pictures;
  const uint64_t count = words[0], room = list->pictures_bytes / 8;
  if (count > (room - 1) / 2 || !(number >= 0) || number >= (double)count) return NULL;
  uint64_t place = 8 + 16 * count;
  for (uint64_t i = 0; i < count; i++) {
    const uint64_t w = words[1 + 2 * i], h = words[2 + 2 * i];
    if (w < 1 || h < 1 || w > SIDE || h > SIDE || 4 * w * h > list->pictures_bytes - place)
      return NULL;
    if (i == (uint64_t)number) {
      *width = (int)w;
      *height = (int)h;
      return (const unsigned char *)list->pictures + place;
    }
    place += 4 * w * h;
  }
  return NULL;
}

static bool picture(struct drawing *drawing, const double *n) {
  int width, height;
  const unsigned char *pixels = find_picture(drawing->list, n[0], &width, &height);
  if (!pixels || !(n[1] > 0) || !(n[2] > 0)) return false;
  cairo_t *cr = top(drawing)->cr;
  // The cast drops `const`; cairo only reads the pixels.
  cairo_surface_t *surface = cairo_image_surface_create_for_data(
      (unsigned char *)(uintptr_t)pixels, CAIRO_FORMAT_ARGB32, width, height, 4 * width);
  cairo_pattern_t *pattern = cairo_pattern_create_for_surface(surface);
  cairo_matrix_t matrix;
  cairo_matrix_init_scale(&matrix, width / n[1], height / n[2]);
  cairo_pattern_set_matrix(pattern, &matrix);
  // The picture's edge pixels are repeated beyond its box.
  cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD);
  cairo_pattern_set_filter(pattern, CAIRO_FILTER_GOOD);
  cairo_new_path(cr);
  cairo_rectangle(cr, 0, 0, n[1], n[2]);
  cairo_set_source(cr, pattern);
  if (n[3] < 1) {
    cairo_save(cr);
    cairo_clip(cr);
    cairo_paint_with_alpha(cr, n[3]);
    cairo_restore(cr);
  } else {
    cairo_fill(cr);
  }
  cairo_set_source_rgba(cr, 0, 0, 0, 0);
  cairo_pattern_destroy(pattern);
  cairo_surface_destroy(surface);
  return true;
}

/// Moves a handle of a curve to the curve's end if the handle is shorter than the line is wide and points away from the
/// curve: cairo leaves gaps in a line that bends so tightly.
static void shorten(cairo_path_data_t *handle, cairo_path_data_t end, cairo_path_data_t other,
                    double width) {
  const double x = handle->point.x - end.point.x, y = handle->point.y - end.point.y;
  const double far_x = other.point.x - end.point.x, far_y = other.point.y - end.point.y;
  const double length = hypot(x, y), distance = hypot(far_x, far_y);
  if (length < width && distance > 4 * width && x * far_x + y * far_y < 0.7 * length * distance)
    *handle = end;
}

/// Replaces the current path by a path whose curves bend less tightly at their ends; returns the path to
/// restore.
static cairo_path_t *loosen(cairo_t *cr, double width) {
  cairo_path_t *const kept = cairo_copy_path(cr), *const path = cairo_copy_path(cr);
  cairo_path_data_t at = {.point = {0, 0}};
  for (int i = 0; i < path->num_data; i += path->data[i].header.length) {
    cairo_path_data_t *const part = path->data + i;
    if (part->header.type == CAIRO_PATH_CURVE_TO) {
      shorten(part + 1, at, part[3], width);
      shorten(part + 2, part[3], at, width);
    }
    if (part->header.length > 1) at = part[part->header.length - 1];
  }
  cairo_new_path(cr);
  if (path->status == CAIRO_STATUS_SUCCESS) cairo_append_path(cr, path);
  cairo_path_destroy(path);
  return kept;
}

static void stroke(cairo_t *cr, const double *n, uint32_t count) {
  static const cairo_line_cap_t caps[] = {CAIRO_LINE_CAP_BUTT, CAIRO_LINE_CAP_ROUND,
                                          CAIRO_LINE_CAP_SQUARE};
  static const cairo_line_join_t joins[] = {CAIRO_LINE_JOIN_MITER, CAIRO_LINE_JOIN_ROUND,
                                            CAIRO_LINE_JOIN_BEVEL};
  cairo_set_line_width(cr, n[0]);
  cairo_set_line_cap(cr, caps[n[1] == 2 ? 1 : n[1] == 3 ? 2 : 0]);
  cairo_set_line_join(cr, joins[n[2] == 2 ? 1 : n[2] == 3 ? 2 : 0]);
  cairo_set_miter_limit(cr, n[3] >= 1 ? n[3] : 1);
  double sum = 0;
  for (uint32_t i = 6; i < count; i++) sum += n[i];
  // A dash pattern of only zeros is drawn as a solid line.
  cairo_set_dash(cr, n + 6, sum > 1e-3 ? (int)(count - 6) : 0, sum > 1e-3 ? n[5] : 0);
  cairo_set_operator(cr, operator_of(n[4]));
  cairo_path_t *const kept = loosen(cr, n[0]);
  cairo_stroke(cr);
  if (kept->status == CAIRO_STATUS_SUCCESS) cairo_append_path(cr, kept);
  cairo_path_destroy(kept);
  cairo_set_operator(cr, CAIRO_OPERATOR_OVER);
}

static void gradient(cairo_t *cr, bool is_radial, const double *n, uint32_t count) {
  const uint32_t first = is_radial ? 6 : 4;
  cairo_pattern_t *pattern = is_radial
                                 ? cairo_pattern_create_radial(n[0], n[1], n[2], n[3], n[4], n[5])
                                 : cairo_pattern_create_linear(n[0], n[1], n[2], n[3]);
  for (uint32_t i = first; i + 5 <= count; i += 5)
    cairo_pattern_add_color_stop_rgba(pattern, n[i], n[i + 1], n[i + 2], n[i + 3], n[i + 4]);
  cairo_set_source(cr, pattern);
  cairo_pattern_destroy(pattern);
}

/// Returns the minimum number of arguments of a command; −1 for an unknown command.
static int needed(uint32_t command) {
  switch (command) {
    case LOTTIE_NEW_PATH:
    case LOTTIE_CLOSE:
    case LOTTIE_CLIP:
    case LOTTIE_SAVE:
    case LOTTIE_RESTORE: return 0;
    case LOTTIE_MOVE:
    case LOTTIE_LINE:
    case LOTTIE_FILL:
    case LOTTIE_END:
    case LOTTIE_END_MASK:
    case LOTTIE_BLUR: return 2;
    case LOTTIE_COLOR:
    case LOTTIE_LINEAR:
    case LOTTIE_PICTURE:
    case LOTTIE_GROUP:
    case LOTTIE_FLOOD: return 4;
    case LOTTIE_MATRIX:
    case LOTTIE_CURVE:
    case LOTTIE_STROKE:
    case LOTTIE_RADIAL: return 6;
    case LOTTIE_TINT: return 7;
    case LOTTIE_SHADOW: return 8;
    case LOTTIE_TRITONE: return 9;
    default: return -1;
  }
}

static void set_matrix(cairo_t *cr, const double *n) {
  const cairo_matrix_t matrix = {n[0], n[1], n[2], n[3], n[4], n[5]};
  // A matrix that cannot be inverted is refused, because cairo would refuse all later commands.
  const double determinant = n[0] * n[3] - n[1] * n[2];
  static const cairo_matrix_t nowhere = {1e-4, 0, 0, 1e-4, -100, -100};
  cairo_set_matrix(cr, fabs(determinant) > 1e-12 ? &matrix : &nowhere);
}

/// Executes the commands for paths and paints; returns false for any other command.
static bool draw_path(cairo_t *cr, uint32_t command, const double *n, uint32_t count) {
  switch (command) {
    case LOTTIE_MATRIX: set_matrix(cr, n); break;
    case LOTTIE_NEW_PATH: cairo_new_path(cr); break;
    case LOTTIE_MOVE: cairo_move_to(cr, n[0], n[1]); break;
    case LOTTIE_LINE: cairo_line_to(cr, n[0], n[1]); break;
    case LOTTIE_CURVE: cairo_curve_to(cr, n[0], n[1], n[2], n[3], n[4], n[5]); break;
    case LOTTIE_CLOSE: cairo_close_path(cr); break;
    case LOTTIE_FILL:
      cairo_set_fill_rule(cr, n[0] != 0 ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING);
      cairo_set_operator(cr, operator_of(n[1]));
      cairo_fill_preserve(cr);
      cairo_set_operator(cr, CAIRO_OPERATOR_OVER);
      break;
    case LOTTIE_STROKE: stroke(cr, n, count); break;
    case LOTTIE_COLOR: cairo_set_source_rgba(cr, n[0], n[1], n[2], n[3]); break;
    case LOTTIE_LINEAR:
    case LOTTIE_RADIAL: gradient(cr, command == LOTTIE_RADIAL, n, count); break;
    default: return false;
  }
  return true;
}

static const char *const misplaced = "a drawing command is at the wrong position of the list";

/// Executes the commands for groups, pixels and pictures; returns NULL or the problem.
static const char *draw_group(struct drawing *drawing, uint32_t command, const double *n) {
  struct group *group = top(drawing);
  const bool is_inner = drawing->depth > 1;
  switch (command) {
    case LOTTIE_CLIP:
      cairo_set_fill_rule(group->cr, CAIRO_FILL_RULE_WINDING);
      cairo_clip(group->cr);
      return NULL;
    case LOTTIE_SAVE:
      group->saved++;
      cairo_save(group->cr);
      return group->saved < 10000 ? NULL : misplaced;
    case LOTTIE_RESTORE:
      if (group->saved == 0) return misplaced;
      group->saved--;
      cairo_restore(group->cr);
      return NULL;
    case LOTTIE_PICTURE: return picture(drawing, n) ? NULL : "there is no such picture";
    case LOTTIE_GROUP:
      return open_group(drawing, edge(n[0], drawing->width), edge(n[1], drawing->height),
                        edge(n[2], drawing->width), edge(n[3], drawing->height))
                 ? NULL
                 : "there is no memory for the groups of the drawing";
    case LOTTIE_END:
      if (!is_inner) return misplaced;
      end_group(drawing, n[0], operator_of(n[1]));
      return NULL;
    case LOTTIE_END_MASK:
      if (!is_inner) return misplaced;
      if (n[1] != 0) pixels_luminance(group->surface);
      end_group(drawing, 1, n[0] != 0 ? CAIRO_OPERATOR_DEST_OUT : CAIRO_OPERATOR_DEST_IN);
      return NULL;
    case LOTTIE_BLUR: return pixels_blur(group->surface, n[0], n[1]) ? NULL : "there is no memory";
    case LOTTIE_SHADOW: return shadow(drawing, n) ? NULL : "there is no memory";
    case LOTTIE_FLOOD: pixels_flood(group->surface, n); return NULL;
    case LOTTIE_TINT: pixels_map_greys(group->surface, n, 2, n[6]); return NULL;
    case LOTTIE_TRITONE: pixels_map_greys(group->surface, n, 3, 1); return NULL;
    default: return misplaced;
  }
}

static const char *draw(struct drawing *drawing) {
  const struct draw_list *list = drawing->list;
  for (size_t place = 0; place < list->word_count;) {
    const uint64_t head = list->words[place++];
    const uint32_t command = (uint32_t)head, count = (uint32_t)(head >> 32);
    const int least = needed(command);
    if (least < 0 || count < (uint32_t)least || count > list->word_count - place || count > 100000)
      return "a command is damaged";
    // The cast is safe because the words from `place` on are doubles.
    const double *numbers = (const double *)(const void *)(list->words + place);
    for (uint32_t i = 0; i < count; i++)
      if (!isfinite(numbers[i])) return "a value of a drawing command is not a number";
    place += count;
    if (draw_path(top(drawing)->cr, command, numbers, count)) continue;
    const char *fault = draw_group(drawing, command, numbers);
    if (fault) return fault;
  }
  return drawing->depth == 1 && cairo_status(top(drawing)->cr) == CAIRO_STATUS_SUCCESS
             ? NULL
             : "cairo cannot draw the picture";
}

/// Converts cairo's ARGB32 pixels to RGBA.
static void store(cairo_surface_t *surface, unsigned char *pixels, uint32_t width, uint32_t height,
                  size_t stride) {
  cairo_surface_flush(surface);
  const unsigned char *data = cairo_image_surface_get_data(surface);
  const size_t own = (size_t)cairo_image_surface_get_stride(surface);
  for (uint32_t y = 0; y < height; y++) {
    const uint32_t *from = (const uint32_t *)(const void *)(data + y * own);
    unsigned char *to = pixels + y * stride;
    for (uint32_t x = 0; x < width; x++, to += 4) {
      to[0] = (unsigned char)(from[x] >> 16);
      to[1] = (unsigned char)(from[x] >> 8);
      to[2] = (unsigned char)from[x];
      to[3] = (unsigned char)(from[x] >> 24);
    }
  }
}

const char *draw_list(const struct draw_list *list, unsigned char *pixels, uint32_t width,
                      uint32_t height, size_t stride) {
  if (width < 1 || height < 1 || width > SIDE || height > SIDE)
    return "a drawing has at most 32767 pixels on a side";
  struct drawing *drawing = calloc(1, sizeof *drawing);
  if (!drawing) return "there is no memory";
  drawing->list = list;
  drawing->width = (int)width;
  drawing->height = (int)height;
  const char *fault = open_group(drawing, 0, 0, drawing->width, drawing->height)
                          ? draw(drawing)
                          : "there is no memory for the picture";
  if (!fault) store(drawing->groups[0].surface, pixels, width, height, stride);
  while (drawing->depth > 0) close_group(drawing);
  free(drawing);
  return fault;
}

const char *draw_list_engine(void) { return "cairo " CAIRO_VERSION_STRING; }
