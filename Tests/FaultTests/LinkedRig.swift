import Foundation
import Testing

/// A folder with a plugin whose linking the test chooses, and with a document that uses it: the opacity of the layer is
/// the plugin's value.
struct LinkedRig {
  let folder: Folder

  init() throws {
    folder = try Folder()
    try folder.write(
      """
      { "version": 1,
        "canvas": { "size": [16, 16], "scale": 1, "fps": 2, "background": "#00000000" },
        "layers": [ { "id": "box", "frame": [4, 4, 8, 8], "backgroundColor": "#ffffff" } ],
        "timeline": { "animator": "test.linked", "layers": { "subject": "box" },
                      "easing": "linear", "duration": 1 } }
      """, to: "doc.json")
    try makeFolder("plugins")
  }

  func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: folder.path(name), withIntermediateDirectories: true)
  }

  /// Builds the plugin as plugins/NAME.so.
  func build(_ flags: [String] = [], as name: String = "linked") throws {
    try FaultRig.build("linked.c", into: folder, as: "plugins/\(name).so", flags)
  }

  /// Builds a library into `place` whose `helper` returns `value`, or twice the value of another library.
  func buildHelper(
    _ value: Double, at place: String, name: String? = nil, doubling other: [String] = []
  ) throws {
    let text =
      other.isEmpty
      ? "double helper(void) { return \(value); }"
      : "double deeper(void); double helper(void) { return 2 * deeper(); }"
    try folder.write(text, to: "helper.c")
    try compile(place, name: name, other)
  }

  /// Builds the library that the helper library needs.
  func buildDeeper(_ value: Double, at place: String, name: String? = nil) throws {
    try folder.write("double deeper(void) { return \(value); }", to: "helper.c")
    try compile(place, name: name, [])
  }

  private func compile(_ place: String, name: String?, _ more: [String]) throws {
    let result = try Program.tool(
      "cc",
      ["-shared", "-fPIC", folder.path("helper.c"), "-o", folder.path(place)]
        + (name.map { ["-Wl,-soname,\($0)"] } ?? []) + more)
    try #require(result.status == 0, "\(result.summary)")
  }

  /// Returns the flags that link the plugin with `-lhelper` of plugins/PLACE.
  func helped(by place: String = "", _ more: [String] = []) -> [String] {
    ["-DHELPER", "-Wl,--no-as-needed", "-L" + folder.path("plugins/\(place)"), "-lhelper"] + more
  }

  /// Creates plugins from plugins/linked.so that differ from it only in their run path; the original was built with
  /// `roomForRunPath`.
  func rewrite(_ runPaths: [(name: String, path: String)]) throws {
    let room = Array(Self.room.utf8)
    let bytes = [UInt8](try folder.data("plugins/linked.so"))
    let at = try #require(bytes.firstRange(of: room)).lowerBound
    for (name, path) in runPaths {
      var copy = bytes
      let text = Array(path.utf8)
      copy.replaceSubrange(
        at..<(at + room.count), with: text + [UInt8](repeating: 0, count: room.count - text.count))
      try Data(copy).write(to: URL(filePath: folder.path("plugins/\(name).so")))
    }
  }
  private static let room = String(repeating: "x", count: 64)
  static let roomForRunPath = "-Wl,-rpath,\(room)"

  func setMode(_ mode: Int, _ name: String) throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: mode], ofItemAtPath: folder.path(name))
  }

  /// Gives the user nobody read access.
  func letIn(_ names: [String] = ["", "plugins"]) throws {
    for name in names { try setMode(0o755, name) }
  }

  func run(
    _ more: [String] = [], environment: [String: String] = [:], asNobody: Bool = false
  ) throws -> HostRun.Result {
    var environment = environment
    // No state is kept from run to run unless a test requires it.
    if environment["HOME"] == nil { environment["HOME"] = "/nonexistent" }
    return try HostRun(
      ["run", folder.path("doc.json"), "-o", "-", "--plugins", folder.path("plugins")] + more,
      environment: environment, asNobody: asNobody
    ).wait()
  }

  /// Returns the refusals that `plugin list` prints, by the names of the files.
  func refusals() throws -> [String: String] {
    let list = try HostRun(
      ["plugin", "list", "--plugins", folder.path("plugins")],
      environment: ["HOME": "/nonexistent"]
    ).wait()
    try #require(list.status == 0, "\(list.summary)")
    var found: [String: String] = [:]
    for line in list.text.split(separator: "\n") {
      guard let range = line.range(of: folder.path("plugins/")) else { continue }
      let words = line[range.upperBound...].split(separator: ":", maxSplits: 1)
      if words.count == 2 { found[String(words[0])] = String(words[1]) }
    }
    return found
  }

  /// Returns the opacity of the layer in the first frame, in 255ths.
  static func opacity(_ run: HostRun.Result) -> Int? {
    let at = (8 * 16 + 8) * 4 + 3
    return run.output.count > at ? Int(run.output[run.output.startIndex + at]) : nil
  }

  /// The part of a manifest that describes the plugin.
  struct Manifest: Decodable {
    struct File: Decodable {
      var file: String
      var sha256: String
      var libraries: [File]?
    }
    var plugins: [File]
  }

  func manifest(_ name: String = "m.json") throws -> Manifest.File {
    let manifest = try JSONDecoder().decode(Manifest.self, from: try folder.data(name))
    return try #require(manifest.plugins.first)
  }

  func sha256(_ name: String) throws -> String {
    String(try Program.tool("sha256sum", [folder.path(name)]).output.prefix(64))
  }
}
