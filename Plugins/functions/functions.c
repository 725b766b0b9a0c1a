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
                    "A place on a circle. turns: 0 is right of the centre, 0.25 below it, 1 round."
                    " center. radius in points.",
                    animator_point, double, animator_point, double),
  ANIMATOR_FUNCTION(between,
                    "A place on the way between two. fraction: 0 is the first, 1 the second, and it"
                    " may go beyond. The first place. The second.",
                    animator_point, double, animator_point, animator_point),
  ANIMATOR_FUNCTION(hop,
                    "A place on a leap from one to another. fraction of the way. The first place."
                    " The second. height of the leap above the straight way, in points.",
                    animator_point, double, animator_point, animator_point, double),
  ANIMATOR_FUNCTION(frame_between,
                    "A rectangle between two. fraction: 0 is the first, 1 the second. The first."
                    " The second.",
                    animator_rect, double, animator_rect, animator_rect),
  ANIMATOR_FUNCTION(color_between,
                    "A colour between two, each component by itself. fraction: 0 is the first, 1"
                    " the second. The first. The second.",
                    animator_color, double, animator_color, animator_color),
  ANIMATOR_FUNCTION(wave,
                    "A number that swings like a sine. turns: 0 is low, 0.5 high, 1 low again."
                    " low. high.",
                    double, double, double, double),
  ANIMATOR_FUNCTION(back_out,
                    "An easing that goes past its end and comes back. fraction. overshoot: 1.70158"
                    " goes 10 % too far.",
                    double, double, double),
  ANIMATOR_FUNCTION(bounce_out, "An easing that falls and bounces three times. fraction.", double,
                    double),
};

ANIMATOR_PLUGIN_OF_FUNCTIONS(functions);
