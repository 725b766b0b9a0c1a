import PluginHosting
import PluginModel
import Foundation
import Testing

/// Every broken file is refused with its own line, and does not affect other files.
@Suite struct RefusalTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let flag: String
    let reason: String
    var testDescription: String { flag }
    init(_ flag: String, _ reason: String) {
      self.flag = flag
      self.reason = reason
    }
  }

  static let cases = [
    Case("MAJOR", "needs animator interface 2.0; this host has 1.3"),
    Case("MINOR", "needs animator interface 1.7 or later; this host has 1.3"),
    Case("NO_NOTE", "has no .note.animator note: end the source with ANIMATOR_PLUGIN(…)"),
    Case("NO_SYMBOL", "is not an animator plugin: it does not export animator_plugin_v1"),
    Case("UNDEFINED", "cannot be loaded: undefined symbol: nobody_has_this"),
    Case("STATUS", "cannot be used here: no \u{fffd} licence\\u{a}here"),
    Case("NOTHING", "adds no animator and no function"),
    Case("NO_ID", "adds an animator without an id"),
    Case(
      "SHORT",
      "adds an animator whose descriptor says size 8: set .size = sizeof(animator_descriptor)"),
    Case(
      "NO_SIZE",
      "adds an animator whose descriptor says size 0: set .size = sizeof(animator_descriptor)"),
    Case("KIND", "animator test.knobs: has an unknown kind (77)"),
    Case("UTF8", "animator test.knobs: has no doc, or a doc that is not UTF-8 text"),
    Case(
      "DURATION",
      "animator test.knobs: has a duration_seconds of 0.0: expected more than 0, at most 86400"),
    Case("NO_LAYOUT", "animator test.knobs: has neither layout nor pixels"),
    Case(
      "SECOND",
      "animator test.second: has a duration_seconds of -1.0: expected more than 0, at most 86400"),
    Case("SAME", "adds test.knobs twice"),
    Case(
      "ROLE",
      "animator test.knobs: role subject takes 2…1 layers: expected 0…10000, at least one"),
    Case("RANGE", "animator test.knobs: parameter amount has the range 0.0…-1.0"),
    Case(
      "DEFAULT",
      "animator test.knobs: parameter amount has the default 11: "
        + "amount is 11: from 0 to 10"),
    Case("TWICE", "animator test.knobs: declares the parameter amount twice"),
    Case("UNKNOWN_TYPE", "animator test.knobs: parameter amount has an unknown type (99)"),
    Case(
      "NAME", "animator test.knobs: has a parameter (number 2) without a well-formed name"),
    Case(
      "NO_DOC", "animator test.knobs: parameter amount has no doc, or a doc that is not UTF-8 text"),
    Case(
      "OFFSET",
      "animator test.knobs: parameter amount is at byte 4 of its struct, but C places it at 8:"
        + " the struct is packed, or a field before it is not declared"),
    Case(
      "PACKED",
      "animator test.knobs: parameter amount is at byte 1 of its struct, but C places it at 8:"
        + " the struct is packed, or a field before it is not declared"),
    Case(
      "TYPE",
      "animator test.knobs: parameter where is at byte 16 of its struct, but C places it at 40:"
        + " the struct is packed, or a field before it is not declared"),
    Case(
      "FIELD_SIZE",
      "animator test.knobs: parameter amount is a number of 8 bytes, but its field has 4"),
    Case(
      "UNDECLARED",
      "animator test.knobs: parameter where is at byte 24 of its struct, but C places it at 16:"
        + " the struct is packed, or a field before it is not declared"),
  ]

  @Test(arguments: cases) func isRefusedInOneLine(_ broken: Case) throws {
    let workshop = try Workshop()
    try workshop.build("broken.c", as: "broken", ["-DBROKEN_\(broken.flag)"])
    #expect(workshop.reason("broken") == broken.reason)
    #expect(workshop.registry.animator(named: "test.knobs") == nil)
  }

  @Test func theSameFileIsFineWhenNothingIsBroken() throws {
    let workshop = try Workshop()
    try workshop.build("broken.c", as: "knobs")
    #expect(workshop.registry.animator(named: "test.knobs")?.description.parameters.count == 3)
    #expect(workshop.registry.refusals == [])
  }

  /// Tests files that no loader should open.
  @Test func aFolderOfJunk() throws {
    let workshop = try Workshop()
    let good = try workshop.build("spin.c", as: "good")
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: good)))
    try workshop.write([], to: "empty.so")
    try workshop.write(Array("not a plugin\n".utf8), to: "text.so")
    try workshop.write(Array(bytes.prefix(10)), to: "stub.so")
    try workshop.write(Array(bytes.prefix(bytes.count / 2)), to: "truncated.so")
    try workshop.write(patched(bytes, at: 4, [1]), to: "bits32.so")
    try workshop.write(patched(bytes, at: 18, [183, 0]), to: "arm.so")
    try workshop.write(patched(bytes, at: 16, [2, 0]), to: "program.so")
    // The headers point far outside the file.
    try workshop.write(patched(bytes, at: 32, .init(repeating: 0xff, count: 8)), to: "wild.so")
    try workshop.build("broken.c", as: "nosymbol", ["-DBROKEN_NO_SYMBOL"])
    try workshop.build("broken.c", as: "future", ["-DBROKEN_MAJOR"])
    try workshop.build("broken.c", as: "lies", ["-DBROKEN_OFFSET"])
    try FileManager.default.createDirectory(
      at: workshop.folder.appending(path: "folder.so"), withIntermediateDirectories: true)

    let registry = workshop.registry
    let reasons = Dictionary(
      uniqueKeysWithValues: registry.refusals.map {
        (String($0.path.split(separator: "/").last ?? ""), $0.reason)
      })
    #expect(reasons["empty.so"] == "is empty")
    #expect(reasons["text.so"] == "is not a shared library (no ELF header)")
    #expect(reasons["stub.so"] == "is truncated: its ELF header is not whole")
    #expect(reasons["truncated.so"]?.hasPrefix("is truncated: ") == true)
    #expect(reasons["bits32.so"] == "is a 32-bit library; this host is 64-bit x86-64")
    #expect(reasons["arm.so"] == "is built for AArch64; this host is x86-64")
    #expect(reasons["program.so"] == "is not a shared library (ELF type 2)")
    #expect(reasons["wild.so"] == "is truncated: its program headers are not whole")
    #expect(reasons["folder.so"] == "is not a plain file")
    #expect(reasons["nosymbol.so"]?.contains("does not export animator_plugin_v1") == true)
    #expect(reasons["future.so"]?.contains("needs animator interface 2.0") == true)
    #expect(reasons["lies.so"]?.contains("parameter amount") == true)
    #expect(reasons.count == 12)
    for reason in reasons.values { #expect(!reason.contains("\n")) }

    #expect(registry.animator(named: "test.spin") != nil)
    #expect(registry.refusals(for: "test.knobs").map(\.ids) == [["test.knobs"]])
    #expect(registry.refusals(for: "acme.future").count == 1)
  }

  /// Every truncated plugin, and a plugin with any changed byte in its headers, is judged without a crash.
  @Test func noHeaderIsTrusted() throws {
    let workshop = try Workshop()
    let bytes = [UInt8](
      try Data(contentsOf: URL(filePath: try workshop.build("spin.c", as: "good", ["-s"]))))
    let path = workshop.folder.appending(path: "bad.bin").path()
    func judge(_ changed: [UInt8]) throws {
      try Data(changed).write(to: URL(filePath: path))
      _ = problem(at: path)
    }
    for length in stride(from: 0, to: bytes.count, by: 499) {
      try judge(Array(bytes.prefix(length)))
    }
    let tables = Int(bytes[40]) | Int(bytes[41]) << 8
    for at in Array(0..<560) + Array(stride(from: tables, to: bytes.count, by: 8)) {
      try judge(patched(bytes, at: at, [0xff]))
      try judge(patched(bytes, at: at, [0x00]))
    }
    #expect(problem(at: workshop.folder.appending(path: "good.so").path()) == nil)
  }

  /// Returns the reason why the file cannot be a plugin for this host, without running any of its code.
  private func problem(at path: String) -> String? {
    do throws(PluginRefusal) {
      try PluginFile.judge(try ElfFile(path: path), path: path, isBundled: false)
      return nil
    } catch {
      return error.reason
    }
  }

  private func patched(_ bytes: [UInt8], at offset: Int, _ new: [UInt8]) -> [UInt8] {
    var bytes = bytes
    bytes.replaceSubrange(offset..<(offset + new.count), with: new)
    return bytes
  }
}
