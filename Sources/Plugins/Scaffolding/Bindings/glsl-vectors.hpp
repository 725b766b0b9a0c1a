// The vectors and matrices of GLSL, with a number for each pixel and each component. Functions and operators
// of vectors apply to each component.
#pragma once
#include <glsl-functions.hpp>

namespace glsl {
inline namespace GLSL_BUILD {

template <class T, int N> struct vec;

// ---- Parts and swizzles: .x, .xy(), .zyx(), … ------------------------------------------------------

#define GLSL_PICK2(a, b) GLSL_INLINE vec<T, 2> a##b() const { return vec<T, 2>(a, b); }
#define GLSL_PICK3(a, b, c) GLSL_INLINE vec<T, 3> a##b##c() const { return vec<T, 3>(a, b, c); }
#define GLSL_PICK4(a, b, c, d) GLSL_INLINE vec<T, 4> a##b##c##d() const { return vec<T, 4>(a, b, c, d); }
#define GLSL_OF2(next, ...) next(__VA_ARGS__, x) next(__VA_ARGS__, y)
#define GLSL_OF3(next, ...) GLSL_OF2(next, __VA_ARGS__) next(__VA_ARGS__, z)
#define GLSL_OF4(next, ...) GLSL_OF3(next, __VA_ARGS__) next(__VA_ARGS__, w)
// Each size has its own list, because a macro is not expanded inside itself.
#define GLSL_A2(a) GLSL_OF2(GLSL_PICK2, a)
#define GLSL_A3(a) GLSL_OF3(GLSL_PICK2, a)
#define GLSL_A4(a) GLSL_OF4(GLSL_PICK2, a)
#define GLSL_B2(a) GLSL_OF2(GLSL_PICK3, a, x) GLSL_OF2(GLSL_PICK3, a, y)
#define GLSL_B3(a) GLSL_OF3(GLSL_PICK3, a, x) GLSL_OF3(GLSL_PICK3, a, y) GLSL_OF3(GLSL_PICK3, a, z)
#define GLSL_B4(a) GLSL_OF4(GLSL_PICK3, a, x) GLSL_OF4(GLSL_PICK3, a, y) GLSL_OF4(GLSL_PICK3, a, z) \
  GLSL_OF4(GLSL_PICK3, a, w)
#define GLSL_C2(a, b) GLSL_OF2(GLSL_PICK4, a, b, x) GLSL_OF2(GLSL_PICK4, a, b, y)
#define GLSL_C3(a, b) GLSL_OF3(GLSL_PICK4, a, b, x) GLSL_OF3(GLSL_PICK4, a, b, y) GLSL_OF3(GLSL_PICK4, a, b, z)
#define GLSL_C4(a, b) GLSL_OF4(GLSL_PICK4, a, b, x) GLSL_OF4(GLSL_PICK4, a, b, y) GLSL_OF4(GLSL_PICK4, a, b, z) \
  GLSL_OF4(GLSL_PICK4, a, b, w)
#define GLSL_D2(a) GLSL_C2(a, x) GLSL_C2(a, y)
#define GLSL_D3(a) GLSL_C3(a, x) GLSL_C3(a, y) GLSL_C3(a, z)
#define GLSL_D4(a) GLSL_C4(a, x) GLSL_C4(a, y) GLSL_C4(a, z) GLSL_C4(a, w)

template <class T, int N> struct parts_of;
template <class T> struct parts_of<T, 2> {
  T x, y;
  GLSL_A2(x) GLSL_A2(y) GLSL_B2(x) GLSL_B2(y) GLSL_D2(x) GLSL_D2(y)
};
template <class T> struct parts_of<T, 3> {
  T x, y, z;
  GLSL_A3(x) GLSL_A3(y) GLSL_A3(z) GLSL_B3(x) GLSL_B3(y) GLSL_B3(z) GLSL_D3(x) GLSL_D3(y) GLSL_D3(z)
};
template <class T> struct parts_of<T, 4> {
  T x, y, z, w;
  GLSL_A4(x) GLSL_A4(y) GLSL_A4(z) GLSL_A4(w) GLSL_B4(x) GLSL_B4(y) GLSL_B4(z) GLSL_B4(w)
  GLSL_D4(x) GLSL_D4(y) GLSL_D4(z) GLSL_D4(w)
};

// ---- Vectors ---------------------------------------------------------------------------------------

#define GLSL_EACH(i) for (int i = 0; i < N; i++)
#define GLSL_V_OPERATOR(sign) \
  friend GLSL_INLINE vec operator sign(const vec &a, const vec &b) { vec r; GLSL_EACH(i) r[i] = a[i] sign b[i]; return r; } \
  friend GLSL_INLINE vec operator sign(const vec &a, T b) { vec r; GLSL_EACH(i) r[i] = a[i] sign b; return r; } \
  friend GLSL_INLINE vec operator sign(T a, const vec &b) { vec r; GLSL_EACH(i) r[i] = a sign b[i]; return r; } \
  template <class V> GLSL_INLINE vec &operator sign##=(const V &b) { return *this = *this sign b; }
#define GLSL_V_ONE(name) \
  friend GLSL_INLINE vec name(const vec &a) { vec r; GLSL_EACH(i) r[i] = name(a[i]); return r; }
#define GLSL_V_TWO(name) \
  friend GLSL_INLINE vec name(const vec &a, const vec &b) { vec r; GLSL_EACH(i) r[i] = name(a[i], b[i]); return r; } \
  friend GLSL_INLINE vec name(const vec &a, T b) { vec r; GLSL_EACH(i) r[i] = name(a[i], b); return r; }
#define GLSL_V_COMPARE(name, sign) \
  friend GLSL_INLINE vec<Bool, N> name(const vec &a, const vec &b) { \
    vec<Bool, N> r; GLSL_EACH(i) r[i] = a[i] sign b[i]; return r; }

template <class T, int N> struct vec : parts_of<T, N> {
  GLSL_INLINE vec() { GLSL_EACH(i) (*this)[i] = T(); }
  /// Creates a vector from one number for all components, or from the first components of a longer vector.
  template <class A> GLSL_INLINE explicit vec(const A &a) { whole(a); }
  /// Creates a vector from the consecutive components of numbers and vectors.
  template <class A, class B, class... More> GLSL_INLINE vec(const A &a, const B &b, const More &...more) {
    int count = 0;
    add(count, a), add(count, b);
    (add(count, more), ...);
  }
  GLSL_INLINE T &operator[](int i) { return (&this->x)[i < 0 ? 0 : i < N ? i : N - 1]; }
  GLSL_INLINE const T &operator[](int i) const { return (&this->x)[i < 0 ? 0 : i < N ? i : N - 1]; }
  GLSL_INLINE T operator[](Int place) const {
    T r = this->x;
    for (int i = 1; i < N; i++) r = pick(place == i, (*this)[i], r);
    return r;
  }
  GLSL_V_OPERATOR(+) GLSL_V_OPERATOR(-) GLSL_V_OPERATOR(*) GLSL_V_OPERATOR(/)
  friend GLSL_INLINE vec operator-(const vec &a) { vec r; GLSL_EACH(i) r[i] = -a[i]; return r; }
  friend GLSL_INLINE Bool operator==(const vec &a, const vec &b) {
    Bool r = true;
    GLSL_EACH(i) r = r && a[i] == b[i];
    return r;
  }
  friend GLSL_INLINE Bool operator!=(const vec &a, const vec &b) { return !(a == b); }
  friend GLSL_INLINE vec pick(Bool condition, const vec &yes, const vec &no) {
    vec r;
    GLSL_EACH(i) r[i] = pick(condition, yes[i], no[i]);
    return r;
  }
  GLSL_V_ONE(sin) GLSL_V_ONE(cos) GLSL_V_ONE(tan) GLSL_V_ONE(asin) GLSL_V_ONE(acos) GLSL_V_ONE(atan)
  GLSL_V_ONE(sinh) GLSL_V_ONE(cosh) GLSL_V_ONE(tanh) GLSL_V_ONE(exp) GLSL_V_ONE(log) GLSL_V_ONE(exp2)
  GLSL_V_ONE(log2) GLSL_V_ONE(sqrt) GLSL_V_ONE(inversesqrt) GLSL_V_ONE(abs) GLSL_V_ONE(sign) GLSL_V_ONE(floor)
  GLSL_V_ONE(ceil) GLSL_V_ONE(trunc) GLSL_V_ONE(round) GLSL_V_ONE(fract) GLSL_V_ONE(radians) GLSL_V_ONE(degrees)
  GLSL_V_TWO(mod) GLSL_V_TWO(min) GLSL_V_TWO(max) GLSL_V_TWO(pow) GLSL_V_TWO(atan)
  friend GLSL_INLINE vec clamp(const vec &a, const vec &low, const vec &high) { return min(max(a, low), high); }
  friend GLSL_INLINE vec clamp(const vec &a, T low, T high) { return min(max(a, low), high); }
  friend GLSL_INLINE vec mix(const vec &a, const vec &b, T t) { vec r; GLSL_EACH(i) r[i] = mix(a[i], b[i], t); return r; }
  friend GLSL_INLINE vec mix(const vec &a, const vec &b, const vec &t) {
    vec r;
    GLSL_EACH(i) r[i] = mix(a[i], b[i], t[i]);
    return r;
  }
  friend GLSL_INLINE vec step(const vec &edge, const vec &a) { vec r; GLSL_EACH(i) r[i] = step(edge[i], a[i]); return r; }
  friend GLSL_INLINE vec step(T edge, const vec &a) { vec r; GLSL_EACH(i) r[i] = step(edge, a[i]); return r; }
  friend GLSL_INLINE vec smoothstep(const vec &low, const vec &high, const vec &a) {
    vec r;
    GLSL_EACH(i) r[i] = smoothstep(low[i], high[i], a[i]);
    return r;
  }
  friend GLSL_INLINE vec smoothstep(T low, T high, const vec &a) {
    vec r;
    GLSL_EACH(i) r[i] = smoothstep(low, high, a[i]);
    return r;
  }
  friend GLSL_INLINE T dot(const vec &a, const vec &b) {
    T sum = a[0] * b[0];
    for (int i = 1; i < N; i++) sum = sum + a[i] * b[i];
    return sum;
  }
  friend GLSL_INLINE T length(const vec &a) { return sqrt(dot(a, a)); }
  friend GLSL_INLINE T distance(const vec &a, const vec &b) { return length(a - b); }
  friend GLSL_INLINE vec normalize(const vec &a) { return a / length(a); }
  friend GLSL_INLINE vec reflect(const vec &a, const vec &n) { return a - 2.f * dot(n, a) * n; }
  friend GLSL_INLINE vec refract(const vec &i, const vec &n, T eta) {
    const T d = dot(n, i), k = 1.f - eta * eta * (1.f - d * d);
    return pick(k < 0.f, vec(0.f), eta * i - (eta * d + sqrt(k)) * n);
  }
  friend GLSL_INLINE vec faceforward(const vec &n, const vec &i, const vec &reference) {
    return pick(dot(reference, i) < 0.f, n, -n);
  }
  GLSL_V_COMPARE(lessThan, <) GLSL_V_COMPARE(lessThanEqual, <=) GLSL_V_COMPARE(greaterThan, >)
  GLSL_V_COMPARE(greaterThanEqual, >=) GLSL_V_COMPARE(equal, ==) GLSL_V_COMPARE(notEqual, !=)

private:
  template <class U> GLSL_INLINE void whole(const U &a) { const T value = T(a); GLSL_EACH(i) (*this)[i] = value; }
  template <class U, int M> GLSL_INLINE void whole(const vec<U, M> &a) {
    static_assert(M >= N, "a vector is made of too few numbers");
    GLSL_EACH(i) (*this)[i] = T(a[i]);
  }
  template <class U> GLSL_INLINE void add(int &count, const U &a) {
    if (count < N) (*this)[count] = T(a);
    count++;
  }
  template <class U, int M> GLSL_INLINE void add(int &count, const vec<U, M> &a) {
    for (int i = 0; i < M; i++) add(count, a[i]);
  }
};
typedef vec<Float, 2> vec2;
typedef vec<Float, 3> vec3;
typedef vec<Float, 4> vec4;
typedef vec<Int, 2> ivec2;
typedef vec<Int, 3> ivec3;
typedef vec<Int, 4> ivec4;
typedef vec<Bool, 2> bvec2;
typedef vec<Bool, 3> bvec3;
typedef vec<Bool, 4> bvec4;

static GLSL_INLINE vec3 cross(const vec3 &a, const vec3 &b) { return a.yzx() * b.zxy() - a.zxy() * b.yzx(); }
template <class T, int N> static GLSL_INLINE vec<T, N> mix(
    const vec<T, N> &a, const vec<T, N> &b, const vec<Bool, N> &t) {
  vec<T, N> r;
  GLSL_EACH(i) r[i] = pick(t[i], b[i], a[i]);
  return r;
}
template <int N> static GLSL_INLINE Bool all(const vec<Bool, N> &b) { Bool r = true; GLSL_EACH(i) r = r && b[i]; return r; }
template <int N> static GLSL_INLINE Bool any(const vec<Bool, N> &b) { Bool r = false; GLSL_EACH(i) r = r || b[i]; return r; }
template <int N> static GLSL_INLINE vec<Bool, N> negate(const vec<Bool, N> &b) {
  vec<Bool, N> r;
  GLSL_EACH(i) r[i] = !b[i];
  return r;
}

template <class T, int N, int... places> struct Parts<vec<T, N>, places...> {
  vec<T, N> &whole;
  typedef vec<T, sizeof...(places)> value;
  GLSL_INLINE value read() const { return value(whole[places]...); }
};
/// A swizzle for assignments: `on(parts<0, 1>(v)) = w`.
template <int... places, class T, int N> static GLSL_INLINE Parts<vec<T, N>, places...> parts(vec<T, N> &whole) {
  return {whole};
}
template <class V, int... places> struct Masked<Parts<V, places...>> {
  typedef typename Parts<V, places...>::value value;
  Parts<V, places...> to;
  ints mask;
  GLSL_INLINE value operator=(const value &v) const {
    int i = 0;
    ((to.whole[places] = pick(Bool(mask), v[i++], to.whole[places])), ...);
    return v;
  }
  template <class B> GLSL_INLINE value operator+=(const B &b) const { return *this = to.read() + b; }
  template <class B> GLSL_INLINE value operator-=(const B &b) const { return *this = to.read() - b; }
  template <class B> GLSL_INLINE value operator*=(const B &b) const { return *this = to.read() * b; }
  template <class B> GLSL_INLINE value operator/=(const B &b) const { return *this = to.read() / b; }
};

// ---- Matrices, by columns, and arrays --------------------------------------------------------------

template <class T, int N> struct array {
  T items[N];
  GLSL_INLINE array() {}
  template <class... A> GLSL_INLINE explicit array(const T &first, const A &...more) : items{first, T(more)...} {}
  GLSL_INLINE T &operator[](int i) { return items[i < 0 ? 0 : i < N ? i : N - 1]; }
  GLSL_INLINE const T &operator[](int i) const { return items[i < 0 ? 0 : i < N ? i : N - 1]; }
  GLSL_INLINE T operator[](Int place) const {
    T r = items[0];
    for (int i = 1; i < N; i++) r = pick(place == i, items[i], r);
    return r;
  }
};
template <int N> struct matrix {
  typedef vec<Float, N> column;
  column columns[N];
  GLSL_INLINE matrix() {}
  GLSL_INLINE explicit matrix(Float x) { GLSL_EACH(i) columns[i][i] = x; }
  template <class A, class B, class... More> GLSL_INLINE matrix(const A &a, const B &b, const More &...more) {
    int count = 0;
    add(count, a), add(count, b);
    (add(count, more), ...);
  }
  template <int M> GLSL_INLINE explicit matrix(const matrix<M> &m) : matrix(Float(1.f)) {
    for (int c = 0; c < N && c < M; c++) for (int r = 0; r < N && r < M; r++) columns[c][r] = m[c][r];
  }
  GLSL_INLINE column &operator[](int i) { return columns[i < 0 ? 0 : i < N ? i : N - 1]; }
  GLSL_INLINE const column &operator[](int i) const { return columns[i < 0 ? 0 : i < N ? i : N - 1]; }
  friend GLSL_INLINE column operator*(const matrix &m, const column &v) {
    column r = m[0] * v[0];
    for (int i = 1; i < N; i++) r = r + m[i] * v[i];
    return r;
  }
  friend GLSL_INLINE column operator*(const column &v, const matrix &m) { column r; GLSL_EACH(i) r[i] = dot(v, m[i]); return r; }
  friend GLSL_INLINE matrix operator*(const matrix &a, const matrix &b) { matrix r; GLSL_EACH(i) r[i] = a * b[i]; return r; }
  friend GLSL_INLINE matrix operator*(const matrix &a, Float b) { matrix r; GLSL_EACH(i) r[i] = a[i] * b; return r; }
  friend GLSL_INLINE matrix operator*(Float a, const matrix &b) { return b * a; }
  friend GLSL_INLINE matrix operator/(const matrix &a, Float b) { matrix r; GLSL_EACH(i) r[i] = a[i] / b; return r; }
  friend GLSL_INLINE matrix operator+(const matrix &a, const matrix &b) { matrix r; GLSL_EACH(i) r[i] = a[i] + b[i]; return r; }
  friend GLSL_INLINE matrix operator-(const matrix &a, const matrix &b) { matrix r; GLSL_EACH(i) r[i] = a[i] - b[i]; return r; }
  friend GLSL_INLINE matrix pick(Bool condition, const matrix &yes, const matrix &no) {
    matrix r;
    GLSL_EACH(i) r[i] = pick(condition, yes[i], no[i]);
    return r;
  }
  friend GLSL_INLINE matrix transpose(const matrix &m) {
    matrix r;
    GLSL_EACH(i) GLSL_EACH(k) r[i][k] = m[k][i];
    return r;
  }

private:
  template <class U> GLSL_INLINE void add(int &count, const U &a) {
    if (count < N * N) columns[count / N][count % N] = Float(a);
    count++;
  }
  template <class U, int M> GLSL_INLINE void add(int &count, const vec<U, M> &a) {
    for (int i = 0; i < M; i++) add(count, a[i]);
  }
};
typedef matrix<2> mat2;
typedef matrix<3> mat3;
typedef matrix<4> mat4;

} // namespace GLSL_BUILD
} // namespace glsl
