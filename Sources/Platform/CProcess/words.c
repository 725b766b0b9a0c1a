#include "include/process.h"

// The loader passes the arguments to every constructor, so they are available even if /proc, from which the
// Swift runtime reads them, is not mounted.
static int words_count;
static char **words_list;

__attribute__((constructor)) static void keep_words(int count, char **list) {
  words_count = count;
  words_list = list;
}

int process_words(char ***list) {
  *list = words_list;
  return words_count;
}
