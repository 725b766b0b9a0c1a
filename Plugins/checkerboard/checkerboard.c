/* checkerboard: the screen turns over tile by tile, along the diagonal. */
#include <math.h>

#include "animator.h"

typedef struct board {
  int32_t columns;
  double spread;
  double perspective;
  animator_curve turn;
} board;

static const animator_parameter board_parameters[] = {
  ANIMATOR_FIELD(board, columns, NONE, 1, 64, "10", "The number of square tiles side by side."),
  ANIMATOR_FIELD(board, spread, POINTS, 1, 4096, "160",
                 "The part of the diagonal whose tiles turn at the same time."),
  ANIMATOR_FIELD(board, perspective, NONE, -0.01, 0, "-0.0011111111111111111",
                 "The perspective m34: -1 / the distance of the viewer in points; 0 is flat."),
  ANIMATOR_FIELD(board, turn, NONE, 0, 0, "\"easeInOut\"", "The easing with which each tile turns."),
};

static const animator_role board_roles[] = {
  {"from", "The screen on the front of the tiles.", NULL, 1, 1},
  {"to", "The screen on the back of the tiles.", NULL, 1, 1},
  {"container", "The container of both screens, which gets the perspective.", NULL, 1, 1},
};

/* The maximum number of tiles: the host accepts 10,000 pieces in a step, and each tile needs two. */
#define MOST_TILES 5000

/* A grid of square tiles that covers the container; the tiles of the last column and row may be cut off. A container
 * that would need too many tiles gets larger tiles. */
typedef struct grid { double side; uint32_t columns, rows; } grid;

static grid tiles(const board *b, const animator_context *context) {
  double side = floor(context->container.width / b->columns + 0.5);
  if (side < 1) side = 1;
  for (;; side++) {
    const double columns = ceil(context->container.width / side);
    const double rows = ceil(context->container.height / side);
    if (columns * rows <= MOST_TILES) return (grid){side, (uint32_t)columns, (uint32_t)rows};
  }
}

static uint32_t board_pieces(const void *parameters, const animator_context *context) {
  const grid g = tiles(parameters, context);
  return 2 * g.columns * g.rows;
}

static void piece(animator_layer *p, const animator_layer *screen, uint32_t source,
                  animator_rect tile, double degrees, bool hidden) {
  const animator_rect f = screen->frame;
  p->piece_of = source;
  p->frame = tile;
  p->contents_rect = (animator_rect){(tile.x - f.x) / f.width, (tile.y - f.y) / f.height,
                                     tile.width / f.width, tile.height / f.height};
  p->double_sided = false;
  p->rotate.y = degrees;
  p->hidden = hidden;
}

static int32_t board_layout(const void *parameters, const animator_context *context,
                            const animator_layer *const *in, uint32_t in_count,
                            animator_layer *const *out, uint32_t out_count) {
  (void)out_count;
  const board *b = parameters;
  const grid g = tiles(b, context);
  const double w = context->container.width, h = context->container.height;
  const double diagonal = sqrt(w * w + h * h), t = context->progress;
  const bool back = animator_goes_back(context), still = t <= 0 || t >= 1;
  for (uint32_t i = 0; i < g.columns * g.rows; i++) {
    const double x = i % g.columns * g.side, y = i / g.columns * g.side;
    const animator_rect tile = {x, y, x + g.side > w ? w - x : g.side, y + g.side > h ? h - y : g.side};
    /* The position of the tile's near corner along the diagonal; on the way back, the position is measured from the
     * other end. */
    const double dx = back ? w - x - tile.width : x, dy = back ? h - y - tile.height : y;
    const double along = (dx * w + dy * h) / diagonal;
    const double share = (t * (diagonal + b->spread) - along) / b->spread;
    double eased = share <= 0 ? 0 : share >= 1 ? 1 : b->turn.at ? b->turn.at(b->turn.self, share) : share;
    if (isnan(eased)) eased = share;
    const double degrees = (back ? -180 : 180) * eased;
    piece(out[in_count + i], in[0], 0, tile, degrees, still);
    piece(out[in_count + g.columns * g.rows + i], in[1], 1, tile, degrees + 180, still);
  }
  out[0]->hidden = in[0]->hidden || t > 0;
  out[1]->hidden = in[1]->hidden || t < 1;
  if (!still) out[2]->sublayer_transform.m[11] = b->perspective;
  return ANIMATOR_OK;
}

static const animator_descriptor checkerboard = {
  .size = sizeof(animator_descriptor),
  .kind = ANIMATOR_KIND_TRANSITION,
  .id = "checkerboard",
  .title = "Checkerboard",
  .version = "1.0.0",
  .doc = "Tiles of the screen turn over one after another from the top left corner, "
         "with the old screen on the front and the new screen on the back of each tile. On the way back, "
         "the tiles turn from the opposite corner.",
  .flags = ANIMATOR_FLAG_REVERSIBLE,
  .animates = ANIMATOR_PROPERTY_HIDDEN | ANIMATOR_PROPERTY_SUBLAYER_TRANSFORM,
  .duration_seconds = 3,
  .easing_json = "\"linear\"",
  ANIMATOR_PARAMETERS(board, board_parameters),
  ANIMATOR_ROLES(board_roles),
  .pieces = board_pieces,
  .layout = board_layout,
};

ANIMATOR_PLUGIN(&checkerboard);
