#include "spans.h"

// Rounding must not depend on how the compiler fuses operations: Package.swift therefore sets
// -ffp-contract=off.

/// A writer for the last row in the memory of a coverage.
typedef struct Row {
  ck_room *room;
  size_t start;
  int is_full;
} Row;

static Row begin_row(ck_room *room) { return (Row){room, room->run_count, 0}; }

static void add_run(Row *row, int32_t x0, int32_t x1, int32_t values) {
  ck_room *room = row->room;
  if (room->run_count == room->run_room) {
    row->is_full = 1;
    return;
  }
  room->runs[room->run_count++] = (ck_run){x0, x1, values};
}

/// The last run of the row if the run ends at x and has the same kind; otherwise null.
static ck_run *run_before(const Row *row, int32_t x, int is_hard) {
  if (row->room->run_count == row->start) return NULL;
  ck_run *last = &row->room->runs[row->room->run_count - 1];
  return last->x1 == x && (last->values < 0) == is_hard ? last : NULL;
}

static void add_full(Row *row, int32_t x0, int32_t x1) {
  if (x0 >= x1) return;
  ck_run *last = run_before(row, x0, 1);
  if (last) last->x1 = x1;
  else add_run(row, x0, x1, -1);
}

static void add_part(Row *row, int32_t x, uint16_t value) {
  if (value == 0) return;
  if (value == 65535) {
    add_full(row, x, x + 1);
    return;
  }
  ck_room *room = row->room;
  if (room->value_count == room->value_room) {
    row->is_full = 1;
    return;
  }
  ck_run *last = run_before(row, x, 0);
  if (last) last->x1 = x + 1;
  else add_run(row, x, x + 1, (int32_t)room->value_count);
  room->values[room->value_count++] = value;
}

static void add_same(Row *row, int32_t x0, int32_t x1, uint16_t value) {
  if (value == 65535) add_full(row, x0, x1);
  else if (value > 0) for (int32_t x = x0; x < x1; x++) add_part(row, x, value);
}

/// Ends the row of the coverage; returns false if the memory was too small.
static int end_row(Row *row) {
  ck_room *room = row->room;
  if (row->is_full || room->row_count == room->row_room) return 0;
  room->rows[room->row_count++] =
      (ck_row){(int32_t)row->start, (int32_t)(room->run_count - row->start)};
  return 1;
}

static double edge_x(const ck_edge *e, double y) {
  if (y <= e->y0) return e->x0;
  if (y >= e->y1) return e->x1;
  return e->x0 + (e->x1 - e->x0) * ((y - e->y0) / (e->y1 - e->y0));
}

static int32_t floored(double x) {
  int32_t whole = (int32_t)x;
  return whole > x ? whole - 1 : whole;
}

static const ck_columns no_columns = {INT32_MAX, INT32_MIN};

static ck_columns joined(ck_columns a, ck_columns b) {
  if (b.first < a.first) a.first = b.first;
  if (b.last > a.last) a.last = b.last;
  return a;
}

/// Adds an edge of the height `height` at the fraction `inset` of a column: the edge covers 1 − inset of that
/// column, and all later columns completely.
static void add_cell(double *sum, double height, double inset) {
  sum[0] += height * (1 - inset);
  sum[1] += height * inset;
}

ck_columns ck_add_edge(
    const ck_box *box, const ck_edge *e, double from, double to, double direction, double *sums) {
  double height = to - from, left = box->x0, right = box->x1;
  double xa = edge_x(e, from), xb = edge_x(e, to);
  if (xa > xb) {
    double x = xa;
    xa = xb;
    xb = x;
  }
  // NaN fails every comparison, so both ends are inside the box after these tests.
  if (!(height > 0) || !(xa < right)) return no_columns;
  if (!(xb > left)) {
    add_cell(sums, height * direction, 0);
    return (ck_columns){0, 0};
  }
  double slope = xb > xa ? height / (xb - xa) : 0;
  if (xa < left) {
    add_cell(sums, (left - xa) * slope * direction, 0);
    xa = left;
  }
  if (xb > right) xb = right;
  int32_t first = floored(xa), last = floored(xb);
  if (first > box->x1 - 1) first = box->x1 - 1;
  if (last > box->x1 - 1) last = box->x1 - 1;
  ck_columns columns = {first - box->x0, last - box->x0 + 1};
  if (first == last) {
    double part = slope == 0 ? height : (xb - xa) * slope;
    add_cell(sums + columns.first, part * direction, (xa + xb) / 2 - first);
    return columns;
  }
  for (int32_t column = first; column <= last; column++) {
    double a = xa > column ? xa : column, b = xb < column + 1 ? xb : column + 1;
    if (b > a) {
      add_cell(sums + (column - box->x0), (b - a) * slope * direction, (a + b) / 2 - column);
    }
  }
  return columns;
}

/// Adds the part of a chain of edges in row y; `next` is the first edge that ends below the top of the row.
static ck_columns add_chain(
    const ck_box *box, const ck_chain *chain, size_t *next, int32_t y, double *sums) {
  double top = y, bottom = y + 1;
  while (*next < chain->count && chain->edges[*next].y1 <= top) (*next)++;
  ck_columns columns = no_columns;
  for (size_t i = *next; i < chain->count && chain->edges[i].y0 < bottom; i++) {
    const ck_edge *e = &chain->edges[i];
    double from = e->y0 > top ? e->y0 : top, to = e->y1 < bottom ? e->y1 : bottom;
    columns = joined(columns, ck_add_edge(box, e, from, to, chain->direction, sums));
  }
  return columns;
}

/// Converts an area to a weight; sums of areas are accurate to 10⁻¹², so an area that differs from 1 by less
/// counts as 1.
static uint16_t area_weight(double area) {
  double weight = (area < 0 ? -area : area) * 65535 + 0.499;
  return (uint16_t)(weight < 65535 ? weight : 65535);
}

int ck_end_row(
    const ck_box *box, const ck_columns *touched, size_t count, double *sums, ck_room *room) {
  int32_t width = box->x1 - box->x0, x = 0;
  double sum = 0;
  Row row = begin_row(room);
  for (size_t k = 0; k < count; k++) {
    if (touched[k].first > touched[k].last) continue;
    if (touched[k].first > x) {
      add_same(&row, box->x0 + x, box->x0 + touched[k].first, area_weight(sum));
      x = touched[k].first;
    }
    for (; x <= touched[k].last && x < width; x++) {
      sum += sums[x];
      sums[x] = 0;
      add_part(&row, box->x0 + x, area_weight(sum));
    }
  }
  if (x < width) {
    sum += sums[x];
    sums[x] = 0;
    add_same(&row, box->x0 + x, box->x1, area_weight(sum));
  }
  sums[width] = sums[width + 1] = 0;
  return end_row(&row);
}

int ck_cover(const ck_box *box, const ck_chain sides[2], double *sums, ck_room *room) {
  size_t next[2] = {0, 0};
  for (int32_t y = box->y0; y < box->y1; y++) {
    ck_columns touched[2];
    for (int k = 0; k < 2; k++) touched[k] = add_chain(box, &sides[k], &next[k], y, sums);
    if (touched[1].first < touched[0].first) {
      ck_columns first = touched[1];
      touched[1] = touched[0];
      touched[0] = first;
    }
    if (!ck_end_row(box, touched, 2, sums, room)) return 0;
  }
  return 1;
}

/// The runs of row y; `end` receives the end of the runs.
static const ck_run *runs_of(const ck_coverage *coverage, int32_t y, const ck_run **end) {
  *end = NULL;
  if (y < coverage->top || y >= coverage->bottom) return NULL;
  ck_row row = coverage->rows[y - coverage->top];
  *end = coverage->runs + row.first + row.count;
  return *end - row.count;
}

/// Adds columns to the row, and joins them to the previous columns if at most `gap` columns separate them.
static void add_near(Row *row, int32_t x0, int32_t x1, int32_t gap) {
  ck_room *room = row->room;
  if (room->run_count > row->start && x0 <= room->runs[room->run_count - 1].x1 + gap) {
    ck_run *last = &room->runs[room->run_count - 1];
    if (x1 > last->x1) last->x1 = x1;
  } else {
    add_run(row, x0, x1, -1);
  }
}

/// Whether two runs have the same coverage in the columns x0 ..< x1, which both runs contain.
static int is_same(
    const ck_coverage *a, const ck_run *p, const ck_coverage *b, const ck_run *q, int32_t x0,
    int32_t x1) {
  if (p->values < 0 || q->values < 0) return p->values < 0 && q->values < 0;
  const uint16_t *v = a->values + p->values + (x0 - p->x0);
  const uint16_t *w = b->values + q->values + (x0 - q->x0);
  for (int32_t i = 0; i < x1 - x0; i++) {
    if (v[i] != w[i]) return 0;
  }
  return 1;
}

int ck_differ(
    const ck_box *box, const ck_coverage *a, const ck_coverage *b, int32_t gap, ck_room *room,
    int64_t *pixels) {
  *pixels = 0;
  for (int32_t y = box->y0; y < box->y1; y++) {
    Row row = begin_row(room);
    const ck_run *p_end, *q_end;
    const ck_run *p = runs_of(a, y, &p_end), *q = runs_of(b, y, &q_end);
    // The column at which the part of the first runs begins that has not been compared yet.
    int32_t at = INT32_MIN;
    while (p < p_end && q < q_end) {
      int32_t p0 = p->x0 > at ? p->x0 : at, q0 = q->x0 > at ? q->x0 : at;
      if (p0 < q0) {
        at = p->x1 < q0 ? p->x1 : q0;
        add_near(&row, p0, at, gap);
      } else if (q0 < p0) {
        at = q->x1 < p0 ? q->x1 : p0;
        add_near(&row, q0, at, gap);
      } else {
        at = p->x1 < q->x1 ? p->x1 : q->x1;
        if (!is_same(a, p, b, q, p0, at)) add_near(&row, p0, at, gap);
      }
      if (at >= p->x1) p++;
      if (at >= q->x1) q++;
    }
    for (; p < p_end; p++) add_near(&row, p->x0 > at ? p->x0 : at, p->x1, gap);
    for (; q < q_end; q++) add_near(&row, q->x0 > at ? q->x0 : at, q->x1, gap);
    // Only the runs inside the box are kept.
    size_t kept = row.start;
    for (size_t i = row.start; i < room->run_count; i++) {
      ck_run run = room->runs[i];
      if (run.x0 < box->x0) run.x0 = box->x0;
      if (run.x1 > box->x1) run.x1 = box->x1;
      if (run.x0 >= run.x1) continue;
      *pixels += run.x1 - run.x0;
      room->runs[kept++] = run;
    }
    room->run_count = kept;
    if (!end_row(&row)) return 0;
  }
  return 1;
}
