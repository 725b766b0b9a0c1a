// The plan for reading the pixels of an image through a plane map; mapped.h defines the result.

/// The largest and the smallest number of columns that share one slope; the first of these columns is a
/// multiple of their number on the canvas, so that the division into windows has no influence on the result.
#define SLOPE_STEP 64
#define STEEP_STEP 4

/// A plan for reading the picture, which the pixels of a few columns share.
typedef struct Plan {
  int32_t level;
  /// The number of parts of each pixel along x and along y of the canvas.
  int32_t across, down;
  /// The distance from the first of four texels to the centre of a part, in 1/256 texel.
  int32_t before_u, before_v;
  /// The tables of weights: CK_TURNED_STEPS entries, one for each fraction of the first texel's position.
  const ck_across *weights_u;
  const ck_down *weights_v;
  int32_t is_cubic;
  /// The picture position at the middle of the columns and its change per column, in pixels of level 0, and
  /// the relative change of the distance per column.
  double u, v, along_u, along_v, growth;
  /// The sides of the parallelogram that the picture is read from, in pixels of level 0.
  double ux, vx, uy, vy;
} Plan;

/// The factor by which a side is reduced because the texels of a halved level are already averages: together,
/// texel and side spread as far as the side does in the image. Both arguments of the function are squares of
/// lengths.
INLINE double narrowed(double side, double texel) {
  return side > texel * (4.0 / 3) ? sqrt(1 - texel / side) : 0.5;
}

/// The number of parts into which a side is divided so that no part is longer than `longest`; `side` is the
/// square of its length.
INLINE int32_t parts(double side, double longest) {
  if (side <= longest * longest) return 1;
  // A side that is too long only because of rounding errors is not divided.
  double count = sqrt(side) / longest + 0.999;
  return count < CK_TURNED_PARTS ? (count > 1 ? (int32_t)count : 1) : CK_TURNED_PARTS;
}

/// The index of the table for a box, and half of the box's width; `square` is the square of the width in
/// texels.
INLINE int32_t box_table(double square, int32_t *before) {
  double width = square > 1 ? sqrt(square) : 1;
  int32_t number = (int32_t)((width < 3 ? width - 1 : 2) * 16 + 0.5);
  *before = 128 + number * 8;
  return CK_TURNED_CUBICS + number;
}

/// Selects the two weight tables with these indices for the plan.
INLINE void set_tables(const ck_paint *paint, int32_t across, int32_t down, Plan *plan) {
  plan->weights_u = paint->tables.across + across * CK_TURNED_STEPS;
  plan->weights_v = paint->tables.down + down * CK_TURNED_STEPS;
}

/// Plans an enlarged picture: the samples are bicubic, and softer the closer the picture is to its own size.
/// `spread` is the square of the distance that a pixel reaches.
static void plan_enlarged(const ck_paint *paint, double spread, Plan *plan) {
  double share = (1 / sqrt(spread) - 1) * (CK_CUBIC_RISE * CK_TURNED_CUBICS);
  int32_t number = share < CK_TURNED_CUBICS ? (int32_t)share : CK_TURNED_CUBICS - 1;
  plan->is_cubic = 1;
  plan->before_u = plan->before_v = 384;
  set_tables(paint, number, number, plan);
}

/// Selects the level at which a pixel has few enough parts, and the side of its texels, from the squares of
/// the parallelogram's sides and from its area.
INLINE int32_t level_of_plan(double along, double down, double area, int32_t last, double *texel) {
  int32_t level = 0;
  *texel = 1;
  if (along + down > CK_FINEST_TURNED * CK_FINEST_TURNED) {
    double longest = sqrt(along > down ? along : down);
    double shortest = (area < 0 ? -area : area) / longest;
    while (level < last && (shortest > CK_FINEST_TURNED * *texel ||
                            longest > 2 * CK_TURNED_PARTS * *texel)) {
      level++;
      *texel *= 2;
    }
  }
  return level;
}

/// Divides the plan's parallelogram into parts for texels of this size; `along` and `down` are the squares of
/// the parallelogram's sides.
static void plan_parts(const ck_paint *paint, double along, double down, double texel, Plan *plan) {
  double ux = plan->ux, vx = plan->vx, uy = plan->uy, vy = plan->vy;
  double spread_u = ux * ux + uy * uy, spread_v = vx * vx + vy * vy;
  double most = 3 * texel, skew = ux * vx + uy * vy;
  if (skew * skew > 0.2 * (spread_u * spread_v)) {
    // In this case, the parallelogram is diagonal to the texels.
    double least = along < down ? sqrt(along) : sqrt(down);
    least = least > texel ? least : texel;
    most = least < most ? least : most;
  }
  plan->across = parts(along, most);
  plan->down = parts(down, most);
  double square = texel * texel, fx = 1 / square, fy = 1 / square;
  if (plan->across > 1) fx /= plan->across * plan->across;
  if (plan->down > 1) fy /= plan->down * plan->down;
  int32_t boxes_u = box_table(ux * ux * fx + uy * uy * fy, &plan->before_u);
  int32_t boxes_v = box_table(vx * vx * fx + vy * vy * fy, &plan->before_v);
  set_tables(paint, boxes_u, boxes_v, plan);
}

static void find_plan(const ck_paint *paint, double cx, double cy, Plan *plan) {
  const double *m = paint->map;
  double r = paint->is_affine ? 1 : 1 / (m[6] * cx + m[7] * cy + m[8]);
  double u = (m[0] * cx + m[1] * cy + m[2]) * r, v = (m[3] * cx + m[4] * cy + m[5]) * r;
  double ux = (m[0] - u * m[6]) * r, vx = (m[3] - v * m[6]) * r;
  double uy = (m[1] - u * m[7]) * r, vy = (m[4] - v * m[7]) * r;
  double spread_u = ux * ux + uy * uy, spread_v = vx * vx + vy * vy;
  double spread = spread_u > spread_v ? spread_u : spread_v;
  int32_t last = paint->level_count - 1;
  *plan = (Plan){
      .across = 1, .down = 1, .u = u, .v = v, .along_u = ux, .along_v = vx, .growth = m[6] * r};
  if (!(spread < 1e16)) {
    // The picture is edge-on or the position is NaN if `spread` is not below 1e16.
    plan->along_u = plan->along_v = plan->growth = 0;
    plan->level = last;
    set_tables(paint, box_table(1, &plan->before_u), box_table(1, &plan->before_v), plan);
    return;
  }
  if (spread < 1) {
    plan_enlarged(paint, spread, plan);
    return;
  }
  double along = ux * ux + vx * vx, down = uy * uy + vy * vy, texel;
  plan->level = level_of_plan(along, down, ux * vy - uy * vx, last, &texel);
  double fx = 1, fy = 1;
  if (plan->level > 0) {
    fx = narrowed(along, texel * texel);
    fy = narrowed(down, texel * texel);
  }
  plan->ux = ux * fx;
  plan->vx = vx * fx;
  plan->uy = uy * fy;
  plan->vy = vy * fy;
  plan_parts(paint, along * (fx * fx), down * (fy * fy), texel, plan);
}
