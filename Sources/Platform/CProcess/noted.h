// Shared only by the files of this module.
#ifndef PIPELINE_PROCESS_NOTED_H
#define PIPELINE_PROCESS_NOTED_H

/// Records a shortage for process_shortage; returns the same errno value.
int process_noted(int problem);

/// The number of processes that were started and are not reaped.
int process_count(void);

/// After a fork, no recorded process belongs to this process.
void process_forget_all(void);

#endif
