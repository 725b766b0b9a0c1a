// the_name.cpp: the old screen dissolves into the new one behind a soft edge that crosses the picture.
//
// animator.h is the reference. In short: `pixels` is a pure function of time. The function
// receives the parameters, the moment and pictures of the bound layers (`in`), and writes exactly the
// pixels of `window` in `surface`. Pixels are RGBA, 8 bits each, premultiplied: no channel exceeds alpha.
// The function must not throw.
#include <animator.h>

#include <algorithm>
#include <cstring>

namespace {

// The values that a document may set. The table below has the unit, range, default and description of each
// field; the host checks a document's values before the plugin receives them.
struct Values {
  double softness;
  int32_t edge;  // an index into the words of the choice
};

enum Edge : int32_t { left, top };

constexpr animator_parameter parameters[] = {
  ANIMATOR_FIELD(Values, softness, FRACTION, 0.01, 1, "0.3",
                 "How wide the soft edge is, as a part of the picture."),
  ANIMATOR_CHOICE(Values, edge, "left|top", "\"left\"", "Where the new screen comes from."),
};

// The layers on which the step works; the host binds these two roles automatically.
constexpr animator_role roles[] = {
  {"from", "The old screen.", nullptr, 1, 1},
  {"to", "The new screen.", nullptr, 1, 1},
};

double clamp(double x) { return std::clamp(x, 0.0, 1.0); }

int32_t pixels(const void *parameters, const animator_context *context, const animator_image *in,
               uint32_t, animator_surface surface, animator_window window) {
  const auto &values = *static_cast<const Values *>(parameters);
  const double progress = clamp(context->progress);
  const int32_t length = values.edge == left ? surface.width : surface.height;
  for (int32_t y = window.y; y < window.y + window.height; y++) {
    const uint8_t *from = in[0].data + y * in[0].stride_bytes;
    const uint8_t *to = in[1].data + y * in[1].stride_bytes;
    uint8_t *out = surface.data + y * surface.stride_bytes;
    for (int32_t x = window.x; x < window.x + window.width; x++) {
      // The edge starts and ends outside the picture, so that only `from` is visible at 0 and only `to` at 1.
      const double place = ((values.edge == left ? x : y) + 0.5) / length;
      const double head = progress * (1 + values.softness);
      const int share = static_cast<int>(256 * clamp((head - place) / values.softness));
      for (int c = 4 * x; c < 4 * x + 4; c++)
        out[c] = static_cast<uint8_t>((from[c] * (256 - share) + to[c] * share + 128) >> 8);
    }
  }
  return ANIMATOR_OK;
}

// `in` are the screens in their current state, including moving contents; without this struct, they are
// stills from the start of the step.
const void *offers(const char *id) {
  static const animator_live_inputs live = {sizeof(animator_live_inputs), 0};
  return std::strcmp(id, ANIMATOR_LIVE_INPUTS) == 0 ? &live : nullptr;
}

const animator_descriptor descriptor = [] {
  animator_descriptor d = {};
  d.size = sizeof d;
  d.kind = ANIMATOR_KIND_TRANSITION;
  d.id = "the-vendor.the-name";
  d.title = "The title";
  d.version = "1.0.0";
  d.doc = "The old screen dissolves into the new one behind a soft edge that crosses the picture.";
  d.flags = ANIMATOR_FLAG_REVERSIBLE;
  d.duration_seconds = 0.8;
  animator_set_parameters<Values>(d, parameters);
  animator_set_roles(d, roles);
  d.pixels = pixels;
  d.extension = offers;
  return d;
}();

}  // namespace

ANIMATOR_PLUGIN(&descriptor);
