// Declarations that only the files of this module share.
#ifndef PIPELINE_PROCESS_NOTED_H
#define PIPELINE_PROCESS_NOTED_H

/// Records a shortage for process_shortage, and returns the same errno value.
int process_noted(int problem);

/// The number of processes that were started and not yet reaped.
int process_count(void);

/// Clears the table after a fork, because the child does not own the recorded processes.
void process_forget_all(void);

#endif
