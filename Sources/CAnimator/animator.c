/* SwiftPM wants one source file in a C target: this one proves that the header compiles as C. */
#include "animator.h"
