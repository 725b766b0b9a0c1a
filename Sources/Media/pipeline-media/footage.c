// Opens one track of a file.
#define _GNU_SOURCE
#include "footage.h"

#include <string.h>
#include <unistd.h>

#include "image.h"
#include "kinds.h"

const char footage_formats[] = "mov,mp4,matroska,webm,yuv4mpegpipe,avi,ivf,mpegts";

void footage_close_reader(struct footage *f) {
  avformat_close_input(&f->reader);
  video_file_close(&f->stream);
}

void footage_close(struct footage *f) {
  avcodec_free_context(&f->decoder);
  tint_close(&f->tint);
  footage_close_reader(f);
}

int64_t footage_ticks(const struct footage *f, int64_t time) {
  return av_rescale_q(time, f->reader->streams[f->track]->time_base, (AVRational){1, TICKS});
}

int64_t footage_others_start(const struct footage *f) {
  int64_t earliest = INT64_MAX;
  for (unsigned i = 0; i < f->reader->nb_streams; i++) {
    const AVStream *s = f->reader->streams[i];
    const enum AVMediaType type = s->codecpar->codec_type;
    if ((int)i == f->track || s->start_time == AV_NOPTS_VALUE ||
        (s->disposition & AV_DISPOSITION_ATTACHED_PIC) ||
        (type != AVMEDIA_TYPE_VIDEO && type != AVMEDIA_TYPE_AUDIO))
      continue;
    int64_t start = av_rescale_q(s->start_time, s->time_base, (AVRational){1, TICKS});
    // Samples before time 0 are the encoder's padding, which is not played.
    if (type == AVMEDIA_TYPE_AUDIO && start < 0) start = 0;
    if (start < earliest) earliest = start;
  }
  return earliest;
}

/// Finds the name of a file's kind in the table of this program; returns false if the table does not contain the kind.
static bool name_kind(const uint8_t *head, size_t count, bool is_sound,
                      struct media_message *answer) {
  const char *name = kind_unread(head, count);
  if (name) {
    kind_fail(name,
              is_sound ? "WAV, AIFF, CAF, FLAC, MP3, AAC, M4A, Ogg, videos"
                       : "MP4, MOV, MKV, WebM, AVI, TS, Y4M, GIF, WebP, APNG",
              answer);
    return true;
  }
  name = kind_read(head, count);
  const char *last = name ? strrchr(name, ' ') : NULL;
  if (last && !strcmp(last, " picture")) {
    media_fail(answer, MEDIA_BAD_INPUT, "the file is a still picture, not %s",
               is_sound ? "sound" : "film");
    return true;
  }
  const bool is_font = last && !strncmp(last, " font", 5);
  if (!is_font && (!last || is_sound || strcmp(last, " sound") != 0)) return false;
  media_fail(answer, MEDIA_BAD_INPUT, "the file is %s, not %s", name, is_sound ? "sound" : "film");
  return true;
}

void footage_name(int descriptor, const char *wanted, bool is_sound, int result,
                  struct media_message *answer) {
  uint8_t head[32768 + AVPROBE_PADDING_SIZE] = {0};
  const ssize_t count = pread(descriptor, head, sizeof head - AVPROBE_PADDING_SIZE, 0);
  AVProbeData probe = {.filename = "", .buf = head, .buf_size = count > 0 ? (int)count : 0};
  int score = 0;
  const AVInputFormat *format = av_probe_input_format3(&probe, 1, &score);
  const bool is_theora = count > 35 && memmem(head, (size_t)count, "\x80theora", 7);
  if (result == AVERROR_STREAM_NOT_FOUND)
    media_fail(answer, MEDIA_BAD_INPUT, "%s", wanted);
  else if (count > 0 && !is_theora && name_kind(head, (size_t)count, is_sound, answer))
    return;
  // Files that FFmpeg detects as subtitles may be any text, so FFmpeg's name of the kind is not used.
  else if (format && score > AVPROBE_SCORE_RETRY && !strstr(format->long_name, "captions") &&
           !strstr(format->long_name, "subtitle")) {
    // FFmpeg detects a photo as a piped sequence of still pictures.
    const size_t length = strlen(format->name);
    if (length > 5 && !strcmp(format->name + length - 5, "_pipe"))
      media_fail(answer, MEDIA_BAD_INPUT, "the file is a still picture, not a film");
    else if (result != AVERROR_DECODER_NOT_FOUND && !strncmp(format->name, "mov,", 4))
      media_fail(answer, MEDIA_BAD_INPUT, "the file is an MP4 or MOV that is damaged or incomplete");
    else
      media_fail(answer, MEDIA_BAD_INPUT, "the file is %s, which pipeline cannot read",
                 is_theora ? "Ogg with Theora" : format->long_name);
  } else {
    media_fail(answer, MEDIA_BAD_INPUT, "%s (%s)", wanted, av_err2str(result));
  }
}

struct image footage_image(struct footage *f, AVFrame *frame) {
  const AVStream *track = f->reader->streams[f->track];
  const enum AVCodecID codec = f->decoder->codec_id;
  // Grey frames in one of these formats have the range of luma unless the file specifies another range.
  if (frame->color_range == AVCOL_RANGE_UNSPECIFIED &&
      (codec == AV_CODEC_ID_H264 || codec == AV_CODEC_ID_HEVC || codec == AV_CODEC_ID_AV1))
    frame->color_range = AVCOL_RANGE_MPEG;
  tint_follow(&f->tint, track, frame);
  return (struct image){
      .frame = frame, .color = f->tint.color, .orientation = 1, .is_footage = true};
}

/// Finds the second picture track of a moving AVIF, which contains the alpha of the first track.
static void find_alpha(struct footage *f) {
  const AVDictionaryEntry *brand = av_dict_get(f->reader->metadata, "major_brand", NULL, 0);
  f->alpha = 0;
  if (!brand || strcmp(brand->value, "avis") != 0) return;
  int first = -1;
  for (unsigned i = 0; i < f->reader->nb_streams; i++) {
    if (f->reader->streams[i]->codecpar->codec_type != AVMEDIA_TYPE_VIDEO) continue;
    if (first < 0) first = (int)i;
    else if (f->alpha == 0) f->alpha = (int)i + 1;
  }
  f->track = first;
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
  // On failure, FFmpeg frees the reader and sets the pointer to NULL.
  int result = avformat_open_input(&f->reader, NULL, NULL, &options);
  av_dict_free(&options);
  if (result >= 0) result = avformat_find_stream_info(f->reader, NULL);
  const AVCodec **codec = type == AVMEDIA_TYPE_AUDIO ? &f->codec : NULL;
  if (result >= 0) result = av_find_best_stream(f->reader, type, -1, -1, codec, 0);
  if (result < 0) return result;
  f->track = result;
  if (type == AVMEDIA_TYPE_VIDEO) find_alpha(f);
  if (f->wanted > 0 && f->wanted <= (int)f->reader->nb_streams) f->track = f->wanted - 1;
  for (unsigned i = 0; i < f->reader->nb_streams; i++)
    if ((int)i != f->track) f->reader->streams[i]->discard = AVDISCARD_ALL;
  return 0;
}

bool footage_fits(const struct footage *f, uint64_t width, uint64_t height) {
  return width > 0 && height > 0 && width <= f->side_limit && height <= f->side_limit &&
         width * height <= f->pixel_limit;
}

/// Refuses a frame beyond the limits before memory is allocated for it.
static int take_buffer(AVCodecContext *context, AVFrame *frame, int flags) {
  if (!footage_fits(context->opaque, (uint64_t)frame->width, (uint64_t)frame->height))
    return AVERROR(ENOMEM);
  return avcodec_default_get_buffer2(context, frame, flags);
}

/// Returns the decoder of a track: libvpx for VP8 and VP9, because FFmpeg's own decoders ignore their alpha channel.
static const AVCodec *decoder_of(const AVStream *track) {
  const AVDictionaryEntry *alpha = av_dict_get(track->metadata, "alpha_mode", NULL, 0);
  const AVCodec *codec = NULL;
  if (alpha && !strcmp(alpha->value, "1") && track->codecpar->codec_id == AV_CODEC_ID_VP9)
    codec = avcodec_find_decoder_by_name("libvpx-vp9");
  if (alpha && !strcmp(alpha->value, "1") && track->codecpar->codec_id == AV_CODEC_ID_VP8)
    codec = avcodec_find_decoder_by_name("libvpx");
  return codec ? codec : avcodec_find_decoder(track->codecpar->codec_id);
}

bool footage_decode(struct footage *f, struct media_message *answer) {
  const AVStream *track = f->reader->streams[f->track];
  const AVCodec *codec = decoder_of(track);
  f->decoder = codec ? avcodec_alloc_context3(codec) : NULL;
  if (!f->decoder) {
    media_fail(answer, MEDIA_MISSING_CODEC, "this FFmpeg cannot decode %s",
               avcodec_get_name(track->codecpar->codec_id));
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
