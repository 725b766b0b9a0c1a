// Lays out text with Pango. Positions come from the unhinted outlines, in points, so that a text breaks and looks the
// same at every scale; letters are filled as outlines at subpixel positions.
#include "text.h"

#include <hb-ot.h>
#include <math.h>
#include <pango/pangocairo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "blank.h"
#include "fonts.h"
#include "lines.h"

/// The default font: Inter if it is installed, otherwise the system's default font.
#define OWN_CHOICE "Inter,sans-serif"

/// A length in Pango's units, rounded down and clamped to their range.
static int pango_length(double points) {
  const double most = INT32_MAX / PANGO_SCALE;
  return (int)floor((points > 0 ? points < most ? points : most : 0) * PANGO_SCALE);
}

static gboolean is_within(double value, double least, double most) {
  return value >= least && value <= most;
}

static gboolean are_colors(const struct media_run *run) {
  for (int i = 0; i < 4; i++) {
    if (!is_within(run->color[i], 0, 1) || !is_within(run->highlight[i], 0, 1) ||
        !is_within(run->stroke[i], 0, 1))
      return FALSE;
  }
  return TRUE;
}

static gboolean is_run(const struct media_run *run, const struct media_text *head) {
  return run->font < head->font_count && is_within(run->weight, 1, 1000) &&
         is_within(run->size, 1e-6, 1e5) && is_within(run->letter_spacing, -1e4, 1e4) &&
         is_within(run->baseline, -1e4, 1e4) && is_within(run->stroke_width, 0, 1e4) &&
         are_colors(run) && memchr(run->features, 0, sizeof run->features);
}

/// Returns whether cairo can draw with the matrix's numbers.
static gboolean is_map(const double map[6]) {
  for (int i = 0; i < 6; i++)
    if (!is_within(map[i], -1e6, 1e6)) return FALSE;
  const double size = fabs(map[0] * map[3] - map[1] * map[2]);
  return is_within(size, 1e-12, 1e12);
}

/// Finds the consecutive parts of a text's description; returns false if the parts are inconsistent.
static gboolean parse(const unsigned char *bytes, size_t count, uint32_t file_count,
                      struct text *text) {
  if (count < sizeof *text->head) return FALSE;
  const struct media_text *head = text->head = (const struct media_text *)bytes;
  if (head->font_count == 0 || head->font_count > MEDIA_FONTS || head->run_count > MEDIA_RUNS ||
      count != sizeof *head + head->font_count * sizeof *text->fonts +
                   head->run_count * sizeof *text->runs + (size_t)head->text_bytes)
    return FALSE;
  text->fonts = (const struct media_font *)(head + 1);
  text->runs = (const struct media_run *)(text->fonts + head->font_count);
  text->utf8 = (const char *)(text->runs + head->run_count);
  if (!is_within(head->box_width, 1e-6, 1e9) || !is_within(head->box_height, 1e-6, 1e9) ||
      !is_map(head->map) ||
      !is_within(head->line_height, 0.01, 100) || head->alignment > MEDIA_END ||
      head->ellipsis > MEDIA_ELLIPSIS_START)
    return FALSE;
  for (uint32_t i = 0; i < head->font_count; i++) {
    const struct media_font *font = &text->fonts[i];
    if (font->file > file_count || !memchr(font->family, 0, sizeof font->family) ||
        !memchr(font->axes, 0, sizeof font->axes))
      return FALSE;
  }
  if (!g_utf8_validate(text->utf8, head->text_bytes, NULL)) return FALSE;
  uint64_t end = 0;
  for (uint32_t i = 0; i < head->run_count; i++) {
    // Each run must end between two letters, not inside the bytes of one letter.
    end += text->runs[i].text_bytes;
    if (!is_run(&text->runs[i], head) || end > head->text_bytes ||
        (end < head->text_bytes && ((unsigned char)text->utf8[end] & 0xC0) == 0x80))
      return FALSE;
  }
  return end == head->text_bytes;
}

static void add(PangoAttrList *list, PangoAttribute *attribute, guint start, guint end) {
  attribute->start_index = start;
  attribute->end_index = end;
  pango_attr_list_insert(list, attribute);
}

/// Returns whether letters of this script are joined as in handwriting, so that no space may be added between them (CSS
/// Text 3, appendix on cursive scripts).
static gboolean is_joined(GUnicodeScript script) {
  switch (script) {
    case G_UNICODE_SCRIPT_ARABIC:
    case G_UNICODE_SCRIPT_SYRIAC:
    case G_UNICODE_SCRIPT_MONGOLIAN:
    case G_UNICODE_SCRIPT_NKO:
    case G_UNICODE_SCRIPT_PHAGS_PA:
    case G_UNICODE_SCRIPT_MANDAIC:
    case G_UNICODE_SCRIPT_MANICHAEAN:
    case G_UNICODE_SCRIPT_PSALTER_PAHLAVI:
    case G_UNICODE_SCRIPT_ADLAM:
    case G_UNICODE_SCRIPT_HANIFI_ROHINGYA:
    case G_UNICODE_SCRIPT_SOGDIAN:
    case G_UNICODE_SCRIPT_CHORASMIAN:
    case G_UNICODE_SCRIPT_OLD_UYGHUR: return TRUE;
    default: return FALSE;
  }
}

/// Adds space between the letters of a run, except between joined letters. Characters that belong to any script, such
/// as marks and spaces, are treated like the letter before them.
static void add_spacing(PangoAttrList *list, const struct media_run *run, const char *letters,
                        guint start, guint end) {
  const int spacing = (int)lround(run->letter_spacing * PANGO_SCALE);
  const char *at = letters, *from = letters, *after = letters + run->text_bytes;
  gboolean was_joined = FALSE;
  for (; at < after; at = g_utf8_next_char(at)) {
    const GUnicodeScript script = g_unichar_get_script(g_utf8_get_char(at));
    if (script == G_UNICODE_SCRIPT_COMMON || script == G_UNICODE_SCRIPT_INHERITED) continue;
    const gboolean joined = is_joined(script);
    if (joined == was_joined) continue;
    if (!was_joined && at > from)
      add(list, pango_attr_letter_spacing_new(spacing), start + (guint)(from - letters),
          start + (guint)(at - letters));
    was_joined = joined;
    from = at;
  }
  if (!was_joined)
    add(list, pango_attr_letter_spacing_new(spacing), start + (guint)(from - letters), end);
}

/// Prevents hyphens in a word that is too long for its line: a hyphen appears only if the line ends at a soft hyphen.
/// Pango tests the inside of an attribute's range, so the attributes start after each letter.
static void refuse_hyphens(PangoAttrList *list, const struct text *text) {
  guint from = 0;
  for (uint32_t i = 0; i + 2 <= text->head->text_bytes; i++) {
    if (memcmp(text->utf8 + i, "\u00ad", 2) != 0) continue;
    add(list, pango_attr_insert_hyphens_new(FALSE), from, i + 2);
    from = i + 2;
  }
  add(list, pango_attr_insert_hyphens_new(FALSE), from, G_MAXUINT);
}

/// Returns the Pango attributes of all runs.
static PangoAttrList *attributes(const struct text *text, char (*names)[FONT_NAME],
                                 uint32_t missing_fonts) {
  PangoAttrList *list = pango_attr_list_new();
  refuse_hyphens(list, text);
  guint start = 0;
  for (uint32_t i = 0; i < text->head->run_count; i++) {
    const struct media_run *run = &text->runs[i];
    const struct media_font *font = &text->fonts[run->font];
    // The attributes of the last run extend to the end, because an ellipsis may follow this run.
    const guint end = i + 1 < text->head->run_count ? start + run->text_bytes : G_MAXUINT;
    PangoFontDescription *description = pango_font_description_new();
    const gboolean is_own = !font->family[0] || missing_fonts >> run->font & 1;
    pango_font_description_set_family(
        description, font->file ? names[font->file - 1] : is_own ? OWN_CHOICE : font->family);
    pango_font_description_set_absolute_size(description, run->size * PANGO_SCALE);
    pango_font_description_set_weight(description, (PangoWeight)run->weight);
    pango_font_description_set_style(description,
                                     run->italic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL);
    if (font->axes[0]) pango_font_description_set_variations(description, font->axes);
    add(list, pango_attr_font_desc_new(description), start, end);
    pango_font_description_free(description);
    if (run->letter_spacing != 0) add_spacing(list, run, text->utf8 + start, start, end);
    if (run->baseline != 0)
      add(list, pango_attr_rise_new((int)lround(run->baseline * PANGO_SCALE)), start, end);
    // Letters with additional spacing form no ligatures, unless the document requests ligatures.
    char features[MEDIA_SETTINGS + 32];
    snprintf(features, sizeof features, "%s%s%s",
             run->letter_spacing != 0 ? "\"liga\" 0, \"clig\" 0" : "",
             run->letter_spacing != 0 && run->features[0] ? ", " : "", run->features);
    if (features[0]) add(list, pango_attr_font_features_new(features), start, end);
    // A colour attribute carries the run's index: Pango starts another run where the index changes.
    add(list, pango_attr_foreground_new((guint16)i, 0, 0), start, end);
    start += run->text_bytes;
  }
  return list;
}

/// Returns the position in the text at which the last laid-out line ends.
static int end_of_lines(PangoLayout *layout) {
  const int count = pango_layout_get_line_count(layout);
  if (count == 0) return 0;
  const PangoLayoutLine *last = pango_layout_get_line_readonly(layout, count - 1);
  return last->start_index + last->length;
}

/// Adds an ellipsis after the last visible paragraph when more paragraphs follow, because Pango adds an ellipsis only
/// where it cuts a paragraph.
static void end_paragraphs(PangoLayout *layout, const struct text *text) {
  int count = (int)text->head->text_bytes;
  while (count > 0 && (text->utf8[count - 1] == '\n' || text->utf8[count - 1] == '\r')) count--;
  const int end = end_of_lines(layout);
  if (end >= count) return;
  char *shown = g_strdup_printf("%.*s…", end, text->utf8);
  pango_layout_set_text(layout, shown, -1);
  g_free(shown);
}

/// Replaces each line separator by a paragraph separator, which ends a line in Pango.
static void end_lines(char *utf8, size_t count) {
  for (size_t i = 0; i + 3 <= count; i++) {
    if (memcmp(utf8 + i, "\u2028", 3) == 0) memcpy(utf8 + i, "\u2029", 3);
  }
}

/// Reduces the width of a shortened text until the letters on both sides of the ellipsis are next to it, because Pango
/// widens an ellipsis until the line is full.
static void tighten_ellipsis(PangoLayout *layout) {
  PangoLayoutIter *at = pango_layout_get_iter(layout);
  int spare = 0;
  do {
    PangoGlyphItem *item = pango_layout_iter_get_run_readonly(at);
    if (!item || !(item->item->analysis.flags & PANGO_ANALYSIS_FLAG_IS_ELLIPSIS)) continue;
    for (int i = 0; i < item->glyphs->num_glyphs; i++) {
      const PangoGlyphInfo *one = &item->glyphs->glyphs[i];
      PangoRectangle own;
      pango_font_get_glyph_extents(item->item->analysis.font, one->glyph, NULL, &own);
      spare += one->geometry.width - own.width;
    }
  } while (pango_layout_iter_next_run(at));
  pango_layout_iter_free(at);
  if (spare > 0) pango_layout_set_width(layout, pango_layout_get_width(layout) - spare);
}

/// Gives the layout the smallest width that needs no more lines, so that all lines are about equally wide.
static void balance(PangoLayout *layout) {
  const int lines = pango_layout_get_line_count(layout);
  if (lines < 2) return;
  int wide = pango_layout_get_width(layout), narrow = wide / 2;
  while (wide - narrow > PANGO_SCALE) {
    const int middle = narrow + (wide - narrow) / 2;
    pango_layout_set_width(layout, middle);
    if (pango_layout_get_line_count(layout) > lines)
      narrow = middle;
    else
      wide = middle;
  }
  pango_layout_set_width(layout, wide);
}

static PangoLayout *lay_out(PangoContext *context, const struct text *text,
                            PangoAttrList *attributes) {
  cairo_font_options_t *options = cairo_font_options_create();
  cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
  cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
  pango_cairo_context_set_font_options(context, options);
  cairo_font_options_destroy(options);
  pango_context_set_round_glyph_positions(context, FALSE);

  PangoLayout *layout = pango_layout_new(context);
  if (text->head->run_count > 0) {
    // Lines without letters get the height of the first run.
    PangoFontDescription *font = pango_font_description_new();
    pango_font_description_set_family(font, OWN_CHOICE);
    pango_font_description_set_absolute_size(font, text->runs[0].size * PANGO_SCALE);
    pango_layout_set_font_description(layout, font);
    pango_font_description_free(font);
  }
  pango_layout_set_text(layout, text->utf8, (int)text->head->text_bytes);
  pango_layout_set_attributes(layout, attributes);
  pango_layout_set_width(layout, pango_length(text->head->box_width));
  pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
  pango_layout_set_line_spacing(layout, (float)text->head->line_height);
  // The last line that fits ends with an ellipsis if more text follows. Pango counts lines without their spacing, so no
  // height is set for a text that fits.
  const double height = lines_height(layout, text->head->line_height);
  if (height > pango_length(text->head->box_height)) {
    if (text->head->ellipsis != MEDIA_ELLIPSIS_END) {
      const gboolean is_middle = text->head->ellipsis == MEDIA_ELLIPSIS_MIDDLE;
      pango_layout_set_single_paragraph_mode(layout, TRUE);
      pango_layout_set_ellipsize(layout, is_middle ? PANGO_ELLIPSIZE_MIDDLE : PANGO_ELLIPSIZE_START);
      tighten_ellipsis(layout);
      return layout;
    }
    PangoRectangle extent;
    pango_layout_get_extents(layout, NULL, &extent);
    // Fewer lines fit if their distance is larger than Pango assumes.
    const double known = extent.height / height;
    pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END);
    pango_layout_set_height(layout, pango_length(text->head->box_height * known));
    if (!pango_layout_is_ellipsized(layout)) end_paragraphs(layout, text);
  } else if (text->head->is_balanced) {
    balance(layout);
  }
  return layout;
}

/// Reports missing fonts and axes.
static void tell_fonts(const struct text *text, PangoFontMap *map, const int *files,
                       struct media_message *answer) {
  for (uint32_t i = 0; i < text->head->font_count; i++) {
    const struct media_font *font = &text->fonts[i];
    if (font->file == 0 && font->family[0] && !fonts_have(map, font->family))
      answer->draw.missing_fonts |= 1u << i;
    if (font->file > 0 && font->axes[0] && !font_has_axes(files[font->file - 1], font->axes))
      answer->draw.missing_axes |= 1u << i;
  }
}

/// Returns whether a font has a feature, for any script.
static gboolean has_feature(PangoFont *font, hb_tag_t tag) {
  static const hb_tag_t tables[] = {HB_OT_TAG_GSUB, HB_OT_TAG_GPOS};
  hb_font_t *known = pango_font_get_hb_font(font);
  hb_face_t *face = known ? hb_font_get_face(known) : NULL;
  for (int table = 0; face && table < 2; table++) {
    unsigned start = 0, count = 0, all = 0;
    do {
      hb_tag_t tags[64];
      count = 64;
      all = hb_ot_layout_table_get_feature_tags(face, tables[table], start, &count, tags);
      for (unsigned i = 0; i < count; i++)
        if (tags[i] == tag) return TRUE;
      start += count;
    } while (count > 0 && start < all);
  }
  return FALSE;
}

/// Returns whether a font of some of the letters from `start` to `end` has a feature; true if there are no letters.
static gboolean is_used(PangoLayout *layout, int start, int end, hb_tag_t tag) {
  gboolean has_letters = FALSE, found = FALSE;
  PangoLayoutIter *iter = pango_layout_get_iter(layout);
  do {
    const PangoLayoutRun *run = pango_layout_iter_get_run_readonly(iter);
    if (!run || run->item->offset < start || run->item->offset >= end) continue;
    has_letters = TRUE;
    found = run->item->analysis.font && has_feature(run->item->analysis.font, tag);
  } while (!found && pango_layout_iter_next_run(iter));
  pango_layout_iter_free(iter);
  return found || !has_letters;
}

/// Reports the features that runs request and that their fonts lack.
static void tell_features(const struct text *text, PangoLayout *layout,
                          struct media_message *answer) {
  uint32_t *const missing = answer->draw.missing_features;
  int start = 0;
  for (uint32_t i = 0; i < text->head->run_count; i++) {
    const int end = start + (int)text->runs[i].text_bytes;
    // A feature has the form "smcp" 1.
    for (const char *at = strchr(text->runs[i].features, '"'); at && strlen(at) > 7;
         at = strchr(at + 6, '"')) {
      const hb_tag_t tag = hb_tag_from_string(at + 1, 4);
      // Kerning is never reported, because a font may store it in a separate table.
      if (at[5] != '"' || at[7] == '0' || tag == HB_TAG('k', 'e', 'r', 'n')) continue;
      int place = 0;
      while (place < MEDIA_FEATURES && missing[place] != 0 && missing[place] != tag) place++;
      if (place < MEDIA_FEATURES && !is_used(layout, start, end, tag)) missing[place] = tag;
    }
    start = end;
  }
}

/// Returns whether a font of the layout has letters that are pictures, such as emoji.
static gboolean has_pictures(PangoLayout *layout) {
  gboolean found = FALSE;
  PangoLayoutIter *iter = pango_layout_get_iter(layout);
  do {
    const PangoLayoutRun *run = pango_layout_iter_get_run_readonly(iter);
    if (run && run->item->analysis.font) found = font_is_coloured(run->item->analysis.font);
  } while (!found && pango_layout_iter_next_run(iter));
  pango_layout_iter_free(iter);
  return found;
}

/// Returns the number of columns and rows to draw for each pixel: more than one if letters are at subpixel positions.
/// Cairo's edges have 15 levels from row to row, and cairo aligns bitmap letters to whole pixels.
static struct fineness fineness_of(const struct media_text *head, PangoLayout *layout) {
  const double *map = head->map;
  if (map[1] == 0 && map[2] == 0 && map[4] == floor(map[4]) && map[5] == floor(map[5]))
    return (struct fineness){1, 1};
  const uint64_t pixels = (uint64_t)head->width * head->height;
  const int rows = pixels <= 1u << 20 ? 4 : 2;
  if (!has_pictures(layout)) return (struct fineness){1, rows};
  const int both = pixels <= 1u << 16 ? 8 : rows;
  return (struct fineness){both, both};
}

/// Creates a surface with several pixels for each pixel of another surface; NULL if the number of pixels is too large.
static cairo_surface_t *finer(const struct media_text *head, struct fineness fine,
                              const struct media_message *asked) {
  struct media_message unheard = {0};
  if (fine.columns * fine.rows == 1) return NULL;
  return drawing_blank((uint32_t)fine.columns * head->width, (uint32_t)fine.rows * head->height,
                       asked, &unheard);
}

/// Averages the pixels of `fine` into `surface`, and releases `fine`.
static void fold(cairo_surface_t *fine, struct fineness by, cairo_surface_t *surface) {
  cairo_surface_flush(fine);
  cairo_surface_flush(surface);
  const int height = cairo_image_surface_get_height(surface);
  const size_t width = (size_t)cairo_image_surface_get_width(surface);
  const size_t step = (size_t)cairo_image_surface_get_stride(fine);
  const size_t columns = (size_t)by.columns, rows = (size_t)by.rows;
  const unsigned count = (unsigned)(columns * rows);
  for (int y = 0; y < height; y++) {
    const unsigned char *from = cairo_image_surface_get_data(fine) + (size_t)y * rows * step;
    unsigned char *to = cairo_image_surface_get_data(surface) +
                        (size_t)y * (size_t)cairo_image_surface_get_stride(surface);
    for (size_t i = 0; i < 4 * width; i++) {
      const unsigned char *first = from + i / 4 * 4 * columns + i % 4;
      unsigned sum = count / 2;
      for (size_t row = 0; row < rows; row++)
        for (size_t column = 0; column < columns; column++) sum += first[row * step + 4 * column];
      to[i] = (unsigned char)(sum / count);
    }
  }
  cairo_surface_mark_dirty(surface);
  cairo_surface_destroy(fine);
}

cairo_surface_t *drawing_of_text(const void *bytes, size_t count, const int *files,
                                 uint32_t file_count, const struct media_message *asked,
                                 struct media_message *answer) {
  struct text text;
  unsigned char *copy = count > 0 && count <= TEXT_LIMIT ? malloc(count) : NULL;
  if (copy) memcpy(copy, bytes, count);
  if (!copy || file_count > MEDIA_FONTS || !parse(copy, count, file_count, &text)) {
    media_fail(answer, MEDIA_INTERNAL, "the description of the text is not valid");
    free(copy);
    return NULL;
  }
  end_lines((char *)copy + (text.utf8 - (const char *)copy), text.head->text_bytes);
  char names[MEDIA_FONTS][FONT_NAME];
  PangoFontMap *map = fonts_with(files, file_count, names, answer);
  cairo_surface_t *surface = NULL, *fine = NULL;
  if (map) surface = drawing_blank(text.head->width, text.head->height, asked, answer);
  if (surface) {
    tell_fonts(&text, map, files, answer);
    // The pen gets its scale later, because Pango 1.50 miscounts the lines that fit if the pen has a scale.
    PangoContext *context = pango_font_map_create_context(map);
    PangoAttrList *list = attributes(&text, names, answer->draw.missing_fonts);
    PangoLayout *layout = lay_out(context, &text, list);
    tell_features(&text, layout, answer);
    const struct fineness wanted = fineness_of(text.head, layout);
    fine = finer(text.head, wanted, asked);
    text_paint(&text, layout, fine ? fine : surface, fine ? wanted : (struct fineness){1, 1},
               answer);
    if (fine) fold(fine, wanted, surface);
    g_object_unref(layout);
    pango_attr_list_unref(list);
    g_object_unref(context);
  }
  if (map) g_object_unref(map);
  free(copy);
  return surface;
}
