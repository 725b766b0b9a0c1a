// Unpacks web fonts: WOFF and WOFF2 files contain the packed tables of an OpenType font. The font is rebuilt from its
// tables because HarfBuzz cannot read packed tables: every letter would be missing.
#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_GZIP_H
#include FT_SYSTEM_H
#include FT_TRUETYPE_TABLES_H
#include <stdlib.h>
#include <string.h>

#include "drawing.h"

/// The maximum number of tables in a font.
#define TABLES_MAX 256

static void put16(unsigned char *to, uint32_t value) {
  to[0] = (unsigned char)(value >> 8);
  to[1] = (unsigned char)value;
}

static void put32(unsigned char *to, uint32_t value) {
  put16(to, value >> 16);
  put16(to + 2, value & 0xFFFF);
}

/// Returns OpenType's checksum of a table, which is the sum of its words; the last word is padded with zeros.
static uint32_t sum(const unsigned char *table, size_t count) {
  uint32_t all = 0;
  for (size_t i = 0; i < count; i++) all += (uint32_t)table[i] << (24 - 8 * (i % 4));
  return all;
}

/// Writes the first words of a font's directory: the number of tables, and the values for a binary search.
static void put_head(unsigned char *font, uint32_t version, uint32_t tables) {
  uint32_t power = 1, halves = 0;
  while (power * 2 <= tables) power *= 2, halves++;
  put32(font, version);
  put16(font + 4, tables);
  put16(font + 6, power * 16);
  put16(font + 8, halves);
  put16(font + 10, (tables - power) * 16);
}

/// Writes all tables of the font; returns 0 if the tables cannot be read or do not fit.
static uint64_t write_tables(FT_Face face, unsigned char *font, uint64_t most) {
  FT_ULong tables = 0;
  if (FT_Sfnt_Table_Info(face, 0, NULL, &tables) != 0 || tables == 0 || tables > TABLES_MAX)
    return 0;
  uint64_t at = 12 + 16 * tables;
  if (at > most) return 0;
  uint32_t version = 0x00010000;
  for (FT_ULong i = 0; i < tables; i++) {
    FT_ULong tag = 0, count = 0;
    if (FT_Sfnt_Table_Info(face, (FT_UInt)i, &tag, &count) != 0) return 0;
    const uint64_t end = at + ((uint64_t)count + 3) / 4 * 4;
    if (end > most) return 0;
    memset(font + at, 0, end - at);
    if (count > 0 && FT_Load_Sfnt_Table(face, tag, 0, font + at, &count) != 0) return 0;
    unsigned char *entry = font + 12 + 16 * i;
    put32(entry, (uint32_t)tag);
    put32(entry + 4, sum(font + at, count));
    put32(entry + 8, (uint32_t)at);
    put32(entry + 12, (uint32_t)count);
    if (tag == FT_MAKE_TAG('C', 'F', 'F', ' ') || tag == FT_MAKE_TAG('C', 'F', 'F', '2'))
      version = FT_MAKE_TAG('O', 'T', 'T', 'O');
    at = end;
  }
  put_head(font, version, (uint32_t)tables);
  return at;
}

static void *take(FT_Memory memory, long count) {
  (void)memory;
  return malloc((size_t)count);
}

static void give_back(FT_Memory memory, void *block) {
  (void)memory;
  free(block);
}

static void *take_again(FT_Memory memory, long before, long count, void *block) {
  (void)memory;
  (void)before;
  return realloc(block, (size_t)count);
}

/// Decompresses gzip data; returns 0 if the data is damaged or does not fit.
static uint64_t inflate_gzip(const void *packed, size_t count, void *room, uint64_t most) {
  struct FT_MemoryRec_ memory = {NULL, take, give_back, take_again};
  FT_ULong bytes = most;
  return FT_Gzip_Uncompress(&memory, room, &bytes, packed, count) == 0 ? bytes : 0;
}

void file_unpack(const void *packed, size_t count, void *room, uint64_t most,
                 struct media_message *answer) {
  FT_Library library = NULL;
  FT_Face face = NULL;
  uint64_t bytes = 0;
  const unsigned char *head = packed;
  const bool is_gzip = count > 2 && head[0] == 0x1F && head[1] == 0x8B;
  if (FT_Init_FreeType(&library) == 0) {
    if (is_gzip)
      bytes = inflate_gzip(packed, count, room, most);
    else if (FT_New_Memory_Face(library, packed, (FT_Long)count, 0, &face) == 0)
      bytes = write_tables(face, room, most);
  }
  if (bytes > 0) {
    answer->kind = MEDIA_STORED;
    answer->draw.list_bytes = bytes;
  } else {
    const bool is_collection = count > 8 && !memcmp(head, "wOF2ttcf", 8);
    media_fail(answer, MEDIA_BAD_INPUT, "%s",
               is_gzip         ? "the file is packed by gzip, and is damaged or too large"
               : is_collection ? "the file is a WOFF2 collection that cannot be unpacked"
                               : "the file is not a WOFF font that can be unpacked");
  }
  if (face) FT_Done_Face(face);
  if (library) FT_Done_FreeType(library);
}
