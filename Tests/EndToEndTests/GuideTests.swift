import Foundation
import Testing

/// Follows the guide as a new user does, in an empty folder, code block by code block.
@Suite struct GuideTests {
  /// The steps that the guide describes, in order.
  private enum Step {
    /// The step runs commands of a shell.
    case shell(String)
    /// The step writes a whole document; `name` is the name of its file.
    case file(name: String, text: String)
    /// The step adds members to a document.
    case members(file: String, text: String)
    /// The step shows a picture of the guide, which `out` contains under the same name at this point.
    case picture(String)
  }

  private static let folder = Program.root.appending(path: "Documentation")

  private static let steps: [Step] = {
    let file = folder.appending(path: "guide.md")
    let guide = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    var steps: [Step] = []
    var head: Substring?
    var text = ""
    for line in guide.split(separator: "\n", omittingEmptySubsequences: false) {
      if let opened = head {
        guard line == "```" else {
          text += line + "\n"
          continue
        }
        let words = opened.split(separator: " ").map(String.init)
        if words.first == "sh" { steps.append(.shell(text)) }
        if words.first == "json", words.count == 2 {
          steps.append(
            text.hasPrefix("{")
              ? .file(name: words[1], text: text) : .members(file: words[1], text: text))
        }
        (head, text) = (nil, "")
      } else if line.hasPrefix("```") {
        head = line.dropFirst(3)
      } else if line.hasPrefix("!["), let name = line.split(separator: "(guide/").last {
        steps.append(.picture(String(name.dropLast())))
      }
    }
    return steps
  }()

  /// The folder that the guide creates first.
  private static let made = "demo"

  @Test func leadsFromTwoScreenshotsToATransition() throws {
    try #require(Self.steps.count > 20)
    let folder = try Folder()
    var place = ""
    for step in Self.steps {
      switch step {
      case .shell(let script):
        try run(script, in: folder.url.appending(path: place))
        place = Self.made
      case .file(let name, let text):
        try folder.write(text, to: "\(place)/\(name)")
      case .members(let name, let text):
        var document = try object(folder.data("\(place)/\(name)"))
        document.merge(try object(Data("{\(text)}".utf8))) { $1 }
        let data = try JSONSerialization.data(withJSONObject: document)
        try folder.write(String(decoding: data, as: UTF8.self), to: "\(place)/\(name)")
      case .picture(let name):
        let picture = Self.folder.appending(path: "guide/\(name)").path(percentEncoded: false)
        // With PIPELINE_GUIDE_PICTURES=1, the new pictures replace the pictures of the guide.
        if ProcessInfo.processInfo.environment["PIPELINE_GUIDE_PICTURES"] != nil {
          try folder.data("\(place)/out/\(name)").write(to: URL(filePath: picture))
        }
        #expect(try Data(contentsOf: URL(filePath: picture)).count < 60_000, "\(name)")
        // The pictures are not compared if libraries of another version draw the text.
        let release = try String(contentsOfFile: "/etc/os-release", encoding: .utf8)
        let allowed = release.contains("VERSION_ID=\"12\"") ? [] : ["--tolerance", "40"]
        let made = folder.path("\(place)/out/\(name)")
        let result = try Program.pipeline(
          ["diff", picture, made, "-o", folder.path("seen.png")] + allowed)
        #expect(
          result.status == 0, "\(name) is not what the guide's commands make:\(result.summary)")
      }
    }
    let frames = try folder.files(in: "\(place)/out/frames")
    #expect(frames.count == 72)
    #expect(try folder.files(in: "\(place)/out").contains("push.mp4"))
  }

  /// The folder contains no picture that the guide does not show.
  @Test func showsEveryPicture() throws {
    let shown = Self.steps.compactMap { if case .picture(let name) = $0 { name } else { nil } }
    let there = try FileManager.default.contentsOfDirectory(
      atPath: Self.folder.appending(path: "guide").path(percentEncoded: false))
    #expect(there.sorted() == shown.sorted())
  }

  private func object(_ data: Data) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  /// Runs a script with `pipeline` on the search path; the tree takes the place of an installation.
  private func run(_ script: String, in folder: URL) throws {
    let tree = Program.root.path(percentEncoded: false)
    let script = script.replacing("/usr/local/share/doc/pipeline/", with: tree)
    let path = Program.folder.path(percentEncoded: false)
    let result = try Program.run(
      URL(filePath: "/bin/sh"), ["-e", "-c", "PATH=\(path):$PATH\n\(script)"], in: folder)
    #expect(result.status == 0, "\(script)\(result.summary)")
  }
}
