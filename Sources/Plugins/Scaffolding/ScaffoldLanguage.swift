/// The kind of a new animator: whether it changes layers or pixels.
package enum ScaffoldKind: String, CaseIterable, Sendable {
  /// The animator changes properties of layers in its function `layout`.
  case layout
  /// The animator draws pixels in its function `pixels`.
  case pixels
}

/// A programming language for new animators, and the way in which their projects are built.
package enum ScaffoldLanguage: String, CaseIterable, Sendable {
  case c, cpp, rust, swift

  /// The name of the source template for a kind of animator.
  func source(_ kind: ScaffoldKind) -> String {
    switch (self, kind) {
    case (.c, .layout): "c/the_name.c"
    case (.c, .pixels): "c/pixels.c"
    case (.cpp, .layout): "cpp/the_name.cpp"
    case (.cpp, .pixels): "cpp/pixels.cpp"
    case (.rust, .layout): "rust/lib.rs"
    case (.rust, .pixels): "rust/pixels.rs"
    case (.swift, .layout): "swift/TheName.swift"
    case (.swift, .pixels): "swift/Pixels.swift"
    }
  }

  /// The files of a project with the names of their templates, beginning with the source file.
  func files(_ kind: ScaffoldKind) -> [(path: String, template: String)] {
    [(files[0].path, source(kind))] + files.dropFirst()
  }

  private var files: [(path: String, template: String)] {
    switch self {
    case .c:
      [
        ("the_name.c", "c/the_name.c"), ("Makefile", "c/Makefile"),
        ("plugin.map", "shared/plugin.map"),
      ]
    case .cpp:
      [
        ("the_name.cpp", "cpp/the_name.cpp"), ("CMakeLists.txt", "cpp/CMakeLists.txt"),
        ("plugin.map", "shared/plugin.map"),
      ]
    case .rust:
      [
        ("src/lib.rs", "rust/lib.rs"), ("build.rs", "rust/build.rs"),
        ("tests/conformance.rs", "rust/conformance.rs"), ("Cargo.toml", "rust/Cargo.toml"),
      ]
    case .swift:
      [
        ("Sources/TheName.swift", "swift/TheName.swift"),
        ("Package.swift", "swift/Package.swift"), ("Makefile", "swift/Makefile"),
        ("plugin.map", "shared/plugin.map"),
      ]
    }
  }

  /// The commands that build the plugin, test it, and render its document.
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

  /// The folder and the file name under which the build of the project writes the plugin.
  var plugin: (folder: String, file: String) {
    switch self {
    case .c, .cpp: ("build", "the-name.so")
    case .rust: ("target/release", "libthe_name.so")
    case .swift: (".build/release", "libthe-name.so")
    }
  }

  /// The products of the build, which .gitignore lists.
  var products: [String] {
    switch self {
    case .c, .cpp: ["/build/"]
    case .rust: ["/target/"]
    case .swift: ["/.build/"]
    }
  }
}
