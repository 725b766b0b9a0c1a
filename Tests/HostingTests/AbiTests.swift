import Foundation
import Scenes
import Testing

/// Version 1 of animator.h is frozen: compared with the committed description, only additions at the end are allowed.
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

  /// Returns the description of version 1.0, which never changes.
  private func committed() throws -> String {
    try String(contentsOf: folder.appending(path: "animator_v1.txt"), encoding: .utf8)
  }

  @Test func onlyAppends() throws {
    let frozen = AbiDescription(try committed())
    #expect(frozen.structs.count == 20 && frozen.constants.count == 66)
    let growing = AbiDescription.growing.filter { $0.hasPrefix("animator_") }
    #expect(growing.count == 7 && growing.isSubset(of: frozen.structs.keys))
    #expect(AbiDescription(try describe()).breaks(from: frozen).isEmpty)
  }

  /// Tests the additions up to 1.3. After an addition, remove the file and run this test once: it writes the file and
  /// fails.
  @Test func isDescribedAsItIs() throws {
    let file = folder.appending(path: "animator_v1_3.txt")
    guard FileManager.default.fileExists(atPath: file.path()) else {
      try describe().write(to: file, atomically: true, encoding: .utf8)
      Issue.record("animator_v1_3.txt was missing; it is written now")
      return
    }
    let known = try String(contentsOf: file, encoding: .utf8)
    #expect(try describe() == known)
    #expect(AbiDescription(known).constants["ANIMATOR_VERSION_MINOR"] == "3")
  }

  @Test func theHeaderSaysSo() throws {
    let header = try String(
      contentsOf: URL(filePath: Workshop.headerFolder + "/animator.h"), encoding: .utf8)
    #expect(header.hasPrefix("/* animator.h: the plugin interface of pipeline, version 1."))
    #expect(!header.contains("draft"))
  }

  /// Tests edits of the description that a change of the header would cause, with the message for each.
  @Test(arguments: [
    ("  at offset 0 size 8", "  at offset 8 size 8", "animator_curve is frozen and has changed"),
    (
      "struct animator_point size 16", "struct animator_point size 24",
      "animator_point is frozen and has changed"
    ),
    (
      "struct animator_window size 16 align 4", "struct animator_pane size 16 align 4",
      "animator_window is gone"
    ),
    (
      "  operation offset 4 size 4\n  progress offset 8 size 8",
      "  operation offset 4 size 4\n  more offset 8 size 8\n  progress offset 16 size 8",
      "animator_context has changed before its end"
    ),
    (
      "  add_functions offset 64 size 8\n", "", "animator_host has changed before its end"
    ),
    (
      "struct animator_role size 32", "struct animator_role size 40",
      "animator_role has changed without a new member"
    ),
    (
      "  maximum offset 28 size 4", "  maximum offset 28 size 2",
      "animator_role has changed before its end"
    ),
    ("constant ANIMATOR_TYPE_BOOL 1", "constant ANIMATOR_TYPE_BOOL 2", "ANIMATOR_TYPE_BOOL was 1"),
    ("constant ANIMATOR_FAILED 1\n", "", "ANIMATOR_FAILED was 1"),
    (
      "constant ANIMATOR_VERSION_MAJOR 1", "constant ANIMATOR_VERSION_MAJOR 2",
      "ANIMATOR_VERSION_MAJOR was 1"
    ),
    // These edits are additions at the end.
    (
      "  add_functions offset 64 size 8\n",
      "  add_functions offset 64 size 8\n  later offset 72 size 8\n", nil
    ),
    ("constant ANIMATOR_OK 0", "constant ANIMATOR_OK 0\nconstant ANIMATOR_TYPE_PATH 11", nil),
    (
      "struct animator_host",
      "struct animator_later size 8 align 8\n  size offset 0 size 4\nstruct animator_host", nil
    ),
    ("constant ANIMATOR_VERSION_MINOR 0", "constant ANIMATOR_VERSION_MINOR 1", nil),
  ])
  func everyOtherChangeIsRed(was: String, now: String, said: String?) throws {
    let text = try committed()
    #expect(text.contains(was))
    let changed = AbiDescription(text.replacing(was, with: now))
    #expect(changed.breaks(from: AbiDescription(text)) == (said.map { [$0] } ?? []))
  }

  /// A member that the list does not contain would leave a gap.
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
    #expect(names.count == 24 && listed.count == names.count)
  }

  /// The host's table of properties has the same bits and groups as the header.
  @Test func namesPropertiesAsTheTableDoes() throws {
    var bits: [String: UInt64] = [:]
    for line in try describe().split(separator: "\n") {
      let words = line.split(separator: " ")
      if words[0] == "constant" { bits[String(words[1])] = UInt64(words[2]) }
    }
    for property in LayerPropertySet.ofPlugins.properties {
      var name = "ANIMATOR_PROPERTY_"
      for letter in property.name.replacing("isDouble", with: "double") {
        name += letter.isUppercase ? "_\(letter)" : letter.uppercased()
      }
      #expect(bits[name] == property.set.rawValue, "\(name)")
    }
    for (number, mode) in BlendMode.allCases.enumerated() {
      let name = "ANIMATOR_BLEND_" + mode.rawValue.uppercased().replacing("-", with: "_")
      #expect(bits[name] == UInt64(number), "\(name)")
    }
    func group(_ effects: [LayerProperty.Effect]) -> UInt64 {
      LayerProperty.all.filter { effects.contains($0.effect) }
        .reduce(into: LayerPropertySet()) { $0.formUnion($1.set) }.rawValue
    }
    #expect(bits["ANIMATOR_GROUP_TRANSFORM"] == group([.transform]))
    #expect(bits["ANIMATOR_GROUP_GEOMETRY"] == group([.place, .transform]))
  }
}
