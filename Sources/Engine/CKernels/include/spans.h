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

/// Consecutive edges, each starting where the one before ends or further down. `direction` is the amount that
/// each adds to the coverage of everything to its right: 1 or −1.
typedef struct ck_chain {
  const ck_edge *_Nullable edges;
  size_t count;
  double direction;
} ck_chain;

/// Room for a coverage, and how much of it is taken.
typedef struct ck_room {
  ck_row *rows;
  ck_run *runs;
  uint16_t *values;
  size_t row_room, run_room, value_room;
  size_t row_count, run_count, value_count;
} ck_room;

/// Columns first … last, counted from a box's left side; none when first > last.
typedef struct ck_columns {
  int32_t first, last;
} ck_columns;

/// Adds the part of an edge between two heights of one row, times `direction`, to `sums`: one for each
/// column of the box and two more, whose running sum is the area of a pixel that lies right of the
/// edges added. Gives the columns whose sum changed.
ck_columns ck_add_edge(
    const ck_box *box, const ck_edge *edge, double from, double to, double direction, double *sums);

/// Writes the next row of `room` from the sums of a row of areas, which changed in `touched`, in order;
/// they are zeros again after it. A weight is the area times 65535, to the nearest. False when there
/// is too little room.
int ck_end_row(
    const ck_box *box, const ck_columns *touched, size_t count, double *sums, ck_room *room);

/// Writes all rows of the box for the two sides of a convex outline.
int ck_cover(const ck_box *box, const ck_chain sides[_Nonnull 2], double *sums, ck_room *room);

/// One of many edges: `direction` is 1 where its outline goes down, else −1.
typedef struct ck_side {
  double x0, y0, y1, slope;
  int32_t direction;
} ck_side;

/// Adds to `inside`, one for each column of the box, how many of its samples at the height `y` lie inside
/// of the outlines whose edges these are, in whatever order. `windings` has room for `samples` a column and one
/// more, all zeros before and after.
void ck_crowd(
    const ck_box *box, const ck_side *sides, size_t count, double y, int32_t samples, int is_even_odd,
    int32_t *windings, int32_t *inside);

/// The pixels in `box` whose coverage differs, as hard runs; those of a row not more than `gap` columns
/// apart as one. Its rows are those of the box. `pixels` is how many they are. False when `room` is too
/// small: twice the runs of both in the rows of the box are enough.
int ck_differ(
    const ck_box *box, const ck_coverage *a, const ck_coverage *b, int32_t gap, ck_room *room,
    int64_t *pixels);

#pragma clang assume_nonnull end
