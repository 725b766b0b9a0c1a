// Functions for the memory limit and the memory use of another process.
#define _GNU_SOURCE
#include "process.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

bool process_limit_memory(pid_t pid, uint64_t bytes) {
  // Only the soft limit is changed, so that it can be raised again.
  struct rlimit limit;
  if (prlimit(pid, RLIMIT_DATA, NULL, &limit) != 0) return false;
  limit.rlim_cur = bytes < limit.rlim_max ? bytes : limit.rlim_max;
  return prlimit(pid, RLIMIT_DATA, &limit, NULL) == 0;
}

uint64_t process_private_memory(pid_t pid) {
  char path[32];
  snprintf(path, sizeof path, "/proc/%d/statm", (int)pid);
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  char text[128];
  const ssize_t count = read(file, text, sizeof text - 1);
  close(file);
  if (count <= 0) return 0;
  text[count] = 0;
  unsigned long long all, resident, shared;
  if (sscanf(text, "%llu %llu %llu", &all, &resident, &shared) != 3 || shared > resident) return 0;
  return (resident - shared) * (uint64_t)sysconf(_SC_PAGESIZE);
}

uint64_t process_spent(pid_t pid) {
  clockid_t clock;
  struct timespec spent;
  if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &spent) != 0) return 0;
  return (uint64_t)spent.tv_sec * 1000000000u + (uint64_t)spent.tv_nsec;
}
