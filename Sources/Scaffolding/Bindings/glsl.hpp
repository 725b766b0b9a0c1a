// What a transition in GLSL needs to be an animator: vectors and matrices, the language's functions with the same
// bits on every x86-64 machine, and the two screens as textures. `pipeline plugin import-glsl` writes the rest.
//
// Vectors are clang's, so that .xy, .rgb and the like read and write. One source is compiled twice, for every
// x86-64 and for those with AVX2 (GLSL_WIDE), without fused multiply-adds, so that both give the same bits.
#pragma once
#include <animator.h>

#include <cmath>
#include <cstring>

// The two must not share a function that the compiler did not put in place: the linker would keep one of them.
#ifdef GLSL_WIDE
#define GLSL_BUILD wide
#else
#define GLSL_BUILD plain
#endif

namespace glsl {
inline namespace GLSL_BUILD {

typedef float vec2 __attribute__((ext_vector_type(2)));
typedef float vec3 __attribute__((ext_vector_type(3)));
typedef float vec4 __attribute__((ext_vector_type(4)));
typedef int ivec2 __attribute__((ext_vector_type(2)));
typedef int ivec3 __attribute__((ext_vector_type(3)));
typedef int ivec4 __attribute__((ext_vector_type(4)));
typedef ivec2 bvec2;
typedef ivec3 bvec3;
typedef ivec4 bvec4;

// ---- Constructors: any list of numbers and vectors, or one number for all -------------------------

template <class V> struct size_of;
template <> struct size_of<vec2> { enum { count = 2 }; typedef float scalar; };
template <> struct size_of<vec3> { enum { count = 3 }; typedef float scalar; };
template <> struct size_of<vec4> { enum { count = 4 }; typedef float scalar; };
template <> struct size_of<ivec2> { enum { count = 2 }; typedef int scalar; };
template <> struct size_of<ivec3> { enum { count = 3 }; typedef int scalar; };
template <> struct size_of<ivec4> { enum { count = 4 }; typedef int scalar; };

/// GLSL's float to int: towards zero, and clamped, so that no number is undefined.
static inline int to_int(float x) {
  return !(x > -2147483648.f) ? (x != x ? 0 : -2147483647 - 1) : x >= 2147483648.f ? 2147483647 : (int)x;
}
template <class S> static inline S scalar_of(float x) { return x; }
template <> inline int scalar_of<int>(float x) { return to_int(x); }

template <class S> struct gather {
  S values[16];
  int count = 0;
  void add(float x) { if (count < 16) values[count++] = scalar_of<S>(x); }
  void add(double x) { add((float)x); }
  void add(int x) { if (count < 16) values[count++] = (S)x; }
  void add(unsigned x) { add((int)x); }
  void add(bool x) { add((int)x); }
  void add(vec2 v) { add(v.x); add(v.y); }
  void add(vec3 v) { add(v.x); add(v.y); add(v.z); }
  void add(vec4 v) { add(v.x); add(v.y); add(v.z); add(v.w); }
  void add(ivec2 v) { add(v.x); add(v.y); }
  void add(ivec3 v) { add(v.x); add(v.y); add(v.z); }
  void add(ivec4 v) { add(v.x); add(v.y); add(v.z); add(v.w); }
};

template <class V, class... A> static inline V make(A... a) {
  gather<typename size_of<V>::scalar> all;
  (all.add(a), ...);
  V v;
  for (int i = 0; i < size_of<V>::count; i++) v[i] = all.values[all.count == 1 ? 0 : i];
  return v;
}

// ---- Functions of one number, and of vectors number by number -------------------------------------

/// Sine and cosine, of |x| < 10^9, in double precision: reduced by pi/2 in two parts, then Taylor.
static inline void sine_cosine(double x, double *sine, double *cosine) {
  if (!(std::fabs(x) < 1e9)) { *sine = 0, *cosine = 1; return; }
  const double k = std::nearbyint(x * 0.6366197723675814);
  const double r = (x - k * 1.5707963267341256) - k * 6.0771005065061922e-11;
  const double z = r * r;
  const double s = r * (1 + z * (-1. / 6 + z * (1. / 120 + z * (-1. / 5040 + z * (1. / 362880
                   + z * (-1. / 39916800 + z * (1. / 6227020800)))))));
  const double c = 1 + z * (-1. / 2 + z * (1. / 24 + z * (-1. / 720 + z * (1. / 40320
                   + z * (-1. / 3628800 + z * (1. / 479001600 + z * (-1. / 87178291200)))))));
  const int turn = (int)((long long)k & 3);
  *sine = turn == 0 ? s : turn == 1 ? c : turn == 2 ? -s : -c;
  *cosine = turn == 0 ? c : turn == 1 ? -s : turn == 2 ? -c : s;
}
static inline double exp_of(double x) {
  if (x != x) return x;
  if (x < -745.2) return 0;
  if (x > 709.78) return HUGE_VAL;
  const double k = std::nearbyint(x * 1.4426950408889634);
  const double r = (x - k * 0.6931471803691238) - k * 1.9082149292705877e-10;
  double sum = 1;
  for (double n = 13; n >= 1; n--) sum = 1 + r / n * sum;
  return std::ldexp(sum, (int)k);
}
static inline double log_of(double x) {
  if (!(x > 0)) return x == 0 ? -HUGE_VAL : NAN;
  int power;
  double m = std::frexp(x, &power) * 2;
  power--;
  if (m > 1.4142135623730951) m /= 2, power++;
  const double s = (m - 1) / (m + 1), z = s * s;
  double sum = 0;
  for (double n = 19; n >= 1; n -= 2) sum = sum * z + 1 / n;
  return power * 0.6931471803691238 + (power * 1.9082149292705877e-10 + 2 * s * sum);
}
/// The angle of (x, y), from -pi to pi: the tangent is halved twice, then the series.
static inline double angle_of(double y, double x) {
  const double across = std::fabs(x), up = std::fabs(y);
  const double greater = across > up ? across : up, less = across > up ? up : across;
  if (!(greater > 0)) return 0;
  double t = less / greater;
  for (int i = 0; i < 2; i++) t /= 1 + std::sqrt(1 + t * t);
  const double z = t * t;
  double sum = 0;
  for (double n = 23; n >= 1; n -= 2) sum = 1 / n - z * sum;
  double a = 4 * t * sum;
  if (up > across) a = 1.5707963267948966 - a;
  if (x < 0) a = 3.141592653589793 - a;
  return y < 0 ? -a : a;
}

static inline float sin(float x) { double s, c; sine_cosine(x, &s, &c); return (float)s; }
static inline float cos(float x) { double s, c; sine_cosine(x, &s, &c); return (float)c; }
static inline float tan(float x) { double s, c; sine_cosine(x, &s, &c); return (float)(s / c); }
static inline float atan(float y, float x) { return (float)angle_of(y, x); }
static inline float atan(float t) { return (float)angle_of(t, 1); }
static inline float asin(float x) { return (float)angle_of(x, std::sqrt(1 - (double)x * x)); }
static inline float acos(float x) { return (float)angle_of(std::sqrt(1 - (double)x * x), x); }
static inline float exp(float x) { return (float)exp_of(x); }
static inline float log(float x) { return (float)log_of(x); }
static inline float exp2(float x) { return (float)exp_of(x * 0.6931471805599453); }
static inline float log2(float x) { return (float)(log_of(x) * 1.4426950408889634); }
/// Undefined in GLSL for x < 0; here as WebGL has it, not a number.
static inline float pow(float x, float y) {
  if (x == 0) return y > 0 ? 0.f : y == 0 ? 1.f : HUGE_VALF;
  return x == 1 ? 1.f : (float)exp_of(y * log_of(x));
}
static inline float sinh(float x) { return (float)((exp_of(x) - exp_of(-x)) / 2); }
static inline float cosh(float x) { return (float)((exp_of(x) + exp_of(-x)) / 2); }
static inline float tanh(float x) {
  const double e = exp_of(2.0 * (x > 20 ? 20 : x < -20 ? -20 : x));
  return (float)((e - 1) / (e + 1));
}
static inline float sqrt(float x) { return std::sqrt(x); }
static inline float inversesqrt(float x) { return 1 / std::sqrt(x); }
static inline float abs(float x) { return std::fabs(x); }
static inline float sign(float x) { return x > 0 ? 1.f : x < 0 ? -1.f : 0.f; }
static inline float floor(float x) { return std::floor(x); }
static inline float ceil(float x) { return std::ceil(x); }
static inline float trunc(float x) { return std::trunc(x); }
static inline float round(float x) { return std::floor(x + .5f); }
static inline float fract(float x) { return x - std::floor(x); }
static inline float radians(float x) { return x * 0.017453292519943295f; }
static inline float degrees(float x) { return x * 57.29577951308232f; }
static inline float mod(float x, float y) { return x - y * std::floor(x / y); }
static inline float min(float x, float y) { return y < x ? y : x; }
static inline float max(float x, float y) { return x < y ? y : x; }
static inline float clamp(float x, float low, float high) { return min(max(x, low), high); }
static inline float mix(float x, float y, float a) { return x * (1 - a) + y * a; }
static inline float mix(float x, float y, bool a) { return a ? y : x; }
static inline float step(float edge, float x) { return x < edge ? 0.f : 1.f; }
static inline float smoothstep(float low, float high, float x) {
  const float t = clamp((x - low) / (high - low), 0, 1);
  return t * t * (3 - 2 * t);
}
static inline int abs(int x) { return x < 0 ? -x : x; }
static inline int min(int x, int y) { return y < x ? y : x; }
static inline int max(int x, int y) { return x < y ? y : x; }
static inline int clamp(int x, int low, int high) { return min(max(x, low), high); }
static inline int sign(int x) { return (x > 0) - (x < 0); }

#define GLSL_EACH(v, expression) v r; for (int i = 0; i < size_of<v>::count; i++) r[i] = expression; return r
#define GLSL_ONE(name) \
  static inline vec2 name(vec2 x) { GLSL_EACH(vec2, name(x[i])); } \
  static inline vec3 name(vec3 x) { GLSL_EACH(vec3, name(x[i])); } \
  static inline vec4 name(vec4 x) { GLSL_EACH(vec4, name(x[i])); }
#define GLSL_TWO_OF(name, v) \
  static inline v name(v x, v y) { GLSL_EACH(v, name(x[i], y[i])); } \
  static inline v name(v x, float y) { GLSL_EACH(v, name(x[i], y)); }
#define GLSL_TWO(name) GLSL_TWO_OF(name, vec2) GLSL_TWO_OF(name, vec3) GLSL_TWO_OF(name, vec4)
GLSL_ONE(sin) GLSL_ONE(cos) GLSL_ONE(tan) GLSL_ONE(asin) GLSL_ONE(acos) GLSL_ONE(atan) GLSL_ONE(exp)
GLSL_ONE(log) GLSL_ONE(exp2) GLSL_ONE(log2) GLSL_ONE(sqrt) GLSL_ONE(inversesqrt) GLSL_ONE(abs) GLSL_ONE(sign)
GLSL_ONE(floor) GLSL_ONE(ceil) GLSL_ONE(trunc) GLSL_ONE(round) GLSL_ONE(fract) GLSL_ONE(radians)
GLSL_ONE(degrees) GLSL_ONE(tanh)
GLSL_TWO(mod) GLSL_TWO(min) GLSL_TWO(max) GLSL_TWO(pow) GLSL_TWO(atan)
#define GLSL_THREE(v) \
  static inline v clamp(v x, v low, v high) { GLSL_EACH(v, clamp(x[i], low[i], high[i])); } \
  static inline v clamp(v x, float low, float high) { GLSL_EACH(v, clamp(x[i], low, high)); } \
  static inline v mix(v x, v y, v a) { GLSL_EACH(v, mix(x[i], y[i], a[i])); } \
  static inline v mix(v x, v y, float a) { GLSL_EACH(v, mix(x[i], y[i], a)); } \
  static inline v mix(v x, v y, bool a) { return a ? y : x; } \
  static inline v step(v edge, v x) { GLSL_EACH(v, step(edge[i], x[i])); } \
  static inline v step(float edge, v x) { GLSL_EACH(v, step(edge, x[i])); } \
  static inline v smoothstep(v low, v high, v x) { GLSL_EACH(v, smoothstep(low[i], high[i], x[i])); } \
  static inline v smoothstep(float low, float high, v x) { GLSL_EACH(v, smoothstep(low, high, x[i])); } \
  static inline float dot(v x, v y) { float r = 0; for (int i = 0; i < size_of<v>::count; i++) r += x[i] * y[i]; return r; } \
  static inline float length(v x) { return std::sqrt(dot(x, x)); } \
  static inline float distance(v x, v y) { return length(x - y); } \
  static inline v normalize(v x) { return x / length(x); } \
  static inline v reflect(v x, v n) { return x - 2 * dot(n, x) * n; } \
  static inline v faceforward(v n, v i, v reference) { return dot(reference, i) < 0 ? n : -n; }
GLSL_THREE(vec2) GLSL_THREE(vec3) GLSL_THREE(vec4)
static inline float dot(float x, float y) { return x * y; }
static inline float length(float x) { return std::fabs(x); }
static inline float distance(float x, float y) { return std::fabs(x - y); }
static inline float normalize(float x) { return sign(x); }
static inline vec3 cross(vec3 a, vec3 b) { return a.yzx * b.zxy - a.zxy * b.yzx; }
template <class V> static inline V refract(V i, V n, float eta) {
  const float d = dot(n, i), k = 1 - eta * eta * (1 - d * d);
  return k < 0 ? V(0) : eta * i - (eta * d + std::sqrt(k)) * n;
}

#define GLSL_COMPARE(v, b) \
  static inline b lessThan(v x, v y) { return (x < y) & 1; } \
  static inline b lessThanEqual(v x, v y) { return (x <= y) & 1; } \
  static inline b greaterThan(v x, v y) { return (x > y) & 1; } \
  static inline b greaterThanEqual(v x, v y) { return (x >= y) & 1; } \
  static inline bool is_equal(v x, v y) { for (int i = 0; i < size_of<v>::count; i++) if (!(x[i] == y[i])) return false; return true; }
GLSL_COMPARE(vec2, bvec2) GLSL_COMPARE(vec3, bvec3) GLSL_COMPARE(vec4, bvec4)
static inline bvec2 equal(vec2 x, vec2 y) { return (x == y) & 1; }
static inline bvec3 equal(vec3 x, vec3 y) { return (x == y) & 1; }
static inline bvec4 equal(vec4 x, vec4 y) { return (x == y) & 1; }
static inline bvec2 notEqual(vec2 x, vec2 y) { return (x != y) & 1; }
static inline bvec3 notEqual(vec3 x, vec3 y) { return (x != y) & 1; }
static inline bvec4 notEqual(vec4 x, vec4 y) { return (x != y) & 1; }
/// GLSL's == and != give one truth for vectors.
#define GLSL_SAME(v) static inline bool is_equal(v x, v y) { for (int i = 0; i < size_of<v>::count; i++) if (x[i] != y[i]) return false; return true; }
GLSL_SAME(ivec2) GLSL_SAME(ivec3) GLSL_SAME(ivec4)
static inline bool is_equal(float x, float y) { return x == y; }
static inline bool is_equal(int x, int y) { return x == y; }
static inline bool is_equal(bool x, bool y) { return x == y; }
static inline bool is_equal(float x, int y) { return x == (float)y; }
static inline bool is_equal(int x, float y) { return (float)x == y; }
template <class B> static inline bool all(B b) { for (int i = 0; i < size_of<B>::count; i++) if (!b[i]) return false; return true; }
template <class B> static inline bool any(B b) { for (int i = 0; i < size_of<B>::count; i++) if (b[i]) return true; return false; }
template <class B> static inline B negate(B b) { return (b == 0) & 1; }

// ---- Matrices, by columns --------------------------------------------------------------------------

template <class V, int N> struct matrix {
  V columns[N];
  matrix() {}
  matrix(float x) { for (int i = 0; i < N; i++) { columns[i] = V(0); columns[i][i] = x; } }
  template <class A, class B, class... More> matrix(A a, B b, More... more) {
    gather<float> all;
    all.add(a), all.add(b);
    (all.add(more), ...);
    for (int i = 0; i < N * N; i++) columns[i / N][i % N] = all.values[i];
  }
  template <class W, int M> explicit matrix(const matrix<W, M> &m) : matrix(1.f) {
    for (int c = 0; c < N && c < M; c++) for (int r = 0; r < N && r < M; r++) columns[c][r] = m.columns[c][r];
  }
  V &operator[](int i) { return columns[i]; }
  const V &operator[](int i) const { return columns[i]; }
  matrix &operator*=(const matrix &m) { return *this = *this * m; }
};
template <class V, int N> static inline V operator*(const matrix<V, N> &m, V v) {
  V r = m.columns[0] * v[0];
  for (int i = 1; i < N; i++) r += m.columns[i] * v[i];
  return r;
}
template <class V, int N> static inline V operator*(V v, const matrix<V, N> &m) {
  V r;
  for (int i = 0; i < N; i++) r[i] = dot(v, m.columns[i]);
  return r;
}
template <class V, int N> static inline matrix<V, N> operator*(const matrix<V, N> &a, const matrix<V, N> &b) {
  matrix<V, N> r;
  for (int i = 0; i < N; i++) r.columns[i] = a * b.columns[i];
  return r;
}
template <class V, int N> static inline matrix<V, N> operator*(const matrix<V, N> &a, float b) {
  matrix<V, N> r;
  for (int i = 0; i < N; i++) r.columns[i] = a.columns[i] * b;
  return r;
}
typedef matrix<vec2, 2> mat2;
typedef matrix<vec3, 3> mat3;
typedef matrix<vec4, 4> mat4;

// ---- Pictures --------------------------------------------------------------------------------------

/// A picture as a texture: (0, 0) is its lower left corner, edges are clamped, four texels are mixed.
struct sampler2D {
  const animator_image *image = nullptr;

  vec4 texel(int x, int y) const {
    x = x < 0 ? 0 : x >= image->width ? image->width - 1 : x;
    y = y < 0 ? 0 : y >= image->height ? image->height - 1 : y;
    const uint8_t *p = image->data + (int64_t)y * image->stride_bytes + 4 * x;
    return make<vec4>((float)p[0], (float)p[1], (float)p[2], (float)p[3]);
  }
  vec4 at(vec2 place) const {
    if (!image) return vec4(0);
    const float limit = 1 << 20;
    float x = place.x * (float)image->width - .5f, y = (1 - place.y) * (float)image->height - .5f;
    x = x != x ? 0 : clamp(x, -limit, limit), y = y != y ? 0 : clamp(y, -limit, limit);
    const float left = std::floor(x), top = std::floor(y), a = x - left, b = y - top;
    const int i = (int)left, j = (int)top;
    const vec4 upper = texel(i, j) * (1 - a) + texel(i + 1, j) * a;
    const vec4 lower = texel(i, j + 1) * (1 - a) + texel(i + 1, j + 1) * a;
    return (upper * (1 - b) + lower * b) * (1 / 255.f);
  }
};
static inline vec4 texture2D(const sampler2D &picture, vec2 place) { return picture.at(place); }

static inline uint8_t byte_of(float x) {
  x = x * 255.f + .5f;
  return x >= 255.f ? 255 : x > 0 ? (uint8_t)x : 0;
}

/// What a transition reads beside its parameters.
struct base {
  float progress, ratio;
  sampler2D screens[2];
  vec4 getFromColor(vec2 place) const { return screens[0].at(place); }
  vec4 getToColor(vec2 place) const { return screens[1].at(place); }
};

/// Draws the pixels of a window. Each begins with fresh globals.
template <class Shader, class Parameters> static int32_t draw(
    const Parameters *parameters, const animator_context *context, const animator_image *in, uint32_t in_count,
    animator_surface out, animator_window window) {
  base screens;
  screens.progress = (float)context->progress;
  screens.ratio = (float)out.width / (float)out.height;
  screens.screens[0].image = &in[0], screens.screens[1].image = &in[1];
  const Shader first(screens, *parameters, in + 2, in_count - 2);
  for (int32_t y = window.y; y < window.y + window.height; y++) {
    if (!context->keep_going(context)) return ANIMATOR_FAILED;
    uint8_t *row = out.data + (int64_t)y * out.stride_bytes;
    for (int32_t x = window.x; x < window.x + window.width; x++) {
      Shader shader(first);
      const vec4 c = shader.transition_(make<vec2>(((float)x + .5f) / (float)out.width,
                                                  1 - ((float)y + .5f) / (float)out.height));
      uint8_t *p = row + 4 * x;
      p[3] = byte_of(c.w);
      for (int i = 0; i < 3; i++) {
        const uint8_t channel = byte_of(c[i]);
        p[i] = channel < p[3] ? channel : p[3];
      }
    }
  }
  return ANIMATOR_OK;
}

} // namespace GLSL_BUILD
} // namespace glsl
