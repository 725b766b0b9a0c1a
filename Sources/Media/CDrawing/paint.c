// Paints a laid-out text: first its background, then its letters.
#include <harfbuzz/hb-ot.h>
#include <math.h>
#include <pango/pangocairo.h>
#include <string.h>

#include "colours.h"
#include "fonts.h"
#include "lines.h"
#include "text.h"

/// A text is reported as cut only if its box cuts off more than this distance, in points.
#define CUT_TOLERANCE 0.5

static double points(int length) { return (double)length / PANGO_SCALE; }

/// Returns the run of the text that contains the byte at `offset`.
static const struct media_run *run_at(const struct text *text, int offset) {
  uint64_t end = 0;
  for (uint32_t i = 0; i < text->head->run_count; i++) {
    end += text->runs[i].text_bytes;
    if ((uint64_t)offset < end) return &text->runs[i];
  }
  return &text->runs[text->head->run_count - 1];
}

/// Records the letters that no font has, until the room for them is full.
static void tell_glyphs(PangoFont *font, const PangoGlyphString *glyphs,
                        struct media_message *answer) {
  for (int i = 0; i < glyphs->num_glyphs; i++) {
    const PangoGlyph glyph = glyphs->glyphs[i].glyph;
    if (glyph == PANGO_GLYPH_EMPTY) continue;
    if (!(glyph & PANGO_GLYPH_UNKNOWN_FLAG)) {
      if (font && colours_are_tree(font, glyph)) answer->draw.told |= MEDIA_TOLD_PAINTS;
      continue;
    }
    char letter[8] = {0};
    const gunichar code = glyph & ~PANGO_GLYPH_UNKNOWN_FLAG;
    answer->draw.told |= MEDIA_TOLD_GLYPHS;
    if (!g_unichar_validate(code)) continue;
    g_unichar_to_utf8(code, letter);
    if (strlen(answer->text) + strlen(letter) < sizeof answer->text - 1 &&
        !strstr(answer->text, letter))
      strcat(answer->text, letter);
  }
}

static void set_color(cairo_t *pen, const double color[4]) {
  cairo_set_source_rgba(pen, color[0], color[1], color[2], color[3]);
}

/// Adds a run's box to the boxes that are filled together, so that no edges appear between neighbours with the same
/// colour. The boxes that were added so far have the colour `last`, and are filled when the colour changes.
static const double *add_highlight(cairo_t *pen, const double *last, const struct media_run *run,
                                   double x, double lower, const PangoRectangle *box) {
  if (run->highlight[3] <= 0) return last;
  if (last && memcmp(last, run->highlight, sizeof run->highlight) != 0) {
    set_color(pen, last);
    cairo_fill(pen);
  }
  cairo_rectangle(pen, x, points(box->y) + lower, points(box->width), points(box->height));
  return run->highlight;
}

static gboolean is_stroked(const struct media_run *run) {
  return run->stroke_width > 0 && run->stroke[3] > 0;
}

struct png {
  const char *bytes;
  unsigned left;
};

static cairo_status_t next_of(void *closure, unsigned char *to, unsigned count) {
  struct png *png = closure;
  if (count > png->left) return CAIRO_STATUS_READ_ERROR;
  memcpy(to, png->bytes, count);
  png->bytes += count;
  png->left -= count;
  return CAIRO_STATUS_SUCCESS;
}

/// Paints a bitmap letter at its exact position, because cairo would align the letter to whole pixels; returns false if
/// the font has no such bitmap.
static gboolean paint_picture(cairo_t *pen, hb_font_t *font, hb_codepoint_t glyph, double x,
                              double y) {
  hb_glyph_extents_t box;
  hb_blob_t *blob = hb_ot_color_glyph_reference_png(font, glyph);
  struct png png = {hb_blob_get_data(blob, NULL), hb_blob_get_length(blob)};
  gboolean is_drawn = FALSE;
  if (png.left > 0 && hb_font_get_glyph_extents(font, glyph, &box)) {
    cairo_surface_t *image = cairo_image_surface_create_from_png_stream(next_of, &png);
    is_drawn = cairo_surface_status(image) == CAIRO_STATUS_SUCCESS;
    if (is_drawn) {
      cairo_save(pen);
      cairo_translate(pen, x + points(box.x_bearing), y - points(box.y_bearing));
      cairo_scale(pen, points(box.width) / cairo_image_surface_get_width(image),
                  -points(box.height) / cairo_image_surface_get_height(image));
      cairo_set_source_surface(pen, image, 0, 0);
      cairo_paint(pen);
      cairo_restore(pen);
    }
    cairo_surface_destroy(image);
  }
  hb_blob_destroy(blob);
  return is_drawn;
}

/// Paints coloured letters at subpixel positions; cairo paints the kinds of letters that this function does not support.
static void paint_coloured(cairo_t *pen, PangoFont *font, PangoGlyphString *glyphs, double x,
                           double baseline, const double color[4]) {
  hb_font_t *shapes = pango_font_get_hb_font(font);
  int across = 0, down = 0;
  hb_font_get_scale(shapes, &across, &down);
  const double scale = points(across) / hb_face_get_upem(hb_font_get_face(shapes));
  for (int i = 0; i < glyphs->num_glyphs; i++) {
    PangoGlyphInfo *one = &glyphs->glyphs[i];
    const double left = x + points(one->geometry.x_offset);
    const double below = baseline + points(one->geometry.y_offset);
    const gboolean is_known = !(one->glyph & PANGO_GLYPH_UNKNOWN_FLAG);
    const gboolean is_drawn =
        is_known && (colours_paint(pen, font, one->glyph, scale, left, below, color) ||
                     paint_picture(pen, shapes, one->glyph, left, below));
    if (!is_drawn) {
      PangoGlyphString rest = {1, one, NULL, 0};
      cairo_move_to(pen, x, baseline);
      pango_cairo_show_glyph_string(pen, font, &rest);
    }
    x += points(one->geometry.width);
  }
}

static void draw_letters(cairo_t *pen, uint32_t parts, gboolean is_fine, const struct media_run *run, double x,
                         double baseline, PangoGlyphItem *item) {
  PangoFont *font = item->item->analysis.font;
  if (!font) return;
  cairo_new_path(pen);
  cairo_move_to(pen, x, baseline);
  set_color(pen, run->color);
  if (font_is_coloured(font)) {
    if (!(parts & MEDIA_LETTERS)) return;
    // The font's letters are bitmaps without outlines, which get the opacity of the text's colour.
    cairo_push_group(pen);
    if (is_fine)
      paint_coloured(pen, font, item->glyphs, x, baseline, run->color);
    else
      pango_cairo_show_glyph_string(pen, font, item->glyphs);
    cairo_pop_group_to_source(pen);
    cairo_paint_with_alpha(pen, run->color[3]);
    return;
  }
  pango_cairo_glyph_string_path(pen, font, item->glyphs);
  const gboolean has_stroke = is_stroked(run);
  if (has_stroke) {
    cairo_set_line_join(pen, run->stroke_outside ? CAIRO_LINE_JOIN_ROUND : CAIRO_LINE_JOIN_MITER);
    cairo_set_miter_limit(pen, 4);
    cairo_set_line_width(pen, run->stroke_width * (run->stroke_outside ? 2 : 1));
  }
  if (has_stroke && run->stroke_outside && parts & MEDIA_BEHIND_LETTERS) {
    set_color(pen, run->stroke);
    cairo_stroke_preserve(pen);
  }
  if (parts & MEDIA_LETTERS) {
    set_color(pen, run->color);
    cairo_fill_preserve(pen);
  }
  if (has_stroke && !run->stroke_outside && parts & MEDIA_OVER_LETTERS) {
    set_color(pen, run->stroke);
    cairo_stroke_preserve(pen);
  }
  cairo_new_path(pen);
}

/// Visits all runs of all lines; `letters` selects the letters or the highlights, which are below all letters. Returns
/// the box that contains all drawn letters.
static void walk(const struct text *text, PangoLayout *layout, cairo_t *pen, gboolean letters,
                 gboolean is_fine, struct media_message *answer, double ink[4]) {
  PangoLayoutIter *at = pango_layout_get_iter(layout);
  const double *highlight = NULL;
  PangoLayoutLine *last = NULL;
  double lower = 0;
  do {
    PangoLayoutLine *of = pango_layout_iter_get_line_readonly(at);
    if (last && of != last) lower += line_extra(of, text->head->line_height) / PANGO_SCALE;
    last = of;
    PangoGlyphItem *item = pango_layout_iter_get_run_readonly(at);
    if (!item) continue;
    PangoRectangle line, box, seen;
    pango_layout_iter_get_line_extents(at, NULL, &line);
    pango_layout_iter_get_run_extents(at, &seen, &box);
    const double moved = line_start(text, of, points(line.width)) - points(line.x);
    const struct media_run *run = run_at(text, item->item->offset);
    if (!letters) {
      highlight = add_highlight(pen, highlight, run, points(box.x) + moved, lower, &box);
      continue;
    }
    tell_glyphs(item->item->analysis.font, item->glyphs, answer);
    const double baseline = points(pango_layout_iter_get_run_baseline(at)) + lower;
    draw_letters(pen, text->head->parts, is_fine, run,
                 points(box.x + item->start_x_offset) + moved, baseline, item);
    if (seen.width > 0 && seen.height > 0) {
      const double rim = is_stroked(run) ? run->stroke_width * (run->stroke_outside ? 1 : 0.5) : 0;
      ink[0] = fmin(ink[0], points(seen.x) + moved - rim);
      ink[1] = fmin(ink[1], points(seen.y) + lower - rim);
      ink[2] = fmax(ink[2], points(seen.x + seen.width) + moved + rim);
      ink[3] = fmax(ink[3], points(seen.y + seen.height) + lower + rim);
    }
  } while (pango_layout_iter_next_run(at));
  pango_layout_iter_free(at);
  if (highlight) {
    set_color(pen, highlight);
    cairo_fill(pen);
  }
}

/// Returns whether an ellipsis replaces a part of the text.
static gboolean is_shortened(const struct text *text, PangoLayout *layout) {
  const char *set = pango_layout_get_text(layout);
  return pango_layout_is_ellipsized(layout) || strlen(set) != text->head->text_bytes ||
         memcmp(set, text->utf8, text->head->text_bytes) != 0;
}

void text_paint(const struct text *text, PangoLayout *layout, cairo_surface_t *surface,
                struct fineness fine, struct media_message *answer) {
  if (text->head->run_count == 0) return;
  const struct media_text *head = text->head;
  PangoRectangle extent;
  pango_layout_get_extents(layout, NULL, &extent);
  const double height = lines_height(layout, head->line_height) / PANGO_SCALE;
  const double above = fmax(0, (head->box_height - height) / 2) - points(extent.y);
  cairo_t *pen = cairo_create(surface);
  const double *map = head->map;
  cairo_matrix_t matrix;
  cairo_matrix_init(&matrix, map[0], map[1], map[2], map[3], map[4], map[5]);
  // Cairo flattens curves to within a tenth of a pixel; for subpixel letters a smaller tolerance is set.
  if (fine.rows > 1) cairo_set_tolerance(pen, 0.02);
  cairo_scale(pen, fine.columns, fine.rows);
  cairo_transform(pen, &matrix);
  cairo_translate(pen, 0, above);
  double ink[4] = {INFINITY, INFINITY, -INFINITY, -INFINITY};
  if (head->parts & MEDIA_BEHIND_LETTERS) walk(text, layout, pen, FALSE, FALSE, answer, ink);
  walk(text, layout, pen, TRUE, fine.columns > 1, answer, ink);
  cairo_destroy(pen);
  if (is_shortened(text, layout) || ink[0] < -CUT_TOLERANCE ||
      ink[1] + above < -CUT_TOLERANCE || ink[2] > head->box_width + CUT_TOLERANCE ||
      ink[3] + above > head->box_height + CUT_TOLERANCE)
    answer->draw.told |= MEDIA_TOLD_CUT;
}
