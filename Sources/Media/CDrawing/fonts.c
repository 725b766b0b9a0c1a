// Loads the system's fonts and the fonts in files from the host. Because fontconfig and Pango identify fonts by file
// names, each file's memory stays open under a name in /proc.
#define _GNU_SOURCE
#include "fonts.h"

#include <fcntl.h>
#include <fontconfig/fontconfig.h>
#include <harfbuzz/hb-ot.h>
#include <pango/pangocairo.h>
#include <pango/pangofc-fontmap.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kinds.h"

struct kept {
  dev_t device;
  ino_t node;
  int file;
};

static struct kept kept[FONT_FILES];
static int kept_count;

/// Stores a file and returns the file's index; −1 if there is no room.
static int keep(int file) {
  struct stat about;
  if (fstat(file, &about) != 0) return -1;
  for (int i = 0; i < kept_count; i++)
    if (kept[i].device == about.st_dev && kept[i].node == about.st_ino) return i;
  if (kept_count == FONT_FILES) return -1;
  const int copy = fcntl(file, F_DUPFD_CLOEXEC, 0);
  if (copy < 0) return -1;
  kept[kept_count] = (struct kept){about.st_dev, about.st_ino, copy};
  return kept_count++;
}

static void path_of(int place, char *path, size_t room) {
  snprintf(path, room, "/proc/self/fd/%d", kept[place].file);
}

/// Returns whether a font belongs to the file at `path`. The lower half of `index` is the font's index in the file; the
/// upper half is the instance of the font.
static gboolean lies_in(FcPattern *font, const char *path, int *index) {
  FcChar8 *file = NULL;
  *index = 0;
  FcPatternGetInteger(font, FC_INDEX, 0, index);
  return FcPatternGetString(font, FC_FILE, 0, &file) == FcResultMatch &&
         strcmp((const char *)file, path) == 0;
}

/// Returns the first family in the file, which in a collection is the family of the first font, and whether this font
/// has axes.
static gboolean first_family(const FcFontSet *set, const char *path, char *family, size_t room) {
  gboolean has_axes = FALSE;
  family[0] = 0;
  for (int pass = 0; pass < 2; pass++) {
    for (int i = 0; set && i < set->nfont; i++) {
      FcChar8 *name = NULL;
      FcBool variable = FcFalse;
      int index = 0;
      if (!lies_in(set->fonts[i], path, &index) ||
          FcPatternGetString(set->fonts[i], FC_FAMILY, 0, &name) != FcResultMatch)
        continue;
      FcPatternGetBool(set->fonts[i], FC_VARIABLE, 0, &variable);
      if (pass == 0 && (index & 0xFFFF) == 0 && !family[0])
        snprintf(family, room, "%s", (const char *)name);
      if (pass == 1 && variable && strncmp((const char *)name, family, room - 1) == 0)
        has_axes = TRUE;
    }
  }
  return has_axes;
}

/// Gives the fonts of a stored file a unique family name, so that no installed font replaces them. In a variable font
/// only the font with all axes gets the name, not the named instances; in a collection only the first font gets the
/// name. Returns the number of fonts with the name.
static int rename_fonts(FcConfig *config, int place, const char *name) {
  char path[64], family[256];
  path_of(place, path, sizeof path);
  FcFontSet *set = FcConfigGetFonts(config, FcSetApplication);
  const gboolean has_axes = first_family(set, path, family, sizeof family);
  int count = 0;
  for (int i = 0; set && i < set->nfont; i++) {
    FcPattern *font = set->fonts[i];
    FcChar8 *own = NULL;
    FcBool variable = FcFalse;
    int index = 0;
    if (!lies_in(font, path, &index)) continue;
    FcPatternGetBool(font, FC_VARIABLE, 0, &variable);
    const gboolean is_first = FcPatternGetString(font, FC_FAMILY, 0, &own) != FcResultMatch ||
                              strncmp((const char *)own, family, sizeof family - 1) == 0;
    const gboolean is_meant = is_first && (has_axes ? variable : index >> 16 == 0);
    FcPatternDel(font, FC_FAMILY);
    FcPatternDel(font, FC_FAMILYLANG);
    FcPatternAddString(font, FC_FAMILY, (const FcChar8 *)(is_meant ? name : "pipeline-unused"));
    count += is_meant;
  }
  return count;
}

/// The font map for the files of the last request. The map is cached because most texts of a document use the same files.
static struct {
  PangoFontMap *map;
  int places[FONT_FILES];
  uint32_t count;
} last;

/// Answers that a stored file is not a font, and adds the kind of the file if the kind is known.
static void fail_at(int place, uint32_t number, struct media_message *answer) {
  unsigned char head[4096];
  const ssize_t count = pread(kept[place].file, head, sizeof head, 0);
  const char *name = count > 0 ? kind_of(head, (size_t)count) : NULL;
  const char *last = name ? strrchr(name, ' ') : NULL;
  if (last && strncmp(last, " font", 5) != 0)
    media_fail(answer, MEDIA_BAD_INPUT, "the file is %s, not a font", name);
  else
    media_fail(answer, MEDIA_BAD_INPUT, "the file is not a font that can be read");
  answer->draw.bad_file = number;
}

PangoFontMap *fonts_with(const int *files, uint32_t count, char (*names)[FONT_NAME],
                         struct media_message *answer) {
  if (count == 0) return g_object_ref(pango_cairo_font_map_get_default());
  int places[FONT_FILES];
  gboolean is_last = last.map && last.count == count;
  for (uint32_t i = 0; i < count; i++) {
    places[i] = keep(files[i]);
    if (places[i] < 0) {
      media_fail(answer, MEDIA_TOO_LARGE, "more than %d font files", FONT_FILES);
      return NULL;
    }
    snprintf(names[i], FONT_NAME, "pipeline-file-%d", places[i]);
    is_last = is_last && last.places[i] == places[i];
  }
  if (is_last) return g_object_ref(last.map);
  FcConfig *config = FcInitLoadConfigAndFonts();
  if (!config) {
    media_fail(answer, MEDIA_INTERNAL, "the fonts of the system cannot be listed");
    return NULL;
  }
  for (uint32_t i = 0; i < count; i++) {
    char path[64];
    path_of(places[i], path, sizeof path);
    gboolean is_there = FALSE;
    for (uint32_t j = 0; j < i; j++) is_there = is_there || places[j] == places[i];
    if (is_there) continue;
    if (!FcConfigAppFontAddFile(config, (const FcChar8 *)path) ||
        rename_fonts(config, places[i], names[i]) == 0) {
      fail_at(places[i], i + 1, answer);
      FcConfigDestroy(config);
      return NULL;
    }
  }
  if (last.map) g_object_unref(last.map);
  last.map = pango_cairo_font_map_new_for_font_type(CAIRO_FONT_TYPE_FT);
  pango_fc_font_map_set_config(PANGO_FC_FONT_MAP(last.map), config);
  FcConfigDestroy(config);
  memcpy(last.places, places, sizeof places[0] * count);
  last.count = count;
  return g_object_ref(last.map);
}

void drawing_forget_fonts(void) {
  if (last.map) g_object_unref(last.map);
  last.map = NULL;
  while (kept_count > 0) close(kept[--kept_count].file);
}

gboolean fonts_have(PangoFontMap *map, const char *family) {
  // The family "sans-serif" in CSS is Pango's "Sans".
  if (g_ascii_strcasecmp(family, "sans-serif") == 0) return TRUE;
  PangoFontFamily **families = NULL;
  int count = 0;
  gboolean found = FALSE;
  pango_font_map_list_families(map, &families, &count);
  for (int i = 0; i < count && !found; i++)
    found = g_ascii_strcasecmp(pango_font_family_get_name(families[i]), family) == 0;
  g_free(families);
  return found;
}

gboolean font_has_axes(int file, const char *axes) {
  const int place = keep(file);
  if (place < 0) return FALSE;
  char path[64];
  path_of(place, path, sizeof path);
  hb_blob_t *blob = hb_blob_create_from_file(path);
  hb_face_t *face = hb_face_create(blob, 0);
  gboolean has_all = TRUE;
  for (const char *at = axes; at && *at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL) {
    hb_ot_var_axis_info_t info;
    if (strlen(at) < 4 || !hb_ot_var_find_axis_info(face, hb_tag_from_string(at, 4), &info))
      has_all = FALSE;
  }
  hb_face_destroy(face);
  hb_blob_destroy(blob);
  return has_all;
}

gboolean font_is_coloured(PangoFont *font) {
  if (!PANGO_IS_FC_FONT(font)) return FALSE;
  FcBool is_coloured = FcFalse;
  FcPatternGetBool(pango_fc_font_get_pattern(PANGO_FC_FONT(font)), FC_COLOR, 0, &is_coloured);
  return is_coloured != FcFalse;
}
