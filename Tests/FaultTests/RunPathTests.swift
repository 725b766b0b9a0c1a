import Foundation
import TestSupport
import Testing

/// The loader's entries in a plugin's file do not extend what the plugin may read.
@Suite(.rounds) struct RunPathTests {
  /// Run paths that lead to a folder of the user in every possible way; the plugin then reads a file there.
  static let ways: [(name: String, flags: @Sendable (String) -> [String])] = [
    ("run path", { ["-Wl,-rpath,\($0)"] }),
    ("with a slash", { ["-Wl,-rpath,\($0)/"] }),
    ("of the old kind", { ["-Wl,--disable-new-dtags", "-Wl,-rpath,\($0)"] }),
    ("by the root of the process", { ["-Wl,-rpath,/proc/self/root\($0)"] }),
    ("in a list", { ["-Wl,-rpath,/usr/lib:\($0):$ORIGIN"] }),
    ("by the folder above", { ["-Wl,-rpath,\($0)/.."] }),
    ("by the system's folder", { ["-Wl,-rpath,/usr/lib/../..\($0)"] }),
  ]

  @Test(arguments: ways.map(\.name)) func absoluteOnesAddNothing(way: String) throws {
    let rig = try LinkedRig()
    try rig.makeFolder("secret")
    try rig.folder.write("private", to: "secret/key")
    let flags = Self.ways.first { $0.name == way }!.flags(rig.folder.path("secret"))
    try rig.build(flags + ["-DREADS=\"\(rig.folder.path("secret/key"))\""])
    try rig.letIn(["", "plugins", "secret"])
    for asNobody in HostRun.users {
      let run = try rig.run(["--sandbox", "require"], asNobody: asNobody)
      #expect(!run.errors.contains("SAW"), "\(run.summary)")
      #expect(run.status == 0 && LinkedRig.opacity(run) == 128, "\(run.summary)")
    }
  }

  @Test(
    arguments: Effort.spread(
      [("/etc", "/etc/passwd"), ("/etc/", "/etc/passwd"), ("/root/", "/root")], test: 1))
  func theSystemsOwnFiles(path: String, reads: String) throws {
    let rig = try LinkedRig()
    try rig.build(["-Wl,-rpath,\(path)", "-DREADS=\"\(reads)\""])
    let run = try rig.run()
    #expect(run.status == 0 && !run.errors.contains("SAW"), "\(run.summary)")
    // The checks of `plugin test` have the same locks.
    let check = try HostRun(
      [
        "plugin", "test", rig.folder.path("plugins/linked.so"), "--only", "7,33", "--pictures",
        rig.folder.path(""),
      ]
    ).wait()
    #expect(check.status == 0, "\(check.text)\(check.summary)")
  }

  /// Run paths that depend on the current folder are refused, with the entry and an alternative.
  @Test func relativeOnesAreRefused() throws {
    let rig = try LinkedRig()
    let refused = [
      "", ":", "/usr/lib:", ":/usr/lib", "/usr/lib::$ORIGIN", ".", "lib", "../lib", "$LIB",
      "$LIB/..", "$ORIGIN/..", "$ORIGIN/../", "${ORIGIN}/../x", "$ORIGIN/a/../../b", "$ORIGINx",
      "$ORIGIN/$LIB", "/opt:$ORIGIN/../x", "${ORIGIN", "$PLATFORM",
    ]
    let taken = ["$ORIGIN", "${ORIGIN}", "$ORIGIN/", "$ORIGIN/lib", "/opt/x"]
    func named(_ paths: [String], _ name: String) -> [(name: String, path: String)] {
      paths.enumerated().map { ("\(name)\($0)", $1) }
    }
    try rig.build([LinkedRig.roomForRunPath])
    try rig.rewrite(named(refused, "refused") + named(taken, "taken"))
    try rig.build([LinkedRig.roomForRunPath, "-Wl,--disable-new-dtags"])
    try rig.rewrite(named(refused, "old"))
    try FileManager.default.removeItem(atPath: rig.folder.path("plugins/linked.so"))
    let refusals = try rig.refusals()
    for (i, path) in refused.enumerated() {
      for name in ["refused\(i).so", "old\(i).so"] {
        let reason = refusals[name] ?? ""
        #expect(reason.contains("run path") && reason.contains("$ORIGIN"), "\(path): \(reason)")
        let entry = path.split(separator: ":").last { !$0.hasPrefix("/") && $0 != "$ORIGIN" }
        #expect(entry.map { reason.contains("\"\($0)\"") } ?? reason.contains("empty"), "\(reason)")
      }
    }
    // All plugins have the same ids, so one of the accepted plugins is used.
    for i in taken.indices {
      #expect(refusals["taken\(i).so"]?.contains("was found first") ?? true, "\(refusals)")
    }
  }

  /// Tests names that lead the loader to a file directly.
  @Test func pathsForNamesAreRefused() throws {
    let rig = try LinkedRig()
    try rig.buildHelper(0.25, at: "plugins/libhelper.so")
    try rig.build(
      ["-DHELPER", "-Wl,--no-as-needed", rig.folder.path("plugins/libhelper.so")], as: "slash")
    let ways = [
      ("audit", "--audit,libhelper.so", "DT_AUDIT"),
      ("depaudit", "--depaudit,libhelper.so", "DT_DEPAUDIT"),
      ("filter", "-F,libhelper.so", "DT_FILTER"),
      ("auxiliary", "-f,libhelper.so", "DT_AUXILIARY"),
    ]
    for (name, flag, _) in ways { try rig.build(["-Wl,\(flag)"], as: name) }
    let refusals = try rig.refusals()
    #expect(refusals["slash.so"]?.contains("by a path") == true, "\(refusals)")
    for (name, _, tag) in ways {
      #expect(refusals["\(name).so"]?.contains(tag) == true, "\(refusals)")
    }
  }

  /// The loader reads segments, whatever the sections declare.
  @Test func sectionsHideNothing() throws {
    let rig = try LinkedRig()
    try rig.build(["-Wl,-rpath,$ORIGIN/.."], as: "hidden")
    let path = rig.folder.path("plugins/hidden.so")
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    func number(_ at: Int, _ count: Int) -> Int {
      (0..<count).reversed().reduce(0) { $0 << 8 | Int(bytes[at + $1]) }
    }
    // The section of the dynamic table is replaced by an empty section.
    let (table, count) = (number(40, 8), number(60, 2))
    for section in 0..<count where number(table + 64 * section + 4, 4) == 6 {
      bytes[table + 64 * section + 4] = 1
    }
    try Data(bytes).write(to: URL(filePath: path))
    #expect(try rig.refusals()["hidden.so"]?.contains("\"$ORIGIN/..\"") == true)
  }
}
