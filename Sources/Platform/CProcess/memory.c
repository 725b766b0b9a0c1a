// Functions that create shared memory with a fixed size.
#define _GNU_SOURCE
#include "process.h"
#include "noted.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

static atomic_int shortage;

int process_shortage(void) { return atomic_load(&shortage); }

int process_noted(int problem) {
  if (problem == EMFILE || problem == ENFILE || problem == EFBIG) atomic_store(&shortage, problem);
  return problem;
}

int process_memory(const char *name, size_t bytes, int *descriptor) {
  int made = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (made < 0) return process_noted(errno);
  if (ftruncate(made, (off_t)bytes) != 0 ||
      fcntl(made, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0) {
    int problem = errno;
    close(made);
    return process_noted(problem);
  }
  *descriptor = made;
  return 0;
}

int process_growing_memory(const char *name, int *descriptor) {
  int made = memfd_create(name, MFD_CLOEXEC);
  if (made < 0) return process_noted(errno);
  *descriptor = made;
  return 0;
}

static int seal(int made) {
  const int seals = F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL;
  return fcntl(made, F_ADD_SEALS, seals) != 0 ? errno : 0;
}

int process_sealed_file(const char *name, int file, size_t bytes, int *descriptor) {
  int made = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (made < 0) return process_noted(errno);
  int problem = 0;
  off_t from = 0;
  while ((size_t)from < bytes && !problem) {
    ssize_t n = sendfile(made, file, &from, bytes - (size_t)from);
    if (n == 0) problem = EIO;
    else if (n < 0 && errno != EINTR) problem = errno;
  }
  if (!problem) problem = seal(made);
  if (problem) close(made);
  else *descriptor = made;
  return process_noted(problem);
}

int process_sealed_copy(const char *name, const void *bytes, size_t count, size_t room,
                        int *descriptor) {
  int made = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (made < 0) return process_noted(errno);
  int problem = ftruncate(made, (off_t)room) != 0 ? errno : 0;
  // The bytes are written instead of mapped, so that the kernel need not clear the pages first.
  for (size_t done = 0; done < count && !problem;) {
    ssize_t n = pwrite(made, (const char *)bytes + done, count - done,
                       (off_t)(room - count + done));
    if (n > 0) done += (size_t)n;
    else if (n == 0 || errno != EINTR) problem = n == 0 ? EIO : errno;
  }
  if (!problem) problem = seal(made);
  if (problem) close(made);
  else *descriptor = made;
  return process_noted(problem);
}

void *process_map(int descriptor, size_t bytes) {
  void *address = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  return address == MAP_FAILED ? NULL : address;
}

void process_unmap(void *address, size_t bytes) { munmap(address, bytes); }
