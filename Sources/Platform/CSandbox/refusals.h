/* Reports of refused system calls. */
#ifndef REFUSALS_H
#define REFUSALS_H

#include <stdbool.h>
#include <stdint.h>

/* Installs the handler that reports them; returns 0, or an errno value. */
int refusals_install(void);

/* Turns the reports on, as at the start, or off while the locks are tested. */
void refusals_tell(bool is_on);

/* The address from which the handler's open calls are made: the filter passes them on to Landlock. */
uint64_t refusals_gate(void);

#endif
