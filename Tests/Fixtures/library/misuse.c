/* misuse SEED CALLS FOLDER: calls the functions wrongly from four threads at once: with null, with closed, invented and
 * other kinds' handles, with invalid sizes and numbers, and from callbacks. Each call must return a status; at the end
 * nothing may remain in the process or in the folder. */
#include "host.h"

#include <pthread.h>
#include <stdatomic.h>

enum { KEPT = 6, THREADS = 4 };
enum kind { ENGINE, FILM, FRAMES, KINDS };
static atomic_ullong handles[KINDS][KEPT];
static long calls;
static const char *folder;
static atomic_long refused, done, drawn, told, made_files;

typedef struct { uint64_t state; } random_source;

static uint64_t any(random_source *r) {
  r->state ^= r->state << 13, r->state ^= r->state >> 7, r->state ^= r->state << 17;
  return r->state * 0x2545f4914f6cdd1dull >> 11;
}
static bool rarely(random_source *r) { return any(r) % 8 == 0; }
/* Closed handles are kept until another handle takes their place. */
static uint64_t handle(random_source *r, enum kind kind) {
  if (rarely(r)) return any(r) % 3 ? any(r) % 64 : any(r);
  return handles[rarely(r) ? any(r) % KINDS : kind][any(r) % KEPT];
}
static void keep(random_source *r, enum kind kind, uint64_t id) { if (id) handles[kind][any(r) % KEPT] = id; }
static double number(random_source *r) {
  const double all[] = {0, -0.0, 0.5, 1, 2, -1, NAN, INFINITY, -INFINITY, 1e-300, 1e300, 60, 1000, 1e18};
  return all[any(r) % (sizeof all / sizeof all[0])];
}
static uint32_t size(random_source *r, size_t right) {
  const size_t all[] = {0, 1, 4, right - 1, right - 8, right + 8, 4096, 5000, UINT32_MAX};
  return (uint32_t)(rarely(r) ? all[any(r) % 9] : right);
}
static uint32_t word(random_source *r) { return rarely(r) ? (uint32_t)any(r) : (uint32_t)(any(r) % 3); }
static const char *text(random_source *r) {
  const char *all[] = {NULL, "", "\xff\xfe", "x", "2", "gif", "png", "y4m", "mp4", "50%", "end", "-1", "{", "layers", "/nowhere", "-"};
  return all[any(r) % 16];
}

/* Callbacks query the composition that calls them, and other compositions. */
static void tell(void *user, const pipeline_message *message) {
  pipeline_info info = {.size = sizeof info};
  EXPECT(message->size >= sizeof *message && message->text);
  EXPECT(strcmp(pipeline_status_name(pipeline_get_info((pipeline_composition){handles[FILM][*(int *)user % KEPT]}, &info)), "unknown"));
  told++;
}
static bool go_on(void *user, uint64_t at, uint64_t total) {
  EXPECT(at <= total);
  pipeline_cancel((pipeline_composition){handles[FILM][(at + *(int *)user) % KEPT]});
  told++;
  return at < 5;
}

static void *work(void *seed) {
  random_source source = {(uint64_t)(uintptr_t)seed}, *r = &source;
  /* Structs are followed by zeros, because the declared size of a struct may reach into the bytes after it. */
  static _Thread_local uint64_t room[8][640];
  for (long i = 0; i < calls; i++) {
    memset(room, 0, sizeof room);
    pipeline_report *report = NULL, **place = rarely(r) ? NULL : &report;
    pipeline_engine engine = {handle(r, ENGINE)};
    pipeline_composition film = {handle(r, FILM)}, made = {0};
    pipeline_frames frames = {handle(r, FRAMES)}, begun = {0};
    pipeline_engine new_engine = {0};
    pipeline_open_options *options = (void *)room[0];
    options->size = size(r, sizeof *options), options->scale = rarely(r) ? number(r) : 0, options->threads = word(r);
    options->flags = rarely(r) ? (uint32_t)any(r) : 0, options->sandbox = word(r), options->isolation = word(r) % 2;
    options->seconds = rarely(r) ? number(r) : 5, options->plugin_seconds = rarely(r) ? number(r) : 0;
    pipeline_variable variable = {text(r), text(r)};
    pipeline_limit limit = {text(r), (int64_t)any(r)};
    if (rarely(r)) options->variables = &variable;
    options->variable_count = rarely(r) && rarely(r);
    if (rarely(r)) options->limits = &limit;
    options->limit_count = rarely(r) && rarely(r);
    options->plugin_folder_count = any(r) % 64 == 0;
    static int users[KEPT] = {0, 1, 2, 3, 4, 5};
    if (any(r) % 2) options->message = tell, options->user = &users[any(r) % KEPT];
    pipeline_image *image = (void *)room[1];
    static _Thread_local uint8_t pixels[4096];
    *image = (pipeline_image){size(r, sizeof *image), word(r), rarely(r) ? NULL : pixels, rarely(r) ? any(r) % 4096 : sizeof pixels,
                              rarely(r) ? (int64_t)any(r) : 0, 16, rarely(r) ? 9 : 8};
    if (image->capacity > sizeof pixels) image->capacity = sizeof pixels;
    pipeline_info *info = (void *)room[2];
    info->size = size(r, sizeof *info);
    pipeline_frame_info *frame = (void *)room[3];
    frame->size = size(r, sizeof *frame);
    pipeline_render_options *render = (void *)room[4];
    *render = (pipeline_render_options){.size = size(r, sizeof *render), .flags = word(r), .quality = number(r), .seconds = 2,
      .frames_per_second = rarely(r) ? number(r) : 0, .first_frame = rarely(r) ? any(r) : 0, .frame_count = rarely(r) ? any(r) : 1};
    const char *file = text(r);
    char path[512];
    snprintf(path, sizeof path, "%s/%u.%s", folder, (unsigned)(any(r) % 8), any(r) % 2 ? "gif" : "png");
    if (file && !strcmp(file, "-")) file = "/proc/nowhere/a.gif";
    if (!rarely(r)) file = path;
    if (any(r) % 2) render->files = &file, render->file_count = rarely(r) ? any(r) : 1;
    if (any(r) % 2) render->progress = go_on, render->user = &users[any(r) % KEPT];
    uint8_t *bytes = NULL;
    uint64_t count;
    char *json = NULL;
    double seconds;
    pipeline_status status = PIPELINE_OK;
    const int asked = any(r) % 24;
    if (any(r) % 2) pipeline_resume(film);
    switch (asked) {
    case 0: status = pipeline_engine_new(NULL, rarely(r) ? NULL : &new_engine, place), keep(r, ENGINE, new_engine.id); break;
    case 1: status = any(r) % 32 ? PIPELINE_END : pipeline_engine_close(engine); break;
    case 2: status = pipeline_open_file(engine, text(r), options, rarely(r) ? NULL : &made, place), keep(r, FILM, made.id); break;
    case 3: case 4: case 5: case 6:
      status = pipeline_open_bytes(engine, rarely(r) ? NULL : document, rarely(r) ? any(r) % sizeof document : sizeof document - 1,
                                   rarely(r) ? text(r) : NULL, rarely(r) ? text(r) : NULL, rarely(r) ? NULL : options,
                                   rarely(r) ? NULL : &made, place), keep(r, FILM, made.id); break;
    case 7: status = any(r) % 4 ? PIPELINE_END : pipeline_close(film); break;
    case 8: status = pipeline_get_info(film, rarely(r) ? NULL : info); break;
    case 9: status = pipeline_warnings(film, place); break;
    case 10: status = pipeline_moment(film, text(r), rarely(r) ? NULL : &seconds, place); break;
    case 11: case 12: status = pipeline_frame_at(film, number(r), rarely(r) ? NULL : image, place); break;
    case 13: case 14: status = pipeline_frame(film, rarely(r) ? any(r) : any(r) % 12, image, place); break;
    case 15: status = pipeline_frames_begin(film, word(r), any(r), rarely(r) ? NULL : &begun, place), keep(r, FRAMES, begun.id); break;
    case 16: case 17: status = pipeline_frames_next(frames, image, rarely(r) ? NULL : frame, place); break;
    case 18: status = pipeline_frames_end(frames); break;
    case 19: status = pipeline_variables(film, rarely(r) ? NULL : &json, place); break;
    case 20: status = pipeline_layers(film, number(r), rarely(r) ? NULL : &json, place); break;
    case 21: status = rarely(r) ? pipeline_cancel(film) : pipeline_resume(film); break;
    case 22: status = pipeline_encode(film, text(r), render, rarely(r) ? NULL : &bytes, rarely(r) ? NULL : &count, place); break;
    case 23: status = render->file_count ? pipeline_render(film, render, rarely(r) ? NULL : &json, place) : pipeline_events(film, &json, place); break;
    }
    EXPECT(strcmp(pipeline_status_name(status), "unknown"));
    EXPECT(!report || report->status == status);
    status > PIPELINE_END ? refused++ : done++;
    drawn += status == PIPELINE_OK && (image->data == pixels) && asked >= 11 && asked <= 17 && asked != 15;
    made_files += status == PIPELINE_OK && asked == 23 && render->file_count;
    pipeline_report_free(report);
    pipeline_free(json);
    pipeline_free(bytes);
  }
  return NULL;
}

int main(int count, char **words) {
  EXPECT(count == 4);
  const uint64_t seed = strtoull(words[1], NULL, 10);
  calls = atol(words[2]), folder = words[3];
  pipeline_engine engine, spare;
  pipeline_composition film;
  EXPECT(pipeline_engine_new(NULL, &engine, NULL) == PIPELINE_OK && pipeline_engine_new(NULL, &spare, NULL) == PIPELINE_OK);
  EXPECT(open_document(engine, &film) == PIPELINE_OK);
  for (int i = 0; i < KEPT; i++) handles[ENGINE][i] = i % 2 ? engine.id : spare.id;
  for (int i = 0; i < KEPT; i++) handles[FILM][i] = film.id;
  pthread_t threads_of_ours[THREADS];
  for (int i = 0; i < THREADS; i++)
    EXPECT(pthread_create(&threads_of_ours[i], NULL, work, (void *)(uintptr_t)((seed * THREADS + i) * 0x9e3779b97f4a7c15ull | 1)) == 0);
  for (int i = 0; i < THREADS; i++) pthread_join(threads_of_ours[i], NULL);
  /* Closes every engine that may exist. */
  for (uint64_t id = 1; id < (uint64_t)calls * THREADS + 8; id++) pipeline_engine_close((pipeline_engine){id});
  SETTLES(threads() == 1 && children() == 0);
  DIR *files = opendir(folder);
  for (struct dirent *file; files && (file = readdir(files));)
    EXPECT(file->d_name[0] == '.' ? strlen(file->d_name) <= 2 : strlen(file->d_name) == 5);
  if (files) closedir(files);
  printf("%ld done, %ld refused, %ld frames, %ld files, %ld callbacks\n", (long)done, (long)refused, (long)drawn,
         (long)made_files, (long)told);
  EXPECT(drawn > 0 && refused > 0);
  return 0;
}
