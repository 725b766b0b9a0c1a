import Foundation
import TestSupport
import Testing

/// The page's own code, outside of a browser.
@Suite struct PageTests {
  private static let page = Program.root.appending(path: "Sources/Studio/pipeline-preview/Page")

  private func node(_ arguments: [String]) throws -> (output: String, status: Int32) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["node"] + arguments
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["STUDIO_PAGE": Self.page.path(percentEncoded: false), "NODE_OPTIONS": ""]
    ) { $1 }
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (output, process.terminationStatus)
  }

  /// Each module is one that a browser can read, and is in the page.
  @Test func modulesAreSound() throws {
    let names = try FileManager.default.contentsOfDirectory(
      atPath: Self.page.path(percentEncoded: false))
    let source = try String(
      contentsOf: Program.root.appending(path: "Sources/Studio/CPage/page.c"), encoding: .utf8)
    let copies = try Folder()
    var modules: [String] = []
    for name in names.sorted() {
      #expect(source.contains("/Page/\(name)\""), "\(name) is not in page.c")
      guard name.hasSuffix(".js") else { continue }
      // By this ending node knows that it is a module.
      let copy = copies.url.appending(path: name.replacing(".js", with: ".mjs"))
      try FileManager.default.copyItem(at: Self.page.appending(path: name), to: copy)
      modules.append(copy.path(percentEncoded: false))
    }
    #expect(modules.count > 15)
    for module in modules {
      let (output, status) = try node(["--check", module])
      #expect(status == 0, "\(output)")
    }
  }

  /// The tests of the page's model, `Page/*.mjs`.
  @Test func modelHolds() throws {
    let tests = Program.root.appending(path: "Tests/StudioTests/Page")
    let files = try FileManager.default.contentsOfDirectory(
      atPath: tests.path(percentEncoded: false)
    ).map { tests.appending(path: $0).path(percentEncoded: false) }
    let (output, status) = try node(["--test"] + files.sorted())
    #expect(status == 0, "\(output)")
    #expect(output.contains("# fail 0"))
  }
}
