/// Creates runs of coverages from the sides of convex outlines, and compares coverages.
#pragma once
#include "kernels.h"

#pragma clang assume_nonnull begin

/// A rectangle of the columns x0 ..< x1 of the rows y0 ..< y1.
typedef struct ck_box {
  int32_t x0, y0, x1, y1;
} ck_box;

/// A straight piece of an outline from its top to its bottom, in pixels.
typedef struct ck_edge {
  double x0, y0, x1, y1;
} ck_edge;

/// Consecutive edges; each edge starts where the previous edge ends, or further down. `direction` is the
/// amount, 1 or −1, that each edge adds to the coverage of all pixels to its right.
typedef struct ck_chain {
  const ck_edge *_Nullable edges;
  size_t count;
  double direction;
} ck_chain;

/// The memory for a coverage, with the numbers of elements that are in use.
typedef struct ck_room {
  ck_row *rows;
  ck_run *runs;
  uint16_t *values;
  size_t row_room, run_room, value_room;
  size_t row_count, run_count, value_count;
} ck_room;

/// The range of columns from `first` to `last`, counted from the left side of a box; the range is empty if
/// first > last.
typedef struct ck_columns {
  int32_t first, last;
} ck_columns;

/// Adds the part of an edge between two heights of one row, multiplied by `direction`, to `sums`. The array
/// `sums` has one element for each column of the box and two additional elements; the running sum is the area
/// of a pixel that is to the right of the added edges. The function returns the columns whose sums have
/// changed.
ck_columns ck_add_edge(
    const ck_box *box, const ck_edge *edge, double from, double to, double direction, double *sums);

/// Writes the next row of `room` from the area sums of that row; rows must be written in order. Only sums in
/// the columns `touched` may have changed; the function resets them to 0. A weight is 65535 times the area,
/// rounded to nearest. The function returns 0 if the memory is too small.
int ck_end_row(
    const ck_box *box, const ck_columns *touched, size_t count, double *sums, ck_room *room);

/// Writes all rows of the box for the two sides of a convex outline.
int ck_cover(const ck_box *box, const ck_chain sides[_Nonnull 2], double *sums, ck_room *room);

/// An edge in an outline with a large number of edges: `direction` is 1 where the outline runs downwards,
/// otherwise −1.
typedef struct ck_side {
  double x0, y0, y1, slope;
  int32_t direction;
} ck_side;

/// Adds to `inside`, for each column of the box, the number of its samples at the height `y` that are inside
/// the outlines with these edges; the edges may have any order. `windings` has `samples` elements for each
/// column and one more element; all elements are 0 before and after the call.
void ck_crowd(
    const ck_box *box, const ck_side *sides, size_t count, double y, int32_t samples, int is_even_odd,
    int32_t *windings, int32_t *inside);

/// Finds the pixels in `box` whose coverage differs, as fully covered runs; runs of a row with at most `gap`
/// columns between them are joined. The rows of the resulting runs are the rows of the box. `pixels` receives
/// the number of pixels that differ. Returns 0 if `room` is too small; twice the number of runs of both
/// coverages in the rows of the box is always enough.
int ck_differ(
    const ck_box *box, const ck_coverage *a, const ck_coverage *b, int32_t gap, ck_room *room,
    int64_t *pixels);

#pragma clang assume_nonnull end
