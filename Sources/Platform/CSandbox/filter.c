// The filter for system calls: a call that is not listed is trapped and fails with EPERM.
//
// The kernel can send signals on behalf of a process in several ways; the following list explains why none of
// them leads out of the sandbox, with or without Landlock:
// - The calls kill, tkill, rt_sigqueueinfo and pidfd_send_signal are not listed; tgkill is allowed only for
//   this process, and the kernel reads 32 bits of each argument, as the filter does.
// - The owner of a file receives SIGIO, SIGURG or the signal set by F_SETSIG; the filter allows only the
//   fcntl commands below, so no process can be made an owner, and O_ASYNC is refused. The call ioctl, with
//   its requests FIOASYNC, FIOSETOWN and SIOCSPGRP, is not listed. Leases and F_NOTIFY are also commands of
//   fcntl.
// - The signal at the death of a parent is set with prctl(PR_SET_PDEATHSIG), but of prctl only PR_SET_NAME is
//   allowed.
// - The calls for timers (timer_create, setitimer, alarm), mq_notify, io_uring and asynchronous I/O are not
//   listed.
// - The exit signal of a clone and CLONE_PARENT need other flags than those of pthread_create, which are the
//   only flags allowed, and a thread has no exit signal. The end or stop of the process itself sends SIGCHLD
//   to its parent, which the host does not handle.
// - Some files send signals or change other processes when they are written (cgroup.kill, sysrq-trigger,
//   /proc/PID/mem); no file can be opened for writing or truncated, which Landlock supports only from Linux
//   6.2 on.
// - Lists of robust mutexes and CLONE_CHILD_CLEARTID write to the process's own memory and wake waiting
//   threads; the host does not wait on shared memory.
//
// The kernel memory that a process takes in addition to its private pages is limited too:
// - Shared memory without a file, huge pages and locked pages are refused by mmap; memfd_create, shmget and
//   mlock are not listed, RLIMIT_MEMLOCK is 0, and mremap does not create new shared memory.
// - A pipe holds at most 64 KiB, because F_SETPIPE_SZ is refused, and RLIMIT_NOFILE limits the number of
//   pipes. The filter does not allow a plugin to create sockets.
// - Locks on ranges of a file (F_SETLK) use an unlimited amount of kernel memory and are refused.
// - The number of queued signals is limited by RLIMIT_SIGPENDING.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "refusals.h"
#include "sandbox.h"

// The system calls that every sandboxed process may make. Reading and mapping files is allowed by the filter,
// because Landlock restricts the paths.
static const uint16_t listed[] = {
  SYS_read, SYS_write, SYS_readv, SYS_writev, SYS_pread64, SYS_preadv, SYS_recvmsg, SYS_sendmsg,
  SYS_poll, SYS_ppoll, SYS_close, SYS_lseek, SYS_dup, SYS_dup2, SYS_dup3, SYS_flock, SYS_munmap, SYS_mprotect, SYS_mremap, SYS_madvise, SYS_brk, SYS_mincore, SYS_msync,
  SYS_futex, SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_sigaltstack,
  SYS_exit, SYS_exit_group, SYS_restart_syscall, SYS_sched_yield, SYS_sched_getaffinity,
  SYS_clock_gettime, SYS_clock_getres, SYS_clock_nanosleep, SYS_nanosleep, SYS_gettimeofday,
  SYS_time, SYS_times, SYS_getrusage, SYS_getpid, SYS_gettid, SYS_getppid, SYS_getuid, SYS_geteuid,
  SYS_getgid, SYS_getegid, SYS_getrandom, SYS_uname, SYS_sysinfo, SYS_getcwd, SYS_chdir, SYS_umask,
  SYS_stat, SYS_fstat, SYS_lstat, SYS_newfstatat, SYS_statx, SYS_statfs,
  SYS_fstatfs, SYS_access, SYS_faccessat, SYS_faccessat2, SYS_readlink, SYS_readlinkat,
  SYS_getdents64, SYS_fadvise64, SYS_set_robust_list, SYS_rseq,
  SYS_set_tid_address, SYS_arch_prctl, SYS_membarrier, SYS_getcpu, SYS_close_range,
  SYS_eventfd2, SYS_pipe2,
};

// The additional system calls of processes that write to files which are already open.
static const uint16_t listed_writing[] = {SYS_pwrite64, SYS_pwritev, SYS_fsync, SYS_fdatasync};

// The additional system calls of a compiler, which creates files in paths that Landlock restricts.
static const uint16_t listed_making[] = {
  SYS_pwrite64, SYS_ftruncate, SYS_fallocate, SYS_unlink, SYS_unlinkat, SYS_rename, SYS_renameat,
  SYS_renameat2, SYS_chmod, SYS_fchmod, SYS_fchmodat, SYS_mkdir, SYS_mkdirat, SYS_utimensat,
};

// The additional system calls of a process that starts other processes.
static const uint16_t listed_starting[] = {SYS_vfork, SYS_fork, SYS_wait4, SYS_waitid};

// The allowed commands of fcntl; F_SETFL is also allowed, but not with O_ASYNC.
static const uint16_t listed_commands[] = {
  F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL, F_GETLK, F_GET_SEALS, F_GETPIPE_SZ,
};

/// The flags that pthread_create sets in any C library.
#define FLAGS_OF_THREADS                                                                   \
  (CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM |      \
   CLONE_SETTLS | CLONE_PARENT_SETTID | CLONE_CHILD_CLEARTID | CLONE_CHILD_SETTID |        \
   CLONE_DETACHED)

/// The flags that fork and posix_spawn set in any C library, in addition to the exit signal.
#define FLAGS_OF_PROCESSES                                                                       \
  (CLONE_VM | CLONE_VFORK | CLONE_PARENT_SETTID | CLONE_CHILD_CLEARTID | CLONE_CHILD_SETTID |    \
   CLONE_SETTLS | CSIGNAL)

/// The flags of open that change a file or make it send signals.
#define FLAGS_OF_WRITING (O_ACCMODE | O_CREAT | O_TRUNC | O_ASYNC | (O_TMPFILE & ~O_DIRECTORY))

#define COUNT(list) ((int)(sizeof(list) / sizeof(list)[0]))

/// A buffer for a seccomp filter program that is being written.
struct writer {
  struct sock_filter program[400];
  uint16_t count;
};

static void put(struct writer *w, uint16_t code, uint64_t value, uint8_t yes, uint8_t no) {
  w->program[w->count++] = (struct sock_filter){code, yes, no, (uint32_t)value};
}

/// Loads 32 bits of the call's data; for arguments of type int, the kernel uses only the low half.
static void load(struct writer *w, size_t offset) { put(w, BPF_LD | BPF_W | BPF_ABS, offset, 0, 0); }
#define LOAD(w, member) load(w, offsetof(struct seccomp_data, member))
#define LOAD_HIGH(w, member) load(w, offsetof(struct seccomp_data, member) + 4)

static void give(struct writer *w, uint32_t result) { put(w, BPF_RET | BPF_K, result, 0, 0); }
static void refuse(struct writer *w, int error) { give(w, SECCOMP_RET_ERRNO | (uint32_t)error); }
/// Whether the process will execute another program, which lacks the handler that reports refused calls.
static bool becomes_another;

/// Refuses a call; the call is trapped if a handler can report it.
static void trap(struct writer *w) {
  if (becomes_another)
    refuse(w, EPERM);
  else
    give(w, SECCOMP_RET_TRAP);
}
static void allow(struct writer *w) { give(w, SECCOMP_RET_ALLOW); }

/// Begins instructions, up to `end`, that run if the loaded word has this value.
static uint16_t when(struct writer *w, uint64_t value) {
  put(w, BPF_JMP | BPF_JEQ | BPF_K, value, 0, 0);
  return w->count;
}
/// Begins instructions, up to `end`, that run if the loaded word has one of these bits.
static uint16_t when_any(struct writer *w, uint64_t bits) {
  put(w, BPF_JMP | BPF_JSET | BPF_K, bits, 0, 0);
  return w->count;
}
static void end(struct writer *w, uint16_t begun) {
  w->program[begun - 1].jf = (uint8_t)(w->count - begun);
}

static void allow_each(struct writer *w, const uint16_t *values, int count) {
  for (int i = 0; i < count; i++) {
    const uint16_t listed = when(w, values[i]);
    allow(w);
    end(w, listed);
  }
}

/// Allows opening a file only from the handler, which reports refused calls, and only for reading.
static void judge_opening(struct writer *w, uint16_t call, size_t flags, bool writes) {
  const uint64_t gate = refusals_gate();
  const uint16_t opening = when(w, call);
  if (writes) {
    allow(w);
    end(w, opening);
    return;
  }
  if (becomes_another) {
    load(w, flags);
    const uint16_t changing = when_any(w, FLAGS_OF_WRITING);
    refuse(w, EACCES);
    end(w, changing);
    allow(w);
    end(w, opening);
    return;
  }
  LOAD(w, instruction_pointer);
  const uint16_t low = when(w, (uint32_t)gate);
  LOAD_HIGH(w, instruction_pointer);
  const uint16_t high = when(w, gate >> 32);
  load(w, flags);
  const uint16_t writing = when_any(w, FLAGS_OF_WRITING);
  refuse(w, EACCES);
  end(w, writing);
  allow(w);
  end(w, high);
  end(w, low);
  trap(w);
  end(w, opening);
}

/// Allows creating threads, and allows creating processes only in a process that may start processes.
static void judge_clone(struct writer *w, bool starts_processes) {
  // If clone3 fails, glibc falls back to clone, whose flags the filter can check.
  const uint16_t newer = when(w, SYS_clone3);
  refuse(w, ENOSYS);
  end(w, newer);
  const uint16_t clone = when(w, SYS_clone);
  LOAD(w, args[0]);
  if (starts_processes) {
    put(w, BPF_JMP | BPF_JSET | BPF_K, ~(uint32_t)FLAGS_OF_PROCESSES, 1, 0);
    allow(w);
  }
  const uint16_t other = when_any(w, ~(uint32_t)FLAGS_OF_THREADS);
  refuse(w, EPERM);
  end(w, other);
  const uint16_t thread = when_any(w, CLONE_THREAD);
  allow(w);
  end(w, thread);
  refuse(w, EPERM);
  end(w, clone);
}

/// Allows signals to the process itself, for abort() and pthread_kill, but not SIGKILL, which would look like
/// a signal from the system.
static void judge_signals(struct writer *w) {
  const uint16_t call = when(w, SYS_tgkill);
  LOAD(w, args[0]);
  const uint16_t own = when(w, (uint32_t)getpid());
  LOAD(w, args[2]);
  const uint16_t deadly = when(w, SIGKILL);
  trap(w);
  end(w, deadly);
  allow(w);
  end(w, own);
  trap(w);
  end(w, call);
}

/// Allows a call if its first argument has the given value.
static void judge_first(struct writer *w, uint16_t number, uint32_t value) {
  const uint16_t call = when(w, number);
  LOAD(w, args[0]);
  const uint16_t right = when(w, value);
  allow(w);
  end(w, right);
  refuse(w, EPERM);
  end(w, call);
}

static void judge_fcntl(struct writer *w) {
  const uint16_t call = when(w, SYS_fcntl);
  LOAD(w, args[1]);
  allow_each(w, listed_commands, COUNT(listed_commands));
  const uint16_t sets = when(w, F_SETFL);
  LOAD(w, args[2]);
  const uint16_t sending = when_any(w, O_ASYNC | O_DIRECT);
  trap(w);
  end(w, sending);
  allow(w);
  end(w, sets);
  trap(w);
  end(w, call);
}

/// Allows mapping memory that counts as private memory of this process, or that belongs to a file.
static void judge_mmap(struct writer *w) {
  const uint16_t call = when(w, SYS_mmap);
  LOAD(w, args[3]);
  const uint16_t costly = when_any(w, MAP_HUGETLB | MAP_LOCKED);
  trap(w);
  end(w, costly);
  const uint16_t nameless = when_any(w, MAP_ANONYMOUS);
  // MAP_SHARED_VALIDATE also contains the bit MAP_SHARED.
  const uint16_t shared = when_any(w, MAP_SHARED);
  trap(w);
  end(w, shared);
  end(w, nameless);
  // Memory that can be written through another mapping must never become executable.
  const uint16_t common = when_any(w, MAP_SHARED);
  LOAD(w, args[2]);
  const uint16_t code = when_any(w, PROT_EXEC);
  trap(w);
  end(w, code);
  end(w, common);
  allow(w);
  end(w, call);
}

int sandbox_filter_calls(const sandbox_request *request) {
  static struct writer w;
  becomes_another = request->becomes != NULL;
  const int problem = becomes_another ? 0 : refusals_install();
  if (problem) return problem;
  w.count = 0;
  LOAD(&w, arch);
  put(&w, BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 1, 0);
  give(&w, SECCOMP_RET_KILL_PROCESS);
  LOAD(&w, nr);
  judge_clone(&w, request->starts_processes);
  judge_signals(&w);
  // These calls lower the limits of the process itself and set the names of threads.
  judge_first(&w, SYS_prlimit64, 0);
  judge_first(&w, SYS_prctl, PR_SET_NAME);
  judge_fcntl(&w);
  judge_mmap(&w);
  const bool writes = request->writes_below != NULL;
  judge_opening(&w, SYS_open, offsetof(struct seccomp_data, args[1]), writes);
  judge_opening(&w, SYS_openat, offsetof(struct seccomp_data, args[2]), writes);
  allow_each(&w, listed, COUNT(listed));
  // Landlock restricts execution to the requested program; without Landlock, the process could execute only
  // programs of its user.
  if (request->becomes) allow_each(&w, (const uint16_t[]){SYS_execve}, 1);
  if (writes) allow_each(&w, listed_making, COUNT(listed_making));
  if (request->starts_processes) allow_each(&w, listed_starting, COUNT(listed_starting));
  if (request->writes_files) allow_each(&w, listed_writing, COUNT(listed_writing));
  trap(&w);
  const struct sock_fprog filter = {w.count, w.program};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0) == 0 ? 0 : errno;
}
