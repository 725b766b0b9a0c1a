// Sets text with Pango. Positions are those of the unhinted outlines, in points, so that a text breaks
// and looks the same at every scale.
#include <math.h>
#include <pango/pangocairo.h>
#include <string.h>

#include "draw.h"

/// Inter when it is installed, else what the system prefers.
#define OWN_CHOICE "Inter,sans-serif"

static gboolean family_is_there(PangoContext *context, const char *family) {
  PangoFontFamily **families = NULL;
  int count = 0;
  gboolean found = FALSE;
  pango_context_list_families(context, &families, &count);
  for (int i = 0; i < count && !found; i++)
    found = g_ascii_strcasecmp(pango_font_family_get_name(families[i]), family) == 0;
  g_free(families);
  return found;
}

/// A length in Pango's units, down to a whole one; as long as they go at most.
static int pango_length(double points) {
  const double most = INT32_MAX / PANGO_SCALE;
  return (int)floor((points > 0 ? points < most ? points : most : 0) * PANGO_SCALE);
}

static PangoLayout *lay_out(PangoContext *context, const struct media_text *how,
                            const char *text) {
  cairo_font_options_t *options = cairo_font_options_create();
  cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
  cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
  pango_cairo_context_set_font_options(context, options);
  cairo_font_options_destroy(options);
  pango_context_set_round_glyph_positions(context, FALSE);

  PangoFontDescription *font = pango_font_description_new();
  pango_font_description_set_family(font, how->family[0] ? how->family : OWN_CHOICE);
  pango_font_description_set_absolute_size(font, how->size * PANGO_SCALE);
  pango_font_description_set_weight(font, (PangoWeight)how->weight);
  pango_font_description_set_style(font, how->italic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL);

  PangoLayout *layout = pango_layout_new(context);
  pango_layout_set_font_description(layout, font);
  pango_font_description_free(font);
  pango_layout_set_text(layout, text, (int)how->text_bytes);
  pango_layout_set_width(layout, pango_length(how->box_width));
  pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
  pango_layout_set_line_spacing(layout, (float)how->line_height);
  pango_layout_set_alignment(layout, how->alignment == MEDIA_RIGHT    ? PANGO_ALIGN_RIGHT
                                     : how->alignment == MEDIA_CENTER ? PANGO_ALIGN_CENTER
                                                                      : PANGO_ALIGN_LEFT);
  // The last line that fits ends with an ellipsis when more would follow.
  pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END);
  pango_layout_set_height(layout, pango_length(how->box_height));
  return layout;
}

cairo_surface_t *draw_text(const struct media_text *how, const char *text,
                           struct media_message *answer) {
  cairo_surface_t *surface = draw_blank(how->width, how->height, answer);
  if (!surface) return NULL;
  cairo_t *pen = cairo_create(surface);
  cairo_scale(pen, how->width / how->box_width, how->height / how->box_height);
  // Without the pen's scale: Pango 1.50 counts the lines that fit wrongly under one.
  PangoContext *context = pango_font_map_create_context(pango_cairo_font_map_get_default());
  if (how->family[0] && !family_is_there(context, how->family)) {
    media_fail(answer, MEDIA_MISSING_FONT, "no font family \"%.100s\" is installed",
               how->family);
    g_object_unref(context);
    cairo_destroy(pen);
    cairo_surface_destroy(surface);
    return NULL;
  }
  PangoLayout *layout = lay_out(context, how, text);
  // In the middle of the box, as a label shows it.
  PangoRectangle extent;
  pango_layout_get_extents(layout, NULL, &extent);
  double above = (how->box_height - (double)extent.height / PANGO_SCALE) / 2;
  cairo_move_to(pen, 0, fmax(0, above) - (double)extent.y / PANGO_SCALE);
  cairo_set_source_rgba(pen, how->red, how->green, how->blue, how->alpha);
  pango_cairo_show_layout(pen, layout);
  g_object_unref(layout);
  g_object_unref(context);
  cairo_destroy(pen);
  return surface;
}
