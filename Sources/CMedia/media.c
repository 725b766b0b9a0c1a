// Only a header: what the host and pipeline-media say to each other.
#include "media.h"

_Static_assert(sizeof(struct media_message) == 256, "one size on both sides");
