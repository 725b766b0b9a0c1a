#include "kernels.h"

#include <immintrin.h>
#include <math.h>
#include <string.h>

// The feature "avx2" does not include FMA.
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#define LANES 16
#define NAME "AVX2"
#define ENTRY ck_kernels_avx2
#include "body.h"
#pragma clang attribute pop
