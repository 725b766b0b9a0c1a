// Converts light beyond white, PQ and HLG, to sRGB.
#ifndef PIPELINE_HDR_H
#define PIPELINE_HDR_H

#include <stddef.h>
#include <stdint.h>

/// The x and y of white, red, green and blue for a set of primaries of H.273; NULL if it is not supported.
const double *hdr_points(unsigned primaries);

struct hdr;

/// Creates the conversion for a transfer of 16 (PQ) or 18 (HLG) and samples of 8 or 16 bits; NULL without
/// memory or for unknown primaries.
struct hdr *hdr_open(unsigned primaries, unsigned transfer, unsigned bits);

/// Converts RGBA to RGBx of 8 bits.
void hdr_convert(const struct hdr *hdr, const void *from, uint8_t *to, size_t count);

/// Sets the pointer to NULL.
void hdr_close(struct hdr **hdr);

#endif
