#include "pixel_fade.h"

#include <math.h>

/* Computes the sine of x for |x| < 10^6 in double precision, with the same bits on every machine. */
double sine(double x) {
  const double k = floor(x * 0.3183098861837907 + 0.5);
  const double r = (x - k * 3.141592653468251) - k * 1.2154201013012384e-10, z = r * r;
  double sum = 0;
  for (double n = 19; n >= 3; n -= 2) sum = -z / (n * (n - 1)) * (1 + sum);
  const double s = r * (1 + sum);
  return fmod(k, 2) == 0 ? s : -s;
}

/* Computes the natural logarithm of 1 to 2, and e to the x for x from -40 to 40, with the same bits on every machine. */
double logarithm(double x) {
  const double s = (x - 1) / (x + 1);
  double sum = 0;
  for (double n = 25; n >= 1; n -= 2) sum = sum * s * s + 1 / n;
  return 2 * s * sum;
}
double exponential(double x) {
  const double k = floor(x * 1.4426950408889634 + 0.5), r = x - k * 0.6931471805599453;
  double sum = 1;
  for (double n = 14; n >= 1; n--) sum = 1 + r / n * sum;
  return ldexp(sum, (int)k);
}
/* Computes the logarithm of 0 to 1 by halving. */
double logarithm_below_one(double m) {
  int power;
  const double part = frexp(m, &power) * 2;
  return logarithm(part) + (power - 1) * 0.6931471805599453;
}
