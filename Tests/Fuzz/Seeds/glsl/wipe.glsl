// Author: A. Tester
// License: MIT
uniform float edge; // = 0.5 [0, 1] where the new screen begins
uniform vec3 tint; // = vec3(1.0, 0.5, 0.0)
uniform bool other; // = false
struct spot { vec2 at; float size; };
#define HALF(x) ((x) * .5)
#ifdef GL_ES
precision mediump float;
#endif
const int steps = 4;
float mask(vec2 p) { return other ? 1.0 : step(edge, p.x); }
vec4 transition(vec2 uv) {
  spot one = spot(vec2(0.5), 0x1 == 1 ? 1e-1 : 2.);
  float sum = 0.0;
  for (int i = 0; i < steps; i++) {
    if (uv.x > HALF(float(i))) continue;
    sum += one.size * tint.r;
  }
  do { sum -= 1.0; } while (sum > 1.0);
  return mix(getFromColor(uv), getToColor(uv.xy), mask(uv) * progress);
}
