/* SwiftPM requires a source file in a C target. This file proves that the header compiles as C. */
#include "animator.h"
