// Shared by the files of this room alone.
#ifndef PIPELINE_PROCESS_NOTED_H
#define PIPELINE_PROCESS_NOTED_H

/// Remembers for process_shortage what there was too little of; gives the same errno value back.
int process_noted(int problem);

#endif
