/* A library to preload: makes the Nth call of one kind fail; the calls of the whole process are counted.
 *
 * Environment variables: FAIL_CALL is write, fsync, name (rename and linkat), open or mmap. FAIL_NTH counts from 1.
 * FAIL_ERRNO is the error number. FAIL_UNDER is a folder: only calls for files in this folder count; for mmap, only
 * shared memory counts. FAIL_MARK is a file that is created when the call has failed. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static atomic_int seen;

static int is_ours(const char *kind) {
  const char *asked = getenv("FAIL_CALL");
  return asked && strcmp(asked, kind) == 0;
}

static int is_under(const char *path) {
  const char *folder = getenv("FAIL_UNDER");
  return path && folder && strncmp(path, folder, strlen(folder)) == 0;
}

/* Returns whether a name in an open folder is below FAIL_UNDER. */
static int is_name_under(int folder, const char *name) {
  if (folder == AT_FDCWD || name[0] == '/') return is_under(name);
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
  const ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return is_under(path);
}

static int is_file_under(int descriptor) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  const ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return is_under(path);
}

/* Counts a call, and returns true if the call must fail. */
static int fails(void) {
  if (atomic_fetch_add(&seen, 1) + 1 != atoi(getenv("FAIL_NTH"))) return 0;
  const int mark = REAL(open)(getenv("FAIL_MARK"), O_CREAT | O_WRONLY, 0600);
  if (mark >= 0) close(mark);
  errno = atoi(getenv("FAIL_ERRNO"));
  return 1;
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
  if (is_ours("write") && is_file_under(descriptor) && fails()) return -1;
  return REAL(write)(descriptor, bytes, count);
}
ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t place) {
  if (is_ours("write") && is_file_under(descriptor) && fails()) return -1;
  return REAL(pwrite)(descriptor, bytes, count, place);
}
ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off64_t place) {
  if (is_ours("write") && is_file_under(descriptor) && fails()) return -1;
  return REAL(pwrite64)(descriptor, bytes, count, place);
}
ssize_t writev(int descriptor, const struct iovec *parts, int count) {
  if (is_ours("write") && is_file_under(descriptor) && fails()) return -1;
  return REAL(writev)(descriptor, parts, count);
}
int fsync(int descriptor) {
  if (is_ours("fsync") && is_file_under(descriptor) && fails()) return -1;
  return REAL(fsync)(descriptor);
}
int rename(const char *from, const char *to) {
  if (is_ours("name") && is_under(to) && fails()) return -1;
  return REAL(rename)(from, to);
}
int renameat(int old_folder, const char *from, int folder, const char *to) {
  if (is_ours("name") && is_name_under(folder, to) && fails()) return -1;
  return REAL(renameat)(old_folder, from, folder, to);
}
int linkat(int old_folder, const char *from, int folder, const char *to, int flags) {
  if (is_ours("name") && is_name_under(folder, to) && fails()) return -1;
  return REAL(linkat)(old_folder, from, folder, to, flags);
}
int open(const char *path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  const mode_t mode = va_arg(more, mode_t);
  va_end(more);
  if (is_ours("open") && is_under(path) && fails()) return -1;
  return REAL(open)(path, flags, mode);
}
int open64(const char *path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  const mode_t mode = va_arg(more, mode_t);
  va_end(more);
  if (is_ours("open") && is_under(path) && fails()) return -1;
  return REAL(open64)(path, flags, mode);
}
int openat(int folder, const char *path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  const mode_t mode = va_arg(more, mode_t);
  va_end(more);
  if (is_ours("open") && is_name_under(folder, path) && fails()) return -1;
  return REAL(openat)(folder, path, flags, mode);
}
int openat64(int folder, const char *path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  const mode_t mode = va_arg(more, mode_t);
  va_end(more);
  if (is_ours("open") && is_name_under(folder, path) && fails()) return -1;
  return REAL(openat64)(folder, path, flags, mode);
}
void *mmap(void *place, size_t bytes, int access, int flags, int descriptor, off_t offset) {
  if (is_ours("mmap") && flags & MAP_SHARED && fails()) return MAP_FAILED;
  return REAL(mmap)(place, bytes, access, flags, descriptor, offset);
}
void *mmap64(void *place, size_t bytes, int access, int flags, int descriptor, off64_t offset) {
  if (is_ours("mmap") && flags & MAP_SHARED && fails()) return MAP_FAILED;
  return REAL(mmap64)(place, bytes, access, flags, descriptor, offset);
}
