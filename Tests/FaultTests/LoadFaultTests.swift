import Foundation
import TestSupport
import Testing

/// Tests files that are not plugins, are not trusted, or misbehave while they are loaded.
@Suite struct LoadFaultTests {
  private static let include = [
    "-I"
      + Program.root.appending(path: "Sources/Plugins/CHosting/include").path(percentEncoded: false)
  ]

  /// Returns a rig whose only plugin is a fixture that is built with the given flags.
  private func rig(_ source: String, as name: String, _ flags: [String] = []) throws -> FaultRig {
    let rig = try FaultRig()
    for file in try rig.folder.files(in: "plugins") {
      try FileManager.default.removeItem(atPath: rig.folder.path("plugins/\(file)"))
    }
    try FaultRig.build(source, into: rig.folder, as: "plugins/\(name)", flags)
    return rig
  }

  /// A crash while loading is remembered until the file changes.
  @Test(
    arguments: Effort.spread(
      [
        ("crash", "signal 11"), ("busError", "signal 7"), ("exitIt", "status 0"),
        ("abortIt", "signal 6"),
      ], test: 1))
  func aCrashIsRemembered(what: String, how: String) throws {
    // The thread sanitizer ignores dlopen, and aborts a program that exits during it.
    guard what != "exitIt" || Sanitizer.current != .thread else {
      return LeftOut.tell("the thread sanitizer hangs on exit inside of dlopen")
    }
    for _ in 0..<HostRun.rounds {
      let rig = try rig("faults.c", as: "fault.so", ["-DWHILE_LOADING=\(what)"])
      let home = ["HOME": rig.folder.path("")]
      let first = try rig.run(environment: home)
      #expect(first.status == 76, "\(first.summary)")
      #expect(
        first.errors.contains("fault.so: while the plugin was loaded, it")
          && first.errors.contains(how))
      let again = try rig.run(environment: home)
      #expect(again.status == 76 && again.errors.contains("tried again when its file changes"))
      let list = try HostRun(
        ["plugin", "list", "--plugins", rig.folder.path("plugins")], environment: home
      ).wait()
      #expect(list.status == 0, "\(list.summary)")
      let text = String(decoding: list.output, as: UTF8.self)
      #expect(text.contains("tried again when its file changes") && text.contains("cross-fade"))
      try FaultRig.build("faults.c", into: rig.folder, as: "plugins/fault.so")
      let healed = try rig.run(environment: home)
      #expect(healed.status == 0, "\(healed.summary)")
      #expect(HostRun.leftovers(of: rig.path).isEmpty)
    }
  }

  /// A cache that other users may have written is neither used nor replaced, and links are not followed.
  @Test(.rounds) func whatIsRememberedIsTheUsersOwn() throws {
    let rig = try rig("faults.c", as: "fault.so", ["-DWHILE_LOADING=crash"])
    let home = ["HOME": rig.folder.path("")]
    let memory = ".cache/pipeline/plugins"
    #expect(try rig.run(environment: home).status == 76)
    let first = try rig.folder.data(memory)
    func setMode(_ mode: Int, _ name: String) throws {
      try FileManager.default.setAttributes(
        [.posixPermissions: mode], ofItemAtPath: rig.folder.path(name))
    }
    for (name, mode) in [(".cache/pipeline", 0o700), (memory, 0o600)] {
      try setMode(0o777, name)
      let run = try rig.run(environment: home)
      #expect(run.errors.contains("signal 11") && !run.errors.contains("tried again"), "\(name)")
      try setMode(mode, name)
    }
    // A folder that others may write was not changed; a file that they may write is replaced.
    #expect(try rig.folder.data(memory) == first)
    try FileManager.default.moveItem(
      atPath: rig.folder.path(memory), toPath: rig.folder.path("elsewhere"))
    try FileManager.default.createSymbolicLink(
      atPath: rig.folder.path(memory), withDestinationPath: rig.folder.path("elsewhere"))
    let run = try rig.run(environment: home)
    #expect(run.errors.contains("signal 11") && !run.errors.contains("tried again"))
    #expect(try rig.folder.data("elsewhere") == first)
    let about = try FileManager.default.attributesOfItem(atPath: rig.folder.path(memory))
    #expect(about[.type] as? FileAttributeType == .typeRegular)
    #expect(try rig.folder.files(in: ".cache/pipeline") == ["plugins"])
  }

  @Test(.rounds) func anExceptionWhileLoadingIsNamed() throws {
    let rig = try rig("throws.cpp", as: "fault.so", ["-DWHILE_LOADING"])
    let environment = ["HOME": rig.folder.path("")]
    let run = try rig.run(environment: environment)
    #expect(run.status == 76, "\(run.summary)")
    for words in ["fault.so: while the plugin was loaded, it", "out of luck"] {
      #expect(run.errors.contains(words), "\(run.summary)")
    }
    // Another plugin in the folder still works.
    try FaultRig.buildThrowing(into: rig.folder, as: "plugins/throwing.so")
    let list = try HostRun(
      ["plugin", "list", "--plugins", rig.folder.path("plugins")], environment: environment
    ).wait()
    let text = String(decoding: list.output, as: UTF8.self)
    #expect(list.status == 0 && text.contains("out of luck") && text.contains("test.throwing"))
  }

  @Test func neverSaysSo() throws {
    let rig = try FaultRig()
    let run = try HostRun(
      [
        "inspect", rig.folder.path("doc.json"), "--plugins", rig.folder.path("plugins"),
        "--isolate", "never",
      ]
    ).wait()
    #expect(run.status == 0 && run.errors.contains("--isolate never"), "\(run.summary)")
  }

  @Test(.rounds) func aHangWhileLoadingIsCutOff() throws {
    let rig = try rig("faults.c", as: "fault.so", ["-DWHILE_LOADING=sleeps"])
    let run = try rig.run(environment: ["HOME": rig.folder.path("")])
    #expect(run.status == 76, "\(run.summary)")
    #expect(
      run.errors.contains("fault.so: while the plugin was loaded, it did not answer within 5 s"))
    #expect(HostRun.leftovers(of: rig.path).isEmpty)
  }

  /// A thread that a constructor starts exists before the first call.
  @Test(.rounds, arguments: Effort.spread(HostRun.users, test: 1)) func aThreadLeftWhileLoading(
    asNobody: Bool
  ) throws {
    let rig = try rig("faults.c", as: "fault.so", ["-DWHILE_LOADING=leavesThread"])
    try rig.open()
    let run = try rig.run(output: "-", asNobody: asNobody)
    #expect(run.status == 76, "\(run.summary)")
    #expect(
      run.errors.contains("fault.so: while the plugin was loaded, it left a thread running"),
      "\(run.summary)")
    #expect(HostRun.leftovers(of: rig.path).isEmpty)
  }

  /// The message names the required version and the host's version.
  @Test(
    .rounds,
    arguments: Effort.spread(
      [
        ("MAJOR", "needs animator interface 2.0; this host has 1.3"),
        ("MINOR", "needs animator interface 1.7 or later; this host has 1.3"),
        ("SHORT", "says size 8: set .size = sizeof(animator_descriptor)"),
        ("NO_LAYOUT", "has neither layout nor pixels"),
        ("NO_SYMBOL", "does not export animator_plugin_v1"),
        ("UNDEFINED", "undefined symbol: nobody_has_this"),
        ("STATUS", #"licence\u{a}here"#),
      ], test: 2))
  func brokenContractsAreRefused(flag: String, reason: String) throws {
    let rig = try rig("broken.c", as: "fault.so", ["-DBROKEN_\(flag)"])
    try expectRefusal(rig, reason)
  }

  /// Tests bytes that are not a plugin for this machine.
  @Test(
    arguments: Effort.spread(
      [
        ("empty", "is empty"), ("junk", "no ELF header"), ("narrow", "32-bit"), ("arm", "AArch64"),
        ("half", "is truncated"), ("tail", "is truncated"),
      ], test: 2))
  func brokenFilesAreRefused(kind: String, reason: String) throws {
    let rig = try FaultRig()
    let place = rig.folder.url.appending(path: "plugins/fault.so")
    var bytes = try rig.folder.data("plugins/faults.so")
    switch kind {
    case "empty": bytes = Data()
    case "junk": bytes = Data(repeating: 0x41, count: 4096)
    case "narrow": bytes[4] = 1
    case "arm": bytes[18] = 183
    case "half": bytes = bytes.prefix(bytes.count / 2)
    default: bytes = bytes.prefix(bytes.count - 64)
    }
    try FileManager.default.removeItem(atPath: rig.folder.path("plugins/faults.so"))
    try bytes.write(to: place)
    try expectRefusal(rig, reason)
  }

  /// Expects status 65 and the plugin's name if the document needs the plugin; otherwise the plugin has no effect.
  private func expectRefusal(_ rig: FaultRig, _ reason: String) throws {
    let run = try rig.run(measuring: true)
    #expect(run.peakBytes > 0 && run.peakBytes < 256 << 20, "\(run.peakBytes >> 20) MiB")
    #expect(run.status == 65, "\(run.summary)")
    #expect(run.errors.contains("fault.so") && run.errors.contains(reason), "\(run.summary)")
    #expect(try rig.made() == [])
    try rig.folder.write(FaultRig.document("", animator: "test.throwing"), to: "doc.json")
    try FaultRig.buildThrowing(into: rig.folder, as: "plugins/throwing.so")
    let other = try HostRun(
      [
        "frame", rig.folder.path("doc.json"), "--at", "0.1", "-o", rig.folder.path("a.png"),
        "--plugins", rig.folder.path("plugins"),
      ]
    ).wait()
    #expect(other.status == 0 && other.errors.isEmpty, "\(other.summary)")
  }

  /// If no file declares an animator, a plugin that could not be loaded may contain it.
  @Test func anUnknownVendorsAnimator() throws {
    let rig = try FaultRig()
    try rig.folder.write(FaultRig.document("", animator: "acme.x"), to: "doc.json")
    let missing = try rig.run()
    #expect(missing.status == 65 && !missing.errors.contains("could not be"), "\(missing.summary)")
    for name in ["broken", "worse"] { try rig.folder.write("junk", to: "plugins/\(name).so") }
    let expected =
      "no animator \"acme.x\"; 2 files in \(rig.folder.path("plugins")) could not be loaded:"
      + " broken.so: "
    for words in [rig.words(), ["validate", rig.folder.path("doc.json")] + rig.plugins] {
      let run = try HostRun(words).wait()
      #expect(run.status == 65, "\(run.summary)")
      #expect((run.errors + run.text).contains(expected), "\(run.summary)")
      #expect(run.errors.split(separator: "\n").count <= 2, "\(run.summary)")
    }
    let page = try HostRun(["plugin", "doc", "acme.x"] + rig.plugins).wait()
    let said = expected.replacing("no animator", with: "no animator or function")
    #expect(page.status == 65 && page.errors.contains(said), "\(page.summary)")
    #expect(try rig.made() == [])
  }

  /// A plugin that corrupts its heap and continues is detected for its author.
  @Test(
    .disabled(
      if: HostRun.isSanitized, "a sanitizer's heap takes the place of the one that checks itself"))
  func aSpoiltHeapIsFound() throws {
    let rig = try rig("faults.c", as: "fault.so", ["-DCORRUPTS", "-O1"])
    let words = ["plugin", "test", rig.folder.path("plugins/fault.so"), "--only", "49"]
    let found = try HostRun(words).wait()
    #expect(found.status == 1, "\(found.summary)")
    #expect(found.text.contains("signal 6"), "\(found.summary)")
    try FaultRig.build("faults.c", into: rig.folder, as: "plugins/fault.so")
    let healthy = try HostRun(words).wait()
    #expect(healthy.status == 0, "\(healthy.summary)")
  }

  /// In folders that the user did not name, files that all users may write are not loaded.
  @Test(.rounds, arguments: Effort.spread(["file", "folder"], test: 1)) func whatAnyoneMayWrite(
    which: String
  ) throws {
    let rig = try FaultRig()
    let target = rig.folder.path(which == "file" ? "plugins/faults.so" : "plugins")
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: target)
    let named = try rig.run()
    #expect(named.status == 0, "\(named.summary)")
    #expect(
      named.errors.contains("warning: ") && named.errors.contains("every user may write to the"))
    let found = try HostRun(
      ["validate", rig.folder.path("doc.json")],
      environment: ["ANIMATOR_PATH": rig.folder.path("plugins")]
    ).wait()
    #expect(found.status == 77, "\(found.summary)")
    #expect(
      found.errors.contains("faults.so: is not trusted: every user may write to the \(which)"))
  }

  /// The superuser loads no files that other users may write, unless they were named.
  @Test(
    .enabled(if: geteuid() == 0, "only root gives files away"),
    arguments: Effort.spread(
      [
        ("plugins/faults.so", 65_534, 0, 0o755, "the file belongs to another user"),
        ("plugins/faults.so", 0, 65_534, 0o775, "a group of users may write to the file"),
        ("plugins", 0, 65_534, 0o775, "plugins may be written by a group of users"),
        ("plugins", 65_534, 0, 0o755, "plugins belongs to another user"),
      ], test: 1))
  func whatOthersMayWrite(
    _ name: String, _ user: uid_t, _ group: gid_t, _ mode: Int, _ reason: String
  ) throws {
    let rig = try FaultRig()
    let place = rig.folder.path(name)
    try #require(unsafe chown(place, user, group) == 0)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: place)
    let found = try HostRun(
      ["validate", rig.folder.path("doc.json")],
      environment: ["ANIMATOR_PATH": rig.folder.path("plugins")]
    ).wait()
    #expect(found.status == 77 && found.errors.contains(reason), "\(found.summary)")
  }

  @Test(.rounds) func equalNames() throws {
    let rig = try FaultRig()
    // If two files have the same symbols and ids, the first is used, and the other is named.
    try FileManager.default.copyItem(
      atPath: rig.folder.path("plugins/faults.so"), toPath: rig.folder.path("plugins/other.so"))
    let run = try rig.run(output: "-")
    #expect(run.status == 0, "\(run.summary)")
    #expect(try run.output == FaultRig.frames())
    let list = try HostRun(["plugin", "list", "--plugins", rig.folder.path("plugins")]).wait()
    let text = String(decoding: list.output, as: UTF8.self)
    #expect(
      text.contains("other.so: the animator test.fault is not used")
        && text.contains("was found first"))
    // With the same symbols but other ids, both plugins work in one document.
    for (name, opacity) in [("one", "0.5"), ("two", "0.25")] {
      try rig.folder.write(Self.twin(name, opacity), to: "\(name).c")
      let built = try Program.tool(
        "cc",
        [
          "-shared", "-fPIC", "-w",
          "-I" + Program.root.appending(path: "Sources/CAnimator/include").path(),
          rig.folder.path("\(name).c"), "-o", rig.folder.path("plugins/\(name).so"),
        ])
      try #require(built.status == 0, "\(built.summary)")
    }
    try rig.folder.write(
      """
      { "version": 1, "canvas": { "size": [16, 16] }, "duration": 1,
        "layers": [ { "id": "a", "frame": [0, 0, 8, 8] }, { "id": "b", "frame": [0, 0, 8, 8] } ],
        "timeline": { "parallel": [
          { "animator": "test.one", "layers": { "subject": "a" } },
          { "animator": "test.two", "layers": { "subject": "b" } } ] } }
      """, to: "doc.json")
    let seen = try HostRun(
      [
        "inspect", rig.folder.path("doc.json"), "--at", "0.5", "--json", "--plugins",
        rig.folder.path("plugins"),
      ]
    ).wait()
    let scene = String(decoding: seen.output, as: UTF8.self)
    #expect(scene.contains("\"opacity\":0.5,") && scene.contains("\"opacity\":0.25,"), "\(scene)")
  }

  private static func twin(_ name: String, _ opacity: String) -> String {
    """
    #include "animator.h"
    double shared_value = \(opacity);
    int32_t shared_layout(const void *p, const animator_context *c, const animator_layer *const *i,
                          uint32_t n, animator_layer *const *o, uint32_t m) {
      o[0]->opacity = shared_value;
      return ANIMATOR_OK;
    }
    static const animator_role roles[] = {{"subject", "A layer.", 0, 1, 1}};
    const animator_descriptor shared_descriptor = {
      .size = sizeof(animator_descriptor), .kind = ANIMATOR_KIND_EFFECT, .id = "test.\(name)",
      .title = "Twin", .version = "1", .doc = "One of two.", .duration_seconds = 1,
      .animates = ANIMATOR_PROPERTY_OPACITY, ANIMATOR_ROLES(roles), .layout = shared_layout};
    ANIMATOR_PLUGIN(&shared_descriptor);
    """
  }
}
