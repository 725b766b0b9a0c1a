#include "kernels.h"

#include <immintrin.h>
#include <math.h>
#include <string.h>

#define LANES 8
#define NAME "x86-64"
#define ENTRY ck_kernels_baseline
#include "body.h"
