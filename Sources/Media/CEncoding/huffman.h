// Length-limited Huffman codes for deflate.
#ifndef HUFFMAN_H
#define HUFFMAN_H

#include <stdint.h>

/// Computes the codes of `count` symbols (at most 288): lengths of at most `limit` bits, 0 for symbols that
/// do not occur, and the codes with their bits reversed, as deflate stores them.
void huffman_build(const uint32_t *counts, int count, int limit, uint8_t *lengths,
                   uint16_t *codes);

#endif
