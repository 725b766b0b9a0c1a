import Foundation
import TestSupport
import Testing

/// Mistakes of authors without a visible effect are reported once.
@Suite struct QuietMistakeTests {
  private static let built = Result {
    let folder = try Folder()
    try FaultRig.build("mistakes.c", into: folder, as: "mistakes.so")
    return folder
  }

  /// Returns a folder with a step of one of the fixture's animators, for ten frames of 21×16 pixels.
  private func rig(_ animator: String, _ parameters: String = "") throws -> Folder {
    let folder = try Folder()
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "plugins"), withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      at: try Self.built.get().url.appending(path: "mistakes.so"),
      to: folder.url.appending(path: "plugins/mistakes.so"))
    let layers = animator == "test.half-bound" ? "{}" : #"{ "subject": "box" }"#
    try folder.write(
      """
      { "version": 1, "canvas": { "size": [21, 16], "scale": 1, "fps": 10 },
        "layers": [ { "id": "box", "frame": [0, 0, 21, 16], "backgroundColor": "#c08040" } ],
        "timeline": { "id": "spoil", "animator": "\(animator)", "layers": \(layers),
                      "easing": "linear", "duration": 1\(parameters) } }
      """, to: "doc.json")
    return folder
  }

  private func run(
    _ folder: Folder, _ more: [String] = [], asNobody: Bool = false
  ) throws -> HostRun.Result {
    if asNobody {
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: folder.path(""))
    }
    return try HostRun(
      ["run", folder.path("doc.json"), "-o", "-", "--plugins", folder.path("plugins")] + more,
      asNobody: asNobody
    ).wait()
  }

  private func warnings(_ run: HostRun.Result) -> [String] {
    run.errors.split(separator: "\n").map(String.init).filter { $0.hasPrefix("warning: ") }
  }

  /// The ways of changing layers, and the reported properties.
  static let ways: [(way: String, names: [String])] = [
    ("nothing", []), ("copies", []), ("zero", []), ("declared", []), ("translate", ["translate"]),
    ("hidden", ["hidden"]), ("color", ["shadowColor"]), ("ellipse", ["mask"]), ("path", ["mask"]),
    ("matrix", ["sublayerTransform"]), ("infinite", ["cornerRadius"]),
    ("many", ["contentsRect", "frame", "isDoubleSided"]),
    ("glass", ["backdrop", "blendMode", "blur"]),
  ]

  @Test(arguments: Effort.spread(ways, test: 2))
  func aPropertyThatIsNotDeclared(way: String, names: [String]) throws {
    let folder = try rig("test.undeclared", #", "params": { "way": "\#(way)" }"#)
    for mode in ["auto", "never"] {
      let run = try run(folder, ["-v", "--isolate", mode])
      #expect(run.status == 0, "\(run.summary)")
      let told = warnings(run).filter { $0.contains("`animates`") }
      #expect(
        told.sorted()
          == names.map {
            "warning: step spoil: test.undeclared (\(folder.path("plugins/mistakes.so"))) changes "
              + "\($0), which its `animates` does not declare: the change is not used"
          }.sorted(), "\(run.summary)")
    }
  }

  /// Layers are not compared for users who only use the plugin.
  @Test func aPropertyThatIsNotDeclaredIsForAuthors() throws {
    let run = try run(try rig("test.undeclared", #", "params": { "way": "many" }"#))
    #expect(run.status == 0 && warnings(run).isEmpty, "\(run.summary)")
  }

  @Test(
    .enabled(if: HostRun.isRoot)) func aPropertyThatIsNotDeclaredAsNobody() throws
  {
    let folder = try rig("test.undeclared", #", "params": { "way": "many" }"#)
    let run = try run(folder, ["-v"], asNobody: true)
    #expect(run.status == 0 && warnings(run).count == 3, "\(run.summary)")
  }

  @Test(arguments: Effort.spread([0, 1, 5, 21], test: 2)) func pixelsAboveTheirAlphaAreCounted(
    bad: Int
  ) throws {
    let folder = try rig("test.unlawful", #", "params": { "bad": \#(bad) }"#)
    for mode in ["auto", "never"] {
      let run = try run(folder, ["--isolate", mode])
      #expect(run.status == 0, "\(run.summary)")
      let told = warnings(run).filter { $0.contains("alpha") }
      #expect(told.count == (bad == 0 ? 0 : 1), "\(run.summary)")
      for line in told {
        #expect(line.contains("frame 0 at 0.0 s: step spoil: test.unlawful"), "\(line)")
        #expect(line.contains("mistakes.so): \(bad * 16) of 336 pixels"), "\(line)")
      }
    }
  }

  /// The conformance checks refuse this plugin, and its users get a message.
  @Test func aTransitionWithoutItsScreens() throws {
    let none = try run(try rig("test.roleless"))
    #expect(none.status == 0, "\(none.summary)")
    #expect(
      warnings(none).count { $0.contains(#"without the role "from" and the role "to""#) } == 1,
      "\(none.summary)")
    let half = try run(
      try rig("test.half-bound"), ["--frames", "0-3", "--on-plugin-fault", "skip"])
    #expect(
      warnings(half).count { $0.contains(#"test.half-bound"#) && $0.contains(#"the role "to":"#) }
        == 1, "\(half.summary)")
    #expect(!half.errors.contains(#"role "from""#), "\(half.summary)")
  }

  @Test func aFailureThatSaysItIsNone() throws {
    let folder = try rig("test.undeclared", #", "params": { "way": "fails" }"#)
    for mode in ["auto", "never"] {
      let run = try run(folder, ["--isolate", mode])
      #expect(run.status == 0, "\(run.summary)")
      let told = warnings(run).filter { $0.contains("ANIMATOR_OK") }
      #expect(told.count == 1 && told[0].contains("out of luck"), "\(run.summary)")
      #expect(told.allSatisfy { $0.contains("step spoil: test.undeclared") }, "\(run.summary)")
    }
  }

  /// Invalid JSON in an animator's declaration does not prevent its step.
  @Test(arguments: Effort.spread(["DEFAULT", "EASING", "CREATE"], test: 1)) func jsonThatIsNone(
    what: String
  ) throws {
    let folder = try rig("test.undeclared")
    try FaultRig.build(
      "mistakes.c", into: folder, as: "plugins/mistakes.so", ["-DNO_JSON_\(what)"])
    if what == "CREATE" {
      let text = String(decoding: try folder.data("doc.json"), as: UTF8.self)
      try folder.write(text.replacing(#"{ "subject": "box" }"#, with: "{}"), to: "doc.json")
    }
    if what == "EASING" {
      let text = String(decoding: try folder.data("doc.json"), as: UTF8.self)
      try folder.write(text.replacing(#""easing": "linear","#, with: ""), to: "doc.json")
    }
    for words in [["run", "-o", "-"], ["validate"], ["inspect"]] {
      let run = try HostRun(
        words + [folder.path("doc.json"), "--plugins", folder.path("plugins")]
      ).wait()
      #expect(run.status == 65, "\(run.summary)")
      #expect(run.errors.contains("test.undeclared declares a"), "\(run.summary)")
      #expect(run.errors.contains("that is not JSON: "), "\(run.summary)")
      #expect(run.errors.contains(folder.path("plugins/mistakes.so")), "\(run.summary)")
    }
  }

  /// The named folder does not exist.
  @Test func aFolderOfPluginsThatIsMissing() throws {
    let folder = try rig("test.undeclared")
    for words in [["run", "-o", "-"], ["validate"], ["inspect"]] {
      let run = try HostRun(
        words + [folder.path("doc.json"), "--plugins", folder.path("plugin")]
      ).wait()
      #expect(run.status == 65, "\(run.summary)")
      #expect(
        warnings(run) == [
          "warning: \(folder.path("plugin")): the folder of plugins does not exist"
        ],
        "\(run.summary)")
    }
  }

  /// An error that planning finds has the same name as the same error that drawing a frame finds.
  @Test(
    arguments: Effort.spread(
      [
        ("test.nan", "frame 0 at 0.0 s", "opacity is not a finite number"),
        ("test.crashes", "frame 10 at 1.0 s", "crashed with signal 11"),
        ("test.half-bound", "frame 10 at 1.0 s", "crashed with signal 11"),
      ], test: 1))
  func faultsNamePluginStepAndFrame(animator: String, frame: String, says: String) throws {
    let folder = try rig(animator)
    for words in [["run", "-o", "-"], ["frame", "--at", "0.5", "-o", "-"], ["validate"]] {
      let run = try HostRun(
        words + [folder.path("doc.json"), "--plugins", folder.path("plugins")]
      ).wait()
      #expect(run.status == 76, "\(run.summary)")
      for word in [frame, "step spoil: \(animator)", says, folder.path("plugins/mistakes.so")] {
        #expect(run.errors.contains(word), "\(word): \(run.summary)")
      }
    }
  }

  /// A value out of range is reported with the parameter's own range and unit, whatever its source.
  @Test func rangesAreTheParametersOwn() throws {
    for value in ["5000", "-1", #"{ "call": "wave", "args": [0, 4097, 4097] }"#] {
      let folder = try rig("test.unlawful", #", "params": { "bad": \#(value) }"#)
      let run = try run(folder)
      #expect(run.status == 65 && run.output.isEmpty, "\(run.summary)")
      let found = value.hasPrefix("{") ? "4097" : value
      #expect(
        run.errors.contains("/params/bad: bad is \(found) points: from 0 to 4096"), "\(run.summary)"
      )
    }
    // A value that varies is found when its time comes.
    let folder = try rig(
      "test.unlawful",
      #", "params": { "bad": { "call": "wave", "args": ["progress", 0, 5000] } }"#)
    let late = try run(folder)
    #expect(late.status != 0, "\(late.summary)")
    #expect(late.errors.contains("points: from 0 to 4096"), "\(late.summary)")
    let said = try HostRun([
      "transition", "circle-reveal", "-o", "/tmp/never.gif", "--param", "radius=-3",
    ]).wait()
    #expect(said.status == 65, "\(said.summary)")
    #expect(said.errors.contains("radius is -3 points: from 0 to "), "\(said.summary)")
    #expect(!said.errors.contains("radius: radius"), "\(said.summary)")
  }
}
