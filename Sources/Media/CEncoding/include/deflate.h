// A fast deflate compressor whose output can be joined from independent parts.
#ifndef PIPELINE_DEFLATE_H
#define PIPELINE_DEFLATE_H

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// The maximum number of bytes in a part.
#define DEFLATE_PART_MAX (1u << 24)

/// The working memory of the compressor: 160 KiB in addition to input and output, for one thread at a time. The
/// compressed bytes of a part do not depend on earlier parts.
struct deflate_work;

/// Allocates the working memory; NULL if memory is short.
struct deflate_work *_Nullable deflate_begin(void);
void deflate_end(struct deflate_work *_Nullable work);

/// The largest number of bytes that a compressed part of `count` bytes may have.
size_t deflate_part_bound(size_t count);

/// Compresses an independent part into blocks with their own codes, none of them marked as last; an empty stored block
/// follows, so that the part ends on a byte boundary. Consecutive parts and a last block form a deflate stream (RFC
/// 1951). The compressor finds matches greedily through a table of hashes, and is designed for filtered pictures.
/// `count` is at most DEFLATE_PART_MAX. Returns the number of bytes written.
size_t deflate_part(struct deflate_work *work, const uint8_t *bytes, size_t count, uint8_t *target);

/// Combines the Adler-32 checksums of two consecutive parts; `second_count` is the length of the second part.
uint32_t deflate_combine_adler(uint32_t first, uint32_t second, uint64_t second_count);

#pragma clang assume_nonnull end
#endif
