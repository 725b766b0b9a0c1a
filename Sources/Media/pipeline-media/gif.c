// Composites GIF89a as browsers do: pixels that no frame covers are transparent, regardless of the background
// in the header.
#include <stdlib.h>
#include <string.h>

#include "footage.h"
#include "reel.h"

enum disposal { KEEP = 0, CLEAR = 2, RESTORE = 3 };

struct gif_frame {
  struct part part;
  /// The colour table, with three bytes for each colour.
  const uint8_t *palette;
  unsigned colors;
  /// The index of the transparent colour, or -1.
  int transparent;
  enum disposal disposal;
  bool is_interlaced;
  /// The position of the byte with the code size; the frame's data blocks follow this byte.
  size_t data;
};

struct gif {
  struct reel reel;
  const uint8_t *bytes;
  size_t count;
  struct gif_frame *frames;
  size_t room;
  /// The previous frame, whose disposal and area determine the background of the next frame.
  struct gif_frame *before;
  uint8_t *saved, *indexes;
};

static unsigned word(const uint8_t *p) { return p[0] | (unsigned)p[1] << 8; }

/// Skips data blocks up to and including the empty block; returns 0 if the file ends before the empty block.
static size_t after_blocks(const struct gif *g, size_t place) {
  while (place < g->count) {
    const size_t size = g->bytes[place++];
    if (size == 0) return place;
    if (size > g->count - place) return 0;
    place += size;
  }
  return 0;
}

static bool ends_early(struct media_message *answer) {
  media_fail(answer, MEDIA_BAD_INPUT, "the file ends early");
  return false;
}

/// Reads a colour table at `place` if the flags declare one, and advances `place`.
static bool read_table(const struct gif *g, unsigned flags, size_t *place, const uint8_t **palette,
                       unsigned *colors) {
  if (!(flags & 0x80)) return true;
  *colors = 2u << (flags & 7);
  *palette = g->bytes + *place;
  *place += 3ull * *colors;
  return *place <= g->count;
}

static bool add_frame(struct gif *g, struct gif_frame frame, unsigned hundredths) {
  if (g->reel.count == g->room) {
    const size_t room = g->room ? 2 * g->room : 16;
    struct gif_frame *grown = realloc(g->frames, room * sizeof *grown);
    if (!grown) return false;
    g->frames = grown;
    g->room = room;
  }
  g->frames[g->reel.count] = frame;
  return reel_add(&g->reel, hundredths * (int64_t)(TICKS / 100));
}

/// Finds all frames; if the file ends inside a frame, returns false with FAILED in `answer`.
static bool list_frames(struct gif *g, struct media_message *answer) {
  const uint8_t *b = g->bytes, *palette = NULL;
  unsigned colors = 0, hundredths = 0;
  size_t place = 13;
  if (g->count < place || !read_table(g, b[10], &place, &palette, &colors))
    return ends_early(answer);
  struct gif_frame frame = {.transparent = -1};
  while (place < g->count && b[place] != 0x3B) {
    if (b[place] == 0x21) {
      if (g->count - place < 3) return ends_early(answer);
      if (b[place + 1] == 0xF9 && b[place + 2] == 4 && g->count - place >= 8) {
        frame.disposal = (b[place + 3] >> 2 & 7) == 4 ? RESTORE : b[place + 3] >> 2 & 7;
        hundredths = word(b + place + 4);
        frame.transparent = b[place + 3] & 1 ? b[place + 6] : -1;
      }
      place = after_blocks(g, place + 2);
      if (place == 0) return ends_early(answer);
    } else if (b[place] == 0x2C) {
      if (g->count - place < 11) return ends_early(answer);
      const uint8_t *p = b + place + 1;
      frame.part = (struct part){word(p), word(p + 2), word(p + 4), word(p + 6)};
      frame.is_interlaced = p[8] & 0x40;
      frame.palette = palette;
      frame.colors = colors;
      place += 10;
      if (!read_table(g, p[8], &place, &frame.palette, &frame.colors)) return ends_early(answer);
      frame.data = place;
      place = place + 1 < g->count ? after_blocks(g, place + 1) : 0;
      if (place == 0) return ends_early(answer);
      if (!add_frame(g, frame, hundredths)) {
        media_fail(answer, MEDIA_NO_MEMORY, "no memory for the frames");
        return false;
      }
      // An extension applies only to the frame that follows it.
      frame = (struct gif_frame){.transparent = -1};
      hundredths = 0;
    } else {
      // Reading ends at the first byte that starts no block; later bytes are ignored.
      break;
    }
  }
  if (g->reel.count > 0) return true;
  media_fail(answer, MEDIA_BAD_INPUT, place < g->count ? "the file has no pictures" : "the file ends early");
  return false;
}

/// Reads the LZW codes of one picture from its data blocks.
struct codes {
  const uint8_t *bytes;
  size_t place;
  unsigned left;
  uint32_t bits;
  unsigned count;
};

/// Returns the next code, or -1 after the last block; all blocks are inside the file.
static int next_code(struct codes *c, unsigned size) {
  while (c->count < size) {
    if (c->left == 0 && (c->left = c->bytes[c->place++]) == 0) {
      c->place--;
      return -1;
    }
    c->bits |= (uint32_t)c->bytes[c->place++] << c->count;
    c->count += 8;
    c->left--;
  }
  const int code = (int)(c->bits & ((1u << size) - 1));
  c->bits >>= size;
  c->count -= size;
  return code;
}

/// Decompresses a picture's indices; returns false if the codes are damaged or too few.
static bool unpack(const struct gif *g, const struct gif_frame *f, uint8_t *to, size_t wanted) {
  enum { MOST = 4096 };
  uint16_t prefix[MOST];
  uint8_t suffix[MOST], stack[MOST];
  struct codes codes = {.bytes = g->bytes, .place = f->data};
  const unsigned least = g->bytes[codes.place++];
  if (least < 1 || least > 11) return false;
  const int clear = 1 << least;
  int next = clear + 2, last = -1;
  unsigned size = least + 1;
  uint8_t first = 0;
  size_t done = 0;
  while (done < wanted) {
    const int code = next_code(&codes, size);
    if (code < 0 || code == clear + 1) return false;
    if (code == clear) {
      next = clear + 2;
      size = least + 1;
      last = -1;
      continue;
    }
    int at = code, depth = 0;
    if (code > next || (code == next && last < 0) || (last < 0 && code >= clear)) return false;
    if (code == next) {
      stack[depth++] = first;
      at = last;
    }
    while (at >= clear) {
      stack[depth++] = suffix[at];
      at = prefix[at];
    }
    first = (uint8_t)at;
    stack[depth++] = first;
    while (depth > 0 && done < wanted) to[done++] = stack[--depth];
    if (last >= 0 && next < MOST) {
      prefix[next] = (uint16_t)last;
      suffix[next++] = first;
      if (next == 1 << size && size < 12) size++;
    }
    last = code;
  }
  return true;
}

/// Returns the row of the picture to which row `y` of its data belongs.
static uint32_t row_of(uint32_t y, uint32_t height, bool is_interlaced) {
  if (!is_interlaced) return y;
  static const uint32_t starts[4] = {0, 4, 2, 1}, steps[4] = {8, 8, 4, 2};
  for (int pass = 0; pass < 4; pass++) {
    const uint32_t rows =
        height > starts[pass] ? (height - starts[pass] + steps[pass] - 1) / steps[pass] : 0;
    if (y < rows) return starts[pass] + y * steps[pass];
    y -= rows;
  }
  return 0;
}

/// Returns the part of an area that is on the canvas.
static struct part inside(const struct gif *g, struct part part) {
  if (part.x >= g->reel.width || part.y >= g->reel.height) return (struct part){0};
  if (part.width > g->reel.width - part.x) part.width = g->reel.width - part.x;
  if (part.height > g->reel.height - part.y) part.height = g->reel.height - part.y;
  return part;
}

static void draw(struct gif *g, const struct gif_frame *f) {
  const struct part seen = inside(g, f->part);
  for (uint32_t y = 0; y < f->part.height; y++) {
    const uint32_t row = row_of(y, f->part.height, f->is_interlaced);
    if (row >= seen.height) continue;
    const uint8_t *from = g->indexes + (size_t)y * f->part.width;
    uint8_t *to = g->reel.canvas + 4 * ((size_t)(seen.y + row) * g->reel.width + seen.x);
    for (uint32_t x = 0; x < seen.width; x++, to += 4) {
      if (from[x] == f->transparent) continue;
      // Indices beyond the end of the colour table are black.
      if (from[x] < f->colors) memcpy(to, f->palette + 3 * from[x], 3);
      else memset(to, 0, 3);
      to[3] = 255;
    }
  }
}

static void dispose(struct gif *g) {
  if (!g->before) return;
  const struct part part = inside(g, g->before->part);
  if (g->before->disposal == CLEAR) reel_clear(&g->reel, part);
  if (g->before->disposal == RESTORE && g->saved) reel_restore(&g->reel, part, g->saved);
}

static bool next(struct reel *reel, struct media_message *answer) {
  struct gif *g = (struct gif *)reel;
  struct gif_frame *f = &g->frames[reel->place];
  dispose(g);
  g->before = f;
  const struct part seen = inside(g, f->part);
  const size_t count = (size_t)f->part.width * f->part.height;
  free(g->saved);
  g->saved = NULL;
  if (f->disposal == RESTORE) {
    g->saved = malloc(4ull * seen.width * seen.height + 1);
    if (g->saved) reel_save(reel, seen, g->saved);
  }
  free(g->indexes);
  g->indexes = malloc(count + 1);
  if (!g->indexes) {
    media_fail(answer, MEDIA_NO_MEMORY, "no memory for the pixels");
    return false;
  }
  if (!unpack(g, f, g->indexes, count)) {
    media_fail(answer, MEDIA_BAD_INPUT, "picture %zu of the file is damaged", reel->place);
    return false;
  }
  draw(g, f);
  return true;
}

static void rewind_gif(struct reel *reel) {
  struct gif *g = (struct gif *)reel;
  reel->place = 0;
  g->before = NULL;
  memset(reel->canvas, 0, 4ull * reel->width * reel->height);
}

static void close_gif(struct reel *reel) {
  struct gif *g = (struct gif *)reel;
  free(g->frames);
  free(g->saved);
  free(g->indexes);
  free(g);
}

static const struct reel_kind kind = {"gif", next, rewind_gif, close_gif};

struct reel *gif_open(const uint8_t *bytes, size_t count, const struct media_message *asked,
                      struct media_message *answer) {
  (void)asked;
  struct gif *g = calloc(1, sizeof *g);
  if (!g) {
    media_fail(answer, MEDIA_NO_MEMORY, "no memory for the file");
    return NULL;
  }
  g->reel.kind = &kind;
  g->reel.orientation = 1;
  g->bytes = bytes;
  g->count = count;
  struct reel *reel = &g->reel;
  if (!list_frames(g, answer)) {
    reel_close(&reel);
    return NULL;
  }
  // The canvas is enlarged to contain the first picture, as in browsers.
  const struct part first = g->frames[0].part;
  const uint32_t right = first.x + first.width, bottom = first.y + first.height;
  g->reel.width = word(bytes + 6) > right ? word(bytes + 6) : right;
  g->reel.height = word(bytes + 8) > bottom ? word(bytes + 8) : bottom;
  return reel;
}
