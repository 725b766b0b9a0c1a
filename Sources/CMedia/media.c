// The helper's side of what media.h describes.
#include "media.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "process.h"
#include "sandbox.h"

_Static_assert(sizeof(struct media_message) == 256, "one size on both sides");

/// What locks this process.
static uint32_t locked;

void media_lock(int count, char **words, const char *const *readable, uint64_t address_space_bytes,
                bool writes) {
  const char *mode = count > 1 ? words[1] : "auto";
  if (strcmp(mode, "off") == 0) return;
  sandbox_request request = {readable, 0, address_space_bytes, writes};
  while (readable[request.readable_count]) request.readable_count++;
  locked = sandbox_enter(&request);
  if (strcmp(mode, "require") == 0 && locked != SANDBOX_ALL) _exit(MEDIA_UNLOCKED);
}

void media_answer(struct media_message *message) {
  message->magic = MEDIA_MAGIC;
  message->version = MEDIA_VERSION;
  message->locked = locked;
  if (process_send(MEDIA_SOCKET, message, sizeof *message, NULL, 0, -1) != 0) _exit(0);
}

void media_fail(struct media_message *answer, enum media_reason reason, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  answer->kind = MEDIA_FAILED;
  answer->reason = reason;
  vsnprintf(answer->text, sizeof answer->text, format, arguments);
  va_end(arguments);
}

int media_fits(const struct media_message *asked, uint32_t width, uint32_t height,
               struct media_message *answer) {
  if (width > 0 && asked->width == width && asked->height == height &&
      asked->stride >= width * 4ull && asked->bytes / height >= asked->stride)
    return 1;
  media_fail(answer, MEDIA_INTERNAL, "no image of this size is loaded");
  return 0;
}
