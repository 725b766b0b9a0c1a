#include "include/files.h"

#include <stdint.h>
#include <sys/auxv.h>

const char *files_started_as(void) { return (const char *)(uintptr_t)getauxval(AT_EXECFN); }
