// Finds the fonts for the letters of an SVG through fontconfig, as browsers on Linux do.
#include <fontconfig/fontconfig.h>
#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_TRUETYPE_TABLES_H
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "drawing.h"

/// The largest number of fonts in an answer.
#define FONTS_MAX 24
/// The folder in which a process can open its own file descriptors by name.
#define OWN_FILES "/proc/self/fd/"

/// Returns whether the SVG engine can read a font, which has outlines or pictures in tables.
static FcBool is_read(FcPattern *font) {
  FcChar8 *format = NULL;
  return FcPatternGetString(font, FC_FONTFORMAT, 0, &format) == FcResultMatch &&
         (strcmp((const char *)format, "TrueType") == 0 || strcmp((const char *)format, "CFF") == 0);
}

static FcBool has(FcPattern *font, FcChar32 letter) {
  FcCharSet *letters = NULL;
  return FcPatternGetCharSet(font, FC_CHARSET, 0, &letters) == FcResultMatch &&
         FcCharSetHasChar(letters, letter);
}

static FcBool is_coloured(FcPattern *font) {
  FcBool coloured = FcFalse;
  FcPatternGetBool(font, FC_COLOR, 0, &coloured);
  return coloured;
}

/// Returns whether a letter is in a block of emoji that appear as colour pictures by default; the list of blocks is
/// approximate.
static FcBool is_picture(FcChar32 letter) {
  return (letter >= 0x1F300 && letter <= 0x1FAFF) || (letter >= 0x1F1E6 && letter <= 0x1F1FF);
}

/// Returns the index of the font for a letter; if no font has the letter, returns the number of fonts in the set.
static int font_for(const FcFontSet *set, FcChar32 letter) {
  int found = set->nfont;
  for (int i = 0; i < set->nfont; i++) {
    if (!is_read(set->fonts[i]) || !has(set->fonts[i], letter)) continue;
    if (!is_picture(letter) || is_coloured(set->fonts[i])) return i;
    if (found == set->nfont) found = i;
  }
  return found;
}

static FcPattern *question(const struct media_families *asked, const char *names) {
  FcPattern *pattern = FcPatternCreate();
  const char *const end = names + asked->names_bytes;
  while (names < end) {
    const size_t count = strnlen(names, (size_t)(end - names));
    if (count == (size_t)(end - names)) break;
    FcPatternAddString(pattern, FC_FAMILY, (const FcChar8 *)names);
    names += count + 1;
  }
  FcPatternAddInteger(pattern, FC_WEIGHT, FcWeightFromOpenType((int)asked->weight));
  FcPatternAddInteger(pattern, FC_SLANT, asked->italic ? FC_SLANT_ITALIC : FC_SLANT_ROMAN);
  FcPatternAddInteger(pattern, FC_WIDTH, (int)asked->width);
  FcPatternAddBool(pattern, FC_SCALABLE, FcTrue);
  FcConfigSubstitute(NULL, pattern, FcMatchPattern);
  FcDefaultSubstitute(pattern);
  return pattern;
}

/// Measures a font as browsers do: the ascent, the descent and the x-height as fractions of the font size, and the position
/// of the underline below the baseline with its thickness. The function also finds whether the font itself contains the
/// x-height, and whether the font has axes (fontconfig lists a variable font at its default position without axes).
static void measure(const char *file, int index, char *text, size_t room) {
  double up = 0.8, down = 0.2, small = 0.5, under = 1.0 / 9, line = 1.0 / 12;
  int is_said = 0, has_axes = 0;
  FT_Library library = NULL;
  FT_Face face = NULL;
  if (FT_Init_FreeType(&library) == 0 && FT_New_Face(library, file, index & 0xFFFF, &face) == 0 &&
      face->units_per_EM > 0) {
    const double em = face->units_per_EM;
    has_axes = FT_HAS_MULTIPLE_MASTERS(face) != 0;
    const TT_OS2 *os2 = FT_Get_Sfnt_Table(face, FT_SFNT_OS2);
    const FT_Bool is_typographic = os2 && os2->version != 0xFFFF && (os2->fsSelection & 1 << 7);
    up = (is_typographic ? os2->sTypoAscender : face->ascender) / em;
    down = -(is_typographic ? os2->sTypoDescender : face->descender) / em;
    small = up / 2;
    if (os2 && os2->version != 0xFFFF && os2->version >= 2 && os2->sxHeight > 0)
      small = os2->sxHeight / em, is_said = 1;
    else if (FT_Load_Char(face, 'x', FT_LOAD_NO_SCALE) == 0)
      small = (double)face->glyph->metrics.horiBearingY / em;
    const TT_Postscript *post = FT_Get_Sfnt_Table(face, FT_SFNT_POST);
    if (post) under = -post->underlinePosition / em;
    if (post && post->underlineThickness > 0) line = post->underlineThickness / em;
  }
  if (face) FT_Done_Face(face);
  if (library) FT_Done_FreeType(library);
  snprintf(text, room, "%.5f %.5f %.5f %d %d %.5f %.5f", up, down, small, is_said, has_axes,
           under, line);
}

/// The requested letters, each with the index of the font that draws it.
struct sought {
  unsigned char *letters;
  int bytes;
  signed char *places;
};

/// Adds a font's family, file and measures to the answer, with the letters that the font draws; `place` is the number
/// of letters found before. Returns false if the answer is full.
static FcBool add(FcPattern *font, int place, const struct sought *sought, char *text,
                  uint64_t most, uint64_t *count) {
  FcChar8 *family = NULL, *file = NULL;
  if (FcPatternGetString(font, FC_FAMILY, 0, &family) != FcResultMatch ||
      FcPatternGetString(font, FC_FILE, 0, &file) != FcResultMatch)
    return FcTrue;
  int index = 0;
  FcPatternGetInteger(font, FC_INDEX, 0, &index);
  char measures[120];
  measure((char *)file, index, measures, sizeof measures);
  if (strncmp((char *)file, OWN_FILES, strlen(OWN_FILES)) == 0) file = (FcChar8 *)"";
  const size_t first = strlen((char *)family) + 1, second = strlen((char *)file) + 1;
  const size_t third = strlen(measures) + 1;
  if (*count + first + second + third + (size_t)sought->bytes + 1 > most) return FcFalse;
  memcpy(text + *count, family, first);
  memcpy(text + *count + first, file, second);
  memcpy(text + *count + first + second, measures, third);
  *count += first + second + third;
  for (int i = 0; place > 0 && i < sought->bytes; i++)
    if (sought->places[i] == place) text[(*count)++] = (char)sought->letters[i];
  text[(*count)++] = 0;
  return FcTrue;
}

/// Returns the font in an open file if the file contains the name by which the engine finds the font; NULL for any
/// other file.
static FcPattern *font_in(int file) {
  char path[40];
  snprintf(path, sizeof path, OWN_FILES "%d", file);
  FT_Library library = NULL;
  FT_Face face = NULL;
  FcPattern *font = NULL;
  int count = 0;
  if (FT_Init_FreeType(&library) == 0 && FT_New_Face(library, path, 0, &face) == 0 &&
      face->family_name && face->family_name[0])
    font = FcFreeTypeQuery((const FcChar8 *)path, 0, NULL, &count);
  if (face) FT_Done_Face(face);
  if (library) FT_Done_FreeType(library);
  return font;
}

void fonts_for_letters(void *memory, uint64_t bytes, int file, struct media_message *answer) {
  struct media_families asked;
  if (bytes < sizeof asked) {
    media_fail(answer, MEDIA_INTERNAL, "the request is too short");
    return;
  }
  memcpy(&asked, memory, sizeof asked);
  const char *const names = (const char *)memory + sizeof asked;
  if ((uint64_t)asked.names_bytes + asked.letter_bytes > bytes - sizeof asked) {
    media_fail(answer, MEDIA_INTERNAL, "the request is not valid");
    return;
  }
  FcPattern *pattern = question(&asked, names);
  FcResult result;
  FcFontSet *set = FcFontSort(NULL, pattern, FcFalse, NULL, &result);
  FcPattern *const own = file < 0 || !set ? NULL : font_in(file);
  if (own && FcFontSetAdd(set, own)) {
    memmove(set->fonts + 1, set->fonts, (size_t)(set->nfont - 1) * sizeof *set->fonts);
    set->fonts[0] = own;
  }
  int used[FONTS_MAX], count = 0;
  for (int i = 0; set && i < set->nfont && count == 0; i++)
    if (is_read(set->fonts[i])) used[count++] = i;
  // The function writes its answer over the request in the same memory.
  struct sought sought = {.bytes = (int)asked.letter_bytes};
  sought.letters = malloc(asked.letter_bytes + 1);
  sought.places = calloc(asked.letter_bytes + 1, 1);
  if (!sought.letters || !sought.places) sought.bytes = 0;
  if (sought.bytes > 0) memcpy(sought.letters, names + asked.names_bytes, asked.letter_bytes);
  for (int at = 0; set && at < sought.bytes && count > 0;) {
    FcChar32 letter = 0;
    const int step = FcUtf8ToUcs4(sought.letters + at, &letter, sought.bytes - at);
    if (step <= 0) break;
    const int start = at;
    at += step;
    if (has(set->fonts[used[0]], letter) && !is_picture(letter)) continue;
    const int found = font_for(set, letter);
    int place = 0;
    while (place < count && used[place] != found) place++;
    if (found == set->nfont || (place == count && count == FONTS_MAX)) continue;
    if (place == count) used[count++] = found;
    memset(sought.places + start, place, (size_t)step);
  }
  uint64_t written = 0;
  for (int i = 0; i < count; i++)
    if (!add(set->fonts[used[i]], i, &sought, memory, bytes, &written)) break;
  free(sought.letters);
  free(sought.places);
  if (set) FcFontSetDestroy(set);
  FcPatternDestroy(pattern);
  answer->kind = MEDIA_STORED;
  answer->draw.list_bytes = written;
}
