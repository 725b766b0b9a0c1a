// Returns any frame of a video or an animated picture; the pixels of a frame do not depend on the frames that were
// requested before. All packets are read once to find the visible frames in order, and the key frames from which
// decoding can start. A frame is identified by its time stamp. If a frame is not in the cache, the decoder continues to
// the frame, or starts again at the last key frame before it. Every decoded frame is cached, so that playing backwards
// decodes each part once; a part that is larger than the cache is decoded once for each section that fits.
#define _GNU_SOURCE
#include <fcntl.h>
#include <libavutil/imgutils.h>
#include <libavutil/pixdesc.h>
#include <libswscale/swscale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "image.h"
#include "moving_parts.h"
#include "process.h"
#include "store.h"

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
  reel_close(&m->reel);
  moving_close(&m->alpha);
  av_free(m->places);
  av_free(m->palettes);
  if (m->in.file.descriptor >= 0) close(m->in.file.descriptor);
  av_free(m);
}

// MARK: Opening

/// Reads the rotation of the track.
static void find_turn(struct moving *m) {
  const AVStream *track = m->in.reader->streams[m->in.track];
  const int32_t *t =
      (const int32_t *)av_stream_get_side_data(track, AV_PKT_DATA_DISPLAYMATRIX, NULL);
  if (!t) return;
  m->is_transposed = llabs(t[1]) > llabs(t[0]);
  // The signs of these entries tell whether x and y of the displayed picture are reversed compared with the stored picture.
  m->flips_x = (m->is_transposed ? t[3] : t[0]) < 0;
  m->flips_y = (m->is_transposed ? t[1] : t[4]) < 0;
}

static bool make_room(struct moving *m, int format, struct media_message *answer);

/// Opens the track that contains the alpha of the pictures.
static bool open_alpha(struct moving *m, struct media_message *answer) {
  struct moving *a = m->alpha = av_mallocz(sizeof *a);
  if (!a) return false;
  a->in.side_limit = m->in.side_limit;
  a->in.pixel_limit = m->in.pixel_limit;
  a->in.wanted = m->in.alpha;
  a->in.file.descriptor = fcntl(m->in.file.descriptor, F_DUPFD_CLOEXEC, 10);
  a->packet = av_packet_alloc();
  if (!a->packet || moving_open_reader(a) < 0 || !footage_decode(&a->in, answer) ||
      !marks_read(a, answer))
    return false;
  a->width = a->in.decoder->width;
  a->height = a->in.decoder->height;
  return make_room(a, a->in.decoder->pix_fmt, answer);
}

/// Reads the orientation of a picture from its EXIF record.
static void find_turn_of_reel(struct moving *m) {
  const unsigned o = m->reel->orientation;
  m->is_transposed = o >= 5;
  m->flips_x = o == 2 || o == 3 || o == 6 || o == 7;
  m->flips_y = o == 3 || o == 4 || o == 7 || o == 8;
}

/// Sets the size of the cache to the longest distance between key frames, as far as memory allows.
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
  if (!m->kept) media_fail(answer, MEDIA_NO_MEMORY, "no memory");
  return m->kept;
}

/// Returns the unit to which the container rounds times, in ticks; 0 if its times are whole frames.
static int64_t rounding(const struct moving *m) {
  if (m->reel) return 0;
  const int64_t unit = footage_ticks(&m->in, 1);
  const int64_t span = footage_ticks(&m->in, m->end - m->frames[0].shown);
  return unit * 3 <= span / (int64_t)m->frame_count ? unit : 0;
}

/// Converts a time of the file to the host's time, in which the file's earliest time is 0. Containers round times to
/// their unit, so a frame starts half a unit before its time in the container; the delays of pictures are exact.
static int64_t ticks(const struct moving *m, int64_t time) {
  if (m->reel) return time;
  const int64_t start = footage_ticks(&m->in, time) - m->origin;
  const int64_t half = rounding(m) / 2;
  return start > half && time > m->frames[0].shown ? start - half : start > 0 ? start : 0;
}

/// Returns whether the header of an HEVC track declares an alpha layer, which FFmpeg does not decode.
static bool has_alpha_layer(const AVCodecParameters *coded) {
  const uint8_t *at = coded->extradata, *const end = at + coded->extradata_size;
  if (coded->codec_id != AV_CODEC_ID_HEVC || !at || end - at < 23 || at[0] != 1) return false;
  int arrays = at[22];
  for (at += 23; arrays > 0 && end - at >= 3; arrays--) {
    const int kind = at[0] & 0x3F;
    int count = at[1] << 8 | at[2];
    for (at += 3; count > 0 && end - at >= 2; count--) {
      const int size = at[0] << 8 | at[1];
      at += 2;
      if (end - at < size) return false;
      // Of the messages before a picture, only the message about alpha counts.
      if (kind == 39 && size > 2 && at[2] == 165) return true;
      at += size;
    }
  }
  return false;
}

/// Appends to the user's message which parts of a film are not shown.
static void say_missing(const struct moving *m, struct media_message *answer) {
  const AVFormatContext *reader = m->in.reader;
  bool has_subtitles = false;
  for (unsigned i = 0; i < reader->nb_streams; i++)
    has_subtitles |= reader->streams[i]->codecpar->codec_type == AVMEDIA_TYPE_SUBTITLE;
  const char *const parts[] = {
      has_alpha_layer(reader->streams[m->in.track]->codecpar) ? "its alpha is not read" : NULL,
      has_subtitles ? "its subtitles are not shown" : NULL};
  for (int i = 0; i < 2; i++) {
    if (!parts[i]) continue;
    // A remark about assumptions is only reported to users who request details.
    if (answer->moving.is_guess) answer->text[0] = 0;
    const size_t used = strlen(answer->text);
    snprintf(answer->text + used, sizeof answer->text - used, "%s%s", used ? "; " : "", parts[i]);
    answer->moving.is_guess = false;
  }
}

/// Writes the user's message about the colours and about missing parts.
static void say_colors(struct moving *m, const AVFrame *frame, struct media_message *answer) {
  if (m->reel) {
    snprintf(answer->text, sizeof answer->text, "%s", m->reel->remark);
    return;
  }
  footage_image(&m->in, (AVFrame *)frame);
  const char *guess = planes_guess(frame), *unknown = planes_unknown(frame);
  if (*unknown)
    snprintf(answer->text, sizeof answer->text,
             "the colour matrix of the file (%s) is not supported, so BT.709 is assumed", unknown);
  else if (m->in.tint.remark[0])
    snprintf(answer->text, sizeof answer->text, "%s", m->in.tint.remark);
  else if (*guess)
    snprintf(answer->text, sizeof answer->text,
             "the file does not describe its colours, so %s is assumed", guess);
  answer->moving.is_guess = !*unknown && !m->in.tint.remark[0];
  say_missing(m, answer);
}

/// Fills `answer` with the properties that the host needs before it requests frames.
static bool describe(struct moving *m, struct media_message *answer) {
  const AVRational shape =
      m->reel ? (AVRational){1, 1}
              : av_guess_sample_aspect_ratio(m->in.reader, m->in.reader->streams[m->in.track], NULL);
  m->width = m->reel ? (int)m->reel->width : m->in.decoder->width;
  m->height = m->reel ? (int)m->reel->height : m->in.decoder->height;
  if (m->reel) {
    find_turn_of_reel(m);
  } else {
    find_turn(m);
    const int64_t own = footage_ticks(&m->in, m->frames[0].shown);
    const int64_t others = footage_others_start(&m->in);
    m->origin = own < others ? own : others;
  }
  if (!footage_fits(&m->in, (uint64_t)m->width, (uint64_t)m->height)) {
    media_fail(answer, MEDIA_TOO_LARGE, "%d×%d pixels", m->width, m->height);
    return false;
  }
  const int format = m->reel ? AV_PIX_FMT_RGBA : m->in.decoder->pix_fmt;
  if (!make_room(m, format, answer)) return false;
  // The first frame may contain information that the header lacks.
  const AVFrame *frame = moving_find(m, 0, answer);
  if (!frame) return false;
  const AVPixFmtDescriptor *about = av_pix_fmt_desc_get(frame->format);
  m->width = frame->width;
  m->height = frame->height;
  answer->moving.has_alpha =
      m->alpha || (about && (about->flags & (AV_PIX_FMT_FLAG_ALPHA | AV_PIX_FMT_FLAG_PAL)) != 0);
  answer->width = (uint32_t)(m->is_transposed ? m->height : m->width);
  answer->height = (uint32_t)(m->is_transposed ? m->width : m->height);
  const bool is_square = shape.num <= 0 || shape.den <= 0;
  answer->moving.pixel_width = is_square ? 1 : (uint32_t)(m->is_transposed ? shape.den : shape.num);
  answer->moving.pixel_height = is_square ? 1 : (uint32_t)(m->is_transposed ? shape.num : shape.den);
  answer->moving.frames = m->frame_count;
  answer->moving.duration = ticks(m, m->end);
  answer->moving.rounding = rounding(m);
  answer->moving.kept = (uint32_t)m->kept_room;
  say_colors(m, frame, answer);
  answer->kind = MEDIA_LOADED;
  return true;
}

/// Reads the cover of a file, which is a picture that accompanies a sound, like any other picture; on failure, returns
/// false with FAILED in `answer`.
static bool open_cover(struct moving *m, const struct media_message *asked,
                       struct media_message *answer) {
  const AVStream *track = m->in.reader->streams[m->in.track];
  const AVPacket *cover = &track->attached_pic;
  if (!(track->disposition & AV_DISPOSITION_ATTACHED_PIC) || cover->size <= 0) return true;
  m->reel = cover_open(cover->data, (size_t)cover->size, asked, answer);
  return m->reel != NULL;
}

struct moving *moving_open(int file, const struct media_message *asked,
                           struct media_message *answer) {
  struct moving *m = av_mallocz(sizeof *m);
  if (!m) {
    media_fail(answer, MEDIA_NO_MEMORY, "no memory");
    return NULL;
  }
  m->in.side_limit = asked->side_limit;
  m->in.pixel_limit = asked->pixel_limit;
  m->in.file.descriptor = fcntl(file, F_DUPFD_CLOEXEC, 10);
  m->reel = reel_open(file, asked, answer);
  bool good = answer->kind != MEDIA_FAILED;
  if (!m->reel && good) {
    m->packet = av_packet_alloc();
    const int result = m->packet ? moving_open_reader(m) : AVERROR(ENOMEM);
    if (result < 0)
      footage_name(m->in.file.descriptor, "not a video or an animated picture", false,
                   result, answer);
    good = result >= 0 && open_cover(m, asked, answer);
  }
  if (good && m->reel) {
    m->base = (AVRational){1, TICKS};
    good = marks_of_reel(m, answer);
  } else if (good) {
    good = footage_decode(&m->in, answer) && marks_read(m, answer);
    if (good && m->in.alpha > 0 && !open_alpha(m, answer)) {
      media_fail(answer, MEDIA_BAD_INPUT, "its alpha is damaged");
      good = false;
    }
  }
  if (!good || !describe(m, answer)) moving_close(&m);
  return m;
}

// MARK: Answering

/// Marks the frames that are decoded after a later frame, because these frames are predicted from both sides.
static void tell_between(const struct moving *m, uint8_t *between) {
  int64_t first = INT64_MAX;
  for (size_t i = m->frame_count; i-- > 0;) {
    between[i] = first < m->frames[i].decoded;
    if (m->frames[i].decoded < first) first = m->frames[i].decoded;
  }
}

void moving_starts(struct moving *m, int memory, const struct media_message *asked,
                   struct media_message *answer) {
  int64_t *starts = NULL;
  const bool fits_all = m && asked->bytes / sizeof *starts > m->frame_count;
  if (fits_all) starts = process_map(memory, asked->bytes);
  if (!starts) {
    media_fail(answer, m ? MEDIA_NO_MEMORY : MEDIA_INTERNAL,
               m ? "no memory for the times" : "no video is open");
    return;
  }
  for (size_t i = 0; i < m->frame_count; i++) starts[i] = i > 0 ? ticks(m, m->frames[i].shown) : 0;
  starts[m->frame_count] = ticks(m, m->end);
  if (asked->bytes >= (m->frame_count + 1) * sizeof *starts + m->frame_count)
    tell_between(m, (uint8_t *)(starts + m->frame_count + 1));
  process_unmap(starts, asked->bytes);
  answer->kind = MEDIA_STORED;
}

/// Writes an upright copy of pixels to another memory.
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

/// Scales a frame to the size of the first frame if their sizes differ.
static bool fit(const struct moving *m, const uint8_t *from, const AVFrame *frame, uint8_t *to) {
  struct SwsContext *scaler =
      sws_getContext(frame->width, frame->height, AV_PIX_FMT_RGBA, m->width, m->height,
                     AV_PIX_FMT_RGBA, SWS_BICUBIC | SWS_ACCURATE_RND | SWS_BITEXACT, NULL, NULL, NULL);
  if (!scaler) return false;
  const uint8_t *planes[4] = {from};
  uint8_t *targets[4] = {to};
  const int rows = sws_scale(scaler, planes, (int[4]){4 * frame->width}, 0, frame->height, targets,
                             (int[4]){4 * m->width});
  sws_freeContext(scaler);
  return rows == m->height;
}

/// Multiplies the pixels of frame `index` by their alpha, which is in a separate track.
static bool apply_alpha(struct moving *m, size_t index, uint8_t *pixels) {
  struct media_message unused = {0};
  AVFrame *frame = index < m->alpha->frame_count ? moving_find(m->alpha, index, &unused) : NULL;
  if (!frame || frame->width != m->width || frame->height != m->height) return false;
  const struct image image = footage_image(&m->alpha->in, frame);
  const size_t count = (size_t)m->width * (size_t)m->height;
  uint8_t *alpha = av_malloc(4 * count);
  const bool good = alpha && store_image(&image, alpha, 4 * (size_t)m->width);
  for (size_t i = 0; good && i < 4 * count; i++) {
    const unsigned t = pixels[i] * (unsigned)alpha[i & ~(size_t)3] + 128;
    pixels[i] = (uint8_t)((t + (t >> 8)) >> 8);
  }
  av_free(alpha);
  return good;
}

bool moving_store(struct moving *m, size_t index, AVFrame *frame, uint8_t *pixels, size_t stride) {
  const struct image image = m->reel ? (struct image){.frame = frame, .orientation = 1, .is_final = true}
                                     : footage_image(&m->in, frame);
  const bool is_upright = !m->is_transposed && !m->flips_x && !m->flips_y && !m->alpha;
  const bool has_size = frame->width == m->width && frame->height == m->height;
  if (is_upright && has_size) return store_image(&image, pixels, stride);
  const size_t own_stride = 4 * (size_t)m->width, frame_stride = 4 * (size_t)frame->width;
  uint8_t *own = av_malloc(own_stride * (size_t)m->height);
  uint8_t *whole = has_size ? own : av_malloc(frame_stride * (size_t)frame->height);
  bool good = own && whole && store_image(&image, whole, frame_stride);
  if (good && !has_size) good = fit(m, whole, frame, own);
  if (good && m->alpha) good = apply_alpha(m, index, own);
  if (good) turn(m, own, own_stride, pixels, stride);
  if (!has_size) av_free(whole);
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
  AVFrame *frame = moving_find(m, (size_t)asked->moving.frame, answer);
  if (!frame) return;
  void *pixels = process_map(memory, asked->bytes);
  if (!pixels) {
    media_fail(answer, MEDIA_NO_MEMORY, "no memory for the pixels");
    return;
  }
  if (moving_store(m, (size_t)asked->moving.frame, frame, pixels, asked->stride))
    answer->kind = MEDIA_STORED;
  else
    media_fail(answer, MEDIA_BAD_INPUT, "the pixel format cannot be converted");
  process_unmap(pixels, asked->bytes);
}
