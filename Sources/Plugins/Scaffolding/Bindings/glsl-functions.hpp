// The GLSL functions of single numbers, computed for each pixel. Sine, power, exponential, logarithm and
// angle are implemented in this file in single precision, so that every machine gives the same bits.
#pragma once
#include <glsl-lanes.hpp>

namespace glsl {
inline namespace GLSL_BUILD {

static GLSL_INLINE Float abs(Float x) { return Float(floats_of(bits_of(x.v) & 0x7fffffff)); }
static GLSL_INLINE Float sqrt(Float x) { return Float(__builtin_elementwise_sqrt(x.v)); }
/// If an argument is NaN, the result is the second argument, so clamp returns its lower end.
static GLSL_INLINE Float min(Float x, Float y) { return Float(x.v < y.v ? x.v : y.v); }
static GLSL_INLINE Float max(Float x, Float y) { return Float(x.v > y.v ? x.v : y.v); }
/// Rounds numbers towards zero. Integers, infinities and NaN do not change, and a zero keeps its sign.
static GLSL_INLINE Float trunc(Float x) {
#ifdef __SSE4_1__
  return Float(__builtin_elementwise_trunc(x.v));
#else
  const ints small = abs(x).v < 8388608.f;
  const floats whole = __builtin_convertvector(
      __builtin_convertvector(chosen(small, x.v, floats(0.f)), ints), floats);
  return Float(chosen(small, floats_of(bits_of(whole) | (bits_of(x.v) & (int)0x80000000)), x.v));
#endif
}
static GLSL_INLINE Float floor(Float x) {
#ifdef __SSE4_1__
  return Float(__builtin_elementwise_floor(x.v));
#else
  const floats whole = trunc(x).v;
  return Float(chosen(whole > x.v, whole - 1.f, whole));
#endif
}
static GLSL_INLINE Float ceil(Float x) { return -floor(-x); }
static GLSL_INLINE Float round(Float x) { return floor(x + .5f); }
static GLSL_INLINE Float fract(Float x) { return x - floor(x); }
static GLSL_INLINE Float sign(Float x) { return pick(x > 0.f, Float(1.f), pick(x < 0.f, Float(-1.f), Float(0.f))); }
static GLSL_INLINE Float radians(Float x) { return x * 0.017453292519943295f; }
static GLSL_INLINE Float degrees(Float x) { return x * 57.29577951308232f; }
static GLSL_INLINE Float inversesqrt(Float x) { return 1.f / sqrt(x); }
static GLSL_INLINE Float mod(Float x, Float y) { return x - y * floor(x / y); }
static GLSL_INLINE Float clamp(Float x, Float low, Float high) { return min(max(x, low), high); }
static GLSL_INLINE Float mix(Float x, Float y, Float a) { return x * (1.f - a) + y * a; }
static GLSL_INLINE Float mix(Float x, Float y, Bool a) { return pick(a, y, x); }
static GLSL_INLINE Float step(Float edge, Float x) { return pick(x < edge, Float(0.f), Float(1.f)); }
static GLSL_INLINE Float smoothstep(Float low, Float high, Float x) {
  const Float t = clamp((x - low) / (high - low), 0.f, 1.f);
  return t * t * (3.f - 2.f * t);
}
static GLSL_INLINE Int abs(Int x) { return pick(x < 0, -x, x); }
static GLSL_INLINE Int min(Int x, Int y) { return pick(y < x, y, x); }
static GLSL_INLINE Int max(Int x, Int y) { return pick(x < y, y, x); }
static GLSL_INLINE Int clamp(Int x, Int low, Int high) { return min(max(x, low), high); }
static GLSL_INLINE Int sign(Int x) { return pick(x > 0, Int(1), pick(x < 0, Int(-1), Int(0))); }
// Integers that are the same for all pixels keep their type; no other number is converted to that type.
#define GLSL_WHOLE template <class A, typename same_type<A, int>::yes = 0> static GLSL_INLINE int
GLSL_WHOLE abs(A x) { return x < 0 ? -x : x; }
GLSL_WHOLE sign(A x) { return (x > 0) - (x < 0); }
GLSL_WHOLE min(A x, A y) { return y < x ? y : x; }
GLSL_WHOLE max(A x, A y) { return x < y ? y : x; }
GLSL_WHOLE clamp(A x, A low, A high) { return min(max(x, low), high); }
static GLSL_INLINE int to_int(int x) { return x; }
/// The value of the first lane, for values that are the same in all lanes.
static GLSL_INLINE int to_int(float x) { return Int(x).v[0]; }

/// Sine and cosine: the angle is reduced by pi/2 in double precision before a polynomial is evaluated; the
/// results are 0 and 1 from |x| = 10^9 on.
static GLSL_INLINE void sine_cosine(Float angle, Float &sine, Float &cosine) {
  const ints inside = abs(angle).v < 1e9f;
  const doubles x = __builtin_convertvector(chosen(inside, angle.v, floats(0.f)), doubles);
  const doubles k = (x * 0.6366197723675814 + 6755399441055744.) - 6755399441055744.;
  const floats r = __builtin_convertvector((x - k * 1.5707963267341256) - k * 6.0771005065061922e-11, floats);
  const ints turn = __builtin_convertvector(k, ints);
  const floats z = r * r;
  const floats s = r + r * z * (-1.6666654611e-1f + z * (8.3321608736e-3f + z * -1.9515295891e-4f));
  const floats c = 1.f - .5f * z
      + z * z * (4.166664568298827e-2f + z * (-1.388731625493765e-3f + z * 2.443315711809948e-5f));
  const ints odd = -(turn & 1);
  sine.v = floats_of(bits_of(chosen(odd, c, s)) ^ ((turn & 2) << 30));
  cosine.v = floats_of(bits_of(chosen(odd, s, c)) ^ (((turn + 1) & 2) << 30));
}
static GLSL_INLINE Float sin(Float x) { Float s, c; sine_cosine(x, s, c); return s; }
static GLSL_INLINE Float cos(Float x) { Float s, c; sine_cosine(x, s, c); return c; }
static GLSL_INLINE Float tan(Float x) { Float s, c; sine_cosine(x, s, c); return s / c; }

/// Two to the power of an integer from -126 to 127.
static GLSL_INLINE floats two_to(floats whole) {
  return floats_of((__builtin_convertvector(whole, ints) + 127) << 23);
}
static GLSL_INLINE floats nearest(floats x) { return (x + 12582912.f) - 12582912.f; }
/// e to the power of a small remainder with |r| < 0.35.
static GLSL_INLINE floats small_exp(floats r) {
  return 1.f + r + r * r * (.5f + r * (1.6666667e-1f + r * (4.1666459e-2f + r * (8.3334519e-3f
      + r * (1.3930436e-3f + r * 1.9875691e-4f)))));
}
/// A result outside the range of a float becomes 0 or infinity, and NaN remains NaN.
static GLSL_INLINE Float bounded(floats x, floats low, floats high, floats power) {
  const floats y = chosen(x < low, floats(0.f), chosen(x > high, floats(__builtin_inff()), power));
  return Float(chosen(x == x, y, x));
}
static GLSL_INLINE floats within(floats x, floats low, floats high) {
  const floats above = low < x ? x : low;
  return above < high ? above : high;
}
static GLSL_INLINE Float exp(Float x) {
  const floats y = within(x.v, floats(-87.f), floats(88.f)), k = nearest(y * 1.44269504f);
  const floats r = (y - k * .693359375f) - k * -2.12194440e-4f;
  return bounded(x.v, floats(-87.f), floats(88.7f), small_exp(r) * two_to(k));
}
static GLSL_INLINE Float exp2(Float x) {
  const floats y = within(x.v, floats(-126.f), floats(127.f)), k = nearest(y);
  return bounded(x.v, floats(-126.f), floats(127.f), small_exp((y - k) * .69314718f) * two_to(k));
}
/// The parts of a logarithm: a power of two, and ln of the remaining factor, which is from sqrt(1/2) to
/// sqrt(2).
static GLSL_INLINE floats parts_of_log(floats x, floats &power) {
  const ints bits = bits_of(x), above = (bits & 0x7fffff) > 0x3504f3;
  power = __builtin_convertvector((bits >> 23) - 127 - above, floats);
  const floats m = floats_of((bits & 0x7fffff) | 0x3f800000), n = chosen(above, m * .5f, m);
  const floats s = (n - 1.f) / (n + 1.f), z = s * s;
  return s * (2.f + z * (.66666667f + z * (.4f + z * (.28571429f + z * .22222222f))));
}
/// Subnormal numbers count as 0, whose logarithm is minus infinity; the logarithm of a negative number is
/// NaN.
static GLSL_INLINE Float logarithm(Float x, floats value) {
  const floats inf = __builtin_inff();
  const ints zero = abs(x).v < 1.17549435e-38f, other = ~(x.v > 0.f);
  value = chosen(x.v == inf, inf, value);
  return Float(chosen(zero, -inf, chosen(other, floats(__builtin_nanf("")), value)));
}
static GLSL_INLINE Float log(Float x) {
  floats power;
  const floats rest = parts_of_log(x.v, power);
  return logarithm(x, power * .693359375f + (power * -2.12194440e-4f + rest));
}
static GLSL_INLINE Float log2(Float x) {
  floats power;
  const floats rest = parts_of_log(x.v, power);
  return logarithm(x, power + rest * 1.44269504f);
}
/// GLSL does not define pow for x < 0; this function returns the power of -x, as SwiftShader does, because a
/// computed sine of pi may be slightly below 0.
static GLSL_INLINE Float pow(Float x, Float y) {
  return pick(y == 0.f, Float(1.f), exp2(y * log2(abs(x))));
}
static GLSL_INLINE Float sinh(Float x) { return (exp(x) - exp(-x)) * .5f; }
static GLSL_INLINE Float cosh(Float x) { return (exp(x) + exp(-x)) * .5f; }
static GLSL_INLINE Float tanh(Float x) {
  const Float e = exp(2.f * clamp(x, -9.f, 9.f));
  return (e - 1.f) / (e + 1.f);
}

/// The angle of (x, y), from -pi to pi; 0 at the origin.
static GLSL_INLINE Float atan(Float y, Float x) {
  const floats across = abs(x).v, up = abs(y).v;
  const ints steep = up > across;
  const floats greater = chosen(steep, up, across), less = chosen(steep, across, up);
  floats t = less / greater;
  t = chosen(greater > 0.f, t, floats(0.f));
  const ints far = t > .41421356f;
  const floats u = chosen(far, (t - 1.f) / (t + 1.f), t), z = u * u;
  floats a = u + u * z * (-3.33329491539e-1f + z * (1.99777106478e-1f + z * (-1.38776856032e-1f
      + z * 8.05374449538e-2f)));
  a = chosen(far, a + .78539816f, a);
  a = chosen(steep, 1.57079633f - a, a);
  a = chosen(x.v < 0.f, 3.14159265f - a, a);
  return Float(floats_of(bits_of(a) ^ (bits_of(y.v) & (int)0x80000000)));
}
static GLSL_INLINE Float atan(Float t) { return atan(t, Float(1.f)); }
static GLSL_INLINE Float asin(Float x) { return atan(x, sqrt((1.f - x) * (1.f + x))); }
static GLSL_INLINE Float acos(Float x) { return atan(sqrt((1.f - x) * (1.f + x)), x); }
static GLSL_INLINE Float dot(Float x, Float y) { return x * y; }
static GLSL_INLINE Float length(Float x) { return abs(x); }
static GLSL_INLINE Float distance(Float x, Float y) { return abs(x - y); }
static GLSL_INLINE Float normalize(Float x) { return sign(x); }

} // namespace GLSL_BUILD
} // namespace glsl
