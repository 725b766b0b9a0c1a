// The functions that the helpers use to answer messages of media.h.
#include "media.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "process.h"
#include "sandbox.h"

_Static_assert(sizeof(struct media_message) == 504, "one size on both sides");

bool (*media_shortage)(void);

/// The locks that are active in this process.
static uint32_t locked;

void media_lock(int count, char **words, const char *const *readable, uint64_t address_space_bytes,
                bool writes) {
  const char *mode = count > 1 ? words[1] : "auto";
  if (strcmp(mode, "off") == 0) return;
  sandbox_request request = {.readable = readable, .address_space_bytes = address_space_bytes,
                             .writes_files = writes};
  while (readable[request.readable_count]) request.readable_count++;
  locked = sandbox_enter(&request);
  if (strcmp(mode, "require") == 0 && locked != SANDBOX_ALL) _exit(MEDIA_UNLOCKED);
}

void media_answer(struct media_message *message) {
  // An earlier failed allocation may be the cause of this error, because an encoder's thread is some frames behind.
  if (message->kind == MEDIA_FAILED && media_shortage && media_shortage())
    message->reason = MEDIA_NO_MEMORY;
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
  media_fail(answer, MEDIA_INTERNAL, "the requested size differs from the size of the loaded image");
  return 0;
}

void media_serve(const char *program, int (*needed)(const struct media_message *asked),
                 void (*serve)(const struct media_message *asked, const int *passed,
                               struct media_message *answer)) {
  for (;;) {
    struct media_message asked;
    int passed[PROCESS_PASSED_MAX];
    int passed_count = 0;
    size_t count = 0;
    const int problem = process_receive_passed(MEDIA_SOCKET, &asked, sizeof asked, &count, passed,
                                               &passed_count, -1);
    if (problem != 0 || count == 0) return;
    struct media_message answer = {0};
    // The call resets the record of failed allocations, so that earlier failures do not count for this request.
    if (media_shortage) media_shortage();
    if (count != sizeof asked || asked.magic != MEDIA_MAGIC || asked.version != MEDIA_VERSION)
      media_fail(&answer, MEDIA_INTERNAL, "%s speaks version %u", program, MEDIA_VERSION);
    else if (passed_count != needed(&asked))
      media_fail(&answer, MEDIA_INTERNAL, "%d descriptors arrived, not %d", passed_count,
                 needed(&asked));
    else
      serve(&asked, passed, &answer);
    for (int i = 0; i < passed_count; i++) close(passed[i]);
    media_answer(&answer);
  }
}

int64_t media_file_bytes(int file, struct media_message *answer) {
  struct stat about;
  if (fstat(file, &about) != 0 || !S_ISREG(about.st_mode)) {
    media_fail(answer, MEDIA_BAD_INPUT, "not a plain file");
    return -1;
  }
  if (about.st_size > MEDIA_FILE_LIMIT) {
    media_fail(answer, MEDIA_TOO_LARGE, "%lld bytes", (long long)about.st_size);
    return -1;
  }
  return about.st_size;
}

bool media_read_part(int file, void *bytes, size_t count, int64_t at) {
  size_t got = 0;
  while (got < count) {
    const ssize_t n = pread(file, (char *)bytes + got, count - got, (off_t)(at + (int64_t)got));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    got += (size_t)n;
  }
  return got == count;
}

bool media_read_file(int file, void *bytes, size_t count, struct media_message *answer) {
  const bool is_read = media_read_part(file, bytes, count, 0);
  if (!is_read) media_fail(answer, MEDIA_BAD_INPUT, "the file cannot be read");
  return is_read;
}
