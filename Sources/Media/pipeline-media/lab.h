// Converts pictures in L*a*b*.
#ifndef LAB_H
#define LAB_H

#include <stdbool.h>
#include <stdint.h>

/// Converts a row of L*a*b* to sRGB without changing its alpha; with `is_icc`, a and b are unsigned.
void lab_row(uint8_t *row, uint32_t width, bool is_wide, bool is_icc);

#endif
