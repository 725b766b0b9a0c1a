import Foundation
import TestSupport
import Testing

/// Libraries beside a plugin are copied, hashed and judged together with the plugin.
@Suite(.rounds) struct LibraryTests {
  enum Way: String, CaseIterable {
    case named, unnamed, withRunPath, withOldRunPath, below, linked, chain, unnamedChain
  }

  /// Returns a rig whose plugin has the value of its library, 0.25.
  private func rig(_ way: Way) throws -> (rig: LinkedRig, libraries: [String]) {
    let rig = try LinkedRig()
    var libraries = ["plugins/libhelper.so"]
    var flags = rig.helped()
    switch way {
    case .named: try rig.buildHelper(0.25, at: libraries[0], name: "libhelper.so")
    case .unnamed: try rig.buildHelper(0.25, at: libraries[0])
    case .withRunPath, .withOldRunPath:
      try rig.buildHelper(0.25, at: libraries[0])
      flags += ["-Wl,-rpath,$ORIGIN"]
      if way == .withOldRunPath { flags += ["-Wl,--disable-new-dtags"] }
    case .below:
      try rig.makeFolder("plugins/lib")
      libraries = ["plugins/lib/libhelper.so"]
      try rig.buildHelper(0.25, at: libraries[0])
      flags = rig.helped(by: "lib", ["-Wl,-rpath,$ORIGIN/lib"])
    case .linked:
      try rig.buildHelper(0.25, at: "plugins/libhelper.so.1", name: "libhelper.so")
      try FileManager.default.createSymbolicLink(
        atPath: rig.folder.path(libraries[0]), withDestinationPath: "libhelper.so.1")
    case .chain, .unnamedChain:
      let isNamed = way == .chain
      libraries.insert("plugins/libdeeper.so", at: 0)
      try rig.buildDeeper(0.125, at: libraries[0], name: isNamed ? "libdeeper.so" : nil)
      try rig.buildHelper(
        0, at: libraries[1], name: isNamed ? "libhelper.so" : nil,
        doubling: ["-L" + rig.folder.path("plugins"), "-ldeeper"])
      flags += ["-Wl,--allow-shlib-undefined"]
    }
    try rig.build(flags)
    try rig.letIn()
    return (rig, libraries)
  }

  @Test(arguments: Effort.spread(Way.allCases, test: 1)) func areLoadedAndHashed(way: Way) throws {
    let (rig, libraries) = try rig(way)
    for (isolation, asNobody) in [("auto", false), ("auto", true), ("never", false)]
    where HostRun.mayRun(asNobody: asNobody) {
      let manifest = asNobody ? [] : ["--manifest", rig.folder.path("m.json")]
      let run = try rig.run(["--isolate", isolation] + manifest, asNobody: asNobody)
      #expect(run.status == 0 && LinkedRig.opacity(run) == 64, "\(isolation) \(run.summary)")
      guard !asNobody, run.status == 0 else { continue }
      let said = try rig.manifest()
      #expect(said.sha256 == (try rig.sha256("plugins/linked.so")))
      #expect(try (said.libraries ?? []).map(\.sha256) == libraries.map { try rig.sha256($0) })
    }
    let check = try HostRun(
      [
        "plugin", "test", rig.folder.path("plugins/linked.so"), "--only", "4,7-8,33", "--pictures",
        rig.folder.path(""),
      ]
    ).wait()
    #expect(check.status == 0, "\(check.text)\(check.summary)")
  }

  /// A new library makes another plugin: the cache is invalid, and the frames of an earlier run are outdated.
  @Test func anotherLibraryIsSeen() throws {
    let (rig, libraries) = try rig(.named)
    func render() throws -> HostRun.Result {
      try HostRun(
        [
          "run", rig.folder.path("doc.json"), "-o", rig.folder.path("out/%02d.png"), "--resume",
          "--plugins", rig.folder.path("plugins"),
        ], environment: ["HOME": rig.folder.path("")]
      ).wait()
    }
    #expect(try render().status == 0)
    let first = try rig.folder.data("out/00.png")
    #expect(try render().status == 0)
    try rig.buildHelper(0.75, at: libraries[0], name: "libhelper.so")
    let second = try render()
    #expect(second.status == 0, "\(second.summary)")
    #expect(try rig.folder.data("out/00.png") != first)
  }

  enum Untrusted: String, CaseIterable {
    case file, folder, linkToFolder, linkToFile, linkOutside, deeperFile
  }

  /// A file that all users may write is refused, even in a folder that the user named.
  @Test(arguments: Effort.spread(Untrusted.allCases, test: 2)) func whatOthersMayWrite(
    way: Untrusted
  ) throws {
    let (rig, libraries) = try rig(way == .deeperFile ? .chain : .named)
    let library = rig.folder.path("plugins/libhelper.so")
    try rig.makeFolder("else")
    switch way {
    case .file: try rig.setMode(0o666, libraries[0])
    case .deeperFile: try rig.setMode(0o666, "plugins/libdeeper.so")
    case .folder: try rig.setMode(0o777, "plugins")
    case .linkToFolder, .linkToFile, .linkOutside:
      try FileManager.default.moveItem(atPath: library, toPath: rig.folder.path("else/real.so"))
      try FileManager.default.createSymbolicLink(
        atPath: library, withDestinationPath: rig.folder.path("else/real.so"))
      if way == .linkToFolder { try rig.setMode(0o777, "else") }
      if way == .linkToFile { try rig.setMode(0o666, "else/real.so") }
    }
    for isolation in ["auto", "never"] {
      let run = try rig.run(["--isolate", isolation])
      #expect(run.status == 77 && run.output.isEmpty, "\(run.summary)")
      let name = way == .deeperFile ? "libdeeper.so" : "libhelper.so"
      for words in ["linked.so: needs \(name)", "plugins/\(name) is not trusted: "] {
        #expect(run.errors.contains(words), "\(run.summary)")
      }
      #expect(run.errors.contains(way == .linkOutside ? "leads out of" : "every user may write to"))
    }
  }

  @Test func oneThatIsNowhereIsNamed() throws {
    for way in [Way.named, .withRunPath, .chain] {
      let (rig, libraries) = try rig(way)
      let name = String(libraries[0].split(separator: "/").last!)
      try FileManager.default.removeItem(atPath: rig.folder.path(libraries[0]))
      for isolation in ["auto", "never"] {
        let run = try rig.run(["--isolate", isolation])
        #expect(run.status == 65 && run.output.isEmpty, "\(run.summary)")
        let said = way == .chain ? " (for libhelper.so)" : ""
        #expect(
          run.errors.contains(
            "needs \(name)\(said), which is neither in the system's folders nor beside it"),
          "\(run.summary)")
      }
    }
  }

  /// A library beside the plugin that has the name of a system library does not replace the system library.
  @Test func theSystemsComeFirst() throws {
    let rig = try LinkedRig()
    try rig.folder.write("double cos(double x) { return 0.25; }", to: "helper.c")
    let fake = try Program.tool(
      "cc",
      [
        "-shared", "-fPIC", "-fno-builtin", rig.folder.path("helper.c"), "-o",
        rig.folder.path("plugins/libm.so.6"), "-Wl,-soname,libm.so.6",
      ])
    try #require(fake.status == 0, "\(fake.summary)")
    try rig.build(["-Wl,--no-as-needed", "-Wl,-rpath,$ORIGIN"])
    let run = try rig.run(["--manifest", rig.folder.path("m.json")])
    #expect(run.status == 0 && LinkedRig.opacity(run) == 128, "\(run.summary)")
    #expect(try rig.manifest().libraries == nil)
  }

  /// A run path has no effect even without a sandbox: a library elsewhere that has the name of a system library is not
  /// loaded.
  @Test func runPathsDecideNothingWithoutASandbox() throws {
    let rig = try LinkedRig()
    try rig.makeFolder("else")
    try rig.folder.write(
      "#include <stdlib.h>\n__attribute__((constructor)) static void on(void) { abort(); }",
      to: "helper.c")
    let library = "libanl.so.1"
    let fake = try Program.tool(
      "cc",
      [
        "-shared", "-fPIC", rig.folder.path("helper.c"), "-o", rig.folder.path("else/\(library)"),
        "-Wl,-soname,\(library)",
      ])
    try #require(fake.status == 0, "\(fake.summary)")
    try rig.build([
      "-Wl,--no-as-needed", rig.folder.path("else/\(library)"),
      "-Wl,-rpath,\(rig.folder.path("else"))",
    ])
    for more in [["--sandbox", "off"], ["--isolate", "never"], []] {
      let run = try rig.run(more)
      #expect(run.status == 0 && LinkedRig.opacity(run) == 128, "\(run.summary)")
    }
  }
}
