// C++ types that contain the numbers of several pixels at once. A variable of a shader contains one number
// for each pixel (`Float`, `Int` or `Bool`); if pixels take different branches, a `Mask` selects the pixels
// to which a statement applies.
//
// Every lane is computed with separate additions, multiplications, divisions and roots, which are never
// fused. Computing one pixel at a time, two groups of four, or eight at once therefore gives the same bits.
#pragma once
#include <animator.h>

#include <cstdint>
#include <cstring>
#ifdef __SSE2__
#include <immintrin.h>
#endif

/// The number of pixels that are drawn at once, a power of two.
#ifndef GLSL_LANES
#define GLSL_LANES 8
#endif
// Both variants must not share a function that is not inlined, because the linker would keep only one of
// them.
#ifdef GLSL_WIDE
#define GLSL_BUILD wide
#else
#define GLSL_BUILD plain
#endif
#define GLSL_INLINE inline __attribute__((always_inline))
#define GLSL_LANE(i) for (int i = 0; i < lanes; i++)

namespace glsl {
inline namespace GLSL_BUILD {

enum { lanes = GLSL_LANES };
typedef float floats __attribute__((ext_vector_type(GLSL_LANES)));
typedef int32_t ints __attribute__((ext_vector_type(GLSL_LANES)));
typedef double doubles __attribute__((ext_vector_type(GLSL_LANES)));

static GLSL_INLINE ints bits_of(floats x) { return __builtin_bit_cast(ints, x); }
static GLSL_INLINE floats floats_of(ints x) { return __builtin_bit_cast(floats, x); }
/// Selects one of two values in each lane; the lanes of a mask are 0 or -1.
static GLSL_INLINE ints chosen(ints mask, ints yes, ints no) { return mask ? yes : no; }
static GLSL_INLINE floats chosen(ints mask, floats yes, floats no) { return mask ? yes : no; }
static GLSL_INLINE bool is_any(ints mask) {
#if GLSL_LANES == 8 && defined(__AVX2__)
  return _mm256_movemask_ps(__builtin_bit_cast(__m256, mask)) != 0;
#elif GLSL_LANES == 8 && defined(__SSE2__)
  return _mm_movemask_epi8(__builtin_bit_cast(__m128i, mask.lo | mask.hi)) != 0;
#else
  int all = 0;
  GLSL_LANE(i) all |= mask[i];
  return all != 0;
#endif
}

/// Restricts a constructor to arguments of exactly this type, without conversions.
template <class A, class B> struct same_type {};
template <class A> struct same_type<A, A> { typedef int yes; };
#define GLSL_FROM(type, name) template <class A, typename same_type<A, type>::yes = 0> GLSL_INLINE name(A x)
#define GLSL_FROM_ONLY(type, name) \
  template <class A, typename same_type<A, type>::yes = 0> GLSL_INLINE explicit name(A x)

struct Float;
struct Bool;
struct Int {
  ints v;
  GLSL_INLINE Int() : v(0) {}
  GLSL_FROM(ints, Int) : v(x) {}
  GLSL_FROM(int, Int) : v(x) {}
  GLSL_FROM(unsigned, Int) : v((int)x) {}
  GLSL_FROM_ONLY(bool, Int) : v((int)x) {}
  GLSL_FROM_ONLY(float, Int) : Int(of_float(x)) {}
  GLSL_FROM_ONLY(double, Int) : Int((float)x) {}
  GLSL_INLINE explicit Int(Float x);
  GLSL_INLINE explicit Int(Bool x);
  static GLSL_INLINE ints of_float(floats x);
};
struct Float {
  floats v;
  GLSL_INLINE Float() : v(0.f) {}
  GLSL_FROM(floats, Float) : v(x) {}
  GLSL_FROM(float, Float) : v(x) {}
  GLSL_FROM(double, Float) : v((float)x) {}
  GLSL_FROM(int, Float) : v((float)x) {}
  GLSL_FROM(unsigned, Float) : v((float)x) {}
  GLSL_FROM_ONLY(bool, Float) : v((float)x) {}
  GLSL_INLINE explicit Float(Int x) : v(__builtin_convertvector(x.v, floats)) {}
  GLSL_INLINE explicit Float(Bool x);
};
struct Bool {
  ints v;
  GLSL_INLINE Bool() : v(0) {}
  GLSL_FROM(ints, Bool) : v(x) {}
  GLSL_FROM(bool, Bool) : v(x ? -1 : 0) {}
  GLSL_FROM_ONLY(int, Bool) : v(x != 0 ? -1 : 0) {}
  GLSL_FROM_ONLY(float, Bool) : v(x != 0 ? -1 : 0) {}
  GLSL_INLINE explicit Bool(Float x) : v(x.v != floats(0.f)) {}
  GLSL_INLINE explicit Bool(Int x) : v(x.v != ints(0)) {}
  friend GLSL_INLINE Bool operator&&(Bool a, Bool b) { return Bool(a.v & b.v); }
  friend GLSL_INLINE Bool operator||(Bool a, Bool b) { return Bool(a.v | b.v); }
  friend GLSL_INLINE Bool operator!(Bool a) { return Bool(~a.v); }
  friend GLSL_INLINE Bool operator==(Bool a, Bool b) { return Bool(~(a.v ^ b.v)); }
  friend GLSL_INLINE Bool operator!=(Bool a, Bool b) { return Bool(a.v ^ b.v); }
};
GLSL_INLINE Float::Float(Bool x) : v(__builtin_convertvector(x.v & 1, floats)) {}
GLSL_INLINE Int::Int(Bool x) : v(x.v & 1) {}
/// Converts floats to ints as GLSL does: towards zero; the nearest int for numbers outside the range; 0 for
/// NaN.
GLSL_INLINE ints Int::of_float(floats x) {
  const ints low = x < -2147483648.f, high = x >= 2147483648.f, none = x != x;
  const ints whole = __builtin_convertvector(chosen(low | high | none, floats(0.f), x), ints);
  return chosen(low, ints(-2147483647 - 1), chosen(high, ints(2147483647), whole));
}
GLSL_INLINE Int::Int(Float x) : v(of_float(x.v)) {}

#define GLSL_OPERATOR(type, sign) \
  static GLSL_INLINE type operator sign(type a, type b) { return type(a.v sign b.v); } \
  static GLSL_INLINE type &operator sign##=(type &a, type b) { a.v = a.v sign b.v; return a; }
#define GLSL_COMPARISON(sign) \
  static GLSL_INLINE Bool operator sign(Float a, Float b) { return Bool(ints(a.v sign b.v)); } \
  static GLSL_INLINE Bool operator sign(Int a, Int b) { return Bool(ints(a.v sign b.v)); }
GLSL_OPERATOR(Float, +) GLSL_OPERATOR(Float, -) GLSL_OPERATOR(Float, *) GLSL_OPERATOR(Float, /)
GLSL_OPERATOR(Int, +) GLSL_OPERATOR(Int, -) GLSL_OPERATOR(Int, *)
GLSL_OPERATOR(Int, &) GLSL_OPERATOR(Int, |) GLSL_OPERATOR(Int, ^)
GLSL_COMPARISON(<) GLSL_COMPARISON(<=) GLSL_COMPARISON(>) GLSL_COMPARISON(>=) GLSL_COMPARISON(==) GLSL_COMPARISON(!=)
static GLSL_INLINE Float operator-(Float a) { return Float(-a.v); }
static GLSL_INLINE Float operator+(Float a) { return a; }
static GLSL_INLINE Int operator-(Int a) { return Int(-a.v); }
static GLSL_INLINE Int operator~(Int a) { return Int(~a.v); }
/// Division by 0 gives 0, and division by -1 never traps.
static GLSL_INLINE Int operator/(Int a, Int b) {
  Int r;
  GLSL_LANE(i) r.v[i] = b.v[i] == 0 ? 0 : b.v[i] == -1 ? (int)(0u - (unsigned)a.v[i]) : a.v[i] / b.v[i];
  return r;
}
static GLSL_INLINE Int operator%(Int a, Int b) { return a - a / b * b; }
static GLSL_INLINE Int operator<<(Int a, Int b) { return Int(a.v << (b.v & 31)); }
static GLSL_INLINE Int operator>>(Int a, Int b) { return Int(a.v >> (b.v & 31)); }
static GLSL_INLINE Int &operator/=(Int &a, Int b) { return a = a / b; }
static GLSL_INLINE Int &operator%=(Int &a, Int b) { return a = a % b; }

/// Selects `yes` or `no` for each pixel by `condition`; both values are computed.
static GLSL_INLINE Float pick(Bool condition, Float yes, Float no) { return Float(chosen(condition.v, yes.v, no.v)); }
static GLSL_INLINE Int pick(Bool condition, Int yes, Int no) { return Int(chosen(condition.v, yes.v, no.v)); }
template <class A, typename same_type<A, int>::yes = 0> static GLSL_INLINE Int pick(Bool condition, A yes, A no) {
  return pick(condition, Int(yes), Int(no));
}
static GLSL_INLINE Bool pick(Bool condition, Bool yes, Bool no) { return Bool(chosen(condition.v, yes.v, no.v)); }

// ---- Statements for some of the pixels -------------------------------------------------------------

/// Assigns values only to the pixels of a mask: `on(x) = v` or `on(x) += v`.
template <class T> struct Masked {
  T &to;
  ints mask;
  GLSL_INLINE const T &operator=(const T &value) const { return to = pick(Bool(mask), value, to); }
  template <class V> GLSL_INLINE const T &operator+=(const V &value) const { return *this = to + value; }
  template <class V> GLSL_INLINE const T &operator-=(const V &value) const { return *this = to - value; }
  template <class V> GLSL_INLINE const T &operator*=(const V &value) const { return *this = to * value; }
  template <class V> GLSL_INLINE const T &operator/=(const V &value) const { return *this = to / value; }
  GLSL_INLINE const T &operator++() const { return *this = to + 1; }
  GLSL_INLINE const T &operator--() const { return *this = to - 1; }
  GLSL_INLINE T operator++(int) const { const T before = to; *this = to + 1; return before; }
  GLSL_INLINE T operator--(int) const { const T before = to; *this = to - 1; return before; }
};
/// The components of a vector that a swizzle names, for assignments.
template <class V, int... places> struct Parts;

/// A mask that selects the pixels to which a statement applies.
struct Mask {
  ints v;
  GLSL_INLINE explicit Mask(bool x) : v(x ? -1 : 0) {}
  GLSL_INLINE explicit Mask(ints x) : v(x) {}
  GLSL_INLINE explicit operator bool() const { return is_any(v); }
  template <class T> GLSL_INLINE Masked<T> operator()(T &to) const { return {to, v}; }
  template <class V, int... places> GLSL_INLINE Masked<Parts<V, places...>> operator()(
      Parts<V, places...> &&to) const { return {to, v}; }
  friend GLSL_INLINE Mask operator&(Mask a, Mask b) { return Mask(a.v & b.v); }
  friend GLSL_INLINE Mask operator&(Mask a, Bool b) { return Mask(a.v & b.v); }
  friend GLSL_INLINE Mask operator~(Mask a) { return Mask(~a.v); }
  GLSL_INLINE Mask &operator&=(Bool b) { v &= b.v; return *this; }
  GLSL_INLINE Mask &operator&=(Mask b) { v &= b.v; return *this; }
  GLSL_INLINE Mask &operator|=(Mask b) { v |= b.v; return *this; }
};

} // namespace GLSL_BUILD
} // namespace glsl
