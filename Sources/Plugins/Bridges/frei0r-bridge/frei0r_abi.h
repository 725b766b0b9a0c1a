/* frei0r 1.2 as this bridge uses it: the functions and structs that frei0r's effects export, written for
 * this bridge. */
#ifndef FREI0R_ABI_H
#define FREI0R_ABI_H

#include <stdint.h>

enum { F0R_FILTER, F0R_SOURCE, F0R_MIXER2, F0R_MIXER3 };
enum { F0R_BGRA, F0R_RGBA, F0R_PACKED };
enum { F0R_BOOL, F0R_DOUBLE, F0R_COLOR, F0R_POSITION, F0R_STRING };

/* The struct that f0r_get_plugin_info fills. */
struct f0r_info {
  const char *name, *author;
  int kind, color_model, frei0r_version, major, minor, parameter_count;
  const char *explanation;
};
/* The struct that f0r_get_param_info fills. */
struct f0r_parameter {
  const char *name;
  int type;
  const char *explanation;
};
/* Values: a Boolean is a double that is true from 0.5 on, and a text is a pointer to characters of the
 * effect or the caller. */
struct f0r_color {
  float r, g, b;
};
struct f0r_position {
  double x, y;
};
union f0r_value {
  double number;
  struct f0r_color color;
  struct f0r_position position;
  char *text;
};

/* The functions that were found in an effect; update2 is for mixers, update for all other effects. */
struct f0r_effect {
  int (*init)(void);
  void (*get_info)(struct f0r_info *);
  void (*get_parameter)(struct f0r_parameter *, int index);
  void *(*construct)(unsigned width, unsigned height);
  void (*destruct)(void *instance);
  void (*set_value)(void *instance, void *value, int index);
  void (*get_value)(void *instance, void *value, int index);
  void (*update)(void *instance, double time, const uint32_t *in, uint32_t *out);
  void (*update2)(void *instance, double time, const uint32_t *in1, const uint32_t *in2,
                  const uint32_t *in3, uint32_t *out);
  struct f0r_info info;
};

#endif
