// Functions that open files below a folder and refuse links that lead outside it.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <sys/stat.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "files.h"

int files_open_beneath(int folder, const char *path, int flags, int *descriptor) {
  struct open_how how = {.flags = (uint64_t)(flags | O_CLOEXEC),
                         .resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS};
  // EAGAIN means that a file was renamed while ".." was resolved, so the call is repeated.
  for (int i = 0; i < 64; i++) {
    const long opened = syscall(SYS_openat2, folder, path, &how, sizeof how);
    if (opened >= 0) {
      *descriptor = (int)opened;
      return 0;
    }
    if (errno != EAGAIN && errno != EINTR) return errno;
  }
  return EAGAIN;
}

int files_walk_beneath(int folder, const char *path, int flags, int *descriptor) {
  int at = folder;
  int problem = 0;
  for (;;) {
    while (*path == '/') path++;
    const size_t length = strcspn(path, "/");
    const char *next = path + length;
    while (*next == '/') next++;
    char name[256];
    int opened = -1;
    if (length >= sizeof name) {
      problem = ENAMETOOLONG;
    } else {
      memcpy(name, length ? path : ".", length ? length : 1);
      name[length ? length : 1] = 0;
      const int how = *next ? O_PATH | O_DIRECTORY : flags;
      if (strcmp(name, "..") == 0) problem = EXDEV;
      else if ((opened = openat(at, name, how | O_NOFOLLOW | O_CLOEXEC)) < 0) problem = errno;
    }
    if (at != folder) close(at);
    if (problem) return problem;
    if (!*next) {
      *descriptor = opened;
      return 0;
    }
    at = opened;
    path = next;
  }
}

int files_rename_new(int folder, const char *from, int target, const char *to) {
  if (renameat2(folder, from, target, to, RENAME_NOREPLACE) == 0) return 0;
  if (errno != EINVAL && errno != ENOSYS) return errno;
  // The file system does not support renames that never replace a file.
  struct stat about;
  if (fstatat(target, to, &about, AT_SYMLINK_NOFOLLOW) == 0) return EEXIST;
  return renameat(folder, from, target, to) == 0 ? 0 : errno;
}

int files_exchange(int folder, const char *from, const char *to) {
  if (renameat2(folder, from, folder, to, RENAME_EXCHANGE) == 0) return 0;
  if (errno != EINVAL && errno != ENOSYS) return errno;
  return renameat(folder, from, folder, to) == 0 ? 0 : errno;
}
