/* calls FOLDER: tests what the functions of pipeline.h do, and that the functions leave the process unchanged. */
#include "host.h"

#include <fenv.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

extern char **environ;

static pipeline_composition film;
static atomic_int messages;

static void hear(void *user, const pipeline_message *message) {
  EXPECT(user == &messages && message->size >= sizeof *message && message->text[0]);
  messages++;
}

static bool stop(void *user, uint64_t done, uint64_t total) {
  uint64_t *count = user;
  EXPECT(done <= total);
  /* While a composition calls back, the callback may cancel the composition, but not use it in another way. */
  pipeline_info info = {.size = sizeof info};
  EXPECT(pipeline_get_info(film, &info) == PIPELINE_BUSY && pipeline_close(film) == PIPELINE_BUSY);
  return ++*count < 4;
}

static void *cancel(void *unused) {
  usleep(200000);
  EXPECT(pipeline_cancel(film) == PIPELINE_OK);
  return unused;
}

int main(int count, char **words) {
  EXPECT(count == 2);
  setlocale(LC_ALL, "");
  struct sigaction before[NSIG], now;
  for (int i = 1; i < NSIG; i++) sigaction(i, NULL, &before[i]);
  char **environment = environ, folder[4096], folder_now[4096];
  EXPECT(getcwd(folder, sizeof folder));
  char locale[64];
  snprintf(locale, sizeof locale, "%s", setlocale(LC_ALL, NULL));
  fesetround(FE_UPWARD);
  const int first_descriptors = descriptors();

  EXPECT(pipeline_version() >> 16 == PIPELINE_VERSION_MAJOR && strlen(pipeline_release()) >= 5);
  EXPECT(!strcmp(pipeline_status_name(PIPELINE_CONTENT), "content"));
  EXPECT(!strcmp(pipeline_status_name(PIPELINE_TIMEOUT), "timeout") && !strcmp(pipeline_status_name(PIPELINE_FORKED), "forked") && pipeline_status_name(-7));

  pipeline_engine engine, other;
  pipeline_report *report;
  pipeline_engine_options nowhere = {.size = sizeof nowhere, .prefix = "/nowhere"};
  EXPECT(pipeline_engine_new(NULL, &engine, &report) == PIPELINE_OK && !report);
  EXPECT(pipeline_engine_new(&nowhere, &other, &report) == PIPELINE_OK);

  /* An engine does not know the helpers of another engine. */
  pipeline_composition lost = {7};
  EXPECT(open_document(engine, &film) == PIPELINE_OK);
  const pipeline_status status =
    pipeline_open_bytes(other, document, sizeof document - 1, NULL, NULL, NULL, &lost, &report);
  if (status != PIPELINE_OK) EXPECT(status == PIPELINE_UNAVAILABLE && report->place_count && lost.id == 0);
  pipeline_report_free(report);

  /* The report contains each problem with its place. */
  const char wrong[] = "{\"version\": 1,\n \"layers\": [{\"id\": \"a\", \"fram\": 1, \"opacit\": 2}]}";
  EXPECT(pipeline_open_bytes(engine, wrong, sizeof wrong - 1, "/tmp", "w.json", NULL, &lost, &report) == PIPELINE_CONTENT);
  EXPECT(report->problem_count == 2 && report->exit_status == 65 && report->problem_size >= sizeof *report->problems);
  EXPECT(report->problems[0].line == 2 && !strcmp(report->problems[0].suggestion, "frame"));
  EXPECT(strstr(report->message, "w.json:2:") && strstr(report->problems[1].text, "/layers/0/opacit"));
  pipeline_report_free(report);
  EXPECT(pipeline_open_file(engine, "-nowhere.json", NULL, &lost, &report) == PIPELINE_MISSING);
  pipeline_report_free(report);

  /* The composition's properties and events. */
  pipeline_info info = {.size = sizeof info};
  EXPECT(pipeline_get_info(film, &info) == PIPELINE_OK && info.size == sizeof info);
  EXPECT(info.width == 16 && info.height == 8 && info.frame_count == 10 && !info.is_opaque);
  EXPECT(info.duration_seconds == 1 && info.frames_per_second == 10 && info.scale == 1);
  double seconds;
  EXPECT(pipeline_moment(film, "50%", &seconds, NULL) == PIPELINE_OK && seconds == 0.5);
  EXPECT(pipeline_moment(film, "-1", &seconds, NULL) == PIPELINE_USAGE && seconds == 0);
  char *json;
  EXPECT(pipeline_variables(film, &json, NULL) == PIPELINE_OK && !strcmp(json, "{\"x\": 2}"));
  pipeline_free(json);
  EXPECT(pipeline_layers(film, 0.5, &json, NULL) == PIPELINE_OK && strstr(json, "\"time\":0.5"));
  pipeline_free(json);
  EXPECT(pipeline_timeline(film, &json, NULL) == PIPELINE_OK && strstr(json, "\"duration\":1"));
  pipeline_free(json);
  EXPECT(pipeline_events(film, &json, NULL) == PIPELINE_OK && strstr(json, "\"event\":\"didEnd\""));
  pipeline_free(json);
  EXPECT(pipeline_warnings(film, &report) == PIPELINE_OK && !report);

  /* Frames with a stride, with premultiplied and with straight alpha. */
  uint8_t pixels[8 * 80], plain[8 * 64];
  memset(pixels, 9, sizeof pixels);
  pipeline_image image = {.size = sizeof image, .data = pixels, .capacity = sizeof pixels, .stride_bytes = 80,
                          .width = 16, .height = 8};
  pipeline_image straight = {.size = sizeof straight, .format = PIPELINE_RGBA_STRAIGHT, .data = plain,
                             .capacity = sizeof plain, .width = 16, .height = 8};
  EXPECT(pipeline_frame(film, 0, &image, NULL) == PIPELINE_OK);
  EXPECT(pixels[0] == 128 && pixels[1] == 0 && pixels[3] == 128 && pixels[64] == 9 && pixels[79] == 9);
  EXPECT(pipeline_frame_at(film, 1, &straight, NULL) == PIPELINE_OK && plain[0] == 255 && plain[3] == 128);
  const uint8_t *blue = pixels + 2 * 80 + 3 * 4;
  EXPECT(blue[0] == 0 && blue[2] == 255 && blue[3] == 255);
  EXPECT(pipeline_frame(film, 10, &image, NULL) == PIPELINE_USAGE);
  EXPECT(pipeline_frame_at(film, NAN, &image, NULL) == PIPELINE_USAGE);
  EXPECT(pipeline_frame_at(film, -0.0, &image, NULL) == PIPELINE_OK);
  image.capacity--;
  EXPECT(pipeline_frame(film, 0, &image, NULL) == PIPELINE_OK); /* the last row needs no padding */
  image.capacity = 7 * 80 + 63;
  EXPECT(pipeline_frame(film, 0, &image, &report) == PIPELINE_USAGE && report);
  pipeline_report_free(report);
  image.capacity = sizeof pixels, image.stride_bytes = 60;
  EXPECT(pipeline_frame(film, 0, &image, NULL) == PIPELINE_USAGE);
  image.stride_bytes = 80;

  pipeline_frames frames;
  pipeline_frame_info frame = {.size = sizeof frame};
  EXPECT(pipeline_frames_begin(film, 8, UINT64_MAX, &frames, NULL) == PIPELINE_OK);
  EXPECT(pipeline_frames_next(frames, &image, &frame, NULL) == PIPELINE_OK && frame.number == 8);
  EXPECT(pipeline_frames_next(frames, &image, &frame, NULL) == PIPELINE_OK && frame.seconds == 0.9);
  EXPECT(pipeline_frames_next(frames, &image, &frame, NULL) == PIPELINE_END);
  EXPECT(pipeline_frames_end(frames) == PIPELINE_OK && pipeline_frames_end(frames) == PIPELINE_HANDLE);
  EXPECT(pipeline_close((pipeline_composition){frames.id}) == PIPELINE_HANDLE);

  /* Files; the rendering is cancelled by a callback and by another thread. */
  char path[4200], *summary;
  snprintf(path, sizeof path, "%s/a.gif", words[1]);
  const char *files[] = {path};
  pipeline_render_options render = {.size = sizeof render, .files = files, .file_count = 1};
  EXPECT(pipeline_render(film, &render, &summary, NULL) == PIPELINE_OK && strstr(summary, "10 frames"));
  pipeline_free(summary);
  EXPECT(access(path, R_OK) == 0 && unlink(path) == 0);
  uint64_t told = 0;
  render.progress = stop, render.user = &told;
  EXPECT(pipeline_render(film, &render, NULL, NULL) == PIPELINE_CANCELLED && told == 4);
  EXPECT(access(path, R_OK) != 0);
  render.progress = NULL, render.frames_per_second = -1;
  EXPECT(pipeline_render(film, &render, NULL, NULL) == PIPELINE_USAGE);
  render.frames_per_second = 0, render.flags = PIPELINE_RENDER_QUALITY, render.quality = NAN;
  EXPECT(pipeline_render(film, &render, NULL, NULL) == PIPELINE_USAGE);
  uint8_t *bytes;
  uint64_t length;
  pipeline_render_options one = {.size = sizeof one, .first_frame = 3, .frame_count = 1};
  EXPECT(pipeline_encode(film, "png", &one, &bytes, &length, NULL) == PIPELINE_OK && !memcmp(bytes, "\x89PNG", 4));
  pipeline_free(bytes);
  /* The options of version 1.0 end before the member `speed`; the bytes after their end do not belong to the options. */
  one.size = offsetof(pipeline_render_options, speed), one.speed = NAN;
  EXPECT(pipeline_encode(film, "png", &one, &bytes, &length, NULL) == PIPELINE_OK && length);
  pipeline_free(bytes);
  one.size--;
  EXPECT(pipeline_encode(film, "png", &one, &bytes, &length, NULL) == PIPELINE_USAGE && !bytes);
  one.size = sizeof one, one.speed = 2;
  EXPECT(pipeline_encode(film, "nothing", &one, &bytes, &length, NULL) == PIPELINE_USAGE && !bytes);

  EXPECT(pipeline_cancel(film) == PIPELINE_OK && pipeline_frame(film, 0, &image, NULL) == PIPELINE_CANCELLED);
  EXPECT(pipeline_resume(film) == PIPELINE_OK && pipeline_frame(film, 0, &image, NULL) == PIPELINE_OK);
  EXPECT(pipeline_close(film) == PIPELINE_OK && pipeline_frame(film, 0, &image, NULL) == PIPELINE_HANDLE);

  /* Options: variables, limits, a long film, and a time limit. */
  pipeline_variable variable = {"x", "4"};
  pipeline_limit limit = {"layers", 1};
  pipeline_open_options options = {.size = sizeof options, .variables = &variable, .variable_count = 1,
                                   .message = hear, .user = &messages, .scale = 2, .threads = 3};
  EXPECT(pipeline_open_bytes(engine, document, sizeof document - 1, NULL, NULL, &options, &film, &report) == PIPELINE_OK);
  EXPECT(pipeline_get_info(film, &info) == PIPELINE_OK && info.width == 32 && info.scale == 2);
  EXPECT(pipeline_close(film) == PIPELINE_OK);
  options.limits = &limit, options.limit_count = 1;
  EXPECT(pipeline_open_bytes(engine, document, sizeof document - 1, NULL, NULL, &options, &film, &report) == PIPELINE_CONTENT);
  pipeline_report_free(report);
  options.limit_count = 0;
  variable.name = "y";
  EXPECT(pipeline_open_bytes(engine, document, sizeof document - 1, NULL, NULL, &options, &film, NULL) == PIPELINE_CONTENT);
  variable.name = "x\xff";
  EXPECT(pipeline_open_bytes(engine, document, sizeof document - 1, NULL, NULL, &options, &film, NULL) == PIPELINE_USAGE);
  options.variable_count = 0, options.flags = 1u << 30;
  EXPECT(pipeline_open_bytes(engine, document, sizeof document - 1, NULL, NULL, &options, &film, NULL) == PIPELINE_USAGE);

  const char endless[] = "{\"version\": 1, \"canvas\": {\"size\": [64, 64]}, \"duration\": 9000, \"layers\": []}";
  EXPECT(pipeline_open_bytes(engine, endless, sizeof endless - 1, NULL, NULL, NULL, &film, NULL) == PIPELINE_OK);
  snprintf(path, sizeof path, "%s/b.y4m", words[1]);
  pipeline_render_options forever = {.size = sizeof forever, .files = files, .file_count = 1, .seconds = 0.2};
  EXPECT(pipeline_render(film, &forever, NULL, NULL) == PIPELINE_TIMEOUT);
  forever.seconds = 0;
  /* Two threads cancel the film at the same time. */
  pthread_t cancelling[2];
  for (int i = 0; i < 2; i++) EXPECT(pthread_create(&cancelling[i], NULL, cancel, NULL) == 0);
  EXPECT(pipeline_render(film, &forever, NULL, NULL) == PIPELINE_CANCELLED);
  for (int i = 0; i < 2; i++) EXPECT(pthread_join(cancelling[i], NULL) == 0);
  EXPECT(entries(words[1]) == 0);

  /* The process is as it was at the start. */
  EXPECT(pipeline_engine_close(engine) == PIPELINE_OK && pipeline_close(film) == PIPELINE_HANDLE);
  EXPECT(pipeline_engine_close(other) == PIPELINE_OK && pipeline_engine_close(other) == PIPELINE_HANDLE);
  SETTLES(threads() == 1 && children() == 0 && descriptors() == first_descriptors);
  for (int i = 1; i < NSIG; i++) {
    /* The C library reserves two signals, whose actions cannot be read. */
    if (sigaction(i, NULL, &now) != 0) continue;
    if (now.sa_handler != before[i].sa_handler || now.sa_flags != before[i].sa_flags) fprintf(stderr, "signal %d\n", i);
    EXPECT(now.sa_handler == before[i].sa_handler && now.sa_flags == before[i].sa_flags);
  }
  EXPECT(environ == environment && getcwd(folder_now, sizeof folder_now) && !strcmp(folder, folder_now));
  EXPECT(!strcmp(locale, setlocale(LC_ALL, NULL)) && fegetround() == FE_UPWARD);
  printf("as it should be\n");
  return 0;
}
