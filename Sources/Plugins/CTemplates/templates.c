// The compiler puts the files in. As literals in Swift they would take it most of a minute.
#include "templates.h"

#include <string.h>

static const uint8_t animator_h[] = {
#embed "../../CAnimator/include/animator.h"
};
static const uint8_t glsl_functions_hpp[] = {
#embed "../Scaffolding/Bindings/glsl-functions.hpp"
};
static const uint8_t glsl_lanes_hpp[] = {
#embed "../Scaffolding/Bindings/glsl-lanes.hpp"
};
static const uint8_t glsl_vectors_hpp[] = {
#embed "../Scaffolding/Bindings/glsl-vectors.hpp"
};
static const uint8_t glsl_hpp[] = {
#embed "../Scaffolding/Bindings/glsl.hpp"
};
static const uint8_t c_Makefile[] = {
#embed "../Scaffolding/Templates/c/Makefile"
};
static const uint8_t c_the_name_c[] = {
#embed "../Scaffolding/Templates/c/the_name.c"
};
static const uint8_t cpp_CMakeLists_txt[] = {
#embed "../Scaffolding/Templates/cpp/CMakeLists.txt"
};
static const uint8_t cpp_the_name_cpp[] = {
#embed "../Scaffolding/Templates/cpp/the_name.cpp"
};
static const uint8_t rust_Cargo_toml[] = {
#embed "../Scaffolding/Templates/rust/Cargo.toml"
};
static const uint8_t rust_build_rs[] = {
#embed "../Scaffolding/Templates/rust/build.rs"
};
static const uint8_t rust_conformance_rs[] = {
#embed "../Scaffolding/Templates/rust/conformance.rs"
};
static const uint8_t rust_lib_rs[] = {
#embed "../Scaffolding/Templates/rust/lib.rs"
};
static const uint8_t shared_README_md[] = {
#embed "../Scaffolding/Templates/shared/README.md"
};
static const uint8_t shared_animator_json[] = {
#embed "../Scaffolding/Templates/shared/animator.json"
};
static const uint8_t shared_demo_json[] = {
#embed "../Scaffolding/Templates/shared/demo.json"
};
static const uint8_t shared_plugin_map[] = {
#embed "../Scaffolding/Templates/shared/plugin.map"
};
static const uint8_t swift_Makefile[] = {
#embed "../Scaffolding/Templates/swift/Makefile"
};
static const uint8_t swift_Package_swift[] = {
#embed "../Scaffolding/Templates/swift/Package.swift"
};
static const uint8_t swift_TheName_swift[] = {
#embed "../Scaffolding/Templates/swift/TheName.swift"
};
static const uint8_t c_pixels_c[] = {
#embed "../Scaffolding/Templates/c/pixels.c"
};
static const uint8_t cpp_pixels_cpp[] = {
#embed "../Scaffolding/Templates/cpp/pixels.cpp"
};
static const uint8_t rust_pixels_rs[] = {
#embed "../Scaffolding/Templates/rust/pixels.rs"
};
static const uint8_t swift_Pixels_swift[] = {
#embed "../Scaffolding/Templates/swift/Pixels.swift"
};

#define FILE_OF(name, bytes) {name, bytes, sizeof bytes}
static const struct {
  const char *name;
  const uint8_t *bytes;
  size_t count;
} files[] = {
  FILE_OF("animator.h", animator_h),
  FILE_OF("glsl-functions.hpp", glsl_functions_hpp),
  FILE_OF("glsl-lanes.hpp", glsl_lanes_hpp),
  FILE_OF("glsl-vectors.hpp", glsl_vectors_hpp),
  FILE_OF("glsl.hpp", glsl_hpp),
  FILE_OF("c/Makefile", c_Makefile),
  FILE_OF("swift/Pixels.swift", swift_Pixels_swift),
  FILE_OF("rust/pixels.rs", rust_pixels_rs),
  FILE_OF("cpp/pixels.cpp", cpp_pixels_cpp),
  FILE_OF("c/pixels.c", c_pixels_c),
  FILE_OF("c/the_name.c", c_the_name_c),
  FILE_OF("cpp/CMakeLists.txt", cpp_CMakeLists_txt),
  FILE_OF("cpp/the_name.cpp", cpp_the_name_cpp),
  FILE_OF("rust/Cargo.toml", rust_Cargo_toml),
  FILE_OF("rust/build.rs", rust_build_rs),
  FILE_OF("rust/conformance.rs", rust_conformance_rs),
  FILE_OF("rust/lib.rs", rust_lib_rs),
  FILE_OF("shared/README.md", shared_README_md),
  FILE_OF("shared/animator.json", shared_animator_json),
  FILE_OF("shared/demo.json", shared_demo_json),
  FILE_OF("shared/plugin.map", shared_plugin_map),
  FILE_OF("swift/Makefile", swift_Makefile),
  FILE_OF("swift/Package.swift", swift_Package_swift),
  FILE_OF("swift/TheName.swift", swift_TheName_swift),
};

const uint8_t *templates_file(const char *name, size_t *count) {
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    if (strcmp(files[i].name, name) != 0) continue;
    *count = files[i].count;
    return files[i].bytes;
  }
  return NULL;
}
