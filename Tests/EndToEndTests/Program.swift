import Foundation
import Testing

/// The real executable, run as a person would.
///
/// `PIPELINE_BIN` names the folder of a release build; without it the debug build beside the tests
/// is used.
enum Program {
  struct Result {
    var status: Int32
    var output: String
    var errors: String
    /// What a failing expectation shows.
    var summary: String { "status \(status)\n\(output)\(errors)" }
  }

  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  static let folder: URL = {
    if let folder = ProcessInfo.processInfo.environment["PIPELINE_BIN"] {
      return URL(filePath: folder)
    }
    let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") }
    return URL(filePath: bundle ?? Bundle.main.bundlePath).deletingLastPathComponent()
  }()

  @discardableResult
  static func pipeline(
    _ arguments: [String], in directory: URL = root, environment: [String: String] = [:]
  ) throws -> Result {
    try run(folder.appending(path: "pipeline"), arguments, in: directory, environment: environment)
  }

  @discardableResult
  static func tool(_ name: String, _ arguments: [String], in directory: URL = root) throws -> Result
  {
    try run(URL(filePath: "/usr/bin/env"), [name] + arguments, in: directory)
  }

  static func run(
    _ executable: URL, _ arguments: [String], in directory: URL,
    environment: [String: String] = [:]
  ) throws -> Result {
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.currentDirectoryURL = directory
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    // Files, not pipes: a pipe that nobody empties stops the program.
    let folder = try Folder()
    let (out, err) = (folder.url.appending(path: "out"), folder.url.appending(path: "err"))
    for file in [out, err] { try Data().write(to: file) }
    process.standardOutput = try FileHandle(forWritingTo: out)
    process.standardError = try FileHandle(forWritingTo: err)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return Result(
      status: process.terminationStatus,
      output: String(decoding: try Data(contentsOf: out), as: UTF8.self),
      errors: String(decoding: try Data(contentsOf: err), as: UTF8.self))
  }
}

/// A folder that goes with its owner.
final class Folder: Sendable {
  let url: URL
  init() throws {
    url = FileManager.default.temporaryDirectory.appending(
      path: "pipeline-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }
  deinit { try? FileManager.default.removeItem(at: url) }

  func write(_ text: String, to name: String) throws {
    let file = url.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: true, encoding: .utf8)
  }

  func path(_ name: String) -> String { url.appending(path: name).path(percentEncoded: false) }
  func data(_ name: String) throws -> Data { try Data(contentsOf: url.appending(path: name)) }

  /// The names of the files in a folder inside, sorted.
  func files(in name: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path(name)).sorted()
  }
}

/// Layers as `inspect --at T --json` prints them.
struct Inspection: Decodable {
  struct Mask: Decodable {
    var kind: String
    var center: [Double]?
    var radius: Double?
    var inverted: Bool
  }
  struct Layer: Decodable {
    var id: String
    var parent: String?
    var frame: [Double]
    var opacity: Double
    var hidden: Bool
    var zPosition: Double
    var shadowOpacity: Double
    var shadowRadius: Double
    var shadowOffset: [Double]
    var cornerRadius: Double
    var transform: [Double]
    var mask: Mask?
  }
  var time: Double
  var duration: Double
  var layers: [Layer]

  subscript(id: String) -> Layer? { layers.first { $0.id == id } }

  static func of(
    _ file: String, at time: Double, in directory: URL = Program.root
  ) throws -> Inspection {
    let result = try Program.pipeline(
      ["inspect", file, "--at", "\(time)", "--json"], in: directory)
    try #require(result.status == 0, "\(result.summary)")
    return try JSONDecoder().decode(Inspection.self, from: Data(result.output.utf8))
  }
}
