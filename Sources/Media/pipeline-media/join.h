// Joins videos, one after the other.
#ifndef JOIN_H
#define JOIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "media.h"

/// Videos that are being joined one after the other.
struct join;

/// Starts a video in the file, whose descriptor is copied, and fills `answer` with READY; on failure, fills `answer`
/// with the reason and returns NULL.
struct join *join_open(int file, const struct media_message *asked, struct media_message *answer);

/// Adds a sound to the video before its first part. The samples arrive in the memory, which has room for
/// `asked->video.samples`; `answer` is READY, or FAILED.
void join_hearing(struct join *join, int memory, const struct media_message *asked,
                  struct media_message *answer);

/// Writes `asked->video.samples` samples from the sound's memory, after the first part is open; `answer` is RELEASED,
/// or FAILED.
void join_heard(struct join *join, const struct media_message *asked, struct media_message *answer);

/// Opens the next part, which has `asked->video.frames` frames; `answer` is READY, or FAILED.
void join_part(struct join *join, int file, const struct media_message *asked,
               struct media_message *answer);

/// Writes the next `asked->video.frames` frames of the part; `answer` is READY, or FAILED.
void join_copy(struct join *join, const struct media_message *asked, struct media_message *answer);

/// Finishes the video; `answer` is FINISHED with the number of frames, or FAILED.
void join_finish(struct join *join, struct media_message *answer);

/// Releases the join and sets the pointer to NULL.
void join_close(struct join **join);

#endif
