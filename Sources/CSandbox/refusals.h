/* How a refused system call is told. */
#ifndef REFUSALS_H
#define REFUSALS_H

#include <stdint.h>

/* Installs the handler that tells; 0, or an errno value. */
int refusals_install(void);

/* The address that open calls of the handler come from: the filter lets them pass to Landlock. */
uint64_t refusals_gate(void);

#endif
