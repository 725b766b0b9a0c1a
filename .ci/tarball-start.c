// Starts the program of the tarball, which lies beside this one. Where /proc is not mounted the loader does
// not know $ORIGIN, by which the program finds its libraries; LD_ORIGIN_PATH says it then.
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

static const char name[] = "/pipeline-program";

int main(int count, char **words) {
  (void)count;
  char path[PATH_MAX + sizeof name];
  const char *started = (const char *)getauxval(AT_EXECFN);
  const int is_known = realpath("/proc/self/exe", path) != NULL;
  // The kernel says by what path it was started, which may be a link.
  if (!is_known && (!started || !realpath(started, path))) {
    fprintf(stderr, "error: pipeline does not know where it lies\n");
    return 71;
  }
  *strrchr(path, '/') = '\0';
  if (!is_known) setenv("LD_ORIGIN_PATH", path, 1);
  memcpy(path + strlen(path), name, sizeof name);
  execv(path, words);
  fprintf(stderr, "error: %s: %s\n", path, strerror(errno));
  return 71;
}
