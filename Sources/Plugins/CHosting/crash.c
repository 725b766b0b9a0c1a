// Finds the place in the plugin's code at which a worker crashed. The signal handler reports the place on
// standard error, because no other process can inspect it later.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <execinfo.h>
#include <link.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <ucontext.h>
#include <unistd.h>

#include "hosting.h"

static const char *plugin_place, *plugin_path, *plugin_name;

/// Converts a code address in memory to an address in the plugin's file; 0 for code of any other file.
static uintptr_t address_of(uintptr_t code) {
  struct dl_find_object found;
  if (_dl_find_object((void *)code, &found) != 0 || !found.dlfo_link_map) return 0;
  const char *name = found.dlfo_link_map->l_name;
  // The name of the plugin's file in the loader depends on how far loading has progressed: see
  // hosting_name_library.
  if (!name || (strcmp(name, plugin_place) != 0 && strcmp(name, plugin_path) != 0 &&
                strcmp(name, plugin_name) != 0))
    return 0;
  return code - found.dlfo_link_map->l_addr;
}

/// The innermost address in the plugin's code: the address of the crash, or of the call to the code that
/// crashed.
static uintptr_t crash_address(uintptr_t at, uintptr_t stack, bool has_stack) {
  uintptr_t address = address_of(at);
  if (address) return address;
  struct dl_find_object found;
  if (has_stack && _dl_find_object((void *)at, &found) != 0) {
    // The program jumped to an address without code; the address of the caller is on the stack.
    address = address_of(*(const uintptr_t *)stack - 1);
    if (address) return address;
  }
  void *frames[64];
  const int count = backtrace(frames, 64);
  for (int i = 0; i < count && !address; i++) address = address_of((uintptr_t)frames[i] - 1);
  return address;
}

static size_t add_number(char *line, size_t at, uintptr_t number, unsigned base) {
  char digits[20];
  size_t count = 0;
  do digits[count++] = "0123456789abcdef"[number % base];
  while ((number /= base) > 0);
  while (count > 0) line[at++] = digits[--count];
  return at;
}

static void tell(int signal_number, siginfo_t *about, void *context) {
  const greg_t *registers = ((const ucontext_t *)context)->uc_mcontext.gregs;
  const uintptr_t at = (uintptr_t)registers[REG_RIP], stack = (uintptr_t)registers[REG_RSP];
  const uintptr_t touched = (uintptr_t)about->si_addr;
  // The accessed address is near the end of the stack, where nothing else is mapped, so the stack has
  // overflowed.
  const bool overflows = (signal_number == SIGSEGV || signal_number == SIGBUS) &&
                         touched + (64 << 10) > stack && touched < stack + (1 << 20);
  // The line starts with a line feed, because the plugin may have printed an incomplete line.
  char line[80] = "\n" HOSTING_MARK "crash ";
  size_t length = strlen(line);
  length = add_number(line, length, (uintptr_t)signal_number, 10);
  line[length++] = ' ';
  line[length++] = overflows ? '1' : '0';
  line[length++] = ' ';
  length = add_number(line, length, crash_address(at - (signal_number == SIGTRAP), stack, !overflows), 16);
  line[length++] = '\n';
  if (write(2, line, length) < 0) return;
  // A fault occurs again when this handler returns, and then ends the process; a signal that was sent, or
  // after which execution would continue (such as a breakpoint), is raised again.
  if (about->si_code <= 0 || signal_number == SIGTRAP) raise(signal_number);
}

void hosting_print_lines(void) { setvbuf(stdout, NULL, _IOLBF, 0); }

void hosting_watch_crashes(const char *place, const char *path) {
#if !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)
  static uint8_t stack[64 << 10];
  static const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP};
  plugin_place = strdup(place);
  plugin_path = strdup(path);
  if (!plugin_place || !plugin_path) return;
  const char *slash = strrchr(plugin_path, '/');
  plugin_name = slash ? slash + 1 : plugin_path;
  // The first call of backtrace loads libraries, which must not happen in the signal handler.
  void *frames[2];
  backtrace(frames, 2);
  const stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};
  if (sigaltstack(&other, NULL) != 0) return;
  for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
    struct sigaction action = {.sa_sigaction = tell,
                               .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    sigaction(signals[i], &action, NULL);
  }
#else
  (void)place, (void)path, (void)tell;
#endif
}
