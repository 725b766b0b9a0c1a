// An addon for node: open(path) gives {id, frames, width, height}; frame(id, number, buffer); cancel(id).
// cc -shared -fPIC addon.c -I/usr/include/node $(pkg-config --cflags --libs pipeline) -o addon.node
#include <node_api.h>
#include <pipeline.h>
#include <stdio.h>

static pipeline_engine engine;
static double number_of(napi_env env, napi_value value) {
  double number = 0;
  napi_get_value_double(env, value, &number);
  return number;
}

// Throws what went wrong, with each problem of the document on a line.
static napi_value failed(napi_env env, pipeline_status status, pipeline_report *report) {
  char text[8192];
  snprintf(text, sizeof text, "%s: %s", pipeline_status_name(status), report ? report->message : "");
  pipeline_report_free(report);
  napi_throw_error(env, pipeline_status_name(status), text);
  return NULL;
}

static napi_value open_film(napi_env env, napi_callback_info call) {
  napi_value words[1], made, value;
  size_t count = 1, length;
  char path[4096];
  napi_get_cb_info(env, call, &count, words, NULL, NULL);
  if (napi_get_value_string_utf8(env, words[0], path, sizeof path, &length) != napi_ok) return NULL;
  pipeline_report *report;
  pipeline_composition film;
  pipeline_open_options options = {.size = sizeof options, .threads = 2, .scale = 0.5};
  pipeline_status status = pipeline_open_file(engine, path, &options, &film, &report);
  if (status != PIPELINE_OK) return failed(env, status, report);
  pipeline_info info = {.size = sizeof info};
  pipeline_get_info(film, &info);
  napi_create_object(env, &made);
  const struct { const char *name; double value; } all[] = {
    {"id", film.id}, {"frames", info.frame_count}, {"width", info.width}, {"height", info.height}};
  for (int i = 0; i < 4; i++) {
    napi_create_double(env, all[i].value, &value);
    napi_set_named_property(env, made, all[i].name, value);
  }
  return made;
}

static napi_value frame(napi_env env, napi_callback_info call) {
  napi_value words[3];
  size_t count = 3, bytes;
  napi_get_cb_info(env, call, &count, words, NULL, NULL);
  pipeline_composition film = {(uint64_t)number_of(env, words[0])};
  pipeline_info info = {.size = sizeof info};
  pipeline_image image = {.size = sizeof image};
  pipeline_report *report = NULL;
  pipeline_status status = pipeline_get_info(film, &info);
  if (status == PIPELINE_OK) {
    napi_get_buffer_info(env, words[2], (void **)&image.data, &bytes);
    image.capacity = bytes, image.width = info.width, image.height = info.height;
    status = pipeline_frame(film, (uint64_t)number_of(env, words[1]), &image, &report);
  }
  return status == PIPELINE_OK ? NULL : failed(env, status, report);
}

static napi_value cancel(napi_env env, napi_callback_info call) {
  napi_value words[1];
  napi_get_cb_info(env, call, &(size_t){1}, words, NULL, NULL);
  pipeline_cancel((pipeline_composition){(uint64_t)number_of(env, words[0])});
  return NULL;
}

NAPI_MODULE_INIT() {
  const struct { const char *name; napi_callback call; } functions[] = {{"open", open_film}, {"frame", frame}, {"cancel", cancel}};
  pipeline_engine_new(NULL, &engine, NULL);
  for (int i = 0; i < 3; i++) {
    napi_value function;
    napi_create_function(env, functions[i].name, NAPI_AUTO_LENGTH, functions[i].call, NULL, &function);
    napi_set_named_property(env, exports, functions[i].name, function);
  }
  return exports;
}
