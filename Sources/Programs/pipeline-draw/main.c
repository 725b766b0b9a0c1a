// pipeline-draw: sets text with Pango and draws SVG with librsvg, in a process of its own. The host
// passes open files and memory; this process opens nothing but fonts.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "draw.h"
#include "process.h"
#include "sandbox.h"

/// The most bytes of a text.
#define TEXT_LIMIT (1u << 20)

cairo_surface_t *draw_blank(uint32_t width, uint32_t height, struct media_message *answer) {
  cairo_surface_t *surface =
      cairo_image_surface_create(CAIRO_FORMAT_ARGB32, (int)width, (int)height);
  if (cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS) return surface;
  media_fail(answer, MEDIA_TOO_LARGE, "%u×%u pixels", width, height);
  cairo_surface_destroy(surface);
  return NULL;
}

/// The text whose description lies in the host's memory.
static cairo_surface_t *typeset(int memory, const struct media_message *asked,
                                struct media_message *answer) {
  struct media_text how;
  cairo_surface_t *surface = NULL;
  if (asked->bytes < sizeof how || asked->bytes > sizeof how + TEXT_LIMIT) {
    media_fail(answer, MEDIA_TOO_LARGE, "a text of %llu bytes", (unsigned long long)asked->bytes);
    return NULL;
  }
  const char *bytes = process_map(memory, asked->bytes);
  if (!bytes) {
    media_fail(answer, MEDIA_INTERNAL, "no memory for the text");
    return NULL;
  }
  memcpy(&how, bytes, sizeof how);
  if (how.text_bytes != asked->bytes - sizeof how || how.width == 0 || how.height == 0 ||
      how.width > asked->side_limit || how.height > asked->side_limit ||
      !(how.box_width > 0) || !(how.box_height > 0) ||
      !memchr(how.family, 0, sizeof how.family))
    media_fail(answer, MEDIA_INTERNAL, "the text is described wrongly");
  else
    surface = draw_text(&how, bytes + sizeof how, answer);
  process_unmap((void *)bytes, asked->bytes);
  return surface;
}

/// Puts the drawn image into the host's memory as RGBA.
static void store(cairo_surface_t *surface, int memory, const struct media_message *asked,
                  struct media_message *answer) {
  const uint32_t width = surface ? (uint32_t)cairo_image_surface_get_width(surface) : 0;
  const uint32_t height = surface ? (uint32_t)cairo_image_surface_get_height(surface) : 0;
  if (!media_fits(asked, width, height, answer)) return;
  unsigned char *pixels = process_map(memory, asked->bytes);
  if (!pixels) {
    media_fail(answer, MEDIA_INTERNAL, "no memory for the pixels");
    return;
  }
  cairo_surface_flush(surface);
  const unsigned char *from = cairo_image_surface_get_data(surface);
  const size_t stride = (size_t)cairo_image_surface_get_stride(surface);
  for (uint32_t y = 0; y < height; y++) {
    for (uint32_t x = 0; x < width; x++) {
      // cairo: 0xAARRGGBB, premultiplied, in the machine's order.
      uint32_t argb;
      memcpy(&argb, from + y * stride + x * 4ull, sizeof argb);
      unsigned char *to = pixels + y * asked->stride + x * 4ull;
      to[0] = (unsigned char)(argb >> 16);
      to[1] = (unsigned char)(argb >> 8);
      to[2] = (unsigned char)argb;
      to[3] = (unsigned char)(argb >> 24);
    }
  }
  process_unmap(pixels, asked->bytes);
  answer->kind = MEDIA_STORED;
}

static void clear(cairo_surface_t **surface) {
  if (*surface) cairo_surface_destroy(*surface);
  *surface = NULL;
}

/// Locks this process: it may read fonts, what finds them, and Pango's modules.
static void lock(int count, char **words) {
  static char own[4][1024];
  static const char *const names[4] = {"%s/.fonts", "%s/.local/share/fonts", "%s/.cache/fontconfig",
                                       "%s/.config/fontconfig"};
  const char *home = getenv("HOME");
  for (int i = 0; i < 4; i++) snprintf(own[i], sizeof own[i], names[i], home ? home : "/nowhere");
  const char *const readable[] = {
    "/usr/share/fonts", "/usr/local/share/fonts", "/usr/share/fontconfig", "/etc/fonts",
    "/var/cache/fontconfig", "/usr/share/mime", "/usr/share/locale", "/usr/lib", "/usr/lib64",
    "/lib", "/lib64", "/usr/local/lib", "/etc/ld.so.cache", "/etc/localtime", "/proc/self",
    "/dev/null", "/dev/urandom", "/sys/devices/system/cpu",
    own[0], own[1], own[2], own[3], NULL};
  // What a hostile file may take.
  media_lock(count, words, readable, 2ull << 30, false);
}

static cairo_surface_t *drawn;

static void serve(const struct media_message *asked, const int *passed,
                  struct media_message *answer) {
  if (asked->kind == MEDIA_STORE) {
    store(drawn, passed[0], asked, answer);
    clear(&drawn);
  } else if (asked->kind == MEDIA_LOAD || asked->kind == MEDIA_TYPESET) {
    clear(&drawn);
    drawn = asked->kind == MEDIA_LOAD ? draw_vector(passed[0], asked, answer)
                                      : typeset(passed[0], asked, answer);
    if (drawn) {
      answer->kind = MEDIA_LOADED;
      answer->width = (uint32_t)cairo_image_surface_get_width(drawn);
      answer->height = (uint32_t)cairo_image_surface_get_height(drawn);
    }
  } else {
    media_fail(answer, MEDIA_INTERNAL, "unknown message %u", asked->kind);
  }
}

int main(int count_of_words, char **words) {
  setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
  sandbox_limit_memory(2ull << 30);
  lock(count_of_words, words);
  media_serve("pipeline-draw", serve);
  return 0;
}
