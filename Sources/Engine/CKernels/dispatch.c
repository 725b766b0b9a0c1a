#include "kernels.h"

#include <sys/platform/x86.h>

const ck_kernels *ck_kernels_baseline(void);
const ck_kernels *ck_kernels_avx2(void);

const ck_kernels *ck_baseline(void) { return ck_kernels_baseline(); }

// Without this check, disabling AVX2 by `GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2` would have no effect on the
// kernels.
const ck_kernels *ck_avx2(void) {
  return CPU_FEATURE_ACTIVE(AVX2) ? ck_kernels_avx2() : NULL;
}

const ck_kernels *ck_best(void) {
  const ck_kernels *wide = ck_avx2();
  return wide ? wide : ck_baseline();
}
