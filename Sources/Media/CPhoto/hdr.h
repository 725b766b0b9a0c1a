// Converts PQ and HLG pictures, whose light goes beyond white, to sRGB.
#ifndef PIPELINE_HDR_H
#define PIPELINE_HDR_H

#include <stddef.h>
#include <stdint.h>

/// Returns the x and y of white, red, green and blue for a set of primaries of H.273; NULL if the set is not supported.
const double *hdr_points(unsigned primaries);

struct hdr;

/// Creates the conversion for the transfer characteristic 16 (PQ) or 18 (HLG) and samples of 8 or 16 bits; NULL if
/// memory is short or the primaries are unknown.
struct hdr *hdr_open(unsigned primaries, unsigned transfer, unsigned bits);

/// Converts RGBA pixels to RGBx pixels of 8 bits a channel.
void hdr_convert(const struct hdr *hdr, const void *from, uint8_t *to, size_t count);

/// Releases the conversion and sets the pointer to NULL.
void hdr_close(struct hdr **hdr);

#endif
