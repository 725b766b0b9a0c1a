// Pictures in L*a*b*.
#ifndef LAB_H
#define LAB_H

#include <stdbool.h>
#include <stdint.h>

/// Turns a row of L*a*b*, whose alpha stays, into sRGB: `is_icc` where its a and b have no sign.
void lab_row(uint8_t *row, uint32_t width, bool is_wide, bool is_icc);

#endif
