// The compiler embeds the template files in this C file. Swift literals with the same contents would take
// most of a minute to compile.
#include "templates.h"

#include <string.h>

/// The embedded files, each of which is followed by a zero byte.
static const struct {
  const char *name;
  const uint8_t *bytes;
} files[] = {
  {"animator.h", (const uint8_t[]){
#embed "../../CAnimator/include/animator.h" suffix(, 0)
  }},
  {"glsl-functions.hpp", (const uint8_t[]){
#embed "../Scaffolding/Bindings/glsl-functions.hpp" suffix(, 0)
  }},
  {"glsl-lanes.hpp", (const uint8_t[]){
#embed "../Scaffolding/Bindings/glsl-lanes.hpp" suffix(, 0)
  }},
  {"glsl-vectors.hpp", (const uint8_t[]){
#embed "../Scaffolding/Bindings/glsl-vectors.hpp" suffix(, 0)
  }},
  {"glsl.hpp", (const uint8_t[]){
#embed "../Scaffolding/Bindings/glsl.hpp" suffix(, 0)
  }},
  {"c/Makefile", (const uint8_t[]){
#embed "../Scaffolding/Templates/c/Makefile" suffix(, 0)
  }},
  {"swift/Pixels.swift", (const uint8_t[]){
#embed "../Scaffolding/Templates/swift/Pixels.swift" suffix(, 0)
  }},
  {"rust/pixels.rs", (const uint8_t[]){
#embed "../Scaffolding/Templates/rust/pixels.rs" suffix(, 0)
  }},
  {"cpp/pixels.cpp", (const uint8_t[]){
#embed "../Scaffolding/Templates/cpp/pixels.cpp" suffix(, 0)
  }},
  {"c/pixels.c", (const uint8_t[]){
#embed "../Scaffolding/Templates/c/pixels.c" suffix(, 0)
  }},
  {"c/the_name.c", (const uint8_t[]){
#embed "../Scaffolding/Templates/c/the_name.c" suffix(, 0)
  }},
  {"cpp/CMakeLists.txt", (const uint8_t[]){
#embed "../Scaffolding/Templates/cpp/CMakeLists.txt" suffix(, 0)
  }},
  {"cpp/the_name.cpp", (const uint8_t[]){
#embed "../Scaffolding/Templates/cpp/the_name.cpp" suffix(, 0)
  }},
  {"rust/Cargo.toml", (const uint8_t[]){
#embed "../Scaffolding/Templates/rust/Cargo.toml" suffix(, 0)
  }},
  {"rust/build.rs", (const uint8_t[]){
#embed "../Scaffolding/Templates/rust/build.rs" suffix(, 0)
  }},
  {"rust/conformance.rs", (const uint8_t[]){
#embed "../Scaffolding/Templates/rust/conformance.rs" suffix(, 0)
  }},
  {"rust/lib.rs", (const uint8_t[]){
#embed "../Scaffolding/Templates/rust/lib.rs" suffix(, 0)
  }},
  {"shared/README.md", (const uint8_t[]){
#embed "../Scaffolding/Templates/shared/README.md" suffix(, 0)
  }},
  {"shared/animator.json", (const uint8_t[]){
#embed "../Scaffolding/Templates/shared/animator.json" suffix(, 0)
  }},
  {"shared/demo.json", (const uint8_t[]){
#embed "../Scaffolding/Templates/shared/demo.json" suffix(, 0)
  }},
  {"shared/plugin.map", (const uint8_t[]){
#embed "../Scaffolding/Templates/shared/plugin.map" suffix(, 0)
  }},
  {"swift/Makefile", (const uint8_t[]){
#embed "../Scaffolding/Templates/swift/Makefile" suffix(, 0)
  }},
  {"swift/Package.swift", (const uint8_t[]){
#embed "../Scaffolding/Templates/swift/Package.swift" suffix(, 0)
  }},
  {"swift/TheName.swift", (const uint8_t[]){
#embed "../Scaffolding/Templates/swift/TheName.swift" suffix(, 0)
  }},
};

const uint8_t *templates_file(const char *name, size_t *count) {
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    if (strcmp(files[i].name, name) != 0) continue;
    *count = strlen((const char *)files[i].bytes);
    return files[i].bytes;
  }
  return NULL;
}
