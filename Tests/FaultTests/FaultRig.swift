import Foundation
import Testing

/// A folder with plugins that misbehave, and a document of ten frames that uses one of them.
final class FaultRig {
  let folder: Folder

  init(
    _ what: String = "nothing", animator: String = "test.fault", frames: Int = 10, seconds: Int = 1
  ) throws {
    folder = try Folder()
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "plugins"), withIntermediateDirectories: true)
    let built = try Self.built.get()
    for name in ["faults.so", "throwing.so"] {
      try FileManager.default.copyItem(
        at: built.url.appending(path: name), to: folder.url.appending(path: "plugins/\(name)"))
    }
    try folder.write(
      Self.document(what, animator: animator, frames: frames, seconds: seconds),
      to: "doc.json")
  }

  /// Returns a document with `frames` frames a second.
  static func document(
    _ what: String, animator: String, frames: Int = 10, seconds: Int = 1
  ) -> String {
    let parameters = animator == "test.throwing" ? "" : #""params": { "what": "\#(what)" },"#
    return """
      { "version": 1,
        "canvas": { "size": [16, 16], "scale": 1, "fps": \(frames), "background": "#00000000" },
        "layers": [ { "id": "box", "frame": [4, 4, 8, 8], "backgroundColor": "#c08040" } ],
        "timeline": { "id": "spoil", "animator": "\(animator)", "layers": { "subject": "box" },
                      \(parameters) "easing": "linear", "duration": \(seconds) } }
      """
  }

  /// The plugins, which are built once for all tests.
  private static let built = Result {
    let folder = try Folder()
    try build("faults.c", into: folder, as: "faults.so", ["-O1"])
    try buildThrowing(into: folder, as: "throwing.so")
    return folder
  }

  static func build(
    _ source: String, into folder: Folder, as name: String, _ flags: [String] = []
  ) throws {
    func include(_ room: String) -> String {
      "-I" + Program.root.appending(path: "Sources/\(room)/include").path(percentEncoded: false)
    }
    let path = Program.root.appending(path: "Tests/Fixtures/plugins/\(source)")
    let result = try Program.tool(
      source.hasSuffix(".cpp") ? "c++" : "cc",
      ["-shared", "-fPIC", "-w", include("CAnimator"), include("Plugins/CHosting")] + flags
        + [path.path(percentEncoded: false), "-o", folder.path(name), "-lm"])
    try #require(result.status == 0, "\(result.summary)")
  }

  static func buildThrowing(into folder: Folder, as name: String) throws {
    try build("throws.cpp", into: folder, as: name, ["-DID=\"test.throwing\""])
  }

  /// Returns the arguments of a run of the document to numbered pictures, or to `output`.
  func words(_ more: [String] = [], output: String? = nil) -> [String] {
    ["run", folder.path("doc.json"), "-o", output ?? folder.path("out/%02d.png")] + plugins + more
  }

  var plugins: [String] { ["--plugins", folder.path("plugins")] }

  func run(
    _ more: [String] = [], output: String? = nil, environment: [String: String] = [:],
    asNobody: Bool = false, measuring: Bool = false
  ) throws -> HostRun.Result {
    try HostRun(
      words(more, output: output), environment: environment, asNobody: asNobody,
      measuring: measuring
    ).wait()
  }

  var path: String { folder.path("") }

  /// Returns the names of the files other than the document and its plugins.
  func made() throws -> [String] {
    try folder.files().filter { $0 != "doc.json" && $0 != "plugins" && !$0.hasPrefix(".cache") }
  }

  /// Gives all users access, for runs as another user.
  func open() throws {
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.path(""))
  }

  /// Returns the raw frames of a run without faults.
  static func frames(animator: String = "test.fault", count: Int = 10) throws -> Data {
    let result = try FaultRig("nothing", animator: animator, frames: count).run(output: "-")
    try #require(result.status == 0, "\(result.summary)")
    return result.output
  }

  static let frameBytes = 16 * 16 * 4
}
