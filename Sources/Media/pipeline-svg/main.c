// The program pipeline-svg, which draws one SVG file with resvg in a locked process. resvg reads the file from standard
// input and writes a PNG to standard output; both are open at the start, and so are all other files that the process
// may write. The arguments are the sandbox (auto, require or off), the path of resvg, and resvg's arguments. The
// program locks itself and then executes resvg.
#define _GNU_SOURCE
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "media.h"
#include "sandbox.h"

/// The maximum number of arguments.
#define WORDS_MAX 300

/// Locks this process so that it can only execute `engine`, and read its file, its libraries, and fonts.
static void lock(const char *mode, const char *engine, int count, char **words) {
  // In a bundle, the engine's libraries are in the engine's folder.
  char folder[PATH_MAX];
  snprintf(folder, sizeof folder, "%s", engine);
  char *const slash = strrchr(folder, '/');
  if (slash) *slash = 0;
  const char *readable[WORDS_MAX + 8] = {engine, folder,   "/usr/lib",         "/usr/lib64",
                                         "/lib", "/lib64", "/etc/ld.so.cache", "/dev/null"};
  size_t listed = 8;
  // Only the font files in the arguments are readable.
  for (int i = 0; i + 1 < count; i++)
    if (strcmp(words[i], "--use-font-file") == 0) readable[listed++] = words[i + 1];
  const sandbox_request request = {.readable = readable, .readable_count = listed,
                                   .address_space_bytes = 4ull << 30, .becomes = engine};
  const uint32_t locked = sandbox_enter(&request);
  if (strcmp(mode, "require") == 0 && locked != SANDBOX_ALL) _exit(MEDIA_UNLOCKED);
}

int main(int count, char **words) {
  if (count < 3 || count > WORDS_MAX) return 64;
  setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
  setrlimit(RLIMIT_CPU, &(struct rlimit){60, 61});
  if (strcmp(words[1], "off") != 0) lock(words[1], words[2], count, words);
  static char *const plain[] = {"LC_ALL=C", NULL};
  execve(words[2], words + 2, plain);
  return 126;
}
