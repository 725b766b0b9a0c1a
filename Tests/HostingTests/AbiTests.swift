import Foundation
import Testing

/// The layout of animator.h is the one that is committed; once frozen, only appends are allowed.
@Suite struct AbiTests {
  private let folder = Workshop.root.appending(path: "Tests/Fixtures/abi")

  private func describe() throws -> String {
    let workshop = try Workshop()
    let program = workshop.folder.appending(path: "describe").path()
    let built = try Workshop.run([
      "cc", "-I\(Workshop.headerFolder)", folder.appending(path: "describe.c").path(), "-o",
      program,
    ])
    #expect(built.status == 0, "\(built.output)")
    return try Workshop.run([program]).output
  }

  @Test func isTheCommittedOne() throws {
    let committed = try String(
      contentsOf: folder.appending(path: "animator_v1.txt"), encoding: .utf8)
    let (old, new) = (committed.split(separator: "\n"), try describe().split(separator: "\n"))
    for line in old where !new.contains(line) { Issue.record("gone or changed: \(line)") }
    for line in new where !old.contains(line) { Issue.record("not in animator_v1.txt: \(line)") }
    #expect(old == new)
  }

  /// A member that the list does not name would leave a gap.
  @Test func leavesNoGap() throws {
    var (name, size, end) = ("", 0, 0)
    func close() { if size - end >= 8 { Issue.record("\(name) has members that are not listed") } }
    for line in try describe().split(separator: "\n") {
      let words = line.split(separator: " ")
      if words[0] == "struct" {
        close()
        (name, size, end) = (String(words[1]), try #require(Int(words[3])), 0)
      } else if words[1] == "offset" {
        let offset = try #require(Int(words[2]))
        if offset - end >= 8 { Issue.record("\(name): a gap before \(words[0])") }
        end = offset + (try #require(Int(words[4])))
      }
    }
    close()
    #expect(name == "animator_host")
  }

  @Test func listsEveryProperty() throws {
    let header = try String(
      contentsOf: URL(filePath: Workshop.headerFolder + "/animator.h"), encoding: .utf8)
    let names = header.split(separator: "\n").filter { $0.hasPrefix("#define ANIMATOR_PROPERTY_") }
    let listed = try describe().split(separator: "\n").filter {
      $0.hasPrefix("constant ANIMATOR_PROPERTY_")
    }
    #expect(names.count == 20 && listed.count == names.count)
  }
}
