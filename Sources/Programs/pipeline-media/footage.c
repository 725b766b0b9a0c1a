// Opens one track of a file.
#include "footage.h"

#include <string.h>

const char footage_formats[] = "gif,apng,mov,mp4,matroska,webm,yuv4mpegpipe,avi,ivf,mpegts";

void footage_close_reader(struct footage *f) {
  avformat_close_input(&f->reader);
  video_file_close(&f->stream);
}

void footage_close(struct footage *f) {
  avcodec_free_context(&f->decoder);
  footage_close_reader(f);
}

int footage_open(struct footage *f, const char *formats, enum AVMediaType type) {
  f->file.place = 0;
  f->stream = video_file_open(&f->file, 0);
  f->reader = avformat_alloc_context();
  if (!f->stream || !f->reader) {
    avformat_free_context(f->reader);
    f->reader = NULL;
    return AVERROR(ENOMEM);
  }
  f->reader->pb = f->stream;
  f->reader->io_open = video_file_refuse;
  AVDictionary *options = NULL;
  av_dict_set(&options, "format_whitelist", formats, 0);
  // Times as they stand in a GIF, also those that browsers stretch; other containers know neither.
  av_dict_set(&options, "min_delay", "0", 0);
  av_dict_set(&options, "ignore_loop", "1", 0);
  // On failure the reader is freed and set to NULL.
  int result = avformat_open_input(&f->reader, NULL, NULL, &options);
  av_dict_free(&options);
  if (result >= 0) result = avformat_find_stream_info(f->reader, NULL);
  const AVCodec **codec = type == AVMEDIA_TYPE_AUDIO ? &f->codec : NULL;
  if (result >= 0) result = av_find_best_stream(f->reader, type, -1, -1, codec, 0);
  if (result < 0) return result;
  f->track = result;
  for (unsigned i = 0; i < f->reader->nb_streams; i++)
    if ((int)i != f->track) f->reader->streams[i]->discard = AVDISCARD_ALL;
  return 0;
}

bool footage_fits(const struct footage *f, uint64_t width, uint64_t height) {
  return width > 0 && height > 0 && width <= f->side_limit && height <= f->side_limit &&
         width * height <= f->pixel_limit;
}

/// Refuses a frame beyond the limits before its memory is taken.
static int take_buffer(AVCodecContext *context, AVFrame *frame, int flags) {
  if (!footage_fits(context->opaque, (uint64_t)frame->width, (uint64_t)frame->height))
    return AVERROR(ENOMEM);
  return avcodec_default_get_buffer2(context, frame, flags);
}

/// FFmpeg's own VP9 decoder leaves the alpha channel out; libvpx does not.
static const AVCodec *decoder_of(const AVStream *track) {
  const AVDictionaryEntry *alpha = av_dict_get(track->metadata, "alpha_mode", NULL, 0);
  const AVCodec *codec = NULL;
  if (track->codecpar->codec_id == AV_CODEC_ID_VP9 && alpha && !strcmp(alpha->value, "1"))
    codec = avcodec_find_decoder_by_name("libvpx-vp9");
  return codec ? codec : avcodec_find_decoder(track->codecpar->codec_id);
}

bool footage_decode(struct footage *f, struct media_message *answer) {
  const AVStream *track = f->reader->streams[f->track];
  const AVCodec *codec = decoder_of(track);
  f->decoder = codec ? avcodec_alloc_context3(codec) : NULL;
  if (!f->decoder) {
    media_fail(answer, MEDIA_MISSING_CODEC, "this FFmpeg cannot decode it");
    return false;
  }
  f->decoder->opaque = f;
  f->decoder->get_buffer2 = take_buffer;
  f->decoder->thread_count = 2;
  f->decoder->flags |= AV_CODEC_FLAG_BITEXACT;
  f->decoder->pkt_timebase = track->time_base;
  int result = avcodec_parameters_to_context(f->decoder, track->codecpar);
  if (result >= 0) result = avcodec_open2(f->decoder, codec, NULL);
  if (result < 0) media_fail(answer, MEDIA_BAD_INPUT, "%s", av_err2str(result));
  return result >= 0;
}
