// Computes gradients: for several pixels at a time, the position between the ends of the gradient, and the
// colour at that position.

/// The number of pixels whose positions are computed at a time; their colours fill one vector of channels.
#define PLACES (LANES / 4)

typedef double D __attribute__((vector_size(LANES * 2)));
typedef int64_t L __attribute__((vector_size(LANES * 2)));
/// The four channels of one pixel.
typedef double Channels __attribute__((vector_size(32)));
typedef double ChannelsU __attribute__((vector_size(32), aligned(8)));
typedef int32_t WholeChannels __attribute__((vector_size(16)));
typedef uint16_t ShortChannels __attribute__((vector_size(8)));

#if LANES == 16
#define ROOT(d) ((D)_mm256_sqrt_pd((__m256d)(d)))
#else
#define ROOT(d) ((D)_mm_sqrt_pd((__m128d)(d)))
#endif

/// Selects elements of `a` where `isFirst` is set, and elements of `b` elsewhere.
INLINE D select_places(L isFirst, D a, D b) { return (D)(((L)a & isFirst) | ((L)b & ~isFirst)); }

INLINE D magnitudes(D d) { return (D)((L)d & INT64_MAX); }

/// The angles of the points (x, y) in turns, 0…1: 0 along the x axis, and a quarter along the y axis. The
/// argument is reduced below tan(π/16) in two steps before the series is applied; the error is below 1e-12.
INLINE D turns(D x, D y) {
  D across = magnitudes(x), up = magnitudes(y);
  L isWide = across > up;
  D most = select_places(isWide, across, up);
  D t = select_places(isWide, up, across) / most;
  t /= 1 + ROOT(1 + t * t);
  t /= 1 + ROOT(1 + t * t);
  D z = t * t, sum = {0};
  for (int n = 15; n >= 1; n -= 2) sum = 1.0 / n - z * sum;
  // The constant 0.6366… is 4 / 2π.
  D part = t * sum * 0.6366197723675814;
  part = select_places(up > across, 0.25 - part, part);
  part = select_places(x < 0, 0.5 - part, part);
  part = select_places(y < 0, 1 - part, part);
  return select_places((part < 1) & (most > 0), part, (D){0});
}

/// The positions along the gradient of the pixels from (x, y) on.
INLINE D gradient_places(const ck_paint *paint, int32_t x, int32_t y) {
  const double *m = paint->map;
  D cx, one = (D){0} + 1;
  for (int i = 0; i < PLACES; i++) cx[i] = x + i + 0.5;
  double cy = y + 0.5;
  D r = paint->is_affine ? one : 1 / (m[6] * cx + m[7] * cy + m[8]);
  D u = (m[0] * cx + m[1] * cy + m[2]) * r;
  if (paint->kind == CK_LINEAR) return u;
  D v = (m[3] * cx + m[4] * cy + m[5]) * r;
  if (paint->kind == CK_CONIC) return turns(u, v);
  double fx = paint->focus[0], fy = paint->focus[1], spare = 1 - fx * fx - fy * fy;
  if (spare == 1) return ROOT(u * u + v * v);
  // The radius t of a focal gradient is that of the circle through the position whose centre is (1 − t) times
  // the focus.
  u -= fx;
  v -= fy;
  D along = u * fx + v * fy;
  return (along + ROOT(along * along + spare * (u * u + v * v))) / spare;
}

static void shade_gradient(const ck_paint *paint, int32_t x, int32_t y, size_t n, uint16_t *out) {
  const ck_stop *stops = paint->stops;
  int32_t last = paint->stop_count - 1;
  D end = (D){0} + stops[last].offset;
  for (size_t i = 0; i < n; i += PLACES) {
    D t = gradient_places(paint, x + (int32_t)i, y);
    // If the position t is NaN, the comparison also selects the last colour.
    t = select_places(t < end, t, end);
    L before = {0};
    for (int32_t k = 1; k <= last; k++) before += t < stops[k].offset;
    for (int lane = 0; lane < PLACES; lane++) {
      const ck_stop *stop = stops + last + before[lane];
      // The colour of the first stop extends to all positions before it.
      double f = t[lane] > stop->offset ? (t[lane] - stop->offset) / stop->length : 0;
      Channels color = *(const ChannelsU *)stop->color + *(const ChannelsU *)stop->step * f + 0.5;
      ShortChannels channels =
          __builtin_convertvector(__builtin_convertvector(color, WholeChannels), ShortChannels);
      memcpy(out + (i + (size_t)lane) * 4, &channels, sizeof channels);
    }
  }
  if (paint->dither) dither_colors(out, x, y, n);
}
