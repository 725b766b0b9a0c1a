import AnimatorHosting
import Animators
import Foundation
import Testing

/// A folder of its own with plugins built by nothing but a C compiler and the header.
final class Workshop: Sendable {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  static let headerFolder = root.appending(path: "Sources/CAnimator/include").path()
  /// Where worker.h lies, for plugins that forge messages.
  static let workerHeader = root.appending(path: "Sources/CHosting/include").path()
  static let fixtures = root.appending(path: "Tests/Fixtures/plugins")

  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "hosting-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Runs a tool to its end; what it printed to both streams.
  @discardableResult
  static func run(_ arguments: [String]) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    // A file, not a pipe: workers that end interrupt reading, and Foundation does not read on.
    let file = FileManager.default.temporaryDirectory.appending(path: "said-\(UUID().uuidString)")
    try Data().write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let handle = try FileHandle(forWritingTo: file)
    process.standardOutput = handle
    process.standardError = handle
    try process.run()
    process.waitUntilExit()
    let data = try Data(contentsOf: file)
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }

  /// Builds a fixture into `name`.so and answers its path.
  @discardableResult
  func build(_ fixture: String, as name: String, _ flags: [String] = []) throws -> String {
    let path = folder.appending(path: "\(name).so").path()
    let source = Self.fixtures.appending(path: fixture).path()
    let result = try Self.run(
      ["cc", "-shared", "-fPIC", "-I\(Self.headerFolder)"] + flags + [source, "-o", path])
    guard result.status == 0 else { throw Failure(result.output) }
    return path
  }

  /// Builds C text into `name`.so and answers its path.
  @discardableResult
  func build(text: String, as name: String, _ flags: [String] = []) throws -> String {
    let source = folder.appending(path: "\(name).c")
    try text.write(to: source, atomically: true, encoding: .utf8)
    let path = folder.appending(path: "\(name).so").path()
    let result = try Self.run(
      ["cc", "-shared", "-fPIC", "-I\(Self.headerFolder)"] + flags + [source.path(), "-o", path])
    guard result.status == 0 else { throw Failure(result.output) }
    return path
  }

  func write(_ bytes: [UInt8], to name: String) throws {
    try Data(bytes).write(to: folder.appending(path: name))
  }

  /// Only this folder, given by `--plugins`, and the bundled animators.
  var registry: AnimatorRegistry { registry(.auto) }

  func registry(_ mode: Isolation.Mode) -> AnimatorRegistry {
    var isolation = Isolation()
    isolation.mode = mode
    return AnimatorRegistry(
      PluginSearch(options: [folder.path()], environment: [:], isPrivileged: false),
      isolation: isolation)
  }

  /// The one line that refuses `name`.so, without its path.
  func reason(_ name: String) -> String? {
    registry.refusals.first { $0.path.hasSuffix("/\(name).so") }?.reason
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
  }
}
