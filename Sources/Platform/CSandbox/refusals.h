/* How a refused system call is told. */
#ifndef REFUSALS_H
#define REFUSALS_H

#include <stdbool.h>
#include <stdint.h>

/* Installs the handler that tells; 0, or an errno value. */
int refusals_install(void);

/* Whether refusals are told; they are at first. Off while the locks are tried. */
void refusals_tell(bool is_on);

/* The address that open calls of the handler come from: the filter lets them pass to Landlock. */
uint64_t refusals_gate(void);

#endif
