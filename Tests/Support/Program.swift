package import Foundation
import Testing

/// Runs the real executable as a user would.
///
/// `PIPELINE_BIN` names the folder of a release build; otherwise the debug build beside the tests is used.
package enum Program {
  package struct Result {
    package var status: Int32
    package var data: Data
    package var errors: String
    package var output: String { String(decoding: data, as: UTF8.self) }
    /// The text that a failed expectation shows.
    package var summary: String { "status \(status)\n\(output)\(errors)" }
  }

  package static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  package static let folder: URL = {
    if let folder = ProcessInfo.processInfo.environment["PIPELINE_BIN"] {
      return URL(filePath: folder)
    }
    let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") }
    return URL(filePath: bundle ?? Bundle.main.bundlePath).deletingLastPathComponent()
  }()

  @discardableResult
  package static func pipeline(
    _ arguments: [String], in directory: URL = root, environment: [String: String] = [:]
  ) throws -> Result {
    try run(folder.appending(path: "pipeline"), arguments, in: directory, environment: environment)
  }

  @discardableResult
  package static func tool(
    _ name: String, _ arguments: [String], in directory: URL = root,
    environment: [String: String] = [:]
  ) throws -> Result {
    try run(
      URL(filePath: "/usr/bin/env"), [name] + arguments, in: directory, environment: environment)
  }

  /// Runs a script with a shell that blocks no signal: the test process does, and a shell that has SIGCHLD blocked
  /// waits endlessly.
  package static func shell(
    _ words: [String], in directory: URL, environment: [String: String] = [:]
  ) throws -> Result {
    let start = """
      import os, signal, sys
      signal.pthread_sigmask(signal.SIG_SETMASK, [])
      os.execv("/bin/sh", ["sh"] + sys.argv[1:])
      """
    return try run(
      URL(filePath: "/usr/bin/python3"), ["-c", start] + words, in: directory,
      environment: environment)
  }

  package static func run(
    _ executable: URL, _ arguments: [String], in directory: URL,
    environment: [String: String] = [:]
  ) throws -> Result {
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.currentDirectoryURL = directory
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    // The output goes to files, because a pipe that nobody reads would block the program.
    let folder = try Folder()
    let (out, err) = (folder.url.appending(path: "out"), folder.url.appending(path: "err"))
    for file in [out, err] { try Data().write(to: file) }
    process.standardOutput = try FileHandle(forWritingTo: out)
    process.standardError = try FileHandle(forWritingTo: err)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilEnd()
    return Result(
      status: process.terminationStatus, data: try Data(contentsOf: out),
      errors: String(decoding: try Data(contentsOf: err), as: UTF8.self))
  }
}

/// A temporary folder that is removed together with its owner.
package final class Folder: Sendable {
  package let url: URL
  package init() throws {
    url = FileManager.default.temporaryDirectory.appending(
      path: "pipeline-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }
  deinit { try? FileManager.default.removeItem(at: url) }

  package func write(_ text: String, to name: String) throws {
    let file = url.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: true, encoding: .utf8)
  }

  /// Copies a program in another process: a program that is started meanwhile would inherit a descriptor that this
  /// process has open for writing, and until then the copy could not be executed.
  ///
  /// The programs that replace `pipeline` for some commands are copied with it.
  package func install(_ program: URL, as name: String) throws {
    if name == "pipeline", program.lastPathComponent == name {
      for part in ["pipeline-measure", "pipeline-import", "pipeline-studio", "pipeline-farm"] {
        try install(program.deletingLastPathComponent().appending(path: part), as: part)
      }
    }
    let made = try Program.tool(
      "install", ["-m", "755", program.path(percentEncoded: false), path(name)])
    try #require(made.status == 0, "\(made.summary)")
  }

  /// Writes an executable script.
  package func writeProgram(_ script: String, to name: String) throws {
    try write(script, to: "\(name).sh")
    try install(url.appending(path: "\(name).sh"), as: name)
  }

  package func path(_ name: String) -> String {
    url.appending(path: name).path(percentEncoded: false)
  }
  package func data(_ name: String) throws -> Data {
    try Data(contentsOf: url.appending(path: name))
  }

  /// Returns the sorted names of the files in a folder.
  package func files(in name: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path(name)).sorted()
  }
}

/// The layers as `inspect --at T --json` prints them.
package struct Inspection: Decodable {
  package struct Mask: Decodable {
    package var kind: String
    package var center: [Double]?
    package var radius: Double?
    package var inverted: Bool
  }
  package struct Layer: Decodable {
    package var id: String
    package var parent: String?
    package var frame: [Double]
    package var opacity: Double
    package var hidden: Bool
    package var zPosition: Double
    package var shadowOpacity: Double
    package var shadowRadius: Double
    package var shadowOffset: [Double]
    package var cornerRadius: Double
    package var transform: [Double]
    package var mask: Mask?
  }
  package var time: Double
  package var duration: Double
  package var layers: [Layer]

  package subscript(id: String) -> Layer? { layers.first { $0.id == id } }

  package static func of(
    _ file: String, at time: Double, in directory: URL = Program.root
  ) throws -> Inspection {
    let result = try Program.pipeline(
      ["inspect", file, "--at", "\(time)", "--json"], in: directory)
    try #require(result.status == 0, "\(result.summary)")
    return try JSONDecoder().decode(Inspection.self, from: Data(result.output.utf8))
  }
}

extension Process {
  /// Waits for the end without using the processor: Foundation's `waitUntilExit` runs a busy loop.
  package func waitUntilEnd() {
    var info = unsafe siginfo_t()
    // Safety: the kernel fills a struct that is not read. The status remains for Foundation (WNOWAIT).
    while unsafe waitid(P_PID, id_t(processIdentifier), &info, WEXITED | WNOWAIT) == -1,
      errno == EINTR
    {}
    waitUntilExit()
  }
}
