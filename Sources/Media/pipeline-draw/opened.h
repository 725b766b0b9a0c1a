// Lists the font files that the program has used.
#ifndef OPENED_H
#define OPENED_H

#include "media.h"

/// Answers LIST_FONTS: writes the paths of all font files that were used so far into the host's memory, each
/// ending with a zero byte.
void list_opened_fonts(int memory, const struct media_message *asked, struct media_message *answer);

#endif
