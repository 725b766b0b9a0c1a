// Maps images in shared memory between inaccessible pages.
#define _GNU_SOURCE
#include <sys/mman.h>
#include <unistd.h>

#include "worker.h"

static uint64_t page(void) { return (uint64_t)sysconf(_SC_PAGESIZE); }

uint64_t worker_image_bytes(uint64_t bytes) { return (bytes + page() - 1) / page() * page(); }

worker_image worker_map_image(int descriptor, uint64_t bytes, bool is_shared, bool is_writable) {
  const worker_image none = {0};
  const uint64_t room = worker_image_bytes(bytes), whole = room + 2 * page();
  uint8_t *base = mmap(NULL, whole, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (base == MAP_FAILED) return none;
  const int access = is_writable ? PROT_READ | PROT_WRITE : PROT_READ;
  // Kernels before 6.7 cannot share memory that is sealed against writing, not even for reading.
  const int how = (is_shared ? MAP_SHARED : MAP_PRIVATE) | MAP_POPULATE;
  if (mmap(base + page(), room, access, how | MAP_FIXED, descriptor, 0) == MAP_FAILED) {
    munmap(base, whole);
    return none;
  }
  return (worker_image){base, whole, base + page() + (room - bytes)};
}
