/* The same function as `bench` calls through libffi, called directly 10,000 times. */
#include "../../Plugins/functions/functions.c"

#include "peer.h"

static int call(const char *name, long index) {
  if (strcmp(name, "call")) return 0;
  /* Volatile, so that it is a call. */
  animator_point (*volatile function)(double, animator_point, double) = orbit;
  const animator_point center = {160, 284};
  double sum = 0;
  for (long i = 0; i < 10000; i++) sum += function((double)(i + index) / 1000, center, 40).x;
  return sum > 0;
}

int main(int count, char **words) {
  (void)words;
  return count == 2 ? peer_serve(call, CLOCK_THREAD_CPUTIME_ID) : 1;
}
