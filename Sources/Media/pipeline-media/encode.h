// Encodes videos for the host.
#ifndef ENCODE_H
#define ENCODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "media.h"

/// Encodes frames until the host sends FINISH; returns when the video is complete.
void encode_video(int socket, int file, int memory, const struct media_message *asked);

#endif
