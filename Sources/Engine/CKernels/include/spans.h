/// Creates runs of coverages from the sides of convex outlines, and compares coverages.
#pragma once
#include "kernels.h"

#pragma clang assume_nonnull begin

/// Columns x0 ..< x1 of rows y0 ..< y1.
typedef struct ck_box {
  int32_t x0, y0, x1, y1;
} ck_box;

/// A straight piece of an outline, from top to bottom, in pixels.
typedef struct ck_edge {
  double x0, y0, x1, y1;
} ck_edge;

/// Consecutive edges, each starting where the previous one ends or further down. `direction` is the amount, 1
/// or −1, that each adds to the coverage of everything to its right.
typedef struct ck_chain {
  const ck_edge *_Nullable edges;
  size_t count;
  double direction;
} ck_chain;

/// The memory for a coverage, and the part of it in use.
typedef struct ck_room {
  ck_row *rows;
  ck_run *runs;
  uint16_t *values;
  size_t row_room, run_room, value_room;
  size_t row_count, run_count, value_count;
} ck_room;

/// The columns first … last, counted from a box's left side; the range is empty if first > last.
typedef struct ck_columns {
  int32_t first, last;
} ck_columns;

/// Adds the part of an edge between two heights of one row, times `direction`, to `sums`. There is a sum for
/// each column of the box, and two additional sums; the running sum is the area of a pixel to the right of
/// the added edges. Returns the columns whose sums changed.
ck_columns ck_add_edge(
    const ck_box *box, const ck_edge *edge, double from, double to, double direction, double *sums);

/// Writes the next row of `room` from the area sums of a row, in order. The sums changed in `touched`, and
/// are zeros again afterwards. A weight is the area times 65535, to the nearest. False if there is too little
/// memory.
int ck_end_row(
    const ck_box *box, const ck_columns *touched, size_t count, double *sums, ck_room *room);

/// Writes all rows of the box for the two sides of a convex outline.
int ck_cover(const ck_box *box, const ck_chain sides[_Nonnull 2], double *sums, ck_room *room);

/// One of many edges: `direction` is 1 where its outline goes down, otherwise −1.
typedef struct ck_side {
  double x0, y0, y1, slope;
  int32_t direction;
} ck_side;

/// Adds to `inside`, for each column of the box, the number of its samples at the height `y` that are inside
/// the outlines with these edges, which may be in any order. `windings` has `samples` elements for each
/// column and one more, all zeros before and after.
void ck_crowd(
    const ck_box *box, const ck_side *sides, size_t count, double y, int32_t samples, int is_even_odd,
    int32_t *windings, int32_t *inside);

/// The pixels in `box` whose coverage differs, as fully covered runs; runs of a row with at most `gap`
/// columns between them are joined. The rows of the runs are the rows of the box. `pixels` is the number of
/// these pixels. False if `room` is too small: twice the runs of both in the rows of the box are enough.
int ck_differ(
    const ck_box *box, const ck_coverage *a, const ck_coverage *b, int32_t gap, ck_room *room,
    int64_t *pixels);

#pragma clang assume_nonnull end
