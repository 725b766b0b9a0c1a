/* Functions that documents can call for positions, numbers, colours and easings that they cannot express otherwise. The
 * functions use only + - * / of doubles, so that every machine gets the same bits. */
#include "animator.h"

/* Returns the sine of `turns` whole turns, from its series on a quarter turn, with an error of 3e-16. */
static double sine(double turns) {
  /* From 2^53 on, every double is a whole number. */
  if (!(turns > -9e15 && turns < 9e15)) return 0;
  const double whole = (double)(int64_t)turns;
  double u = turns - (whole > turns ? whole - 1 : whole);
  double sign = 1;
  if (u >= 0.5) u -= 0.5, sign = -1;
  if (u > 0.25) u = 0.5 - u;
  const double x = u * 6.283185307179586, square = x * x;
  double sum = 1;
  for (int n = 20; n >= 2; n -= 2) sum = 1 - square / (n * (n + 1)) * sum;
  return sign * x * sum;
}

static double mix(double a, double b, double t) { return a + (b - a) * t; }

static animator_point orbit(double turns, animator_point center, double radius) {
  return (animator_point){
    center.x + radius * sine(turns + 0.25), center.y + radius * sine(turns)};
}

static animator_point between(double t, animator_point a, animator_point b) {
  return (animator_point){mix(a.x, b.x, t), mix(a.y, b.y, t)};
}

static animator_point hop(double t, animator_point a, animator_point b, double height) {
  animator_point p = between(t, a, b);
  p.y -= height * 4 * t * (1 - t);
  return p;
}

static animator_rect frame_between(double t, animator_rect a, animator_rect b) {
  const double width = mix(a.width, b.width, t), height = mix(a.height, b.height, t);
  return (animator_rect){
    mix(a.x, b.x, t), mix(a.y, b.y, t), width < 0 ? 0 : width, height < 0 ? 0 : height};
}

static animator_color color_between(double t, animator_color a, animator_color b) {
  const float f = t < 0 ? 0 : t > 1 ? 1 : (float)t, g = 1 - f;
  return (animator_color){
    a.red * g + b.red * f, a.green * g + b.green * f, a.blue * g + b.blue * f,
    a.alpha * g + b.alpha * f};
}

static double wave(double turns, double low, double high) {
  return mix(low, high, 0.5 - 0.5 * sine(turns + 0.25));
}

/* Computes Robert Penner's easing, with the usual constant. */
static double back_out(double x, double overshoot) {
  const double t = x - 1;
  return 1 + t * t * ((overshoot + 1) * t + overshoot);
}

static double bounce_out(double x) {
  if (x < 1 / 2.75) return 7.5625 * x * x;
  const double t = x - (x < 2 / 2.75 ? 1.5 : x < 2.5 / 2.75 ? 2.25 : 2.625) / 2.75;
  return 7.5625 * t * t + (x < 2 / 2.75 ? 0.75 : x < 2.5 / 2.75 ? 0.9375 : 0.984375);
}

static const animator_function functions[] = {
  ANIMATOR_FUNCTION(orbit,
                    "The point on a circle at turns, around center, with radius in points. With turns 0, "
                    "the point is to the right of the centre; with 0.25, below the centre; with 1, "
                    "the circle is complete.",
                    animator_point, double, animator_point, double),
  ANIMATOR_FUNCTION(between,
                    "The point at fraction of the way from the first point to the second point. "
                    "The fraction 0 is the first point and 1 is the second point; "
                    "the fraction may be below 0 or above 1.",
                    animator_point, double, animator_point, animator_point),
  ANIMATOR_FUNCTION(hop,
                    "The point at fraction of a jump from the first point to the second point. "
                    "The height of the jump above the straight line is in points.",
                    animator_point, double, animator_point, animator_point, double),
  ANIMATOR_FUNCTION(frame_between,
                    "The rectangle between the first and the second rectangle at fraction, "
                    "from 0 for the first rectangle to 1 for the second.",
                    animator_rect, double, animator_rect, animator_rect),
  ANIMATOR_FUNCTION(color_between,
                    "The colour between the first and the second colour at fraction, "
                    "from 0 for the first colour to 1 for the second. "
                    "Each component is interpolated separately.",
                    animator_color, double, animator_color, animator_color),
  ANIMATOR_FUNCTION(wave,
                    "A number that swings between low and high like a sine. With turns 0, the number is low; "
                    "with 0.5, high; with 1, low again.",
                    double, double, double, double),
  ANIMATOR_FUNCTION(back_out,
                    "The value at fraction of an easing that overshoots and returns to its end. An "
                    "overshoot of 1.70158 exceeds the end by 10 %.",
                    double, double, double),
  ANIMATOR_FUNCTION(bounce_out, "The value at fraction of an easing that falls and bounces three times.", double,
                    double),
};

ANIMATOR_PLUGIN_OF_FUNCTIONS(functions);
