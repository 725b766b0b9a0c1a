/* Calls the functions of functions.h as any C program would, and prints every number in hexadecimal. */
#include <stdio.h>

#include "functions.h"

#define PRINT(x) printf("%a\n", (double)(x))

int main(void) {
  for (int i = 0; i <= 40; i++) {
    const double p = i / 40.0;
    const animator_point place = orbit(p * 1.7, (animator_point){160, 284}, 40.3);
    const animator_rect box = box_around(place, (animator_size){31, 17}, 0.1 + p);
    const animator_color color = tint((animator_color){0.9f, 0.3f, 0.7f, 1}, p);
    PRINT(place.x), PRINT(place.y);
    PRINT(box.x), PRINT(box.y), PRINT(box.width), PRINT(box.height);
    PRINT(color.red), PRINT(color.green), PRINT(color.blue), PRINT(color.alpha);
    PRINT(half(box).width), PRINT(half(box).height);
    PRINT(whole(place.x)), PRINT(ease_in(p)), PRINT(both(p > 0.3, p < 0.7));
    PRINT(mean(p, -3, 2 * p, 1000000, 3 * p, -2147483647, 4 * p, 7));
  }
  return 0;
}
