/* One of our animators as an effect of frei0r, for melt, Kdenlive and ffmpeg: `pipeline plugin export
 * frei0r` copies this library once for each animator and writes the effect's name and parameters into the
 * field. `pipeline` draws, in a process of its own for each instance. The libraries are copies, not links:
 * a file is loaded only once under any name, so two links would be one effect. */
#include "../frei0r-bridge/frei0r_abi.h"
#include "renderer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))
#define MARK "animator-field:1"
enum { TEXT_BYTES = 16384, PARAMETERS_MAX = 64, COLUMNS = 6 };

/* The first line contains the program, the id, m for a mixer or f for a filter, the title, and an
 * explanation. Each further line describes a parameter: its name, its type (b, n, c or s), the default,
 * minimum, maximum, and an explanation. The fields of a line are separated by tabs. */
static const struct {
  char mark[17], text[TEXT_BYTES];
} field __attribute__((used, aligned(8))) = {MARK, ""};

struct parameter {
  const char *words[COLUMNS];
  double low, high;
};
struct instance {
  struct renderer renderer;
  unsigned width, height;
  double progress;
  /* The values that were set, in the notation of documents; the animator uses its defaults for all other
   * parameters. */
  char *values[PARAMETERS_MAX];
  union f0r_value given[PARAMETERS_MAX];
};

static char text[TEXT_BYTES];
static const char *head[COLUMNS];
static struct parameter parameters[PARAMETERS_MAX];
static int parameter_count;

/* Splits a line at its tabs; returns the position after the line. */
static char *split(char *line, const char **words) {
  for (int i = 0; i < COLUMNS; i++) words[i] = "";
  for (int i = 0; i < COLUMNS; i++) {
    words[i] = line;
    line += strcspn(line, "\t\n");
    const char end = *line;
    if (end) *line++ = 0;
    if (end != '\t') break;
  }
  return line;
}

/* Reads the field of the description once; some programs ask for the description before they initialise
 * the effect. */
static bool read_field(void) {
  if (head[0]) return head[0][0] != 0;
  const char *volatile filled = field.text;
  memcpy(text, filled, sizeof text - 1);
  char *line = split(text, head);
  for (parameter_count = 0; *line && parameter_count < PARAMETERS_MAX; parameter_count++) {
    struct parameter *p = &parameters[parameter_count];
    line = split(line, p->words);
    p->low = strtod(p->words[3], NULL), p->high = strtod(p->words[4], NULL);
  }
  return head[0][0] != 0;
}

EXPORT int f0r_init(void) { return read_field(); }

EXPORT void f0r_deinit(void) {}

EXPORT void f0r_get_plugin_info(struct f0r_info *info) {
  read_field();
  *info = (struct f0r_info){.name = head[3], .author = "pipeline", .kind = *head[2] == 'm' ? F0R_MIXER2 : F0R_FILTER,
                            .color_model = F0R_RGBA, .frei0r_version = 1, .major = 1,
                            .parameter_count = parameter_count + 1, .explanation = head[4]};
}

/* The first parameter of the effect is the progress. */
EXPORT void f0r_get_param_info(struct f0r_parameter *info, int index) {
  read_field();
  if (index <= 0 || index > parameter_count) {
    *info = (struct f0r_parameter){"progress", F0R_DOUBLE, "The progress of the effect, from 0 to 1"};
    return;
  }
  const struct parameter *p = &parameters[index - 1];
  const char type = *p->words[1];
  *info = (struct f0r_parameter){p->words[0],
                                 type == 'b' ? F0R_BOOL : type == 'n' ? F0R_DOUBLE : type == 'c' ? F0R_COLOR : F0R_STRING,
                                 p->words[5]};
}

EXPORT void *f0r_construct(unsigned width, unsigned height) {
  if (!read_field()) return NULL;
  struct instance *self = calloc(1, sizeof *self);
  if (!self) return NULL;
  self->width = width, self->height = height;
  for (int i = 0; i < parameter_count; i++) {
    const struct parameter *p = &parameters[i];
    const char *value = p->words[2];
    unsigned r = 0, g = 0, b = 0;
    if (*p->words[1] == 'n') {
      const double number = strtod(value, NULL);
      self->given[i].number = p->high > p->low ? (number - p->low) / (p->high - p->low) : number;
    } else if (*p->words[1] == 'b') {
      self->given[i].number = strcmp(value, "true") == 0;
    } else if (*p->words[1] == 'c') {
      sscanf(value, "#%2x%2x%2x", &r, &g, &b);
      self->given[i].color = (struct f0r_color){(float)r / 255, (float)g / 255, (float)b / 255};
    } else {
      self->given[i].text = (char *)value;
    }
  }
  return self;
}

EXPORT void f0r_destruct(void *instance) {
  struct instance *self = instance;
  renderer_stop(&self->renderer);
  for (int i = 0; i < PARAMETERS_MAX; i++) free(self->values[i]);
  free(self);
}

static int level(float x) { return x > 0 ? x < 1 ? (int)(x * 255 + .5f) : 255 : 0; }

/* Numbers go from 0 to 1 over their range, as frei0r has them. */
EXPORT void f0r_set_param_value(void *instance, void *value, int index) {
  struct instance *self = instance;
  if (index == 0) self->progress = *(const double *)value;
  if (index <= 0 || index > parameter_count) return;
  const struct parameter *p = &parameters[index - 1];
  char words[1200];
  if (*p->words[1] == 'b') {
    snprintf(words, sizeof words, "%s", *(const double *)value >= 0.5 ? "true" : "false");
    self->given[index - 1].number = *(const double *)value;
  } else if (*p->words[1] == 'n') {
    const double x = *(const double *)value;
    snprintf(words, sizeof words, "%.12g", p->high > p->low ? p->low + x * (p->high - p->low) : x);
    self->given[index - 1].number = x;
  } else if (*p->words[1] == 'c') {
    const struct f0r_color *c = value;
    snprintf(words, sizeof words, "#%02x%02x%02x", level(c->r), level(c->g), level(c->b));
    self->given[index - 1].color = *c;
  } else {
    snprintf(words, sizeof words, "%s", *(char *const *)value);
  }
  for (char *c = words; *c; c++)
    if (*c == '\n') *c = ' ';
  free(self->values[index - 1]);
  self->values[index - 1] = strdup(words);
  if (*p->words[1] == 's') self->given[index - 1].text = self->values[index - 1];
}

EXPORT void f0r_get_param_value(void *instance, void *value, int index) {
  const struct instance *self = instance;
  if (index == 0) *(double *)value = self->progress;
  if (index <= 0 || index > parameter_count) return;
  const union f0r_value *given = &self->given[index - 1];
  switch (*parameters[index - 1].words[1]) {
  case 'c': *(struct f0r_color *)value = given->color; break;
  case 's': *(char **)value = given->text; break;
  default: *(double *)value = given->number;
  }
}

static bool draw(struct instance *self, double seconds, const uint32_t *const *pictures, uint32_t count,
                 uint32_t *out) {
  char words[PARAMETERS_MAX * 64] = "";
  size_t used = 0;
  for (int i = 0; i < parameter_count; i++) {
    if (!self->values[i]) continue;
    const int n = snprintf(words + used, sizeof words - used, "%s=%s\n", parameters[i].words[0], self->values[i]);
    if (n < 0 || (size_t)n >= sizeof words - used) return false;
    used += (size_t)n;
  }
  if (!self->renderer.process && !renderer_start(&self->renderer, head[0], head[1])) return false;
  const struct renderer_request request = {"pframe0", self->progress, seconds, self->width, self->height, count,
                                           (uint32_t)used};
  return renderer_draw(&self->renderer, &request, words, pictures, out);
}

/* If drawing fails, the first picture is returned, and one line reports that. */
EXPORT void f0r_update2(void *instance, double time, const uint32_t *in1, const uint32_t *in2, const uint32_t *in3,
                        uint32_t *out) {
  struct instance *self = instance;
  (void)in3;
  const uint32_t *pictures[2] = {in1, in2};
  if (!self->renderer.has_failed && draw(self, time, pictures, *head[2] == 'm' ? 2 : 1, out)) return;
  if (!self->renderer.has_failed) fprintf(stderr, "%s: %s does not draw it\n", head[1], head[0]);
  self->renderer.has_failed = true;
  memcpy(out, in1, (size_t)self->width * self->height * 4);
}

EXPORT void f0r_update(void *instance, double time, const uint32_t *in, uint32_t *out) {
  f0r_update2(instance, time, in, in, NULL, out);
}
