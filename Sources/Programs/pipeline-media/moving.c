// Any frame of a video or an animated picture, the same one however it was come to.
//
// All packets are read once, which gives the frames that are shown, in their order, and the key frames from
// which decoding can start. A frame is known by its time stamp. It is taken from the cache, or the decoder
// goes on to it, or it starts again at the last key frame that is not later. Every frame that is decoded on
// the way goes into the cache, so going backwards decodes each part once; a part that is larger than the
// cache is decoded once for each part of it that fits.
#define _GNU_SOURCE
#include "moving.h"

#include <errno.h>
#include <fcntl.h>
#include <libavutil/display.h>
#include <libavutil/imgutils.h>
#include <libavutil/pixdesc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "footage.h"
#include "process.h"

/// The most frames of one file.
#define FRAME_MAX 2000000
/// The most frames, and bytes of them, that are kept.
#define KEPT_MAX 4096
#define KEPT_BYTES (256ll << 20)

/// A frame as the packets tell of it.
struct mark {
  /// When it is shown, and when it is decoded; in the track's own time base.
  int64_t shown, decoded, duration;
  bool is_key;
  /// It is decoded, since others need it, and never shown.
  bool is_hidden;
  /// Packets of this time; the last one counts.
  uint32_t copies;
};

struct kept {
  AVFrame *frame;
  int64_t shown;
  uint64_t used;
};

struct moving {
  struct footage in;
  AVPacket *packet;
  AVRational base;

  /// In the place of the two above: an animated WebP, and its file.
  struct webp *webp;
  uint8_t *bytes;
  size_t byte_count;

  /// By the times at which they are shown.
  struct mark *frames, *keys;
  size_t frame_count, key_count;
  int64_t end;

  /// Of a frame as it is decoded, and how it is turned to stand upright: first it is transposed, then
  /// mirrored.
  int width, height;
  bool is_transposed, flips_x, flips_y;

  /// The key frame where decoding started; frames before it that come after it lack what they follow.
  int64_t first;
  /// The frame that was decoded last.
  int64_t last;
  bool is_running, waits_for_key, is_drained;
  /// The frame of a WebP that comes next, and when.
  uint32_t webp_place;
  int64_t webp_time;

  struct kept *kept;
  size_t kept_room;
  uint64_t clock;
};

void moving_close(struct moving **moving) {
  struct moving *m = *moving;
  *moving = NULL;
  if (!m) return;
  for (size_t i = 0; i < m->kept_room; i++) av_frame_free(&m->kept[i].frame);
  av_free(m->kept);
  free(m->frames);
  free(m->keys);
  av_packet_free(&m->packet);
  footage_close(&m->in);
  webp_close(&m->webp);
  if (m->bytes) munmap(m->bytes, m->byte_count);
  if (m->in.file.descriptor >= 0) close(m->in.file.descriptor);
  av_free(m);
}

// MARK: Opening

static int open_reader(struct moving *m) {
  const int result = footage_open(&m->in, footage_formats, AVMEDIA_TYPE_VIDEO);
  if (result >= 0) m->base = m->in.reader->streams[m->in.track]->time_base;
  return result;
}

/// Each frame of these follows the one before, whatever their packets say.
static bool is_a_chain(const struct moving *m) {
  const enum AVCodecID codec = m->in.decoder->codec_id;
  return codec == AV_CODEC_ID_GIF || codec == AV_CODEC_ID_APNG;
}

static int by_time(const void *a, const void *b) {
  const struct mark *x = a, *y = b;
  return x->shown < y->shown ? -1 : x->shown > y->shown;
}

static bool add(struct mark **list, size_t *count, struct mark mark) {
  // Its room doubles.
  if ((*count & (*count - 1)) == 0 && (*count == 0 || *count >= 16)) {
    const size_t room = *count < 16 ? 16 : 2 * *count;
    struct mark *grown = realloc(*list, room * sizeof *grown);
    if (!grown) return false;
    *list = grown;
  }
  (*list)[(*count)++] = mark;
  return true;
}

/// Reads all packets; false, and FAILED, when there are too many.
static bool read_packets(struct moving *m, struct media_message *answer) {
  const bool chain = is_a_chain(m);
  bool has_key = false;
  while (m->frame_count < FRAME_MAX && av_read_frame(m->in.reader, m->packet) >= 0) {
    const AVPacket *p = m->packet;
    const int64_t shown = p->pts != AV_NOPTS_VALUE ? p->pts : p->dts;
    bool good = true;
    if (p->stream_index == m->in.track && shown != AV_NOPTS_VALUE) {
      const struct mark mark = {
          .shown = shown,
          .decoded = p->dts != AV_NOPTS_VALUE ? p->dts : shown,
          .duration = p->duration > 0 ? p->duration : 0,
          .is_key = (p->flags & AV_PKT_FLAG_KEY) && !(chain && has_key),
          .is_hidden = p->flags & AV_PKT_FLAG_DISCARD,
          .copies = 1,
      };
      has_key = has_key || mark.is_key;
      // What comes before the first key frame lacks what it follows.
      if (mark.is_key) good = add(&m->keys, &m->key_count, mark);
      if (good && has_key && !mark.is_hidden) good = add(&m->frames, &m->frame_count, mark);
    }
    av_packet_unref(m->packet);
    if (!good) break;
  }
  if (m->frame_count < FRAME_MAX) return true;
  media_fail(answer, MEDIA_TOO_LARGE, "more than %d frames", FRAME_MAX);
  return false;
}

/// Sorts the frames, and drops those that nothing can be seen of.
static bool sort_frames(struct moving *m, struct media_message *answer) {
  qsort(m->frames, m->frame_count, sizeof *m->frames, by_time);
  int64_t before = m->key_count ? m->keys[0].shown : 0;
  qsort(m->keys, m->key_count, sizeof *m->keys, by_time);
  size_t count = 0;
  for (size_t i = 0; i < m->frame_count; i++) {
    const struct mark *f = &m->frames[i];
    if (f->shown < before) continue;
    if (count > 0 && m->frames[count - 1].shown == f->shown) {
      m->frames[count - 1].copies++;
      m->frames[count - 1].duration = f->duration;
    } else {
      m->frames[count++] = *f;
    }
  }
  m->frame_count = count;
  if (count == 0) {
    media_fail(answer, MEDIA_BAD_INPUT, "it has no frames");
    return false;
  }
  const struct mark *last = &m->frames[count - 1];
  const int64_t span = last->shown - m->frames[0].shown;
  int64_t duration = last->duration;
  if (duration <= 0) duration = count > 1 ? span / (int64_t)(count - 1) : 1;
  m->end = last->shown + (duration > 0 ? duration : 1);
  return true;
}

/// How the track asks to be turned.
static void find_turn(struct moving *m) {
  const AVStream *track = m->in.reader->streams[m->in.track];
  const int32_t *t =
      (const int32_t *)av_stream_get_side_data(track, AV_PKT_DATA_DISPLAYMATRIX, NULL);
  if (!t) return;
  m->is_transposed = llabs(t[1]) > llabs(t[0]);
  // Where x and y of what is shown grow against those of what was stored.
  m->flips_x = (m->is_transposed ? t[3] : t[0]) < 0;
  m->flips_y = (m->is_transposed ? t[1] : t[4]) < 0;
}

/// The room of the cache: the longest stretch between key frames, as far as the memory allows.
static bool make_room(struct moving *m, int format, struct media_message *answer) {
  size_t longest = 0, from = 0;
  for (size_t k = 0, i = 0; k < m->key_count; k++) {
    const bool is_last = k + 1 == m->key_count;
    while (i < m->frame_count && (is_last || m->frames[i].shown < m->keys[k + 1].shown)) i++;
    if (i - from > longest) longest = i - from;
    from = i;
  }
  const int bytes = av_image_get_buffer_size(format, m->width, m->height, 32);
  const int64_t most = KEPT_BYTES / (bytes > 0 ? bytes : 4ll * m->width * m->height);
  m->kept_room = longest + 2;
  if (most < (int64_t)m->kept_room) m->kept_room = most < 4 ? 4 : (size_t)most;
  if (m->kept_room > KEPT_MAX) m->kept_room = KEPT_MAX;
  m->kept = av_calloc(m->kept_room, sizeof *m->kept);
  if (!m->kept) media_fail(answer, MEDIA_INTERNAL, "no memory");
  return m->kept;
}

/// Whether it was a WebP, which FFmpeg reads no animations of; then its frames are known, or it FAILED.
static bool open_webp(struct moving *m, struct media_message *answer) {
  unsigned char head[12];
  if (pread(m->in.file.descriptor, head, sizeof head, 0) != sizeof head || memcmp(head, "RIFF", 4) ||
      memcmp(head + 8, "WEBP", 4))
    return false;
  const int64_t count = media_file_bytes(m->in.file.descriptor, answer);
  if (count < 0) return true;
  m->byte_count = (size_t)count;
  void *bytes = mmap(NULL, m->byte_count, PROT_READ, MAP_PRIVATE, m->in.file.descriptor, 0);
  if (bytes != MAP_FAILED) m->bytes = bytes;
  m->webp = m->bytes ? webp_open(m->bytes, m->byte_count) : NULL;
  if (!m->webp) {
    media_fail(answer, MEDIA_BAD_INPUT, "a damaged WebP");
    return true;
  }
  m->base = (AVRational){1, 1000};
  m->width = (int)webp_width(m->webp);
  m->height = (int)webp_height(m->webp);
  int64_t shown = 0;
  for (uint32_t i = 0; i < webp_frames(m->webp) && i < FRAME_MAX; i++) {
    const int duration = webp_duration(m->webp, i);
    const struct mark mark = {shown, i, duration < 0 ? 0 : duration, i == 0, false, 1};
    if (!add(&m->frames, &m->frame_count, mark)) break;
    if (i == 0 && !add(&m->keys, &m->key_count, mark)) break;
    shown += mark.duration;
  }
  return true;
}

/// The host's time of a moment after the first frame. Containers round times to a unit of theirs, so a
/// frame begins half a unit before the time that it has there; the delays of pictures are meant as they are.
static int64_t ticks(const struct moving *m, int64_t time) {
  const int64_t since = time - m->frames[0].shown;
  const int64_t start = av_rescale_q(since, m->base, (AVRational){1, TICKS});
  if (m->webp || is_a_chain(m) || since == 0) return start;
  return start - av_rescale_q(1, m->base, (AVRational){1, TICKS}) / 2;
}

static AVFrame *find_frame(struct moving *m, size_t index, struct media_message *answer);

/// What the host must know before it asks for frames.
static bool describe(struct moving *m, struct media_message *answer) {
  if (!sort_frames(m, answer)) return false;
  const AVRational shape =
      m->webp ? (AVRational){1, 1}
              : av_guess_sample_aspect_ratio(m->in.reader, m->in.reader->streams[m->in.track], NULL);
  if (!m->webp) {
    m->width = m->in.decoder->width;
    m->height = m->in.decoder->height;
    find_turn(m);
  }
  if (!footage_fits(&m->in, (uint64_t)m->width, (uint64_t)m->height)) {
    media_fail(answer, MEDIA_TOO_LARGE, "%d×%d pixels", m->width, m->height);
    return false;
  }
  const int format = m->webp ? AV_PIX_FMT_RGBA : m->in.decoder->pix_fmt;
  if (!make_room(m, format, answer)) return false;
  // The first frame tells what the header may have left out.
  const AVFrame *frame = find_frame(m, 0, answer);
  if (!frame) return false;
  const AVPixFmtDescriptor *about = av_pix_fmt_desc_get(frame->format);
  m->width = frame->width;
  m->height = frame->height;
  answer->moving.has_alpha =
      about && (about->flags & (AV_PIX_FMT_FLAG_ALPHA | AV_PIX_FMT_FLAG_PAL)) != 0;
  answer->width = (uint32_t)(m->is_transposed ? m->height : m->width);
  answer->height = (uint32_t)(m->is_transposed ? m->width : m->height);
  const bool is_square = shape.num <= 0 || shape.den <= 0;
  answer->moving.pixel_width = is_square ? 1 : (uint32_t)(m->is_transposed ? shape.den : shape.num);
  answer->moving.pixel_height = is_square ? 1 : (uint32_t)(m->is_transposed ? shape.num : shape.den);
  answer->moving.frames = m->frame_count;
  answer->moving.duration = ticks(m, m->end);
  answer->moving.kept = (uint32_t)m->kept_room;
  const char *guess = planes_guess(frame);
  const bool is_hdr = frame->color_trc == AVCOL_TRC_SMPTE2084 ||
                      frame->color_trc == AVCOL_TRC_ARIB_STD_B67;
  snprintf(answer->text, sizeof answer->text, "%s", is_hdr ? "HDR" : guess);
  answer->kind = MEDIA_LOADED;
  return true;
}

struct moving *moving_open(int file, const struct media_message *asked,
                           struct media_message *answer) {
  struct moving *m = av_mallocz(sizeof *m);
  if (!m) {
    media_fail(answer, MEDIA_INTERNAL, "no memory");
    return NULL;
  }
  m->in.side_limit = asked->side_limit;
  m->in.pixel_limit = asked->pixel_limit;
  m->in.file.descriptor = fcntl(file, F_DUPFD_CLOEXEC, 10);
  bool good;
  if (open_webp(m, answer)) {
    good = answer->kind != MEDIA_FAILED;
  } else {
    m->packet = av_packet_alloc();
    const int result = m->packet ? open_reader(m) : AVERROR(ENOMEM);
    if (result < 0)
      media_fail(answer, MEDIA_BAD_INPUT, "not a video or an animated picture (%s)",
                 av_err2str(result));
    good = result >= 0 && footage_decode(&m->in, answer) && read_packets(m, answer);
  }
  if (!good || !describe(m, answer)) moving_close(&m);
  return m;
}

// MARK: Decoding

static AVFrame *kept_frame(struct moving *m, int64_t shown) {
  for (size_t i = 0; i < m->kept_room; i++)
    if (m->kept[i].frame && m->kept[i].shown == shown) {
      m->kept[i].used = ++m->clock;
      return m->kept[i].frame;
    }
  return NULL;
}

/// Takes a frame in the place of the one that was used longest ago, or of the one of its time.
static void keep(struct moving *m, AVFrame *frame, int64_t shown) {
  struct kept *place = &m->kept[0];
  for (size_t i = 0; i < m->kept_room; i++) {
    struct kept *k = &m->kept[i];
    if (k->frame && k->shown == shown) {
      place = k;
      break;
    }
    if (place->frame && (!k->frame || k->used < place->used)) place = k;
  }
  av_frame_free(&place->frame);
  *place = (struct kept){frame, shown, ++m->clock};
}

/// Puts the decoder at the key frame with this number; from the very beginning where the container knows
/// no better.
static bool start_at(struct moving *m, size_t key, struct media_message *answer) {
  m->is_running = true;
  m->last = INT64_MIN;
  m->first = INT64_MIN;
  m->is_drained = false;
  m->waits_for_key = true;
  if (m->webp) {
    webp_rewind(m->webp);
    m->webp_place = 0;
    m->webp_time = 0;
    return true;
  }
  avcodec_flush_buffers(m->in.decoder);
  if (!is_a_chain(m) &&
      av_seek_frame(m->in.reader, m->in.track, m->keys[key].decoded, AVSEEK_FLAG_BACKWARD) >= 0)
    return true;
  footage_close_reader(&m->in);
  const int result = open_reader(m);
  if (result < 0) media_fail(answer, MEDIA_BAD_INPUT, "%s", av_err2str(result));
  return result >= 0;
}

/// Gives the decoder the next packet of the track, or its end; negative on failure.
static int feed(struct moving *m) {
  int result;
  while ((result = av_read_frame(m->in.reader, m->packet)) >= 0) {
    const AVPacket *p = m->packet;
    bool is_ours = p->stream_index == m->in.track;
    if (is_ours && m->waits_for_key && (p->flags & AV_PKT_FLAG_KEY)) {
      m->waits_for_key = false;
      m->first = p->pts != AV_NOPTS_VALUE ? p->pts : p->dts;
    }
    is_ours = is_ours && !m->waits_for_key;
    // A packet that is damaged is missed when its frame is asked for.
    if (is_ours) avcodec_send_packet(m->in.decoder, p);
    av_packet_unref(m->packet);
    if (is_ours) return 0;
  }
  m->is_drained = true;
  return avcodec_send_packet(m->in.decoder, NULL);
}

/// The next frame of an animated WebP, or NULL.
static AVFrame *next_of_webp(struct moving *m, int64_t *shown) {
  const uint8_t *pixels = webp_next(m->webp);
  AVFrame *frame = pixels ? av_frame_alloc() : NULL;
  if (!frame) return NULL;
  frame->format = AV_PIX_FMT_RGBA;
  frame->width = m->width;
  frame->height = m->height;
  if (av_frame_get_buffer(frame, 0) < 0) {
    av_frame_free(&frame);
    return NULL;
  }
  av_image_copy_plane(frame->data[0], frame->linesize[0], pixels, 4 * m->width, 4 * m->width,
                      m->height);
  *shown = m->webp_time;
  const int duration = webp_duration(m->webp, m->webp_place++);
  m->webp_time += duration < 0 ? 0 : duration;
  return frame;
}

/// The next frame that is whole, and its time; NULL after the last.
static AVFrame *next_frame(struct moving *m, int64_t *shown) {
  if (m->webp) return next_of_webp(m, shown);
  AVFrame *frame = av_frame_alloc();
  while (frame) {
    int result = avcodec_receive_frame(m->in.decoder, frame);
    if (result == AVERROR(EAGAIN) && !m->is_drained) {
      if (feed(m) < 0) break;
      continue;
    }
    if (result == AVERROR_EOF || result == AVERROR(EAGAIN)) break;
    if (result < 0) continue;
    *shown = frame->pts != AV_NOPTS_VALUE ? frame->pts : frame->pkt_dts;
    const bool is_whole = !(frame->flags & AV_FRAME_FLAG_CORRUPT) && !frame->decode_error_flags;
    if (is_whole && *shown != AV_NOPTS_VALUE && *shown >= m->first) return frame;
    av_frame_unref(frame);
  }
  av_frame_free(&frame);
  return NULL;
}

/// The place of the last of the marks that is not after `shown`; 0 when all are.
static size_t last_until(const struct mark *marks, size_t count, int64_t shown) {
  size_t low = 0, high = count;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (marks[middle].shown <= shown)
      low = middle + 1;
    else
      high = middle;
  }
  return low > 0 ? low - 1 : 0;
}

/// Decodes on until the frame is there or was passed; it is in the cache then, or NULL.
static AVFrame *go_on_to(struct moving *m, const struct mark *wanted) {
  uint32_t copies = 0;
  while (m->last <= wanted->shown) {
    int64_t shown = 0;
    AVFrame *frame = next_frame(m, &shown);
    if (!frame) {
      m->is_running = false;
      break;
    }
    m->last = shown;
    keep(m, frame, shown);
    copies += shown == wanted->shown;
    if (copies == wanted->copies) break;
  }
  return kept_frame(m, wanted->shown);
}

static AVFrame *find_frame(struct moving *m, size_t index, struct media_message *answer) {
  const struct mark *wanted = &m->frames[index];
  AVFrame *frame = kept_frame(m, wanted->shown);
  if (frame) return frame;
  size_t key = last_until(m->keys, m->key_count, wanted->shown);
  if (m->is_running && m->last != INT64_MIN && m->last < wanted->shown) {
    const size_t place = last_until(m->frames, m->frame_count, m->last);
    const size_t start = last_until(m->frames, m->frame_count, m->keys[key].shown);
    // Over a few frames to the next key frame it goes on as well.
    if (start <= place + 8) frame = go_on_to(m, wanted);
  }
  while (!frame) {
    if (!start_at(m, key, answer)) return NULL;
    frame = go_on_to(m, wanted);
    if (key == 0) break;
    key--;
  }
  if (!frame) {
    const char *line = helper_log();
    media_fail(answer, MEDIA_BAD_INPUT, "frame %zu is damaged%s%s", index, *line ? ": " : "", line);
  }
  return frame;
}

// MARK: Answering

void moving_starts(struct moving *m, int memory, const struct media_message *asked,
                   struct media_message *answer) {
  int64_t *starts = NULL;
  const bool fits_all = m && asked->bytes / sizeof *starts > m->frame_count;
  if (fits_all) starts = process_map(memory, asked->bytes);
  if (!starts) {
    media_fail(answer, MEDIA_INTERNAL, m ? "no memory for the times" : "no video is open");
    return;
  }
  for (size_t i = 0; i < m->frame_count; i++) starts[i] = ticks(m, m->frames[i].shown);
  starts[m->frame_count] = ticks(m, m->end);
  process_unmap(starts, asked->bytes);
  answer->kind = MEDIA_STORED;
}

/// Puts an upright copy of pixels into others.
static void turn(const struct moving *m, const uint8_t *from, size_t from_stride, uint8_t *to,
                 size_t to_stride) {
  const int width = m->is_transposed ? m->height : m->width;
  const int height = m->is_transposed ? m->width : m->height;
  for (int y = 0; y < height; y++) {
    const int row = m->flips_y ? height - 1 - y : y;
    for (int x = 0; x < width; x++) {
      const int column = m->flips_x ? width - 1 - x : x;
      const int source_x = m->is_transposed ? row : column;
      const int source_y = m->is_transposed ? column : row;
      memcpy(to + (size_t)y * to_stride + 4 * (size_t)x,
             from + (size_t)source_y * from_stride + 4 * (size_t)source_x, 4);
    }
  }
}

static bool store(const struct moving *m, const AVFrame *frame, uint8_t *pixels, size_t stride) {
  const bool is_upright = !m->is_transposed && !m->flips_x && !m->flips_y;
  const struct image image = {.frame = (AVFrame *)frame, .orientation = 1};
  if (is_upright) return store_planes(frame, pixels, stride) || store_image(&image, pixels, stride);
  const size_t own_stride = 4 * (size_t)m->width;
  uint8_t *own = av_malloc(own_stride * (size_t)m->height);
  const bool good =
      own && (store_planes(frame, own, own_stride) || store_image(&image, own, own_stride));
  if (good) turn(m, own, own_stride, pixels, stride);
  av_free(own);
  return good;
}

void moving_show(struct moving *m, int memory, const struct media_message *asked,
                 struct media_message *answer) {
  if (!m || asked->moving.frame >= m->frame_count) {
    media_fail(answer, MEDIA_INTERNAL, m ? "there is no such frame" : "no video is open");
    return;
  }
  const uint32_t width = (uint32_t)(m->is_transposed ? m->height : m->width);
  const uint32_t height = (uint32_t)(m->is_transposed ? m->width : m->height);
  if (!media_fits(asked, width, height, answer)) return;
  const AVFrame *frame = find_frame(m, (size_t)asked->moving.frame, answer);
  if (!frame) return;
  if (frame->width != m->width || frame->height != m->height) {
    media_fail(answer, MEDIA_BAD_INPUT, "frame %llu has another size: %d×%d",
               (unsigned long long)asked->moving.frame, frame->width, frame->height);
    return;
  }
  void *pixels = process_map(memory, asked->bytes);
  if (!pixels) {
    media_fail(answer, MEDIA_INTERNAL, "no memory for the pixels");
    return;
  }
  if (store(m, frame, pixels, asked->stride))
    answer->kind = MEDIA_STORED;
  else
    media_fail(answer, MEDIA_BAD_INPUT, "its pixel format cannot be converted");
  process_unmap(pixels, asked->bytes);
}
