// Where lines lie: how far below each other, and where in their box they begin.
#include "lines.h"

int line_shift(PangoLayout *layout, double spacing, int index) {
  double shift = 0;
  for (int i = 1; i <= index; i++) {
    PangoLayoutLine *line = pango_layout_get_line_readonly(layout, i);
    if (!line) break;
    PangoRectangle box;
    int height = 0;
    pango_layout_line_get_extents(line, NULL, &box);
    pango_layout_line_get_height(line, &height);
    if (box.height > height) shift += spacing * (box.height - height);
  }
  return (int)shift;
}

int lines_height(PangoLayout *layout, double spacing) {
  PangoRectangle extent;
  pango_layout_get_extents(layout, NULL, &extent);
  return extent.height + line_shift(layout, spacing, pango_layout_get_line_count(layout) - 1);
}

/// The width of the spaces at a line's end, in points.
static double hanging(PangoLayoutLine *line, double width) {
  const char *text = pango_layout_get_text(line->layout);
  int end = line->start_index + line->length;
  while (end > line->start_index && (text[end - 1] == ' ' || text[end - 1] == '\t')) end--;
  if (end == line->start_index || end == line->start_index + line->length) return 0;
  const char *last = g_utf8_find_prev_char(text, text + end);
  int x = 0;
  pango_layout_line_index_to_x(line, (int)(last - text), TRUE, &x);
  const double at = (double)x / PANGO_SCALE;
  const double spaces = line->resolved_dir == PANGO_DIRECTION_RTL ? at : width - at;
  return spaces > 0 ? spaces : 0;
}

double line_start(const struct text *text, PangoLayoutLine *line, double width) {
  const gboolean is_leftward = line->resolved_dir == PANGO_DIRECTION_RTL;
  const double spaces = hanging(line, width);
  // Of a line from right to left they are its left end.
  const double left = is_leftward ? -spaces : 0;
  const double room = text->head->box_width - (width - spaces);
  switch (text->head->alignment) {
    case MEDIA_LEFT: return left;
    case MEDIA_CENTER: return room / 2 + left;
    case MEDIA_RIGHT: return room + left;
    case MEDIA_START: return is_leftward ? room + left : left;
    default: return is_leftward ? left : room + left;
  }
}
