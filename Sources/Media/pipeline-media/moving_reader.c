// Opens and closes the readers of a video's packets.
#include "moving_parts.h"

int moving_open_reader(struct moving *m) {
  const int result = footage_open(&m->in, footage_formats, AVMEDIA_TYPE_VIDEO);
  if (result >= 0) m->base = m->in.reader->streams[m->in.track]->time_base;
  return result;
}
