import Foundation
import TestSupport
import Testing

/// Tests the page's own code outside a browser.
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
    process.waitUntilEnd()
    return (output, process.terminationStatus)
  }

  /// Each file belongs to the page, and a browser can read each module.
  @Test func modulesAreSound() throws {
    let list = try String(contentsOf: Self.page.appending(path: "files.h"), encoding: .utf8)
    let root = Self.page.path(percentEncoded: false)
    let names = try #require(FileManager.default.enumerator(atPath: root)).compactMap {
      $0 as? String
    }
    let copies = try Folder()
    var modules: [String] = []
    for name in names.sorted() {
      let ending = name.split(separator: ".").last.map(String.init) ?? ""
      guard ["css", "html", "js"].contains(ending) else { continue }
      #expect(list.contains("\"\(name)\""), "\(name) is not in files.h")
      guard ending == "js" else { continue }
      // The extension tells node that the file is a module.
      let copy = copies.url.appending(
        path: name.replacing("/", with: "-").replacing(".js", with: ".mjs"))
      try FileManager.default.copyItem(at: Self.page.appending(path: name), to: copy)
      modules.append(copy.path(percentEncoded: false))
    }
    #expect(modules.count > 15)
    for module in modules {
      let (output, status) = try node(["--check", module])
      #expect(status == 0, "\(output)")
    }
  }

  /// No module imports itself, directly or indirectly.
  @Test func importsGoOneWay() throws {
    let root = Self.page.path(percentEncoded: false)
    let names = try #require(FileManager.default.enumerator(atPath: root)).compactMap {
      $0 as? String
    }.filter { $0.hasSuffix(".js") }
    var imports: [String: [String]] = [:]
    for name in names {
      let place = Self.page.appending(path: name)
      let text = try String(contentsOf: place, encoding: .utf8)
      imports[name] = text.matches(of: #/(?:from|import) "(\.[^"]+)"/#).map { match in
        let file = place.deletingLastPathComponent().appending(path: String(match.output.1))
        return String(file.standardizedFileURL.path(percentEncoded: false).dropFirst(root.count))
          .split(separator: "/").joined(separator: "/")
      }
    }
    var rest = imports
    while let free = rest.first(where: { $0.value.allSatisfy { rest[$0] == nil } })?.key {
      rest[free] = nil
    }
    #expect(rest.isEmpty, "\(rest.keys.sorted())")
  }

  /// Runs the tests of the page's model, `Page/*.mjs`.
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
