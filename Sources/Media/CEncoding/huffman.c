// Computes minimum-redundancy codes in place (Moffat & Katajainen 1995), then limits their lengths by moving leaves up.
#include "huffman.h"

#include <string.h>

/// Sorts the symbols that occur by count, then by number (Shell's sort, 1959).
static int sorted(const uint32_t *counts, int count, uint32_t *keys, uint16_t *symbols) {
  int n = 0;
  for (int i = 0; i < count; i++)
    if (counts[i]) symbols[n++] = (uint16_t)i;
  static const int gaps[] = {132, 57, 23, 10, 4, 1};
  for (int g = 0; g < 6; g++)
    for (int i = gaps[g]; i < n; i++) {
      uint16_t s = symbols[i];
      int j = i;
      while (j >= gaps[g] && (counts[symbols[j - gaps[g]]] > counts[s] ||
                              (counts[symbols[j - gaps[g]]] == counts[s] &&
                               symbols[j - gaps[g]] > s))) {
        symbols[j] = symbols[j - gaps[g]];
        j -= gaps[g];
      }
      symbols[j] = s;
    }
  for (int i = 0; i < n; i++) keys[i] = counts[symbols[i]];
  return n;
}

/// Converts ascending weights to code lengths, which descend.
static void lengths_in_place(uint32_t *a, int n) {
  int root = 0, leaf = 2;
  a[0] += a[1];
  for (int next = 1; next < n - 1; next++) {
    if (leaf >= n || a[root] < a[leaf]) {
      a[next] = a[root];
      a[root++] = (uint32_t)next;
    } else {
      a[next] = a[leaf++];
    }
    if (leaf >= n || (root < next && a[root] < a[leaf])) {
      a[next] += a[root];
      a[root++] = (uint32_t)next;
    } else {
      a[next] += a[leaf++];
    }
  }
  a[n - 2] = 0;
  for (int next = n - 3; next >= 0; next--) a[next] = a[a[next]] + 1;
  int available = 1, used = 0, depth = 0;
  root = n - 2;
  int next = n - 1;
  while (available > 0) {
    while (root >= 0 && (int)a[root] == depth) {
      used++;
      root--;
    }
    while (available > used) {
      a[next--] = (uint32_t)depth;
      available--;
    }
    available = 2 * used;
    depth++;
    used = 0;
  }
}

void huffman_build(const uint32_t *counts, int count, int limit, uint8_t *lengths,
                   uint16_t *codes) {
  uint32_t keys[288];
  uint16_t symbols[288];
  memset(lengths, 0, (size_t)count);
  memset(codes, 0, (size_t)count * sizeof *codes);
  int n = sorted(counts, count, keys, symbols);
  if (n == 0) return;
  // The number of codes for each length.
  int per_length[64] = {0};
  if (n == 1) {
    per_length[1] = 1;
  } else {
    lengths_in_place(keys, n);
    for (int i = 0; i < n; i++) per_length[keys[i] < 63 ? keys[i] : 63]++;
  }
  for (int i = limit + 1; i < 64; i++) per_length[limit] += per_length[i];
  int64_t total = 0;
  for (int i = 1; i <= limit; i++) total += (int64_t)per_length[i] << (limit - i);
  while (total > (int64_t)1 << limit) {
    per_length[limit]--;
    for (int i = limit - 1; i > 0; i--)
      if (per_length[i]) {
        per_length[i]--;
        per_length[i + 1] += 2;
        break;
      }
    total--;
  }
  // The rarest symbols come first in the list, so they get the longest codes.
  int at = 0;
  for (int length = limit; length > 0; length--)
    for (int i = 0; i < per_length[length]; i++) lengths[symbols[at++]] = (uint8_t)length;
  uint32_t next[16] = {0}, code = 0;
  for (int length = 1; length <= limit; length++) {
    code = (code + (length > 1 ? (uint32_t)per_length[length - 1] : 0)) << 1;
    next[length] = code;
  }
  for (int i = 0; i < count; i++) {
    int length = lengths[i];
    if (!length) continue;
    uint32_t value = next[length]++, reversed = 0;
    for (int b = 0; b < length; b++) reversed |= (value >> b & 1) << (length - 1 - b);
    codes[i] = (uint16_t)reversed;
  }
}
