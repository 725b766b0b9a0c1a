/* ffmpeg's xfade filter on one thread: RGBA frames go in and RGBA comes out, as with everyone else.
 * The filter works on planes, so ffmpeg converts before and after it, as it does for its users. */
#include <libavfilter/avfilter.h>
#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>

#include "peer.h"

/* Ticks of 1/60 s from frame to frame, and frames in a transition of 60 s, its longest. */
enum { STEP = 30, LENGTH = 120 };

struct fade {
  const char *name, *transition;
  AVFilterGraph *graph;
  AVFilterContext *sources[2], *sink;
  int64_t next;
};

static struct fade fades[] = {
    {"circle", "circleopen", NULL, {NULL}, NULL, 0},
    {"dissolve", "fade", NULL, {NULL}, NULL, 0},
};
static AVFrame *pictures[2];

static void check(int result, const char *what) {
  if (result >= 0) return;
  fprintf(stderr, "%s: %s\n", what, av_err2str(result));
  exit(1);
}

static AVFrame *picture(const char *folder, const char *name) {
  char path[4096];
  size_t size;
  snprintf(path, sizeof path, "%s/%s.rgba", folder, name);
  uint8_t *rgba = peer_file(path, &size);
  AVFrame *frame = av_frame_alloc();
  frame->format = AV_PIX_FMT_RGBA;
  frame->width = WIDTH;
  frame->height = HEIGHT;
  check(av_frame_get_buffer(frame, 0), "picture");
  for (int y = 0; y < HEIGHT; y++)
    memcpy(frame->data[0] + y * frame->linesize[0], rgba + y * WIDTH * 4, WIDTH * 4);
  free(rgba);
  return frame;
}

static void open_graph(struct fade *f) {
  char options[256];
  avfilter_graph_free(&f->graph);
  f->graph = avfilter_graph_alloc();
  f->graph->nb_threads = 1;
  f->next = 0;
  AVFilterContext *fade;
  snprintf(options, sizeof options, "transition=%s:duration=60:offset=0", f->transition);
  check(avfilter_graph_create_filter(&fade, avfilter_get_by_name("xfade"), "fade", options, NULL,
                                     f->graph), "xfade");
  snprintf(options, sizeof options, "video_size=%dx%d:pix_fmt=%d:time_base=1/60:frame_rate=60",
           WIDTH, HEIGHT, AV_PIX_FMT_RGBA);
  for (int i = 0; i < 2; i++) {
    check(avfilter_graph_create_filter(&f->sources[i], avfilter_get_by_name("buffer"),
                                       i ? "to" : "from", options, NULL, f->graph), "buffer");
    check(avfilter_link(f->sources[i], 0, fade, (unsigned)i), "link");
  }
  AVFilterContext *rgba;
  check(avfilter_graph_create_filter(&rgba, avfilter_get_by_name("format"), "rgba",
                                     "pix_fmts=rgba", NULL, f->graph), "format");
  check(avfilter_graph_create_filter(&f->sink, avfilter_get_by_name("buffersink"), "sink", NULL,
                                     NULL, f->graph), "buffersink");
  check(avfilter_link(fade, 0, rgba, 0), "link");
  check(avfilter_link(rgba, 0, f->sink, 0), "link");
  check(avfilter_graph_config(f->graph, NULL), "graph");
}

/* The next frame; a transition that is over starts again. */
static int draw(const char *name, long index) {
  (void)index;
  struct fade *f = fades;
  while (strcmp(f->name, name))
    if (++f == fades + sizeof fades / sizeof *fades) return 0;
  if (f->next > LENGTH - 4) open_graph(f);
  AVFrame *out = av_frame_alloc();
  for (;;) {
    for (int i = 0; i < 2; i++) {
      AVFrame *in = av_frame_clone(pictures[i]);
      in->pts = f->next * STEP;
      check(av_buffersrc_add_frame(f->sources[i], in), "in");
      av_frame_free(&in);
    }
    f->next++;
    const int result = av_buffersink_get_frame(f->sink, out);
    if (result >= 0) break;
    if (result != AVERROR(EAGAIN)) check(result, "out");
  }
  av_frame_free(&out);
  return 1;
}

int main(int count, char **words) {
  if (count != 2) return 1;
  pictures[0] = picture(words[1], "from");
  pictures[1] = picture(words[1], "to");
  for (size_t i = 0; i < sizeof fades / sizeof *fades; i++) open_graph(&fades[i]);
  return peer_serve(draw, CLOCK_THREAD_CPUTIME_ID);
}
