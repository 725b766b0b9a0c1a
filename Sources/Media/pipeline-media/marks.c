// Finds the frames of a video and their times from its packets.
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "moving_parts.h"

static int by_time(const void *a, const void *b) {
  const struct mark *x = a, *y = b;
  return x->shown < y->shown ? -1 : x->shown > y->shown;
}

static bool add(struct mark **list, size_t *count, struct mark mark) {
  // The buffer grows by doubling its size.
  if ((*count & (*count - 1)) == 0 && (*count == 0 || *count >= 16)) {
    const size_t room = *count < 16 ? 16 : 2 * *count;
    struct mark *grown = realloc(*list, room * sizeof *grown);
    if (!grown) return false;
    *list = grown;
  }
  (*list)[(*count)++] = mark;
  return true;
}

/// Records the palette that a packet contains.
static void note_palette(struct moving *m, const AVPacket *packet) {
  size_t bytes = 0;
  const uint8_t *colors = av_packet_get_side_data(packet, AV_PKT_DATA_PALETTE, &bytes);
  if (!colors || bytes != AVPALETTE_SIZE || m->palette_count >= PALETTE_MAX) return;
  struct palette *grown =
      av_realloc_array(m->palettes, m->palette_count + 1, sizeof *m->palettes);
  if (!grown) return;
  m->palettes = grown;
  struct palette *last = &m->palettes[m->palette_count++];
  last->decoded = packet->dts != AV_NOPTS_VALUE ? packet->dts : packet->pts;
  memcpy(last->colors, colors, sizeof last->colors);
}

void marks_paint(struct moving *m, AVPacket *packet) {
  const int64_t now = packet->dts != AV_NOPTS_VALUE ? packet->dts : packet->pts;
  const struct palette *found = NULL;
  for (size_t i = 0; i < m->palette_count; i++)
    if (m->palettes[i].decoded <= now) found = &m->palettes[i];
  const bool is_due = found && (m->lacks_palette || found->decoded == now);
  m->lacks_palette = false;
  if (!is_due || av_packet_get_side_data(packet, AV_PKT_DATA_PALETTE, NULL)) return;
  uint8_t *colors = av_packet_new_side_data(packet, AV_PKT_DATA_PALETTE, AVPALETTE_SIZE);
  if (colors) memcpy(colors, found->colors, AVPALETTE_SIZE);
}

/// Reads all packets; if there are too many, returns false with FAILED in `answer`.
static bool read_packets(struct moving *m, bool *lacks_times, struct media_message *answer) {
  bool has_key = false;
  while (m->frame_count < FRAME_MAX && av_read_frame(m->in.reader, m->packet) >= 0) {
    const AVPacket *p = m->packet;
    const int64_t shown = p->pts != AV_NOPTS_VALUE ? p->pts : p->dts;
    bool good = true;
    if (p->stream_index == m->in.track) note_palette(m, p);
    if (p->stream_index == m->in.track && shown != AV_NOPTS_VALUE) {
      if (p->pts == AV_NOPTS_VALUE) *lacks_times = true;
      const struct mark mark = {
          .shown = shown,
          .decoded = p->dts != AV_NOPTS_VALUE ? p->dts : shown,
          .duration = p->duration > 0 ? p->duration : 0,
          .is_key = p->flags & AV_PKT_FLAG_KEY,
          .is_hidden = p->flags & AV_PKT_FLAG_DISCARD,
          .copies = 1,
      };
      has_key = has_key || mark.is_key;
      // Frames before the first key frame are dropped because the frames that they refer to are missing.
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

/// Sorts the frames by time, and drops the frames that are never visible.
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
    media_fail(answer, MEDIA_BAD_INPUT, "the file has no frames");
    return false;
  }
  if (m->reel) return true;
  const struct mark *last = &m->frames[count - 1];
  const int64_t span = last->shown - m->frames[0].shown;
  int64_t duration = last->duration;
  if (duration <= 0) duration = count > 1 ? span / (int64_t)(count - 1) : 1;
  m->end = last->shown + (duration > 0 ? duration : 1);
  return true;
}

static int by_packet(const void *a, const void *b) {
  const struct place *x = a, *y = b;
  return x->packet < y->packet ? -1 : x->packet > y->packet;
}

static int64_t shown_of(const struct moving *m, int64_t packet) {
  const struct place wanted = {packet, 0};
  const struct place *found =
      bsearch(&wanted, m->places, m->place_count, sizeof *m->places, by_packet);
  return found ? found->shown : AV_NOPTS_VALUE;
}

int64_t marks_time(const struct moving *m, const AVFrame *frame) {
  if (m->places) return shown_of(m, frame->pts);
  return frame->pts != AV_NOPTS_VALUE ? frame->pts : frame->pkt_dts;
}

/// Records the packet whose frame the decoder returned.
static bool note(struct moving *m, const AVFrame *frame, size_t room) {
  if (m->place_count >= room || frame->pts == AV_NOPTS_VALUE) return m->place_count < room;
  m->places[m->place_count++] = (struct place){.packet = frame->pts};
  return true;
}

/// Decodes the whole file once to find the display order of the frames, which an AVI does not store. Returns a negative
/// number on failure.
static int find_order(struct moving *m, size_t room) {
  footage_close_reader(&m->in);
  int result = moving_open_reader(m);
  AVFrame *frame = av_frame_alloc();
  if (!frame) result = AVERROR(ENOMEM);
  bool is_over = false;
  while (result >= 0 && !is_over) {
    const int got = av_read_frame(m->in.reader, m->packet);
    if (got >= 0 && m->packet->stream_index != m->in.track) {
      av_packet_unref(m->packet);
      continue;
    }
    // The packet's own time identifies the frame.
    if (got >= 0) m->packet->pts = m->packet->dts;
    avcodec_send_packet(m->in.decoder, got >= 0 ? m->packet : NULL);
    av_packet_unref(m->packet);
    for (;;) {
      const int received = avcodec_receive_frame(m->in.decoder, frame);
      if (received == AVERROR(EAGAIN)) break;
      if (received == AVERROR_EOF) is_over = true;
      if (received < 0) break;
      note(m, frame, room);
      av_frame_unref(frame);
    }
    is_over = is_over || got < 0;
  }
  av_frame_free(&frame);
  avcodec_flush_buffers(m->in.decoder);
  return result;
}

/// Gives each frame the time that belongs to its position in the order.
static bool order_frames(struct moving *m, struct media_message *answer) {
  const size_t room = m->frame_count;
  qsort(m->frames, m->frame_count, sizeof *m->frames, by_time);
  m->places = av_calloc(room ? room : 1, sizeof *m->places);
  const int result = m->places ? find_order(m, room) : AVERROR(ENOMEM);
  if (result < 0) {
    media_fail(answer, MEDIA_BAD_INPUT, "%s", av_err2str(result));
    return false;
  }
  const size_t count = m->place_count;
  for (size_t i = 0; i < count; i++) m->places[i].shown = m->frames[i].shown;
  m->frame_count = count;
  qsort(m->places, count, sizeof *m->places, by_packet);
  for (size_t i = 0; i < m->key_count; i++) {
    const int64_t shown = shown_of(m, m->keys[i].decoded);
    if (shown != AV_NOPTS_VALUE) m->keys[i].shown = shown;
  }
  return true;
}

bool marks_read(struct moving *m, struct media_message *answer) {
  bool lacks_times = false;
  if (!read_packets(m, &lacks_times, answer)) return false;
  const bool has_delay = m->in.reader->streams[m->in.track]->codecpar->video_delay > 0;
  if (lacks_times && has_delay && !order_frames(m, answer)) return false;
  return sort_frames(m, answer);
}

bool marks_of_reel(struct moving *m, struct media_message *answer) {
  int64_t shown = 0;
  for (size_t i = 0; i < m->reel->count && i < FRAME_MAX; i++) {
    const int64_t duration = m->reel->durations[i];
    const struct mark mark = {shown, (int64_t)i, duration, i == 0, false, 1};
    if (!add(&m->frames, &m->frame_count, mark)) break;
    if (i == 0 && !add(&m->keys, &m->key_count, mark)) break;
    shown += duration;
  }
  m->end = shown;
  return sort_frames(m, answer);
}
