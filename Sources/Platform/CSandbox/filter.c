// The filter of system calls: calls that are not listed are trapped, and fail with EPERM.
//
// Ways in which the kernel signals on a process's behalf, and why none of them leads out of here, with
// or without Landlock:
// - kill, tkill, rt_sigqueueinfo, pidfd_send_signal: not listed. tgkill: to this process only; the kernel
//   reads 32 bits of each argument, as the filter does.
// - The owner of a file, who gets SIGIO, SIGURG or what F_SETSIG says: of fcntl only the commands below
//   pass, so nobody can be made an owner, and no file sends (O_ASYNC). ioctl, which has FIOASYNC,
//   FIOSETOWN and SIOCSPGRP, is not listed. Leases and F_NOTIFY are commands of fcntl too.
// - The death of a parent, prctl(PR_SET_PDEATHSIG): of prctl only PR_SET_NAME passes.
// - Timers (timer_create, setitimer, alarm), mq_notify, io_uring, asynchronous I/O: not listed.
// - The exit signal of a clone, CLONE_PARENT: only threads are made, with the flags of pthread_create, and
//   a thread has no exit signal. The end or stop of the process itself tells its parent by SIGCHLD,
//   which the host does not handle.
// - Writing to files that signal or reach into others (cgroup.kill, sysrq-trigger, /proc/PID/mem): no file
//   is opened for writing, nor truncated, which Landlock sees only from Linux 6.2 on.
// - Lists of robust mutexes and CLONE_CHILD_CLEARTID write into the process's own memory and wake
//   those who wait there: the host waits on nothing that it shares.
//
// Memory that a process takes beside its private pages is bounded likewise:
// - Shared memory without a file, huge pages and locked pages: mmap refuses them. memfd_create, shmget and
//   mlock are not listed; RLIMIT_MEMLOCK is 0. mremap makes no new shared memory of old.
// - Pipes keep 64 KiB each, because F_SETPIPE_SZ is refused, and RLIMIT_NOFILE bounds their number. Sockets
//   cannot be made.
// - Locks on ranges of a file (F_SETLK) are the kernel's memory, without a bound: refused.
// - Queued signals: RLIMIT_SIGPENDING.
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

// System calls for every process. Reading and mapping files is allowed here: Landlock restricts the paths.
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

// System calls for processes that write to files which are already open.
static const uint16_t listed_writing[] = {SYS_pwrite64, SYS_pwritev, SYS_fsync, SYS_fdatasync};

// System calls for a compiler, which creates files; Landlock restricts the paths.
static const uint16_t listed_making[] = {
  SYS_pwrite64, SYS_ftruncate, SYS_fallocate, SYS_unlink, SYS_unlinkat, SYS_rename, SYS_renameat,
  SYS_renameat2, SYS_chmod, SYS_fchmod, SYS_fchmodat, SYS_mkdir, SYS_mkdirat, SYS_utimensat,
};

// System calls for a process that starts other processes.
static const uint16_t listed_starting[] = {SYS_vfork, SYS_fork, SYS_wait4, SYS_waitid};

// The allowed commands of fcntl; F_SETFL is allowed too, without O_ASYNC.
static const uint16_t listed_commands[] = {
  F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL, F_GETLK, F_GET_SEALS, F_GETPIPE_SZ,
};

/// The flags that pthread_create sets in any C library.
#define FLAGS_OF_THREADS                                                                   \
  (CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM |      \
   CLONE_SETTLS | CLONE_PARENT_SETTID | CLONE_CHILD_CLEARTID | CLONE_CHILD_SETTID |        \
   CLONE_DETACHED)

/// The flags that fork and posix_spawn set in any C library, besides the signal at the end of the process.
#define FLAGS_OF_PROCESSES                                                                       \
  (CLONE_VM | CLONE_VFORK | CLONE_PARENT_SETTID | CLONE_CHILD_CLEARTID | CLONE_CHILD_SETTID |    \
   CLONE_SETTLS | CSIGNAL)

/// Opening with one of these flags changes the file, or makes it send signals.
#define FLAGS_OF_WRITING (O_ACCMODE | O_CREAT | O_TRUNC | O_ASYNC | (O_TMPFILE & ~O_DIRECTORY))

#define COUNT(list) ((int)(sizeof(list) / sizeof(list)[0]))

/// A program while it is written.
struct writer {
  struct sock_filter program[400];
  uint16_t count;
};

static void put(struct writer *w, uint16_t code, uint64_t value, uint8_t yes, uint8_t no) {
  w->program[w->count++] = (struct sock_filter){code, yes, no, (uint32_t)value};
}

/// Loads 32 bits of the call's data; the kernel uses only the low half where the calls below take an int.
static void load(struct writer *w, size_t offset) { put(w, BPF_LD | BPF_W | BPF_ABS, offset, 0, 0); }
#define LOAD(w, member) load(w, offsetof(struct seccomp_data, member))
#define LOAD_HIGH(w, member) load(w, offsetof(struct seccomp_data, member) + 4)

static void give(struct writer *w, uint32_t result) { put(w, BPF_RET | BPF_K, result, 0, 0); }
static void refuse(struct writer *w, int error) { give(w, SECCOMP_RET_ERRNO | (uint32_t)error); }
/// Whether the process executes another program, which does not have the handler that reports refusals.
static bool becomes_another;

/// Refuses a call, and reports it if there is a handler.
static void trap(struct writer *w) {
  if (becomes_another)
    refuse(w, EPERM);
  else
    give(w, SECCOMP_RET_TRAP);
}
static void allow(struct writer *w) { give(w, SECCOMP_RET_ALLOW); }

/// The instructions up to `end` apply if the loaded word has this value.
static uint16_t when(struct writer *w, uint64_t value) {
  put(w, BPF_JMP | BPF_JEQ | BPF_K, value, 0, 0);
  return w->count;
}
/// Adds a condition that is true if a value has one of these bits.
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

/// Opening a file is allowed only from the handler, which reports refusals, and only for reading.
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

/// Allows threads; allows processes only in a process that may start processes.
static void judge_clone(struct writer *w, bool starts_processes) {
  // glibc falls back to clone, whose flags can be checked.
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

/// Allows signals to the process itself, for abort() and pthread_kill, except SIGKILL, which would look like
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

/// Allows calls with one given value of the first argument.
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

/// Allows memory that counts as this process's private memory, or belongs to a file.
static void judge_mmap(struct writer *w) {
  const uint16_t call = when(w, SYS_mmap);
  LOAD(w, args[3]);
  const uint16_t costly = when_any(w, MAP_HUGETLB | MAP_LOCKED);
  trap(w);
  end(w, costly);
  const uint16_t nameless = when_any(w, MAP_ANONYMOUS);
  // MAP_SHARED_VALIDATE contains this bit too.
  const uint16_t shared = when_any(w, MAP_SHARED);
  trap(w);
  end(w, shared);
  end(w, nameless);
  // Memory that is writable through another mapping must never become executable.
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
  // Allows lowering the limits of the process itself, and names of threads.
  judge_first(&w, SYS_prlimit64, 0);
  judge_first(&w, SYS_prctl, PR_SET_NAME);
  judge_fcntl(&w);
  judge_mmap(&w);
  const bool writes = request->writes_below != NULL;
  judge_opening(&w, SYS_open, offsetof(struct seccomp_data, args[1]), writes);
  judge_opening(&w, SYS_openat, offsetof(struct seccomp_data, args[2]), writes);
  allow_each(&w, listed, COUNT(listed));
  // Landlock restricts execution to that program; without Landlock the process could only execute programs of
  // its user.
  if (request->becomes) allow_each(&w, (const uint16_t[]){SYS_execve}, 1);
  if (writes) allow_each(&w, listed_making, COUNT(listed_making));
  if (request->starts_processes) allow_each(&w, listed_starting, COUNT(listed_starting));
  if (request->writes_files) allow_each(&w, listed_writing, COUNT(listed_writing));
  trap(&w);
  const struct sock_fprog filter = {w.count, w.program};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0) == 0 ? 0 : errno;
}
