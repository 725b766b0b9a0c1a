/* An effect of frei0r as an animator: pipeline plugin import frei0r copies this library once for each
 * effect and writes the effect's path and hash into the field. The host reads the field too: it copies,
 * hashes and opens the effect before this library, so that exactly the imported bytes run. */
#define _GNU_SOURCE
#include "animator.h"
#include "frei0r_abi.h"
#include "pixels.h"
#include "slots.h"

#include <ctype.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* A note of type 2 beside the animator's note: the effect's SHA-256 in hexadecimal, and its path. */
#define PATH_BYTES 1024
#define MARK "frei0r-effect:1"
static const struct {
  uint32_t name_bytes, bytes, type;
  char name[12];
  char mark[16], sha256[64], path[PATH_BYTES];
} field __attribute__((section(".note.animator"), used, aligned(4))) = {
  9, 16 + 64 + PATH_BYTES, 2, "animator", MARK, "", ""};

enum { PARAMETERS_MAX = 128, TEXT_BYTES = 400, MARGIN_ROWS = 32 };

static struct f0r_effect effect;
static animator_parameter parameters[PARAMETERS_MAX];
static struct f0r_parameter declared[PARAMETERS_MAX];
static char names[PARAMETERS_MAX][64], docs[PARAMETERS_MAX][TEXT_BYTES], values[PARAMETERS_MAX][TEXT_BYTES];
static char identifier[96], title[TEXT_BYTES], explanation[2 * TEXT_BYTES];
static animator_descriptor descriptor;

/* Converts a text to printable ASCII on one line; all other characters become spaces. */
static void plain(char *out, size_t room, const char *text) {
  size_t n = 0;
  for (; text && *text && n + 1 < room; text++) {
    const unsigned char c = (unsigned char)*text;
    const char shown = c >= ' ' && c < 127 ? (char)c : ' ';
    if (shown == ' ' && (n == 0 || out[n - 1] == ' ')) continue;
    out[n++] = shown;
  }
  while (n > 0 && out[n - 1] == ' ') n--;
  out[n] = 0;
}

/* Converts a text to lower-case words joined by '-', starting with a letter. */
static void spell(char *out, size_t room, const char *text) {
  size_t n = 0;
  for (; text && *text && n + 2 < room; text++) {
    const int c = tolower((unsigned char)*text);
    const bool is_letter = c >= 'a' && c <= 'z', is_digit = c >= '0' && c <= '9';
    if (n == 0 && is_digit) out[n++] = 'n';
    if (is_letter || is_digit) out[n++] = (char)c;
    else if (n > 0 && out[n - 1] != '-') out[n++] = '-';
  }
  while (n > 0 && out[n - 1] == '-') n--;
  if (n == 0) out[n++] = 'p';
  out[n] = 0;
}

/* The text that was written into the field after compilation. */
static const char *effect_path(void) {
  const char *volatile path = field.path;
  return path;
}

/* The name of the effect's file. */
static const char *file_name(void) {
  const char *path = effect_path(), *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

static const char *find(void *library) {
#define FIND(member, name) *(void **)&effect.member = dlsym(library, "f0r_" name)
  FIND(init, "init"), FIND(get_info, "get_plugin_info"), FIND(get_parameter, "get_param_info");
  FIND(construct, "construct"), FIND(destruct, "destruct");
  FIND(set_value, "set_param_value"), FIND(get_value, "get_param_value");
  FIND(update, "update"), FIND(update2, "update2");
  if (!effect.get_info || !effect.construct || !effect.destruct) return "the file is not an effect of frei0r";
  if (effect.init && effect.init() == 0) return "does not start";
  effect.get_info(&effect.info);
  const struct f0r_info *info = &effect.info;
  if (info->kind < F0R_FILTER || info->kind > F0R_MIXER3) return "is of an unknown kind";
  if (info->parameter_count < 0 || info->parameter_count > PARAMETERS_MAX) return "has too many parameters";
  if (info->parameter_count > 0 && (!effect.get_parameter || !effect.set_value || !effect.get_value))
    return "does not describe its parameters";
  if (info->kind >= F0R_MIXER2 ? !effect.update2 : !effect.update && !effect.update2)
    return "draws nothing";
  return NULL;
}

static double clamped(double x) { return x > 0 ? x < 1 ? x : 1 : 0; }

/* A JSON string of printable ASCII. */
static void quote(char *out, size_t room, const char *text) {
  char shown[TEXT_BYTES / 2];
  plain(shown, sizeof shown, text);
  size_t n = 0;
  out[n++] = '"';
  for (const char *c = shown; *c && n + 3 < room; c++) {
    if (*c == '"' || *c == '\\') out[n++] = '\\';
    out[n++] = *c;
  }
  out[n++] = '"', out[n] = 0;
}

/* Declares the type, unit, range and default of a parameter; an instance provides its value. */
static uint32_t declare(animator_parameter *p, char *value, int type, const union f0r_value *v) {
  p->minimum = 0, p->maximum = 1, p->unit = ANIMATOR_UNIT_FRACTION;
  switch (type) {
  case F0R_BOOL:
    p->type = ANIMATOR_TYPE_BOOL, p->unit = ANIMATOR_UNIT_NONE, p->maximum = 0;
    snprintf(value, TEXT_BYTES, "%s", v->number >= 0.5 ? "true" : "false");
    return sizeof(bool);
  case F0R_DOUBLE:
    p->type = ANIMATOR_TYPE_DOUBLE;
    if (v->number > 1) p->maximum = v->number;
    if (v->number < 0) p->minimum = v->number;
    snprintf(value, TEXT_BYTES, "%.9g", v->number == v->number ? v->number : 0);
    return sizeof(double);
  case F0R_COLOR:
    p->type = ANIMATOR_TYPE_COLOR, p->unit = ANIMATOR_UNIT_NONE, p->maximum = 0;
    snprintf(value, TEXT_BYTES, "\"#%02x%02x%02x\"", (unsigned)(clamped(v->color.r) * 255 + .5),
             (unsigned)(clamped(v->color.g) * 255 + .5), (unsigned)(clamped(v->color.b) * 255 + .5));
    return sizeof(animator_color);
  case F0R_POSITION:
    p->type = ANIMATOR_TYPE_POINT;
    snprintf(value, TEXT_BYTES, "[%.9g, %.9g]", clamped(v->position.x), clamped(v->position.y));
    return sizeof(animator_point);
  default:
    p->type = ANIMATOR_TYPE_STRING, p->unit = ANIMATOR_UNIT_NONE, p->maximum = 0;
    quote(value, TEXT_BYTES, v->text);
    return sizeof(const char *);
  }
}

static void name_parameter(int i) {
  char name[56];
  spell(name, sizeof name, declared[i].name);
  snprintf(names[i], sizeof names[i], "%s", name);
  for (int twin = 2, k = 0; k < i; k++) {
    if (strcmp(names[k], names[i]) != 0) continue;
    snprintf(names[i], sizeof names[i], "%s-%d", name, twin++);
    k = -1;
  }
  plain(docs[i], sizeof docs[i], declared[i].explanation);
  if (!docs[i][0]) plain(docs[i], sizeof docs[i], declared[i].name);
  if (!docs[i][0]) snprintf(docs[i], sizeof docs[i], "A parameter of the effect.");
}

/* Asks a small instance for the default parameters. */
static void list_parameters(void) {
  void *instance = effect.construct(64, 64);
  uint32_t offset = 0, alignment = 1;
  for (int i = 0; i < effect.info.parameter_count; i++) {
    effect.get_parameter(&declared[i], i);
    union f0r_value value;
    memset(&value, 0, sizeof value);
    if (instance) effect.get_value(instance, &value, i);
    name_parameter(i);
    animator_parameter *p = &parameters[i];
    const uint32_t bytes = declare(p, values[i], declared[i].type, &value);
    const uint32_t step = p->type == ANIMATOR_TYPE_BOOL ? 1 : p->type == ANIMATOR_TYPE_COLOR ? 4 : 8;
    offset = (offset + step - 1) / step * step;
    p->name = names[i], p->doc = docs[i], p->default_json = values[i];
    p->offset = offset, p->field_size = bytes;
    offset += bytes;
    if (step > alignment) alignment = step;
  }
  if (instance) effect.destruct(instance);
  descriptor.parameters = parameters;
  descriptor.parameter_count = (uint32_t)effect.info.parameter_count;
  descriptor.parameter_size = sizeof *parameters;
  descriptor.parameters_bytes = (offset + alignment - 1) / alignment * alignment;
  descriptor.parameters_alignment = alignment;
}

/* Every parameter is set, because some effects do not return otherwise. */
static void set_parameters(void *instance, const char *from) {
  for (int i = 0; i < effect.info.parameter_count; i++) {
    const char *place = from + parameters[i].offset;
    union f0r_value value;
    memset(&value, 0, sizeof value);
    if (parameters[i].type == ANIMATOR_TYPE_BOOL) {
      value.number = *(const bool *)place;
    } else if (parameters[i].type == ANIMATOR_TYPE_DOUBLE) {
      value.number = *(const double *)place;
    } else if (parameters[i].type == ANIMATOR_TYPE_COLOR) {
      const animator_color *color = (const animator_color *)place;
      value.color = (struct f0r_color){color->red, color->green, color->blue};
    } else if (parameters[i].type == ANIMATOR_TYPE_POINT) {
      const animator_point *point = (const animator_point *)place;
      value.position = (struct f0r_position){point->x, point->y};
    } else {
      value.text = *(char *const *)place;
    }
    effect.set_value(instance, &value, i);
  }
}

/* Sides are multiples of 8. */
static int32_t padded(int32_t side) { return (side + 7) / 8 * 8; }

/* The time that effects read, because some effects seed their random numbers with the time. */
static time_t still_time;
static time_t still_clock(time_t *out) {
  if (out) *out = still_time;
  return still_time;
}

/* The random numbers of effects come from the seed. The bridge itself does not use the C library's random
 * function, so that function is looked up. */
static void seed_chance(unsigned seed) {
  static const char *const names[] = {"srand", "srandom"};
  still_time = (time_t)seed;
  for (int i = 0; i < 2; i++) {
    void (*set)(unsigned);
    *(void **)&set = dlsym(RTLD_DEFAULT, names[i]);
    if (set) set(seed);
  }
}

static int32_t draw(const void *given, const animator_context *context, const animator_image *in,
                    uint32_t in_count, animator_surface out, animator_window window) {
  (void)window;
  const int32_t width = padded(out.width), height = padded(out.height);
  const size_t bytes = (size_t)width * (size_t)height * 4;
  const bool is_bgra = effect.info.color_model == F0R_BGRA;
  /* partik0l draws its blobs without checking the edges: up to 17 rows are outside small pictures. */
  const size_t margin = (size_t)MARGIN_ROWS * (size_t)width * 4;
  uint32_t *frames[4] = {NULL, NULL, NULL, NULL};
  for (uint32_t i = 0; i < 4; i++) {
    if (i < 3 && i >= in_count) continue;
    char *place = context->allocate(context, bytes + 2 * margin);
    frames[i] = place ? (uint32_t *)(place + margin) : NULL;
    if (!frames[i]) return context->fail(context, "", "the picture is too large"), ANIMATOR_FAILED;
    if (i < 3) pixels_take(&in[i], frames[i], width, height, is_bgra);
  }
  seed_chance((unsigned)context->seed);
  void *instance = effect.construct((unsigned)width, (unsigned)height);
  if (!instance) return context->fail(context, "", "the effect does not start"), ANIMATOR_FAILED;
  set_parameters(instance, given);
  const double seconds = (double)context->time.ticks / 705600000.0;
  if (effect.update2 && (effect.info.kind >= F0R_MIXER2 || !effect.update))
    effect.update2(instance, seconds, frames[0], frames[1], frames[2], frames[3]);
  else
    effect.update(instance, seconds, frames[0], frames[3]);
  effect.destruct(instance);
  pixels_give(frames[3], &out, width, is_bgra);
  return ANIMATOR_OK;
}

static const animator_role filter_roles[] = {{"subject", "The layer that is changed.", NULL, 1, 1}};
static const animator_role mixer_roles[] = {
  {"from", "The first picture.", NULL, 1, 1},
  {"to", "The second picture.", NULL, 1, 1},
  {"third", "The third picture.", NULL, 1, 1},
};

/* Effects see the current state of the layers, as they see a film in the programs for which they were
 * made. */
static const void *offers(const char *id) {
  static const animator_live_inputs live = {.size = sizeof(animator_live_inputs)};
  return strcmp(id, ANIMATOR_LIVE_INPUTS) == 0 ? &live : NULL;
}

static void describe(void) {
  const int kind = effect.info.kind;
  char name[80];
  char file[256];
  snprintf(file, sizeof file, "%s", file_name());
  char *dot = strrchr(file, '.');
  if (dot) *dot = 0;
  spell(name, sizeof name, file);
  snprintf(identifier, sizeof identifier, "frei0r.%s", name);
  plain(title, sizeof title, effect.info.name);
  if (!title[0]) snprintf(title, sizeof title, "%s", name);
  char by[100], words[TEXT_BYTES];
  plain(words, sizeof words, effect.info.explanation), plain(by, sizeof by, effect.info.author);
  snprintf(explanation, sizeof explanation, "%s%s frei0r's %s, version %d.%d, by %s.", words,
           words[0] && words[strlen(words) - 1] == '.' ? "" : words[0] ? "." : "", name, effect.info.major,
           effect.info.minor, by[0] ? by : "its authors");
  descriptor.size = sizeof descriptor;
  descriptor.kind = kind == F0R_FILTER ? ANIMATOR_KIND_FILTER
                    : kind == F0R_SOURCE ? ANIMATOR_KIND_GENERATOR : ANIMATOR_KIND_EFFECT;
  descriptor.id = identifier, descriptor.title = title, descriptor.version = "1.0.0";
  descriptor.doc = explanation[0] == ' ' ? explanation + 1 : explanation;
  descriptor.flags = ANIMATOR_FLAG_WHOLE_FRAME | ANIMATOR_FLAG_NOT_REENTRANT | ANIMATOR_FLAG_DISCONTINUOUS;
  descriptor.duration_seconds = 1;
  descriptor.role_size = sizeof(animator_role);
  descriptor.roles = kind == F0R_FILTER ? filter_roles : mixer_roles;
  descriptor.role_count = kind == F0R_FILTER ? 1 : kind == F0R_SOURCE ? 0 : kind == F0R_MIXER2 ? 2 : 3;
  if (!descriptor.role_count) descriptor.roles = NULL;
  descriptor.pixels = draw;
  descriptor.extension = offers;
  list_parameters();
}

ANIMATOR_NOTE(ANIMATOR_REQUIRED_MINOR, 0);

ANIMATOR_EXPORT int32_t animator_plugin_v1(const animator_host *host) {
  char message[PATH_BYTES + 100];
  if (!effect_path()[0]) {
    host->fail(host, "the library is the bridge to frei0r, and contains no effect");
    return ANIMATOR_FAILED;
  }
  /* The host has opened it already, and gave it the name of its file. */
  void *library = dlopen(file_name(), RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD);
  const char *problem = library ? find(library) : "is not open";
  if (problem) {
    snprintf(message, sizeof message, "%s %s", effect_path(), problem);
    host->fail(host, message);
    return ANIMATOR_FAILED;
  }
  slots_replace(library, "time", (uintptr_t)still_clock);
  describe();
  return host->add(host, &descriptor);
}
