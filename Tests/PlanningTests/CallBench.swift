import JSON
import PluginHosting
import PluginModel
import Documents
import Foundation
import Planning
import Scenes
import TestSupport
import Testing

/// Plans documents with the functions of a plugin that the test builds.
final class CallBench {
  let folder: URL
  private let registry: AnimatorRegistry
  private static let fixtures = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Fixtures/plugins")
  private static let header = fixtures.deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Sources/CAnimator/include").path()

  init(_ mode: Isolation.Mode = .never) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "calls-\(UUID().uuidString)/")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var isolation = Isolation()
    isolation.mode = mode
    registry = AnimatorRegistry(
      PluginSearch(options: [folder.path()], environment: [:], isPrivileged: false),
      isolation: isolation)
    for name in ["functions", "hop"] {
      try Self.run([
        "cc", "-shared", "-fPIC", "-I\(Self.header)", Self.fixtures.path() + "/\(name).c", "-o",
        folder.path() + "/\(name).so",
      ])
    }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func plan(_ members: String) throws -> PlannedDocument {
    let document = try DocumentReader().read(
      bytes: Array("{ \"version\": 1, \(members) }".utf8), file: "doc.json", folder: ".")
    return try Planner(registry: registry, images: NoImages()).plan(document)
  }

  /// Returns the numbers that a C program prints, which calls the same functions directly.
  func direct(_ body: String) throws -> [Double] {
    let source = folder.appending(path: "direct.c")
    try """
    #include <stdio.h>
    #include "functions.h"
    int main(void) {
    \(body)
    return 0;
    }
    """.write(to: source, atomically: true, encoding: .utf8)
    let program = folder.path() + "/direct"
    try Self.run([
      "cc", "-I\(Self.header)", "-I\(Self.fixtures.path())", source.path(), "-o", program,
    ])
    return try Self.run([program]).split(separator: "\n").map { try #require(Double($0)) }
  }

  @discardableResult
  private static func run(_ words: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = words
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let said = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilEnd()
    guard process.terminationStatus == 0 else { throw Failure(said: said) }
    return said
  }

  struct Failure: Error { let said: String }
}
