// The compiler puts the files in. As literals in Swift they would take it most of a minute.
#include "page.h"

#include <string.h>

static const uint8_t page_html[] = {
#embed "../pipeline-preview/Page/page.html"
};
static const uint8_t phone_css[] = {
#embed "../pipeline-preview/Page/phone.css"
};
static const uint8_t phone_html[] = {
#embed "../pipeline-preview/Page/phone.html"
};
static const uint8_t recording_css[] = {
#embed "../pipeline-preview/Page/recording.css"
};
static const uint8_t studio_css[] = {
#embed "../pipeline-preview/Page/studio.css"
};
static const uint8_t acts_js[] = {
#embed "../pipeline-preview/Page/acts.js"
};
static const uint8_t add_js[] = {
#embed "../pipeline-preview/Page/add.js"
};
static const uint8_t controls_js[] = {
#embed "../pipeline-preview/Page/controls.js"
};
static const uint8_t dom_js[] = {
#embed "../pipeline-preview/Page/dom.js"
};
static const uint8_t easing_js[] = {
#embed "../pipeline-preview/Page/easing.js"
};
static const uint8_t edit_js[] = {
#embed "../pipeline-preview/Page/edit.js"
};
static const uint8_t feel_js[] = {
#embed "../pipeline-preview/Page/feel.js"
};
static const uint8_t gallery_js[] = {
#embed "../pipeline-preview/Page/gallery.js"
};
static const uint8_t handles_js[] = {
#embed "../pipeline-preview/Page/handles.js"
};
static const uint8_t inspector_js[] = {
#embed "../pipeline-preview/Page/inspector.js"
};
static const uint8_t keys_js[] = {
#embed "../pipeline-preview/Page/keys.js"
};
static const uint8_t layers_js[] = {
#embed "../pipeline-preview/Page/layers.js"
};
static const uint8_t lists_js[] = {
#embed "../pipeline-preview/Page/lists.js"
};
static const uint8_t menu_js[] = {
#embed "../pipeline-preview/Page/menu.js"
};
static const uint8_t model_js[] = {
#embed "../pipeline-preview/Page/model.js"
};
static const uint8_t panels_js[] = {
#embed "../pipeline-preview/Page/panels.js"
};
static const uint8_t phone_js[] = {
#embed "../pipeline-preview/Page/phone.js"
};
static const uint8_t player_js[] = {
#embed "../pipeline-preview/Page/player.js"
};
static const uint8_t profile_js[] = {
#embed "../pipeline-preview/Page/profile.js"
};
static const uint8_t qr_js[] = {
#embed "../pipeline-preview/Page/qr.js"
};
static const uint8_t retime_js[] = {
#embed "../pipeline-preview/Page/retime.js"
};
static const uint8_t server_js[] = {
#embed "../pipeline-preview/Page/server.js"
};
static const uint8_t snap_js[] = {
#embed "../pipeline-preview/Page/snap.js"
};
static const uint8_t stage_js[] = {
#embed "../pipeline-preview/Page/stage.js"
};
static const uint8_t state_js[] = {
#embed "../pipeline-preview/Page/state.js"
};
static const uint8_t studio_js[] = {
#embed "../pipeline-preview/Page/studio.js"
};
static const uint8_t timeline_js[] = {
#embed "../pipeline-preview/Page/timeline.js"
};
static const uint8_t layerside_js[] = {
#embed "../pipeline-preview/Page/layerside.js"
};
static const uint8_t moving_js[] = {
#embed "../pipeline-preview/Page/moving.js"
};
static const uint8_t points_js[] = {
#embed "../pipeline-preview/Page/points.js"
};
static const uint8_t retiming_js[] = {
#embed "../pipeline-preview/Page/retiming.js"
};
static const uint8_t timescale_js[] = {
#embed "../pipeline-preview/Page/timescale.js"
};
static const uint8_t typing_js[] = {
#embed "../pipeline-preview/Page/typing.js"
};
static const uint8_t variants_js[] = {
#embed "../pipeline-preview/Page/variants.js"
};
static const uint8_t starters_js[] = {
#embed "../pipeline-preview/Page/starters.js"
};
static const uint8_t curves_js[] = {
#embed "../pipeline-preview/Page/curves.js"
};
static const uint8_t measuring_js[] = {
#embed "../pipeline-preview/Page/measuring.js"
};
static const uint8_t matched_js[] = {
#embed "../pipeline-preview/Page/matched.js"
};
static const uint8_t measured_js[] = {
#embed "../pipeline-preview/Page/measured.js"
};
static const uint8_t recording_js[] = {
#embed "../pipeline-preview/Page/recording.js"
};
static const uint8_t sounds_js[] = {
#embed "../pipeline-preview/Page/sounds.js"
};
static const uint8_t springs_js[] = {
#embed "../pipeline-preview/Page/springs.js"
};
static const uint8_t tangents_js[] = {
#embed "../pipeline-preview/Page/tangents.js"
};

#define FILE_OF(name, bytes) {name, bytes, sizeof bytes}
static const struct {
  const char *name;
  const uint8_t *bytes;
  size_t count;
} files[] = {
  FILE_OF("page.html", page_html),
  FILE_OF("phone.css", phone_css),
  FILE_OF("phone.html", phone_html),
  FILE_OF("recording.css", recording_css),
  FILE_OF("studio.css", studio_css),
  FILE_OF("acts.js", acts_js),
  FILE_OF("add.js", add_js),
  FILE_OF("controls.js", controls_js),
  FILE_OF("dom.js", dom_js),
  FILE_OF("easing.js", easing_js),
  FILE_OF("edit.js", edit_js),
  FILE_OF("feel.js", feel_js),
  FILE_OF("gallery.js", gallery_js),
  FILE_OF("handles.js", handles_js),
  FILE_OF("inspector.js", inspector_js),
  FILE_OF("keys.js", keys_js),
  FILE_OF("layers.js", layers_js),
  FILE_OF("lists.js", lists_js),
  FILE_OF("menu.js", menu_js),
  FILE_OF("model.js", model_js),
  FILE_OF("panels.js", panels_js),
  FILE_OF("phone.js", phone_js),
  FILE_OF("player.js", player_js),
  FILE_OF("profile.js", profile_js),
  FILE_OF("qr.js", qr_js),
  FILE_OF("retime.js", retime_js),
  FILE_OF("server.js", server_js),
  FILE_OF("snap.js", snap_js),
  FILE_OF("stage.js", stage_js),
  FILE_OF("state.js", state_js),
  FILE_OF("studio.js", studio_js),
  FILE_OF("timeline.js", timeline_js),
  FILE_OF("layerside.js", layerside_js),
  FILE_OF("moving.js", moving_js),
  FILE_OF("points.js", points_js),
  FILE_OF("retiming.js", retiming_js),
  FILE_OF("timescale.js", timescale_js),
  FILE_OF("typing.js", typing_js),
  FILE_OF("variants.js", variants_js),
  FILE_OF("starters.js", starters_js),
  FILE_OF("sounds.js", sounds_js),
  FILE_OF("springs.js", springs_js),
  FILE_OF("tangents.js", tangents_js),
  FILE_OF("curves.js", curves_js),
  FILE_OF("measuring.js", measuring_js),
  FILE_OF("matched.js", matched_js),
  FILE_OF("measured.js", measured_js),
  FILE_OF("recording.js", recording_js),
};

const uint8_t *page_file(const char *name, size_t *count) {
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    if (strcmp(files[i].name, name) != 0) continue;
    *count = files[i].count;
    return files[i].bytes;
  }
  return NULL;
}
