import Foundation
import Testing

/// Runs every command and program that README and the page about testing show, as a reader would.
@Suite struct ReadmeTests {
  private struct Block {
    var language: String
    var text: String
  }

  private static let blocks: [Block] = {
    let readme = ["README.md", "Documentation/testing.md"].map { name in
      (try? String(contentsOf: Program.root.appending(path: name), encoding: .utf8)) ?? ""
    }.joined(separator: "\n")
    var blocks: [Block] = []
    var current: Block?
    for line in readme.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        if let block = current {
          blocks.append(block)
          current = nil
        } else {
          current = Block(language: String(line.dropFirst(3)), text: "")
        }
      } else {
        current?.text += line + "\n"
      }
    }
    return blocks
  }()

  /// Returns a folder that looks like a checkout, with `pipeline` on the search path.
  private func checkout() throws -> Folder {
    let folder = try Folder()
    for name in ["Sources", "Examples", "pipeline.json"] {
      try FileManager.default.createSymbolicLink(
        at: folder.url.appending(path: name),
        withDestinationURL: Program.root.appending(path: name))
    }
    return folder
  }

  private func shell(_ script: String, in folder: Folder, below name: String = "") throws {
    let path = Program.folder.path(percentEncoded: false)
    let result = try Program.run(
      URL(filePath: "/bin/sh"), ["-e", "-c", "PATH=\(path):$PATH\n\(script)"],
      in: folder.url.appending(path: name))
    #expect(result.status == 0, "\(script)\(result.summary)")
  }

  @Test func readmeIsShort() throws {
    let url = Program.root.appending(path: "README.md")
    let lines = try String(contentsOf: url, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 151)
  }

  @Test func everyBlockIsTested() {
    let shells = Self.blocks.filter { $0.language == "sh" }.map(\.text)
    // The two commands of the first screen and the installation have separate tests.
    for script in shells {
      #expect(
        script.hasPrefix("make ") || script.hasPrefix("pipeline ") || script.hasPrefix("cc "),
        "no test runs:\n\(script)")
    }
    #expect(Set(Self.blocks.map(\.language)).isSubset(of: ["sh", "c", "json"]))
  }

  @Test func theCommandsWork() throws {
    let folder = try checkout()
    // The document's pictures are reached through a link in this folder.
    for script in Self.blocks
    where script.text.hasPrefix("pipeline ") && !script.text.contains("golden") {
      for line in script.text.split(separator: "\n") where line.hasPrefix("pipeline ") {
        let outside = line.contains(".json") ? " --allow-outside-assets" : ""
        let command = line.split(separator: "#", maxSplits: 1)[0]
        try shell("\(command)\(outside)", in: folder)
      }
    }
    #expect(try folder.files(in: "out").contains("push.gif"))
  }

  @Test func theGoldenTest() throws {
    let folder = try Folder()
    let script = try #require(Self.blocks.first { $0.text.contains("pipeline diff golden") })
    try shell(script.text, in: folder)
    // The test detects what it is for, in this case another easing.
    let file = folder.path("card/pipeline.json")
    let text = try String(contentsOfFile: file, encoding: .utf8)
    let changed = text.replacing("easeInOut", with: "linear")
    try #require(changed != text)
    try changed.write(toFile: file, atomically: true, encoding: .utf8)
    let lines = script.text.split(separator: "\n")
    let again = lines.suffix(2).joined(separator: "\n")
    try shell("! { \(again)\n}", in: folder, below: "card")
    #expect(try folder.files(in: "card").contains("difference.png"))
  }

  @Test func theAnimatorOfFiveMinutes() throws {
    let folder = try checkout()
    let source = try #require(Self.blocks.first { $0.language == "c" })
    try folder.write(source.text, to: "hop.c")
    let document = try #require(Self.blocks.first { $0.language == "json" })
    try folder.write(document.text, to: "hop.json")
    let script = try #require(
      Self.blocks.first { $0.language == "sh" && $0.text.hasPrefix("cc ") })
    try shell(script.text, in: folder)
    #expect(try folder.data("hop.gif").count > 1000)
  }
}
