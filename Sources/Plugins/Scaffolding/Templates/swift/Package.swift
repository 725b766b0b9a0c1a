// swift-tools-version: 6.2
// swift build -c release    builds .build/release/libthe-name.so
import PackageDescription

// AnimatorKit was installed with pipeline, below its prefix.
let prefix = Context.environment["ANIMATOR_PREFIX"] ?? "/the/prefix"
let script = "\(Context.packageDirectory)/plugin.map"

let package = Package(
  name: "the-name",
  products: [.library(name: "the-name", type: .dynamic, targets: ["TheNamePlugin"])],
  dependencies: [.package(name: "AnimatorKit", path: "\(prefix)/share/animator/swift")],
  targets: [
    .target(
      name: "TheNamePlugin",
      dependencies: [.product(name: "AnimatorKit", package: "AnimatorKit")],
      path: "Sources",
      linkerSettings: [.unsafeFlags(["-Xlinker", "--version-script=\(script)"])])
  ]
)
