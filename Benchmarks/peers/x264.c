/* libx264 fed 4:2:0 frames that lie ready in memory, with the settings of pipeline-media; the
 * packets are counted and dropped. */
#include <libavcodec/avcodec.h>

#include "peer.h"

static int width, height;
static size_t frame_bytes, frame_count;
static uint8_t *frames;

static void check(int result, const char *what) {
  if (result >= 0) return;
  fprintf(stderr, "%s: %s\n", what, av_err2str(result));
  exit(1);
}

static void keep(void *opaque, uint8_t *data) { (void)opaque, (void)data; }

static void feed(AVCodecContext *e, AVFrame *frame, AVPacket *packet) {
  check(avcodec_send_frame(e, frame), "frame");
  while (avcodec_receive_packet(e, packet) >= 0) av_packet_unref(packet);
}

static int encode(const char *name, long index) {
  (void)index;
  if (strcmp(name, "encode")) return 0;
  AVCodecContext *e = avcodec_alloc_context3(avcodec_find_encoder_by_name("libx264"));
  e->width = width;
  e->height = height;
  e->time_base = (AVRational){1, 60};
  e->framerate = (AVRational){60, 1};
  e->pix_fmt = AV_PIX_FMT_YUV420P;
  e->flags |= AV_CODEC_FLAG_BITEXACT | AV_CODEC_FLAG_GLOBAL_HEADER;
  e->color_range = AVCOL_RANGE_MPEG;
  e->colorspace = AVCOL_SPC_BT709;
  e->color_primaries = AVCOL_PRI_BT709;
  e->color_trc = AVCOL_TRC_BT709;
  e->chroma_sample_location = AVCHROMA_LOC_LEFT;
  e->thread_count = 4;
  AVDictionary *options = NULL;
  av_dict_set(&options, "preset", "medium", 0);
  av_dict_set(&options, "crf", "18", 0);
  check(avcodec_open2(e, e->codec, &options), "libx264");
  av_dict_free(&options);
  AVPacket *packet = av_packet_alloc();
  for (size_t i = 0; i < frame_count; i++) {
    AVFrame *frame = av_frame_alloc();
    uint8_t *start = frames + i * frame_bytes;
    frame->buf[0] = av_buffer_create(start, frame_bytes, keep, NULL, AV_BUFFER_FLAG_READONLY);
    frame->format = e->pix_fmt;
    frame->width = width;
    frame->height = height;
    frame->pts = (int64_t)i;
    frame->data[0] = start;
    frame->data[1] = start + width * height;
    frame->data[2] = frame->data[1] + width * height / 4;
    frame->linesize[0] = width;
    frame->linesize[1] = frame->linesize[2] = width / 2;
    feed(e, frame, packet);
    av_frame_free(&frame);
  }
  feed(e, NULL, packet);
  av_packet_free(&packet);
  avcodec_free_context(&e);
  return 1;
}

int main(int count, char **words) {
  if (count != 4) return 1;
  width = atoi(words[2]);
  height = atoi(words[3]);
  av_log_set_level(AV_LOG_ERROR);
  size_t size;
  frames = peer_file(words[1], &size);
  frame_bytes = (size_t)(width * height * 3 / 2);
  frame_count = size / frame_bytes;
  return peer_serve(encode, CLOCK_MONOTONIC);
}
