// A fast deflate whose output can be joined from parts.
#ifndef PIPELINE_DEFLATE_H
#define PIPELINE_DEFLATE_H

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// The most bytes a part has.
#define DEFLATE_PART_MAX (1u << 24)

/// The memory for compression besides its input and output: 160 KiB, for one thread at a time. Previous data
/// does not affect the bytes of a part.
struct deflate_work;

/// Allocates the memory; NULL if there is none.
struct deflate_work *_Nullable deflate_begin(void);
void deflate_end(struct deflate_work *_Nullable work);

/// The largest number of bytes that a compressed part of `count` bytes may have.
size_t deflate_part_bound(size_t count);

/// Compresses an independent part: blocks with their own codes, none of them the last block, then an empty
/// stored block, so that the part ends on a byte boundary. Consecutive parts, followed by a last block, are a
/// deflate stream. RFC 1951. Greedy matching through a table of hashes, designed for filtered pictures.
/// `count` is at most DEFLATE_PART_MAX. Returns the number of bytes written.
size_t deflate_part(struct deflate_work *work, const uint8_t *bytes, size_t count, uint8_t *target);

/// The Adler-32 of two joined parts; `second_count` is the length of the second.
uint32_t deflate_combine_adler(uint32_t first, uint32_t second, uint64_t second_count);

#pragma clang assume_nonnull end
#endif
