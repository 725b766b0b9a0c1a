#include "include/process.h"

// The loader gives them to every constructor, so that they are known where /proc is not mounted, from which
// the Swift runtime reads them.
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
