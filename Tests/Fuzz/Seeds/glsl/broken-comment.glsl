// See https://example.orgasm(".incbin \"secret.txt\"");//
vec4 transition(vec2 p) { return vec4(p, 0, 1) }
