// Draws letters that consist of coloured shapes (COLR fonts). Cairo can draw flat layers too, but only at whole pixels.
#include "colours.h"

#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_COLOR_H
#include FT_OUTLINE_H
#include <cairo-ft.h>
#include <harfbuzz/hb-ot.h>
#include <pango/pangocairo.h>

static unsigned long number_at(const unsigned char *bytes, int count) {
  unsigned long value = 0;
  for (int i = 0; i < count; i++) value = value << 8 | bytes[i];
  return value;
}

/// Returns whether a COLR table has a paint for a glyph.
static gboolean has_paint(const unsigned char *table, unsigned long length, PangoGlyph glyph) {
  if (length < 34 || number_at(table, 2) < 1) return FALSE;
  // The list of the glyphs with paints follows the header of the flat layers; each glyph takes six bytes.
  const unsigned long list = number_at(table + 14, 4);
  if (list == 0 || list > length - 4) return FALSE;
  const unsigned long count = number_at(table + list, 4);
  if (count > (length - list - 4) / 6) return FALSE;
  for (unsigned long i = 0; i < count; i++)
    if (number_at(table + list + 4 + 6 * i, 2) == glyph) return TRUE;
  return FALSE;
}

gboolean colours_are_tree(PangoFont *font, PangoGlyph glyph) {
  hb_face_t *face = hb_font_get_face(pango_font_get_hb_font(font));
  hb_blob_t *blob = hb_face_reference_table(face, HB_TAG('C', 'O', 'L', 'R'));
  unsigned length = 0;
  const char *table = hb_blob_get_data(blob, &length);
  const gboolean found = table && has_paint((const unsigned char *)table, length, glyph);
  hb_blob_destroy(blob);
  return found;
}

static int add_move(const FT_Vector *to, void *pen) {
  cairo_close_path(pen);
  cairo_move_to(pen, (double)to->x, (double)to->y);
  return 0;
}

static int add_line(const FT_Vector *to, void *pen) {
  cairo_line_to(pen, (double)to->x, (double)to->y);
  return 0;
}

static int add_conic(const FT_Vector *middle, const FT_Vector *to, void *pen) {
  double x = 0, y = 0;
  cairo_get_current_point(pen, &x, &y);
  const double mx = (double)middle->x, my = (double)middle->y;
  const double ex = (double)to->x, ey = (double)to->y;
  cairo_curve_to(pen, x + (mx - x) * 2 / 3, y + (my - y) * 2 / 3, ex + (mx - ex) * 2 / 3,
                 ey + (my - ey) * 2 / 3, ex, ey);
  return 0;
}

static int add_cubic(const FT_Vector *one, const FT_Vector *two, const FT_Vector *to, void *pen) {
  cairo_curve_to(pen, (double)one->x, (double)one->y, (double)two->x, (double)two->y,
                 (double)to->x, (double)to->y);
  return 0;
}

static void fill_outline(cairo_t *pen, FT_Face face, FT_UInt glyph) {
  static const FT_Outline_Funcs steps = {add_move, add_line, add_conic, add_cubic, 0, 0};
  cairo_new_path(pen);
  if (FT_Load_Glyph(face, glyph, FT_LOAD_NO_SCALE) == 0 &&
      face->glyph->format == FT_GLYPH_FORMAT_OUTLINE)
    FT_Outline_Decompose(&face->glyph->outline, &steps, pen);
  cairo_close_path(pen);
  cairo_fill(pen);
}

/// Paints the layers of a colour glyph; returns false if the glyph has no layers.
static gboolean paint_layers(cairo_t *pen, FT_Face face, FT_UInt glyph, const double text[4]) {
  FT_Palette_Data about = {0};
  FT_Color *palette = NULL;
  if (FT_Palette_Data_Get(face, &about) != 0 || FT_Palette_Select(face, 0, &palette) != 0)
    palette = NULL;
  FT_LayerIterator at = {0};
  FT_UInt layer = 0, index = 0;
  gboolean is_any = FALSE;
  while (FT_Get_Color_Glyph_Layer(face, glyph, &layer, &index, &at)) {
    const FT_Color *c = palette && index < about.num_palette_entries ? &palette[index] : NULL;
    if (c)
      cairo_set_source_rgba(pen, c->red / 255.0, c->green / 255.0, c->blue / 255.0,
                            c->alpha / 255.0);
    else
      cairo_set_source_rgb(pen, text[0], text[1], text[2]);
    fill_outline(pen, face, layer);
    is_any = TRUE;
  }
  return is_any;
}

gboolean colours_paint(cairo_t *pen, PangoFont *font, PangoGlyph glyph, double scale, double x,
                       double y, const double text[4]) {
  if (!PANGO_IS_CAIRO_FONT(font)) return FALSE;
  cairo_scaled_font_t *held = pango_cairo_font_get_scaled_font(PANGO_CAIRO_FONT(font));
  if (!held || cairo_scaled_font_get_type(held) != CAIRO_FONT_TYPE_FT) return FALSE;
  FT_Face face = cairo_ft_scaled_font_lock_face(held);
  if (!face) return FALSE;
  cairo_save(pen);
  cairo_translate(pen, x, y);
  cairo_scale(pen, scale, -scale);
  const gboolean is_drawn = paint_layers(pen, face, glyph, text);
  cairo_restore(pen);
  cairo_ft_scaled_font_unlock_face(held);
  return is_drawn;
}
