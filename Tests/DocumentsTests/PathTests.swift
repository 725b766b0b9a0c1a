import Documents
import Files
import Foundation
import JSON
import TestSupport
import Testing

/// Tests that paths stay inside the document's folder.
@Suite struct PathTests {
  private func inFolder(_ body: (String, DocumentPaths) throws -> Void) throws {
    let files = FileManager.default
    let folder = try Folder()
    defer { withExtendedLifetime(folder) {} }
    let root = folder.url.path
    try files.createDirectory(atPath: root + "/inside/art", withIntermediateDirectories: true)
    try Data("x".utf8).write(to: URL(fileURLWithPath: root + "/outside.png"))
    try Data("x".utf8).write(to: URL(fileURLWithPath: root + "/inside/art/a.png"))
    let links = [
      ("up", ".."), ("file.png", "../outside.png"), ("fine.png", "art/a.png"),
      ("absolute.png", root + "/inside/art/a.png"),
      ("gone", "../nowhere"),
    ]
    for (name, target) in links {
      try files.createSymbolicLink(atPath: "\(root)/inside/\(name)", withDestinationPath: target)
    }
    try body(root, DocumentPaths(folder: root + "/inside"))
  }

  private func refusal(
    _ body: () throws(DocumentPaths.Refusal) -> String
  ) -> Problem.Kind? {
    do throws(DocumentPaths.Refusal) {
      _ = try body()
      return nil
    } catch {
      return error.kind
    }
  }

  @Test func reading() throws {
    try inFolder { _, paths in
      for path in ["art/a.png", "./art/../art/a.png", "fine.png", "absolute.png"] {
        #expect(
          refusal { () throws(DocumentPaths.Refusal) in try paths.forReading(path).path } == nil,
          "\(path)")
      }
      for path in [
        "../outside.png", "up/outside.png", "file.png", "/etc/passwd", "gone", "a\0b",
        "art/../../inside/art/a.png",
      ] {
        #expect(
          refusal { () throws(DocumentPaths.Refusal) in try paths.forReading(path).path }
            == .notAllowed,
          "\(path)")
      }
      #expect(
        refusal { () throws(DocumentPaths.Refusal) in try paths.forReading("no.png").path }
          == .missing)
      #expect(
        refusal { () throws(DocumentPaths.Refusal) in try paths.forReading("art").path } == .fault)
    }
  }

  @Test func writing() throws {
    try inFolder { _, paths in
      for path in ["out/new/a.mp4", "art/b.png"] {
        #expect(refusal { () throws(DocumentPaths.Refusal) in try paths.forWriting(path) } == nil)
      }
      for path in ["up/a.mp4", "gone", "gone/a.mp4", "../a.mp4"] {
        #expect(
          refusal { () throws(DocumentPaths.Refusal) in try paths.forWriting(path) } == .notAllowed,
          "\(path)")
      }
    }
  }

  @Test func allowedByFlag() throws {
    try inFolder { root, paths in
      var open = paths
      open.allowsOutside = true
      let relative = try open.forReading("../outside.png").path
      let absolute = try open.forReading(root + "/outside.png").path
      #expect(relative == root + "/inside/../outside.png")
      #expect(absolute == root + "/outside.png")
    }
  }
}
