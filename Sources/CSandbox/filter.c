// The filter of system calls: what is not listed is trapped, and fails with EPERM.
#define _GNU_SOURCE
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "refusals.h"
#include "sandbox.h"

// Reading and mapping files is listed: Landlock says which.
static const uint16_t listed[] = {
  SYS_read, SYS_write, SYS_readv, SYS_writev, SYS_pread64, SYS_preadv, SYS_recvmsg, SYS_sendmsg,
  SYS_poll, SYS_ppoll, SYS_close, SYS_lseek, SYS_dup, SYS_dup2, SYS_dup3, SYS_fcntl, SYS_flock,
  SYS_mmap, SYS_munmap, SYS_mprotect, SYS_mremap, SYS_madvise, SYS_brk, SYS_mincore, SYS_msync,
  SYS_futex, SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_sigaltstack,
  SYS_exit, SYS_exit_group, SYS_restart_syscall, SYS_sched_yield, SYS_sched_getaffinity,
  SYS_clock_gettime, SYS_clock_getres, SYS_clock_nanosleep, SYS_nanosleep, SYS_gettimeofday,
  SYS_time, SYS_times, SYS_getrusage, SYS_getpid, SYS_gettid, SYS_getppid, SYS_getuid, SYS_geteuid,
  SYS_getgid, SYS_getegid, SYS_getrandom, SYS_uname, SYS_sysinfo, SYS_getcwd, SYS_chdir, SYS_umask,
  SYS_stat, SYS_fstat, SYS_lstat, SYS_newfstatat, SYS_statx, SYS_statfs,
  SYS_fstatfs, SYS_access, SYS_faccessat, SYS_faccessat2, SYS_readlink, SYS_readlinkat,
  SYS_getdents64, SYS_fadvise64, SYS_set_robust_list, SYS_get_robust_list, SYS_rseq,
  SYS_set_tid_address, SYS_arch_prctl, SYS_membarrier, SYS_getcpu, SYS_close_range,
  SYS_eventfd2, SYS_pipe2,
};

// For those that write files which are open.
static const uint16_t listed_writing[] = {SYS_pwrite64, SYS_pwritev, SYS_fsync, SYS_fdatasync};

enum {
  listed_count = sizeof listed / sizeof listed[0],
  writing_count = sizeof listed_writing / sizeof listed_writing[0],
  room = 2 * (listed_count + writing_count) + 80,
};

#define LOAD(member) \
  BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)offsetof(struct seccomp_data, member))
#define LOAD_HIGH(member) \
  BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)offsetof(struct seccomp_data, member) + 4)
#define GIVE(result) BPF_STMT(BPF_RET | BPF_K, (uint32_t)(result))
#define REFUSE(error) GIVE(SECCOMP_RET_ERRNO | (error))
#define TRAP GIVE(SECCOMP_RET_TRAP)
// Skips `count` instructions unless the loaded word equals `value`.
#define UNLESS_SKIP(value, count) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(value), 0, count)

static uint16_t allow(struct sock_filter *program, uint16_t n, const uint16_t *calls, int count) {
  for (int i = 0; i < count; i++) {
    program[n++] = (struct sock_filter)UNLESS_SKIP(calls[i], 1);
    program[n++] = (struct sock_filter)GIVE(SECCOMP_RET_ALLOW);
  }
  return n;
}

/// Opening a file passes only from the handler, which tells what Landlock refuses.
static uint16_t trap_opening(struct sock_filter *program, uint16_t n, uint16_t call) {
  const uint64_t gate = refusals_gate();
  program[n++] = (struct sock_filter)UNLESS_SKIP(call, 6);
  program[n++] = (struct sock_filter)LOAD(instruction_pointer);
  program[n++] = (struct sock_filter)UNLESS_SKIP(gate, 3);
  program[n++] = (struct sock_filter)LOAD_HIGH(instruction_pointer);
  program[n++] = (struct sock_filter)UNLESS_SKIP(gate >> 32, 1);
  program[n++] = (struct sock_filter)GIVE(SECCOMP_RET_ALLOW);
  program[n++] = (struct sock_filter)TRAP;
  return n;
}

int sandbox_filter_calls(const sandbox_request *request) {
  static struct sock_filter program[room];
  const int problem = refusals_install();
  if (problem) return problem;
  uint16_t n = 0;
  program[n++] = (struct sock_filter)LOAD(arch);
  program[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 1, 0);
  program[n++] = (struct sock_filter)GIVE(SECCOMP_RET_KILL_PROCESS);
  program[n++] = (struct sock_filter)LOAD(nr);

  // glibc falls back to clone, whose flags can be read.
  program[n++] = (struct sock_filter)UNLESS_SKIP(SYS_clone3, 1);
  program[n++] = (struct sock_filter)REFUSE(ENOSYS);
  // Threads, no processes.
  program[n++] = (struct sock_filter)UNLESS_SKIP(SYS_clone, 4);
  program[n++] = (struct sock_filter)LOAD(args[0]);
  program[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 0, 1);
  program[n++] = (struct sock_filter)GIVE(SECCOMP_RET_ALLOW);
  program[n++] = (struct sock_filter)REFUSE(EPERM);
  // Signals to itself, for abort() and pthread_kill; SIGKILL would look like the system's.
  program[n++] = (struct sock_filter)UNLESS_SKIP(SYS_tgkill, 6);
  program[n++] = (struct sock_filter)LOAD(args[0]);
  program[n++] = (struct sock_filter)UNLESS_SKIP(getpid(), 3);
  program[n++] = (struct sock_filter)LOAD(args[2]);
  program[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SIGKILL, 1, 0);
  program[n++] = (struct sock_filter)GIVE(SECCOMP_RET_ALLOW);
  program[n++] = (struct sock_filter)TRAP;
  // Its own limits, which cannot grow any more.
  program[n++] = (struct sock_filter)UNLESS_SKIP(SYS_prlimit64, 4);
  program[n++] = (struct sock_filter)LOAD(args[0]);
  program[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 1);
  program[n++] = (struct sock_filter)GIVE(SECCOMP_RET_ALLOW);
  program[n++] = (struct sock_filter)REFUSE(EPERM);
  // Names of threads.
  program[n++] = (struct sock_filter)UNLESS_SKIP(SYS_prctl, 4);
  program[n++] = (struct sock_filter)LOAD(args[0]);
  program[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, PR_SET_NAME, 0, 1);
  program[n++] = (struct sock_filter)GIVE(SECCOMP_RET_ALLOW);
  program[n++] = (struct sock_filter)REFUSE(EPERM);

  n = trap_opening(program, n, SYS_open);
  n = trap_opening(program, n, SYS_openat);
  n = allow(program, n, listed, listed_count);
  if (request->writes_files) n = allow(program, n, listed_writing, writing_count);
  program[n++] = (struct sock_filter)TRAP;
  const struct sock_fprog filter = {n, program};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0) == 0 ? 0 : errno;
}
