/// A language in which a new animator may be written, and how its project is built.
package enum ScaffoldLanguage: String, CaseIterable, Sendable {
  case c, cpp, rust, swift

  /// The files of its project: where each lies, and the template that it is made of.
  var files: [(path: String, template: [UInt8])] {
    switch self {
    case .c:
      [
        ("the_name.c", PackageResources.the_name_c), ("Makefile", PackageResources.Makefile),
        ("plugin.map", PackageResources.plugin_map),
      ]
    case .cpp:
      [
        ("the_name.cpp", PackageResources.the_name_cpp),
        ("CMakeLists.txt", PackageResources.CMakeLists_txt),
        ("plugin.map", PackageResources.plugin_map),
      ]
    case .rust:
      [
        ("src/lib.rs", PackageResources.lib_rs), ("build.rs", PackageResources.build_rs),
        ("tests/conformance.rs", PackageResources.conformance_rs),
        ("Cargo.toml", PackageResources.Cargo_toml),
      ]
    case .swift:
      [
        ("Sources/TheName.swift", PackageResources.TheName_swift),
        ("Package.swift", PackageResources.Package_swift),
        ("Makefile", PackageResources.swift_Makefile),
        ("plugin.map", PackageResources.plugin_map),
      ]
    }
  }

  /// Commands that build the plugin, test it and render its document.
  package var commands: (build: String, test: String, run: String) {
    switch self {
    case .c, .swift: ("make", "make test", "make run")
    case .cpp:
      (
        "cmake -B build && cmake --build build", "ctest --test-dir build --output-on-failure",
        "cmake --build build --target demo"
      )
    case .rust:
      ("cargo build --release", "cargo test --release", "pipeline run demo.json")
    }
  }

  /// The place where the build puts the plugin.
  var plugin: (folder: String, file: String) {
    switch self {
    case .c, .cpp: ("build", "the-name.so")
    case .rust: ("target/release", "libthe_name.so")
    case .swift: (".build/release", "libthe-name.so")
    }
  }

  /// The products of the build, for .gitignore.
  var products: [String] {
    switch self {
    case .c, .cpp: ["/build/"]
    case .rust: ["/target/"]
    case .swift: ["/.build/"]
    }
  }
}
