// Images in shared memory between pages that nobody may touch.
#define _GNU_SOURCE
#include <sys/mman.h>
#include <unistd.h>

#include "worker.h"

static uint64_t page(void) { return (uint64_t)sysconf(_SC_PAGESIZE); }

uint64_t worker_image_bytes(uint64_t bytes) { return (bytes + page() - 1) / page() * page(); }

void *worker_map_images(int descriptor, uint32_t count, uint64_t bytes, uint8_t **addresses,
                        uint64_t *mapped_bytes) {
  const uint64_t each = worker_image_bytes(bytes);
  const uint64_t whole = count * (each + page()) + page();
  uint8_t *base = mmap(NULL, whole, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (base == MAP_FAILED) return NULL;
  for (uint32_t i = 0; i < count; i++) {
    uint8_t *place = base + page() + i * (each + page());
    const int access = i + 1 == count ? PROT_READ | PROT_WRITE : PROT_READ;
    if (mmap(place, each, access, MAP_SHARED | MAP_FIXED, descriptor, (off_t)(i * each)) ==
        MAP_FAILED) {
      munmap(base, whole);
      return NULL;
    }
    addresses[i] = place + (each - bytes);
  }
  *mapped_bytes = whole;
  return base;
}
