// Handles trapped system calls, and reports refused calls on standard error. The seccomp filter traps every
// attempt to open a file. The handler repeats the call from an address at which the filter allows reading;
// Landlock then decides, and the handler reports calls that the filter or Landlock refuses. A plugin that
// makes the system call directly from that address only avoids the report.
#define _GNU_SOURCE
#include "refusals.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

__attribute__((visibility("hidden"))) long refusals_call(long number, long a, long b, long c,
                                                         long d);
__attribute__((visibility("hidden"))) extern const char refusals_gate_place[];
__asm__(
  ".pushsection .text\n"
  ".hidden refusals_call\n.globl refusals_call\n.type refusals_call, @function\nrefusals_call:\n"
  "  mov %rdi, %rax\n  mov %rsi, %rdi\n  mov %rdx, %rsi\n  mov %rcx, %rdx\n  mov %r8, %r10\n"
  "  syscall\n"
  ".hidden refusals_gate_place\n.globl refusals_gate_place\nrefusals_gate_place:\n"
  "  ret\n"
  ".popsection\n");

uint64_t refusals_gate(void) { return (uint64_t)(uintptr_t)refusals_gate_place; }

static const struct name {
  int number;
  const char *name;
} names[] = {
  {SYS_socket, "socket"},     {SYS_connect, "connect"},   {SYS_execve, "execve"},
  {SYS_execveat, "execveat"}, {SYS_vfork, "vfork"},       {SYS_fork, "fork"},
  {SYS_kill, "kill"},         {SYS_ptrace, "ptrace"},     {SYS_chmod, "chmod"},
  {SYS_fchmod, "fchmod"},     {SYS_fchmodat, "fchmodat"}, {SYS_chown, "chown"},
  {SYS_unlink, "unlink"},     {SYS_unlinkat, "unlinkat"}, {SYS_rename, "rename"},
  {SYS_mkdir, "mkdir"},       {SYS_mkdirat, "mkdirat"},   {SYS_ftruncate, "ftruncate"},
  {SYS_mount, "mount"},       {SYS_setuid, "setuid"},     {SYS_setxattr, "setxattr"},
  {SYS_fcntl, "fcntl"},       {SYS_ioctl, "ioctl"},       {SYS_tgkill, "tgkill"},
  {SYS_tkill, "tkill"},       {SYS_mmap, "mmap of memory that is shared, locked or huge"},
  {SYS_memfd_create, "memfd_create"}, {SYS_shmget, "shmget"}, {SYS_mlock, "mlock"},
  {SYS_timer_create, "timer_create"}, {SYS_setitimer, "setitimer"}, {SYS_unshare, "unshare"},
};

static bool is_telling = true;
void refusals_tell(bool is_on) { is_telling = is_on; }

/// Appends text to a line of at most 200 bytes.
static size_t add(char *line, size_t at, const char *text) {
  while (*text && at < 198) line[at++] = *text++;
  return at;
}

static size_t add_number(char *line, size_t at, unsigned number) {
  char digits[12];
  int n = 0;
  do digits[n++] = (char)('0' + number % 10);
  while ((number /= 10) != 0);
  while (n > 0 && at < 198) line[at++] = digits[--n];
  return at;
}

/// Reports a refused call once for each call number, and up to eight times for opening files. Several threads
/// may report the same system call simultaneously.
static void tell(int number, const char *path) {
  static uint8_t told[512];
  if (!is_telling || number < 0 || number >= 512 || told[number] >= (path ? 8 : 1)) return;
  told[number]++;
  char line[200];
  size_t at = add(line, 0, "sandbox: refused ");
  if (path) {
    at = add(line, at, "open ");
    at = add(line, at, path);
  } else {
    const char *name = NULL;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
      if (names[i].number == number) name = names[i].name;
    at = add(line, at, name ? name : "system call ");
    if (!name) at = add_number(line, at, (unsigned)number);
  }
  line[at++] = '\n';
  if (write(2, line, at) < 0) return;
}

static void trapped(int signal, siginfo_t *about, void *context) {
  (void)signal;
  greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
  const int number = about->si_syscall;
  const int saved = errno;
  if (number == SYS_open || number == SYS_openat) {
    const long result = refusals_call(number, registers[REG_RDI], registers[REG_RSI],
                                      registers[REG_RDX], registers[REG_R10]);
    registers[REG_RAX] = result;
    // The kernel has read the path before it returns EACCES, so the path is valid.
    if (result == -EACCES)
      tell(number, (const char *)registers[number == SYS_open ? REG_RDI : REG_RSI]);
  } else {
    registers[REG_RAX] = -EPERM;
    tell(number, NULL);
  }
  errno = saved;
}

int refusals_install(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = trapped;
  action.sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK | SA_RESTART;
  return sigaction(SIGSYS, &action, NULL) == 0 ? 0 : errno;
}
