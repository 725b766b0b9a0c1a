// The macro makes the header declare program_invocation_name.
#define _GNU_SOURCE
#include "include/files.h"

#include <errno.h>
#include <stdint.h>
#include <sys/auxv.h>

const char *files_started_as(void) { return (const char *)(uintptr_t)getauxval(AT_EXECFN); }

const char *files_named_as(void) { return program_invocation_name; }
