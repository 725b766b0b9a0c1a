// One function, compiled twice: the loader takes the AVX2 one where the processor has it.
#ifndef CLONES_H
#define CLONES_H

#define WITH_AVX2 __attribute__((target_clones("avx2", "default")))

#endif
