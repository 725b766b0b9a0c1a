// The outlines of a font's letters, as FreeType reads them: unscaled and unhinted.
#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H
#include <stdlib.h>
#include <string.h>

#include "drawing.h"

/// The number of fraction bits in a coordinate, so that midpoints between two points are exact.
#define SHIFT 6

/// The array that receives an outline's numbers.
struct sink {
  double *numbers;
  uint64_t count, most;
};

static void put(struct sink *to, double number) {
  if (to->count < to->most) to->numbers[to->count] = number;
  to->count++;
}

static int put_step(struct sink *to, double kind, const FT_Vector *const *points, int count) {
  put(to, kind);
  for (int i = 0; i < count; i++) {
    put(to, (double)points[i]->x / (1 << SHIFT));
    put(to, (double)points[i]->y / (1 << SHIFT));
  }
  return to->count > to->most;
}

static int move_to(const FT_Vector *end, void *to) {
  return put_step(to, MEDIA_OUTLINE_MOVE, (const FT_Vector *[]){end}, 1);
}

static int line_to(const FT_Vector *end, void *to) {
  return put_step(to, MEDIA_OUTLINE_LINE, (const FT_Vector *[]){end}, 1);
}

static int conic_to(const FT_Vector *control, const FT_Vector *end, void *to) {
  return put_step(to, MEDIA_OUTLINE_CONIC, (const FT_Vector *[]){control, end}, 2);
}

static int cubic_to(const FT_Vector *one, const FT_Vector *two, const FT_Vector *end, void *to) {
  return put_step(to, MEDIA_OUTLINE_CUBIC, (const FT_Vector *[]){one, two, end}, 3);
}

/// Writes a letter's advance and the numbers of its outline; the advance is below 0 for a letter that the font lacks.
static void put_letter(struct sink *to, FT_Face face, uint32_t letter) {
  static const FT_Outline_Funcs steps = {move_to, line_to, conic_to, cubic_to, SHIFT, 0};
  const FT_UInt glyph = FT_Get_Char_Index(face, letter);
  const bool found = glyph != 0 && FT_Load_Glyph(face, glyph, FT_LOAD_NO_SCALE) == 0;
  put(to, found ? (double)face->glyph->metrics.horiAdvance : -1);
  const uint64_t place = to->count;
  put(to, 0);
  if (found && face->glyph->format == FT_GLYPH_FORMAT_OUTLINE)
    FT_Outline_Decompose(&face->glyph->outline, &steps, to);
  if (place < to->most) to->numbers[place] = (double)(to->count - place - 1);
}

void font_outlines(const void *font, size_t count, void *memory, uint64_t bytes,
                   struct media_message *answer) {
  const uint32_t letters = bytes >= 4 ? *(const uint32_t *)memory : 0;
  uint32_t *asked = letters <= bytes / 4 - 1 ? malloc(4 * (size_t)letters + 4) : NULL;
  FT_Library library = NULL;
  FT_Face face = NULL;
  struct sink to = {memory, 0, bytes / sizeof(double)};
  if (asked && FT_Init_FreeType(&library) == 0 &&
      FT_New_Memory_Face(library, font, (FT_Long)count, 0, &face) == 0 && FT_IS_SCALABLE(face)) {
    memcpy(asked, (const uint32_t *)memory + 1, 4 * (size_t)letters);
    // Because a font of symbols has no map of Unicode, and FreeType chooses no other map, the first map is used.
    if (!face->charmap && face->num_charmaps > 0) FT_Set_Charmap(face, face->charmaps[0]);
    put(&to, face->units_per_EM);
    for (uint32_t i = 0; i < letters && to.count <= to.most; i++) put_letter(&to, face, asked[i]);
  }
  if (to.count > to.most) {
    media_fail(answer, MEDIA_TOO_LARGE, "the outlines of its letters");
  } else if (to.count > 0) {
    answer->kind = MEDIA_STORED;
    answer->draw.list_bytes = to.count * sizeof(double);
  } else {
    media_fail(answer, MEDIA_BAD_INPUT, "the font has no outlines");
  }
  if (face) FT_Done_Face(face);
  if (library) FT_Done_FreeType(library);
  free(asked);
}
