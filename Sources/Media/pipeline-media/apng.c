// Reads APNG files: each frame is assembled as a separate PNG and decoded by the reader of still pictures, so that
// colours and error handling are the same.
#include <libavutil/crc.h>
#include <stdlib.h>
#include <string.h>

#include "footage.h"
#include "picture.h"
#include "reel.h"
#include "upright.h"

struct apng_frame {
  struct part part;
  uint8_t disposal, blend;
  /// The positions of the chunks with the frame's data; `numbered` chunks start with four additional bytes.
  size_t first, end;
};

struct apng {
  struct reel reel;
  const uint8_t *bytes;
  size_t count;
  struct apng_frame *frames;
  size_t room;
  /// The position of the first data chunk; the chunks before it are the same for all frames.
  size_t header_end;
  /// A picture with the colour description that applies to all frames.
  struct picture *colors;
  struct media_message asked;
  const struct apng_frame *before;
  uint8_t *saved;
};

static uint32_t number(const uint8_t *b) {
  return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

static bool is_named(const uint8_t *chunk, const char *name) {
  return memcmp(chunk + 4, name, 4) == 0;
}

static uint32_t checksum(const uint8_t *bytes, size_t count) {
  return ~av_crc(av_crc_get_table(AV_CRC_32_IEEE_LE), ~0u, bytes, count);
}

static void put_number(uint8_t *to, uint32_t value) {
  for (int i = 0; i < 4; i++) to[i] = (uint8_t)(value >> (24 - 8 * i));
}

/// Appends a chunk at `to`, and returns the position after the chunk.
static uint8_t *put_chunk(uint8_t *to, const char *name, const uint8_t *data, size_t count) {
  put_number(to, (uint32_t)count);
  memcpy(to + 4, name, 4);
  if (count) memcpy(to + 8, data, count);
  put_number(to + 8 + count, checksum(to + 4, count + 4));
  return to + 12 + count;
}

/// Returns whether a chunk describes the pixels of all frames.
static bool is_shared(const uint8_t *chunk) {
  static const char *const names[] = {"PLTE", "tRNS", "gAMA", "cHRM", "iCCP", "sRGB", "cICP",
                                      "sBIT", NULL};
  for (int i = 0; names[i]; i++)
    if (is_named(chunk, names[i])) return true;
  return false;
}

/// Returns a PNG of one frame, with its size in `bytes`; if the frame is NULL, the PNG consists of the header and one
/// empty data chunk. Returns NULL if memory is short, or if a checksum of the data is wrong.
static uint8_t *make_png(const struct apng *a, const struct apng_frame *f, size_t *bytes) {
  const size_t room = a->header_end + (f ? f->end - f->first : 0) + 64;
  uint8_t *png = malloc(room), *to = png;
  if (!png) return NULL;
  memcpy(to, a->bytes, 8);
  to += 8;
  for (size_t at = 8; at < a->header_end; at += 12 + number(a->bytes + at)) {
    const uint8_t *chunk = a->bytes + at;
    const size_t whole = 12 + (size_t)number(chunk);
    if (is_named(chunk, "IHDR")) {
      uint8_t header[13];
      memcpy(header, chunk + 8, sizeof header);
      if (f) put_number(header, f->part.width), put_number(header + 4, f->part.height);
      to = put_chunk(to, "IHDR", header, sizeof header);
    } else if (is_shared(chunk)) {
      memcpy(to, chunk, whole);
      to += whole;
    }
  }
  for (size_t at = f ? f->first : 0; f && at < f->end;) {
    const uint8_t *chunk = a->bytes + at;
    const size_t count = number(chunk), skipped = is_named(chunk, "fdAT") ? 4 : 0;
    const bool is_data = skipped || is_named(chunk, "IDAT");
    if (is_data && (count < skipped || checksum(chunk + 4, count + 4) != number(chunk + 8 + count))) {
      free(png);
      return NULL;
    }
    if (is_data) to = put_chunk(to, "IDAT", chunk + 8 + skipped, count - skipped);
    at += 12 + count;
  }
  if (!f) to = put_chunk(to, "IDAT", NULL, 0);
  to = put_chunk(to, "IEND", NULL, 0);
  *bytes = (size_t)(to - png);
  return png;
}

/// Composites premultiplied pixels over premultiplied pixels, with exact x/255 rounding.
static void blend_row(uint8_t *to, const uint8_t *from, uint32_t width) {
  for (uint32_t i = 0; i < 4 * width; i++) {
    const unsigned t = to[i] * (255u - from[i | 3]) + 128;
    to[i] = (uint8_t)(from[i] + ((t + (t >> 8)) >> 8));
  }
}

/// Decodes a frame; on failure, returns NULL with FAILED in `answer`.
static uint8_t *decode(struct apng *a, const struct apng_frame *f, struct media_message *answer) {
  size_t bytes = 0;
  uint8_t *png = make_png(a, f, &bytes);
  const size_t row = 4 * (size_t)f->part.width;
  uint8_t *pixels = png ? malloc(row * f->part.height) : NULL;
  struct picture *picture = pixels ? picture_open_part(png, bytes, a->colors, &a->asked, answer) : NULL;
  if (picture) picture_store(picture, pixels, row, answer);
  else if (answer->kind != MEDIA_FAILED)
    media_fail(answer, MEDIA_BAD_INPUT, "frame %zu of the file is damaged", a->reel.place);
  picture_close(&picture);
  free(png);
  if (answer->kind == MEDIA_FAILED) {
    free(pixels);
    return NULL;
  }
  answer->kind = 0;
  return pixels;
}

static bool next(struct reel *reel, struct media_message *answer) {
  struct apng *a = (struct apng *)reel;
  const struct apng_frame *f = &a->frames[reel->place], *before = a->before;
  if (before && before->disposal == 1) reel_clear(reel, before->part);
  if (before && before->disposal == 2 && a->saved) reel_restore(reel, before->part, a->saved);
  a->before = f;
  free(a->saved);
  a->saved = NULL;
  const size_t row = 4 * (size_t)f->part.width;
  if (f->disposal == 2 && (a->saved = malloc(row * f->part.height)))
    reel_save(reel, f->part, a->saved);
  uint8_t *pixels = decode(a, f, answer);
  if (!pixels) return false;
  if (f->blend == 0) reel_restore(reel, f->part, pixels);
  for (uint32_t y = 0; f->blend != 0 && y < f->part.height; y++)
    blend_row(reel->canvas + 4 * ((size_t)(f->part.y + y) * reel->width + f->part.x),
              pixels + y * row, f->part.width);
  free(pixels);
  return true;
}

static void rewind_apng(struct reel *reel) {
  struct apng *a = (struct apng *)reel;
  reel->place = 0;
  a->before = NULL;
  memset(reel->canvas, 0, 4ull * reel->width * reel->height);
}

static void close_apng(struct reel *reel) {
  struct apng *a = (struct apng *)reel;
  picture_close(&a->colors);
  free(a->frames);
  free(a->saved);
  free(a);
}

static const struct reel_kind kind = {"apng", next, rewind_apng, close_apng};

/// Adds the frame that an fcTL chunk describes; the frame's data follow this chunk. Returns false if the frame is invalid.
static bool add_frame(struct apng *a, const uint8_t *control, size_t first) {
  if (a->reel.count == a->room) {
    const size_t room = a->room ? 2 * a->room : 16;
    struct apng_frame *grown = realloc(a->frames, room * sizeof *grown);
    if (!grown) return false;
    a->frames = grown;
    a->room = room;
  }
  const struct part part = {number(control + 12), number(control + 16), number(control + 4),
                            number(control + 8)};
  const unsigned top = (unsigned)control[20] << 8 | control[21];
  const unsigned bottom = (unsigned)control[22] << 8 | control[23];
  if (part.width == 0 || part.height == 0 || part.width > a->reel.width ||
      part.height > a->reel.height || part.x > a->reel.width - part.width ||
      part.y > a->reel.height - part.height)
    return false;
  a->frames[a->reel.count] = (struct apng_frame){part, control[24], control[25], first, first};
  return reel_add(&a->reel, (int64_t)TICKS * top / (bottom ? bottom : 100));
}

/// Finds all frames; returns false if there are none or the file is damaged, in which case `answer` may be FAILED.
static bool list_frames(struct apng *a, struct media_message *answer) {
  bool is_animated = false;
  size_t at = 8;
  while (a->count - at >= 12) {
    const uint8_t *chunk = a->bytes + at;
    const size_t count = number(chunk);
    if (count > a->count - at - 12) break;
    const size_t after = at + 12 + count;
    const bool is_first_data = is_named(chunk, "IDAT");
    if (is_named(chunk, "acTL")) is_animated = true;
    if (is_named(chunk, "IEND")) {
      if (a->reel.count > 0) a->frames[a->reel.count - 1].end = at;
      return is_animated && a->reel.count > 0;
    }
    if (is_first_data && a->header_end == 0) {
      if (!is_animated) return false;
      a->header_end = at;
    }
    if (is_named(chunk, "fcTL")) {
      if (a->reel.count > 0) a->frames[a->reel.count - 1].end = at;
      if (count != 26 || checksum(chunk + 4, count + 4) != number(chunk + 8 + count) ||
          !add_frame(a, chunk + 8, after)) {
        media_fail(answer, MEDIA_BAD_INPUT, "frame %zu of the file is damaged", a->reel.count);
        return false;
      }
    }
    at = after;
  }
  if (is_animated) media_fail(answer, MEDIA_BAD_INPUT, "the file ends early");
  return false;
}

/// Opens the header as a still picture to determine the colours.
static bool find_colors(struct apng *a, struct media_message *answer) {
  size_t bytes = 0, count = 0;
  uint8_t *png = make_png(a, NULL, &bytes);
  if (png) a->colors = picture_open_part(png, bytes, NULL, &a->asked, answer);
  free(png);
  memcpy(a->reel.remark, answer->text, sizeof a->reel.remark);
  a->reel.remark[sizeof a->reel.remark - 1] = 0;
  const uint8_t *exif = picture_chunk(a->bytes, a->header_end, "eXIf", 8, &count);
  a->reel.orientation = exif ? orientation_of_exif(exif, count) : 1;
  return a->colors != NULL;
}

struct reel *apng_open(const uint8_t *bytes, size_t count, const struct media_message *asked,
                       struct media_message *answer) {
  struct apng *a = calloc(1, sizeof *a);
  if (!a) {
    media_fail(answer, MEDIA_NO_MEMORY, "no memory for the file");
    return NULL;
  }
  a->reel.kind = &kind;
  a->asked = *asked;
  a->bytes = bytes;
  a->count = count;
  const bool has_header = count > 33 && is_named(bytes + 8, "IHDR") && number(bytes + 8) == 13;
  if (has_header) {
    a->reel.width = number(bytes + 16);
    a->reel.height = number(bytes + 20);
  }
  struct reel *reel = &a->reel;
  if (!has_header || !list_frames(a, answer) || a->header_end == 0 || !find_colors(a, answer))
    reel_close(&reel);
  else
    answer->kind = 0;
  return reel;
}
