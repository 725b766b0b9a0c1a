// Chooses a palette for many pixels from the sums over cells of similar colours.
#include "clones.h"
#include "gif.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

void gif_count(const uint8_t *pixels, size_t width, size_t first, size_t step,
               struct gif_cell *cells) {
  // Runs of equal pixels, which are frequent on screens, are added at once.
  uint32_t last = 0;
  uint64_t run = 0;
  for (size_t x = first;; x += step) {
    uint32_t p = 0;
    if (x < width) memcpy(&p, pixels + 4 * x, 4);
    if (x >= width || p != last) {
      if (run && last >> 31) {
        uint32_t r = last & 255, g = last >> 8 & 255, b = last >> 16 & 255;
        struct gif_cell *c = &cells[(r >> 2) << 12 | (g >> 2) << 6 | b >> 2];
        c->count += run;
        c->red += run * r;
        c->green += run * g;
        c->blue += run * b;
      }
      if (x >= width) return;
      last = p;
      run = 0;
    }
    run++;
  }
}

/// The weight and the mean colour of a cell that is not empty.
struct point {
  double weight;
  float mean[3];
};

/// A range of points in the space of colours.
struct box {
  size_t first, end;
  double weight, sum[3], error;
};

static void measure(const struct point *points, struct box *box) {
  double squares = 0;
  box->weight = 0;
  for (int c = 0; c < 3; c++) box->sum[c] = 0;
  for (size_t i = box->first; i < box->end; i++) {
    box->weight += points[i].weight;
    for (int c = 0; c < 3; c++) {
      double v = points[i].mean[c];
      box->sum[c] += points[i].weight * v;
      squares += points[i].weight * v * v;
    }
  }
  double explained = 0;
  for (int c = 0; c < 3; c++) explained += box->sum[c] * box->sum[c];
  box->error = box->weight > 0 ? squares - explained / box->weight : 0;
}

/// Sorts points by the integer part of one component; a stable sort gives the same order on every machine.
static void sort(struct point *points, struct point *spare, size_t count, int axis) {
  size_t starts[257] = {0};
  for (size_t i = 0; i < count; i++) starts[(int)points[i].mean[axis] + 1]++;
  for (int i = 0; i < 256; i++) starts[i + 1] += starts[i];
  for (size_t i = 0; i < count; i++) spare[starts[(int)points[i].mean[axis]]++] = points[i];
  memcpy(points, spare, count * sizeof *points);
}

/// Returns the position along an axis at which a split leaves the smallest error; 0 if no split is possible.
static size_t best_split(const struct point *p, const struct box *box, double *gain) {
  double weight = 0, sum[3] = {0}, whole = 0;
  size_t best = 0;
  *gain = 0;
  for (int c = 0; c < 3; c++) whole += box->sum[c] * box->sum[c];
  whole /= box->weight;
  for (size_t i = box->first; i + 1 < box->end; i++) {
    weight += p[i].weight;
    for (int c = 0; c < 3; c++) sum[c] += p[i].weight * p[i].mean[c];
    double left = 0, right = 0;
    for (int c = 0; c < 3; c++) {
      double rest = box->sum[c] - sum[c];
      left += sum[c] * sum[c];
      right += rest * rest;
    }
    double now = left / weight + right / (box->weight - weight) - whole;
    if (now > *gain) {
      *gain = now;
      best = i + 1;
    }
  }
  return best;
}

/// Splits a box along its best axis; returns false if all points in the box are equal.
static bool split(struct point *points, struct point *spare, struct box *box, struct box *other) {
  int axis = -1;
  double most = 0;
  for (int c = 0; c < 3; c++) {
    double gain;
    sort(points + box->first, spare, box->end - box->first, c);
    if (best_split(points, box, &gain) && gain > most) {
      most = gain;
      axis = c;
    }
  }
  if (axis < 0) return false;
  if (axis != 2) sort(points + box->first, spare, box->end - box->first, axis);
  size_t place = best_split(points, box, &most);
  other->first = place;
  other->end = box->end;
  box->end = place;
  measure(points, box);
  measure(points, other);
  return true;
}

/// Returns the index of the palette colour that is nearest to a colour.
WITH_AVX2
static int nearest(const struct gif_palette *palette, int red, int green, int blue) {
  int32_t best = INT32_MAX;
  for (int i = 0; i < 256; i++) {
    int dr = palette->red[i] - red, dg = palette->green[i] - green, db = palette->blue[i] - blue;
    int32_t d = (dr * dr + dg * dg + db * db) << 8 | i;
    best = d < best ? d : best;
  }
  return best & 255;
}

static void set_colour(struct gif_palette *palette, int i, const double sum[3], double weight) {
  palette->red[i] = (int16_t)(sum[0] / weight + 0.5);
  palette->green[i] = (int16_t)(sum[1] / weight + 0.5);
  palette->blue[i] = (int16_t)(sum[2] / weight + 0.5);
}

/// Refines the palette by Lloyd's iterations: every cell is assigned to its nearest colour, and every colour becomes
/// the mean of its cells.
static void refine(const struct point *points, size_t count, struct gif_palette *palette) {
  for (int round = 0; round < 4; round++) {
    double sums[256][3] = {{0}}, weights[256] = {0};
    for (size_t i = 0; i < count; i++) {
      const struct point *p = &points[i];
      int n = nearest(palette, (int)(p->mean[0] + 0.5f), (int)(p->mean[1] + 0.5f),
                      (int)(p->mean[2] + 0.5f));
      weights[n] += p->weight;
      for (int c = 0; c < 3; c++) sums[n][c] += p->weight * p->mean[c];
    }
    for (int i = 0; i < palette->count; i++)
      if (weights[i] > 0) set_colour(palette, i, sums[i], weights[i]);
  }
}

void gif_choose_palette(const struct gif_cell *cells, int limit, struct gif_palette *palette) {
  size_t count = 0;
  for (size_t i = 0; i < GIF_CELLS; i++) count += cells[i].count != 0;
  // Unused palette entries get a colour so far away that no pixel chooses them.
  for (int i = 0; i < 256; i++) palette->red[i] = palette->green[i] = palette->blue[i] = 1024;
  palette->count = 1;
  struct point *points = malloc(2 * (count + 1) * sizeof *points);
  if (count == 0 || !points) {
    palette->red[0] = palette->green[0] = palette->blue[0] = 0;
    free(points);
    return;
  }
  struct point *spare = points + count;
  size_t n = 0;
  for (size_t i = 0; i < GIF_CELLS; i++) {
    const struct gif_cell *c = &cells[i];
    if (!c->count) continue;
    double w = (double)c->count;
    points[n++] = (struct point){
        w, {(float)((double)c->red / w), (float)((double)c->green / w), (float)((double)c->blue / w)}};
  }
  struct box boxes[256] = {{.first = 0, .end = count}};
  int made = 1;
  measure(points, &boxes[0]);
  while (made < limit) {
    int worst = 0;
    for (int i = 1; i < made; i++)
      if (boxes[i].error > boxes[worst].error) worst = i;
    if (boxes[worst].error <= 0) break;
    if (split(points, spare, &boxes[worst], &boxes[made]))
      made++;
    else
      boxes[worst].error = 0;
  }
  palette->count = made;
  for (int i = 0; i < made; i++) set_colour(palette, i, boxes[i].sum, boxes[i].weight);
  refine(points, count, palette);
  free(points);
}

// The functions below dither colours to the palette.

struct entry {
  /// The colour with bit 31 set; 0 if the cache entry is empty.
  uint32_t key;
  /// The nearest palette colour, the second colour of the mix, and the number of the 64 thresholds at which the second
  /// colour is used.
  uint8_t near, other, share;
};

#define CACHE_BITS 17

struct gif_cache {
  struct gif_palette palette;
  struct entry entries[1 << CACHE_BITS];
};

struct gif_cache *gif_new_cache(const struct gif_palette *palette) {
  struct gif_cache *cache = calloc(1, sizeof *cache);
  if (cache) cache->palette = *palette;
  return cache;
}

void gif_free_cache(struct gif_cache *cache) { free(cache); }

/// A colour within this squared distance of a palette colour is replaced by it without dithering.
#define STILL 4

/// The weight of the noise that a mix adds; with weight 1, a mix would never be chosen.
#define NOISE_WEIGHT 0.25f

/// Finds the second colour b of the best mix of a and b for a colour c, and the fraction of b. With t =
/// (c-a)·(b-a)/|b-a|², a mix leaves the error |c-a|² - t²|b-a|² and adds noise of t(1-t)|b-a|²; the smallest sum of
/// error and weighted noise wins.
WITH_AVX2
static void mix(const struct gif_palette *p, int red, int green, int blue, struct entry *e) {
  int a = e->near;
  float ar = p->red[a], ag = p->green[a], ab = p->blue[a];
  float cr = (float)red - ar, cg = (float)green - ag, cb = (float)blue - ab;
  float scores[256];
  for (int i = 0; i < 256; i++) {
    float br = p->red[i] - ar, bg = p->green[i] - ag, bb = p->blue[i] - ab;
    float dot = cr * br + cg * bg + cb * bb;
    float length = br * br + bg * bg + bb * bb + 1e-6f;
    float score = NOISE_WEIGHT * dot - (1 + NOISE_WEIGHT) * dot * dot / length;
    scores[i] = dot > 0 ? score : 0;
  }
  float least = 0;
  for (int i = 0; i < p->count; i++) least = scores[i] < least ? scores[i] : least;
  e->share = 0;
  if (least >= 0) return;
  int i = 0;
  while (scores[i] != least) i++;
  float br = p->red[i] - ar, bg = p->green[i] - ag, bb = p->blue[i] - ab;
  float share = (cr * br + cg * bg + cb * bb) / (br * br + bg * bg + bb * bb);
  e->other = (uint8_t)i;
  e->share = (uint8_t)(share * 64 + 0.5f);
}

static const struct entry *find(struct gif_cache *cache, uint32_t colour) {
  uint32_t key = (colour & 0xffffff) | 1u << 31;
  struct entry *e = &cache->entries[(key * 2654435761u) >> (32 - CACHE_BITS)];
  if (e->key == key) return e;
  int red = colour & 255, green = colour >> 8 & 255, blue = colour >> 16 & 255;
  *e = (struct entry){.key = key, .near = (uint8_t)nearest(&cache->palette, red, green, blue)};
  const struct gif_palette *p = &cache->palette;
  int dr = p->red[e->near] - red, dg = p->green[e->near] - green, db = p->blue[e->near] - blue;
  // A difference of at most STILL is invisible, so the colour is not dithered and flat parts stay flat.
  if (dr * dr + dg * dg + db * db > STILL) mix(p, red, green, blue, e);
  return e;
}

/// Bayer's matrix of dithering thresholds, 0…63.
static const uint8_t thresholds[8][8] = {
    {0, 32, 8, 40, 2, 34, 10, 42},   {48, 16, 56, 24, 50, 18, 58, 26},
    {12, 44, 4, 36, 14, 46, 6, 38},  {60, 28, 52, 20, 62, 30, 54, 22},
    {3, 35, 11, 43, 1, 33, 9, 41},   {51, 19, 59, 27, 49, 17, 57, 25},
    {15, 47, 7, 39, 13, 45, 5, 37},  {63, 31, 55, 23, 61, 29, 53, 21}};

void gif_index(const uint8_t *pixels, int width, int height, int x, int y, uint8_t transparent,
               struct gif_cache *cache, uint8_t *indices) {
  uint32_t last = 0;
  const struct entry *e = NULL;
  for (int row = 0; row < height; row++) {
    const uint8_t *line = thresholds[(y + row) & 7];
    for (int column = 0; column < width; column++, pixels += 4, indices++) {
      uint32_t p;
      memcpy(&p, pixels, 4);
      if (!(p >> 31)) {
        *indices = transparent;
        continue;
      }
      if (!e || p != last) e = find(cache, p);
      last = p;
      *indices = line[(x + column) & 7] < e->share ? e->other : e->near;
    }
  }
}
