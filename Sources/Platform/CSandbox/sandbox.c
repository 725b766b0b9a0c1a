// Sets resource limits, drops privileges, prevents memory that is both writable and executable, and enables
// Landlock.
#define _GNU_SOURCE
#include "sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/landlock.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "refusals.h"

// Some versions of the system headers lack these constants, which are part of the kernel's ABI.
#ifndef PR_SET_MDWE
#define PR_SET_MDWE 65
#endif
#define REFUSE_EXEC_GAIN 1UL

// The struct landlock_ruleset_attr of ABI 6; older kernels receive a shorter struct.
struct ruleset {
  uint64_t files, network, scopes;
};
#define FILES_V1 0x1fffULL
#define FILE_REFER (1ULL << 13)
#define FILE_TRUNCATE (1ULL << 14)
#define FILE_IOCTL (1ULL << 15)
#define NETWORK_ALL 0x3ULL
#define SCOPES_ALL 0x3ULL

// The maximum number of descriptors; a worker needs about ten, and the rest limits the data in pipes.
#define DESCRIPTORS 256
#define QUEUED_SIGNALS 64

bool sandbox_limit(int resource, uint64_t most) {
  struct rlimit now;
  if (getrlimit(resource, &now) != 0) return false;
  if (now.rlim_max > most) now.rlim_max = most;
  if (now.rlim_cur > now.rlim_max) now.rlim_cur = now.rlim_max;
  return setrlimit(resource, &now) == 0;
}

static bool limit(uint64_t address_space) {
  return sandbox_limit(RLIMIT_CORE, 0) && sandbox_limit(RLIMIT_MEMLOCK, 0) &&
         sandbox_limit(RLIMIT_NOFILE, DESCRIPTORS) &&
         sandbox_limit(RLIMIT_SIGPENDING, QUEUED_SIGNALS) && sandbox_limit_memory(address_space);
}

static void *nothing(void *unused) { return unused; }

/// Limits the threads: RLIMIT_NPROC counts all processes of a user but, inside a separate user namespace,
/// only the threads of this process (Linux 5.14). Without such a namespace, and for the superuser, to whom
/// the limit does not apply, only the host's own count limits the threads.
static void limit_threads(uint64_t most) {
  struct rlimit before;
  if (most == 0 || geteuid() == 0 || getrlimit(RLIMIT_NPROC, &before) != 0) return;
  if (unshare(CLONE_NEWUSER) != 0) return;
  const struct rlimit trial = {most < before.rlim_max ? most : before.rlim_max, before.rlim_max};
  pthread_t thread;
  setrlimit(RLIMIT_NPROC, &trial);
  // An older kernel counts all processes of the user towards RLIMIT_NPROC, so the limit is restored.
  if (pthread_create(&thread, NULL, nothing, NULL) != 0) {
    setrlimit(RLIMIT_NPROC, &before);
    return;
  }
  pthread_join(thread, NULL);
  sandbox_limit(RLIMIT_NPROC, most);
}

static bool drop_privileges(void) {
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return false;
  // Dropping the bounding set and the ambient set prevents the capabilities from being restored.
  for (int i = 0; i <= 63; i++) prctl(PR_CAPBSET_DROP, i, 0, 0, 0);
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct nothing[2];
  memset(nothing, 0, sizeof nothing);
  return syscall(SYS_capset, &header, nothing) == 0;
}

static void allow(int rules, const char *path, uint64_t handled, bool is_whole) {
  const int place = open(path, O_PATH | O_CLOEXEC);
  if (place < 0) return;
  struct stat about;
  uint64_t access = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_EXECUTE;
  if (fstat(place, &about) == 0 && S_ISDIR(about.st_mode)) access |= LANDLOCK_ACCESS_FS_READ_DIR;
  const struct landlock_path_beneath_attr rule = {is_whole ? handled : access & handled, place};
  syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
  close(place);
}

/// The files of /proc/self that the C library and sanitizers read. The other files of /proc/self describe the
/// machine: mounts, network sockets, and network neighbours.
static const char *const own_process[] = {"/proc/self/maps",  "/proc/self/status",  "/proc/self/stat",
                                          "/proc/self/statm", "/proc/self/cmdline", "/proc/self/fd"};

/// Whether Landlock keeps signals inside the sandbox, which it does from Linux 6.12 on.
static bool is_scoped;

int sandbox_landlock_version(void) {
  const long version =
    syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
  return version < 1 ? 0 : (int)version;
}

static bool lock_files(const sandbox_request *request) {
  const int version = sandbox_landlock_version();
  if (version < 1) return false;
  struct ruleset all = {FILES_V1, 0, 0};
  if (version >= 2) all.files |= FILE_REFER;
  if (version >= 3) all.files |= FILE_TRUNCATE;
  if (version >= 5) all.files |= FILE_IOCTL;
  if (version >= 4) all.network = NETWORK_ALL;
  if (version >= 6) all.scopes = SCOPES_ALL;
  const size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
  const int rules = (int)syscall(SYS_landlock_create_ruleset, &all, size, 0);
  if (rules < 0) return false;
  for (size_t i = 0; i < request->readable_count; i++) allow(rules, request->readable[i], all.files, false);
  for (size_t i = 0; i < sizeof own_process / sizeof *own_process; i++)
    allow(rules, own_process[i], all.files, false);
  if (request->writes_below) allow(rules, request->writes_below, all.files, true);
  const bool locked = syscall(SYS_landlock_restrict_self, rules, 0) == 0;
  close(rules);
  is_scoped = locked && version >= 6;
  return locked;
}

/// Tests whether signals to other processes are refused by sending a signal. Setting the owner of a file is
/// harmless if Landlock checks the signals that the file sends.
static bool closes_signals(void) {
  refusals_tell(false);
  bool closed = syscall(SYS_kill, getppid(), 0) != 0 && errno == EPERM;
  if (!is_scoped) closed = closed && fcntl(STDERR_FILENO, F_SETOWN, getpid()) != 0 && errno == EPERM;
  refusals_tell(true);
  return closed;
}

uint32_t sandbox_enter(const sandbox_request *request) {
  uint32_t force = 0;
  if (limit(request->address_space_bytes)) force |= SANDBOX_LIMITS;
  limit_threads(request->threads);
  if (drop_privileges()) force |= SANDBOX_PRIVILEGES;
  if (prctl(PR_SET_MDWE, REFUSE_EXEC_GAIN, 0, 0, 0) == 0) force |= SANDBOX_MEMORY;
  if (lock_files(request)) force |= SANDBOX_FILES;
  if (sandbox_filter_calls(request) == 0) force |= SANDBOX_CALLS;
  if (closes_signals()) force |= SANDBOX_SIGNALS;
  return force;
}

const char *sandbox_part_name(uint32_t part) {
  switch (part) {
    case SANDBOX_LIMITS: return "resource limits";
    case SANDBOX_PRIVILEGES: return "dropping privileges";
    case SANDBOX_MEMORY: return "PR_SET_MDWE (Linux 6.3)";
    case SANDBOX_FILES: return "Landlock (Linux 5.13)";
    case SANDBOX_CALLS: return "seccomp filters";
    case SANDBOX_SIGNALS: return "signals are blocked (seccomp filters, or Landlock of Linux 6.12)";
    default: return NULL;
  }
}
