// Decodes frames up to the requested frame, and caches all of them.
#include <string.h>

#include "log.h"
#include "moving_parts.h"

static AVFrame *kept_frame(struct moving *m, int64_t shown) {
  for (size_t i = 0; i < m->kept_room; i++)
    if (m->kept[i].frame && m->kept[i].shown == shown) {
      m->kept[i].used = ++m->clock;
      return m->kept[i].frame;
    }
  return NULL;
}

/// Caches a frame, which replaces the frame with the same time, or else the least recently used frame.
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

/// Positions the decoder at key frame number `key`, or at the beginning if the container has no better position.
static bool start_at(struct moving *m, size_t key, struct media_message *answer) {
  m->is_running = true;
  m->last = INT64_MIN;
  m->first = INT64_MIN;
  m->is_drained = false;
  m->waits_for_key = true;
  m->lacks_palette = true;
  if (m->reel) {
    m->reel->kind->rewind(m->reel);
    m->reel_time = 0;
    return true;
  }
  avcodec_flush_buffers(m->in.decoder);
  if (av_seek_frame(m->in.reader, m->in.track, m->keys[key].decoded, AVSEEK_FLAG_BACKWARD) >= 0)
    return true;
  footage_close_reader(&m->in);
  const int result = moving_open_reader(m);
  if (result < 0) media_fail(answer, MEDIA_BAD_INPUT, "%s", av_err2str(result));
  return result >= 0;
}

/// Returns the number of the key frame whose packet has the time `decoded`.
static size_t last_key(const struct moving *m, int64_t decoded) {
  size_t k = m->key_count - 1;
  while (k > 0 && m->keys[k].decoded > decoded) k--;
  return k;
}

/// Sends the next packet of the track, or its end, to the decoder; returns a negative number on failure.
static int feed(struct moving *m) {
  int result;
  while ((result = av_read_frame(m->in.reader, m->packet)) >= 0) {
    const AVPacket *p = m->packet;
    bool is_ours = p->stream_index == m->in.track;
    if (is_ours && m->waits_for_key && (p->flags & AV_PKT_FLAG_KEY)) {
      m->waits_for_key = false;
      m->first = m->places ? m->keys[last_key(m, p->dts)].shown
                           : p->pts != AV_NOPTS_VALUE ? p->pts : p->dts;
    }
    is_ours = is_ours && !m->waits_for_key;
    if (m->places) m->packet->pts = p->dts;
    // A damaged packet is only reported when its frame is requested.
    if (is_ours && m->palette_count > 0) marks_paint(m, m->packet);
    if (is_ours) avcodec_send_packet(m->in.decoder, p);
    av_packet_unref(m->packet);
    if (is_ours) return 0;
  }
  m->is_drained = true;
  return avcodec_send_packet(m->in.decoder, NULL);
}

/// Returns the next frame of a reel, or NULL.
static AVFrame *next_of_reel(struct moving *m, int64_t *shown) {
  struct media_message unused = {0};
  const size_t place = m->reel->place;
  AVFrame *frame = reel_next(m->reel, &unused) ? reel_frame(m->reel) : NULL;
  *shown = m->reel_time;
  if (place < m->reel->count) m->reel_time += m->reel->durations[place];
  return frame;
}

/// Returns the next undamaged frame and its time; NULL after the last frame.
static AVFrame *next_whole(struct moving *m, int64_t *shown) {
  if (m->reel) return next_of_reel(m, shown);
  AVFrame *frame = av_frame_alloc();
  while (frame) {
    int result = avcodec_receive_frame(m->in.decoder, frame);
    if (result == AVERROR(EAGAIN) && !m->is_drained) {
      if (feed(m) < 0) break;
      continue;
    }
    if (result == AVERROR_EOF || result == AVERROR(EAGAIN)) break;
    if (result < 0) continue;
    *shown = marks_time(m, frame);
    const bool is_whole = !(frame->flags & AV_FRAME_FLAG_CORRUPT) && !frame->decode_error_flags;
    if (is_whole && *shown != AV_NOPTS_VALUE && *shown >= m->first) return frame;
    av_frame_unref(frame);
  }
  av_frame_free(&frame);
  return NULL;
}

AVFrame *moving_next(struct moving *m, int64_t *shown) {
  AVFrame *frame = next_whole(m, shown);
  if (frame)
    m->last = *shown;
  else
    m->is_running = false;
  return frame;
}

/// Returns the index of the last mark that is not after `shown`; 0 if all marks are after it.
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

/// Continues to decode until the frame has been reached or passed; returns the frame from the cache, or NULL.
static AVFrame *go_on_to(struct moving *m, const struct mark *wanted) {
  uint32_t copies = 0;
  while (m->last <= wanted->shown) {
    int64_t shown = 0;
    AVFrame *frame = moving_next(m, &shown);
    if (!frame) break;
    keep(m, frame, shown);
    copies += shown == wanted->shown;
    if (copies == wanted->copies) break;
  }
  return kept_frame(m, wanted->shown);
}

size_t moving_index(const struct moving *m, int64_t shown) {
  return last_until(m->frames, m->frame_count, shown);
}

bool moving_is_before(const struct moving *m, size_t index) {
  const int64_t wanted = m->frames[index].shown;
  if (!m->is_running || m->last == INT64_MIN || m->last >= wanted) return false;
  const size_t key = last_until(m->keys, m->key_count, wanted);
  // The decoder also continues if the next key frame is only a few frames away.
  return moving_index(m, m->keys[key].shown) <= moving_index(m, m->last) + 8;
}

bool moving_start(struct moving *m, size_t index, struct media_message *answer) {
  return start_at(m, last_until(m->keys, m->key_count, m->frames[index].shown), answer);
}

AVFrame *moving_find(struct moving *m, size_t index, struct media_message *answer) {
  const struct mark *wanted = &m->frames[index];
  AVFrame *frame = kept_frame(m, wanted->shown);
  if (frame) return frame;
  size_t key = last_until(m->keys, m->key_count, wanted->shown);
  if (moving_is_before(m, index)) frame = go_on_to(m, wanted);
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
