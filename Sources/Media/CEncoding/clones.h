// One function, compiled twice: the loader takes the AVX2 one where the processor has it. ThreadSanitizer
// cannot intercept the selection, which happens before it has started.
#ifndef CLONES_H
#define CLONES_H

#ifndef __has_feature
#define __has_feature(feature) 0
#endif

#if __has_feature(thread_sanitizer)
#define WITH_AVX2
#else
#define WITH_AVX2 __attribute__((target_clones("avx2", "default")))
#endif

#endif
