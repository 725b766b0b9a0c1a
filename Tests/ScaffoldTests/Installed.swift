import Foundation
import Testing

/// The tests that need an installed pipeline, which is installed once for all of them.
@Suite(.installed) struct InstalledTests {}

/// Installs pipeline below a temporary prefix while a suite runs.
struct Installed: SuiteTrait, TestScoping {
  @TaskLocal static var prefix: Folder?

  /// The folder of the installation, such as `path("bin/pipeline")`.
  static var here: Folder {
    get throws { try #require(prefix, "the suite lacks .installed") }
  }

  /// The folder with the shared libraries of the Swift runtime.
  static let runtime = Result { () throws -> String in
    let info = try Program.tool("swiftc", ["-print-target-info"])
    struct Target: Decodable {
      struct Paths: Decodable { var runtimeLibraryPaths: [String] }
      var paths: Paths
    }
    let target = try JSONDecoder().decode(Target.self, from: Data(info.output.utf8))
    return try #require(target.paths.runtimeLibraryPaths.first)
  }

  /// Runs `make install` or `make uninstall` for the tested build.
  @discardableResult
  static func make(_ target: String, _ variables: [String]) throws -> Program.Result {
    let built = [
      "BIN=\(Program.folder.path(percentEncoded: false))", "RUNTIME=\(try runtime.get())",
    ]
    let result = try Program.tool("make", [target] + built + variables)
    try #require(result.status == 0, "\(result.summary)")
    return result
  }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let folder = try Folder()
    try Self.make("install", ["PREFIX=\(folder.path("usr"))"])
    try await Self.$prefix.withValue(folder) { try await function() }
  }
}

extension Trait where Self == Installed {
  static var installed: Self { Installed() }
}
