// Compiles one function twice; the loader selects the AVX2 version if the processor supports AVX2. ThreadSanitizer
// cannot handle this selection, because the selection happens before ThreadSanitizer has started.
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
