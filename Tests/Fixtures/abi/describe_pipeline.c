/* Prints the layout of every struct in pipeline.h and the value of every constant, so that a test can compare them with
 * pipeline_v1.txt. Any difference except an appended member or constant breaks programs. */
#include <stdio.h>

#include "pipeline.h"

#define STRUCT(Struct) \
  printf("struct %s size %zu align %zu\n", #Struct, sizeof(Struct), _Alignof(Struct))
#define MEMBER(Struct, member) \
  printf("  %s offset %zu size %zu\n", #member, offsetof(Struct, member), \
         sizeof(((Struct *)0)->member))
#define CONSTANT(name) printf("constant %s %llu\n", #name, (unsigned long long)(name))

int main(void) {
#include "pipeline_members.inc"
  return 0;
}
