// Computes the positions of lines: the distances between lines, and where each line starts in its box.
#include "lines.h"

double line_extra(PangoLayoutLine *line, double spacing) {
  PangoRectangle box;
  int height = 0;
  pango_layout_line_get_extents(line, NULL, &box);
  pango_layout_line_get_height(line, &height);
  return box.height > height ? spacing * (box.height - height) : 0;
}

double lines_height(PangoLayout *layout, double spacing) {
  PangoRectangle extent;
  pango_layout_get_extents(layout, NULL, &extent);
  double height = extent.height;
  GSList *lines = pango_layout_get_lines_readonly(layout);
  for (GSList *at = lines ? lines->next : NULL; at; at = at->next)
    height += line_extra(at->data, spacing);
  return height;
}

/// Returns the width of the spaces at a line's end, in points.
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
  // The start of a line from right to left is the line's left end.
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
