/* Functions with values of every type, including structs by value. Each function is plain arithmetic, so a program that
 * calls the function directly knows the result that the host must get. */
#define ANIMATOR_VENDOR "test"
#include "animator.h"
#include "functions.h"

static double broken(double x) { return x > 0.5 ? 0.0 / (x - x) : x; }
/* Returns 0 at both ends and more than 0.5 in the middle. */
static double hump(double x) { return 4 * x * (1 - x) * 0.6; }
static animator_size negative(double x) { return (animator_size){x, -x}; }
static double first_letter(const char *text) { return text[0]; }
static double twice_along(animator_curve curve, double x) {
  return 2 * (curve.at != NULL ? curve.at(curve.self, x) : x);
}

static const animator_function functions[] = {
  ANIMATOR_FUNCTION(orbit, "Goes round.", animator_point, double, animator_point, double),
  ANIMATOR_FUNCTION(box_around, "A box.", animator_rect, animator_point, animator_size, double),
  ANIMATOR_FUNCTION(tint, "A colour.", animator_color, animator_color, double),
  ANIMATOR_FUNCTION(half, "A size.", animator_size, animator_rect),
  ANIMATOR_FUNCTION(whole, "Rounds down.", int32_t, double),
  ANIMATOR_FUNCTION(both, "And.", bool, bool, bool),
  ANIMATOR_FUNCTION(mean, "Of eight.", double, double, int32_t, double, int32_t, double, int32_t,
                    double, int32_t),
  ANIMATOR_FUNCTION(ease_in, "Squares.", double, double),
  ANIMATOR_FUNCTION(first_letter, "Of a text.", double, const char *),
  ANIMATOR_FUNCTION(twice_along, "A curve, twice.", double, animator_curve, double),
  ANIMATOR_FUNCTION(broken, "No number from 0.5 on.", double, double),
  ANIMATOR_FUNCTION(hump, "A hump.", double, double),
  ANIMATOR_FUNCTION(negative, "No size.", animator_size, double),
};
ANIMATOR_PLUGIN_OF_FUNCTIONS(functions);
