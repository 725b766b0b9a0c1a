// The joining of videos one after the other.
#ifndef JOIN_H
#define JOIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "media.h"

/// Videos that are being joined one after the other.
struct join;

/// Starts a video in the file, whose descriptor is copied, and answers READY; on failure, fills `answer` with
/// the reason and returns NULL.
struct join *join_open(int file, const struct media_message *asked, struct media_message *answer);

/// Adds a sound to the video, before its first part. The samples arrive in the memory, which has room for
/// `asked->video.samples`; answers READY, or FAILED.
void join_hearing(struct join *join, int memory, const struct media_message *asked,
                  struct media_message *answer);

/// Writes `asked->video.samples` from that memory, after the first part was opened; answers RELEASED, or
/// FAILED.
void join_heard(struct join *join, const struct media_message *asked, struct media_message *answer);

/// Opens the next part, of `asked->video.frames`; answers READY, or FAILED.
void join_part(struct join *join, int file, const struct media_message *asked,
               struct media_message *answer);

/// Writes the next `asked->video.frames` of the part; answers READY, or FAILED.
void join_copy(struct join *join, const struct media_message *asked, struct media_message *answer);

/// Ends the video; answers FINISHED with its number of frames, or FAILED.
void join_finish(struct join *join, struct media_message *answer);

/// Sets the join to NULL.
void join_close(struct join **join);

#endif
