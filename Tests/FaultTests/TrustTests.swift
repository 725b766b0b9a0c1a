import Foundation
import TestSupport
import Testing

/// Tests who may choose code, and where the code may run.
@Suite(.rounds) struct TrustTests {
  /// Returns a rig whose document names the folder of its plugins.
  private func rig() throws -> FaultRig {
    let rig = try FaultRig("half")
    let text = FaultRig.document("half", animator: "test.fault")
    try rig.folder.write(
      text.replacingOccurrences(
        of: "\"version\": 1,", with: "\"version\": 1, \"plugins\": [\"plugins\"],"),
      to: "doc.json")
    return rig
  }

  private func run(
    _ rig: FaultRig, _ more: [String], through wrapper: [String] = []
  ) throws -> HostRun.Result {
    try HostRun(
      ["run", rig.folder.path("doc.json"), "-o", "-"] + more, through: wrapper
    ).wait()
  }

  @Test func aDocumentsPluginsNeedTheSandbox() throws {
    let rig = try rig()
    let whole = try run(rig, [])
    #expect(whole.status == 0, "\(whole.summary)")
    let open = try run(rig, ["--sandbox", "off"])
    #expect(open.status == 77 && open.output.isEmpty, "\(open.summary)")
    for word in ["faults.so", "named by the document", "--allow-document-plugins"] {
      #expect(open.errors.contains(word), "\(open.summary)")
    }
    let allowed = try run(rig, ["--sandbox", "off", "--allow-document-plugins"])
    #expect(allowed.status == 0 && allowed.output == whole.output, "\(allowed.summary)")
    // A folder that the user names is accepted.
    let named = try run(
      rig, ["--sandbox", "off", "--plugins", rig.folder.path("plugins")])
    #expect(named.status == 0, "\(named.summary)")
    // In the host process these plugins are never used.
    let never = try run(rig, ["--isolate", "never"])
    #expect(never.status == 65 && never.errors.contains("are not used"), "\(never.summary)")
  }

  /// Tests a system without Landlock.
  @Test func aSystemThatLocksLess() throws {
    let rig = try rig()
    let older = try OlderKernel.wrapper(0)
    let plugins = ["--plugins", rig.folder.path("plugins")]

    let auto = try run(rig, plugins, through: older)
    #expect(auto.status == 0, "\(auto.summary)")
    #expect(
      auto.errors.components(separatedBy: "the sandbox lacks Landlock (Linux 5.13)").count == 2)
    let required = try run(rig, plugins + ["--sandbox", "require"], through: older)
    #expect(required.status == 69 && required.errors.contains("Landlock"), "\(required.summary)")
    let documents = try run(rig, [], through: older)
    #expect(documents.status == 77 && documents.errors.contains("Landlock"), "\(documents.summary)")
    let allowed = try run(rig, ["--allow-document-plugins"], through: older)
    #expect(allowed.status == 0 && allowed.output == auto.output, "\(allowed.summary)")

    // pipeline-media has the same locks.
    let made = try run(rig, plugins + ["-o", rig.folder.path("a.mp4")], through: older)
    #expect(made.status == 0 && made.errors.contains("lacks Landlock"), "\(made.summary)")
    let video = try HostRun(
      [
        "run", rig.folder.path("doc.json"), "-o", rig.folder.path("b.mp4"), "--isolate", "auto",
        "--sandbox", "require",
      ], through: older
    ).wait()
    #expect(video.status == 69, "\(video.summary)")
  }

  /// In the sandbox every format can be written, and pictures can be read.
  @Test(arguments: [false, true]) func mediaWorksInTheBox(asNobody: Bool) throws {
    guard HostRun.mayRun(asNobody: asNobody) else { return }
    let rig = try FaultRig()
    try rig.open()
    let made = ["a.mp4", "a.webm", "a.mov", "a.webp", "a.png"]
    let run = try HostRun(
      rig.words(
        made.dropFirst().flatMap { ["-o", rig.folder.path($0)] } + ["--sandbox", "require"],
        output: rig.folder.path("a.mp4")), asNobody: asNobody
    ).wait()
    #expect(run.status == 0, "\(run.summary)")
    #expect(try rig.made() == made.sorted())
    try rig.folder.write(
      """
      { "version": 1, "canvas": { "size": [16, 16] }, "duration": 1,
        "layers": [ { "frame": [0, 0, 16, 16], "contents": { "image": "a.png" } } ] }
      """, to: "doc.json")
    let back = try HostRun(
      [
        "frame", rig.folder.path("doc.json"), "--at", "0", "-o", "-", "--sandbox", "require",
      ], asNobody: asNobody
    ).wait()
    #expect(back.status == 0 && back.output.count == FaultRig.frameBytes, "\(back.summary)")
  }
}
