package import PluginHosting
import PluginModel
package import Foundation
import TestSupport

/// A temporary folder with plugins that are built with only a C compiler and the header.
package final class Workshop: Sendable {
  package static let root = Program.root
  package static let headerFolder = root.appending(path: "Sources/CAnimator/include").path()
  /// The folder with the header of version 1.0, which never changes.
  package static let firstHeaderFolder = root.appending(path: "Tests/Fixtures/abi/v1.0").path()
  /// The folder with worker.h, for plugins that forge messages.
  package static let workerHeader = root.appending(path: "Sources/Plugins/CHosting/include").path()
  package static let fixtures = root.appending(path: "Tests/Fixtures/plugins")

  private let scratch: TestSupport.Folder
  package var folder: URL { scratch.url }

  package init() throws { scratch = try TestSupport.Folder() }

  /// Runs a tool until it ends; returns its output on both streams.
  @discardableResult
  package static func run(_ arguments: [String]) throws -> (status: Int32, output: String) {
    let result = try Program.tool(arguments[0], Array(arguments.dropFirst()))
    return (result.status, result.output + result.errors)
  }

  /// Builds a fixture, or a file with its folder, as `name`.so and returns its path.
  @discardableResult
  package func build(
    _ fixture: String, as name: String, _ flags: [String] = [],
    header: String = Workshop.headerFolder
  ) throws -> String {
    let path = folder.appending(path: "\(name).so").path()
    let isFixture = !fixture.contains("/")
    let source = (isFixture ? Self.fixtures : Self.root).appending(path: fixture).path()
    let result = try Self.run(
      ["cc", "-shared", "-fPIC", "-I\(header)"] + flags + [source, "-o", path, "-lm"])
    guard result.status == 0 else { throw Failure(result.output) }
    return path
  }

  /// Builds C text as `name`.so and returns its path.
  @discardableResult
  package func build(text: String, as name: String, _ flags: [String] = []) throws -> String {
    let source = folder.appending(path: "\(name).c")
    try text.write(to: source, atomically: true, encoding: .utf8)
    let path = folder.appending(path: "\(name).so").path()
    let result = try Self.run(
      ["cc", "-shared", "-fPIC", "-I\(Self.headerFolder)"] + flags + [source.path(), "-o", path])
    guard result.status == 0 else { throw Failure(result.output) }
    return path
  }

  package func write(_ bytes: [UInt8], to name: String) throws {
    try Data(bytes).write(to: folder.appending(path: name))
  }

  /// A registry with this folder, as given by `--plugins`, and the bundled animators.
  package var registry: AnimatorRegistry { registry(.auto) }

  package func registry(_ mode: Isolation.Mode) -> AnimatorRegistry {
    var isolation = Isolation()
    isolation.mode = mode
    return AnimatorRegistry(
      PluginSearch(options: [folder.path()], environment: [:], isPrivileged: false),
      isolation: isolation)
  }

  /// Returns the line that refuses `name`.so, without the path.
  package func reason(_ name: String) -> String? {
    registry.refusals.first { $0.path.hasSuffix("/\(name).so") }?.reason
  }

  package struct Failure: Error, CustomStringConvertible {
    package let description: String
    package init(_ description: String) { self.description = description }
  }
}
