import Foundation
import TestSupport
import Testing

/// Tests places that cannot be written, and helpers that fail while they encode.
@Suite(.rounds) struct OutputFaultTests {
  @Test func whatCannotBeWrittenIsSaidFirst() throws {
    let rig = try FaultRig("sleeps")
    try FileManager.default.createDirectory(
      at: rig.folder.url.appending(path: "taken.gif"), withIntermediateDirectories: true)
    for place in [rig.folder.path("taken.gif"), "/proc/nowhere/%d.png", "/dev/full"] {
      let run = try rig.run(output: place)
      #expect(run.status == (place == "/dev/full" ? 64 : 74), "\(run.summary)")
    }
    // The folder belongs to another user.
    if HostRun.mayRun(asNobody: true) {
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: rig.folder.path(""))
      let run = try rig.run(asNobody: true)
      #expect(run.status == 74 && run.errors.contains("out"), "\(run.summary)")
    }
    // The error comes before the first frame, in which the plugin would sleep.
    #expect(try rig.made() == ["taken.gif"])
  }

  /// On a real full disk, finished frames remain and unfinished ones do not; the run continues when there is room.
  @Test(.enabled(if: HostRun.isRoot, "only root may mount")) func aFullDisk() throws {
    let folder = try Folder()
    let place = folder.path("disk")
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    let mounted = try Program.tool("mount", ["-t", "tmpfs", "-o", "size=128k", "tmpfs", place])
    guard mounted.status == 0 else { return LeftOut.tell("no file system may be mounted here") }
    defer { _ = try? Program.tool("umount", [place]) }
    try folder.write(
      """
      { "version": 1, "canvas": { "size": [256, 256], "scale": 1, "fps": 30 }, "duration": 1,
        "layers": [ { "id": "box", "frame": [0, 0, 256, 256],
          "contents": { "gradient": { "radial": { "radius": 0.7 }, "stops": ["#f00", "#0f0", "#00f"] } } } ],
        "timeline": { "targets": ["box"], "duration": 1,
                      "keyframes": [ { "opacity": 0 }, { "opacity": 1 } ] } }
      """, to: "doc.json")
    let words = ["run", folder.path("doc.json"), "-o", "\(place)/%02d.png", "--resume"]
    let full = try HostRun(words).wait()
    #expect(full.status == 74, "\(full.summary)")
    #expect(full.errors.contains("No space left"), "\(full.summary)")
    let kept = try FileManager.default.contentsOfDirectory(atPath: place)
    #expect(kept.count > 1 && kept.allSatisfy { $0.hasSuffix(".png") || $0 == "frames.jsonl" })
    for name in ["a.mp4", "a.gif", "a.mov"] {
      let video = try HostRun(["run", folder.path("doc.json"), "-o", "\(place)/\(name)"]).wait()
      #expect(video.status == 74, "\(name): \(video.summary)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: place).sorted() == kept.sorted())
    }
    let grown = try Program.tool("mount", ["-o", "remount,size=64m", place])
    try #require(grown.status == 0, "\(grown.summary)")
    let resumed = try HostRun(words).wait()
    #expect(resumed.status == 0, "\(resumed.summary)")
    #expect(String(decoding: resumed.output, as: UTF8.self).contains("of which existed before"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: place).count == 31)
  }

  /// Runs `pipeline` with a test helper beside it.
  @Test(
    arguments: Effort.spread(
      [
        ("", Int32(69), "not installed"), ("#!/bin/sh\nexit 1\n", 70, "ended with status 1"),
        ("#!/bin/sh\nexec sleep 100\n", 70, "did not answer within 1 s"),
        ("#!/bin/sh\nkill -9 $$\n", 75, "signal 9"),
      ], test: 1))
  func aHelperThatFails(script: String, status: Int32, says: String) throws {
    let folder = try Folder()
    try folder.install(Program.folder.appending(path: "pipeline"), as: "pipeline")
    if !script.isEmpty { try folder.writeProgram(script, to: "pipeline-media") }
    try folder.write(FailNthTests.document, to: "doc.json")
    let run = try HostRun(
      [
        "run", folder.path("doc.json"), "-o", folder.path("out/a.mp4"), "--media-timeout", "1",
      ], executable: folder.path("pipeline")
    ).wait()
    #expect(run.status == status, "\(run.summary)")
    #expect(run.errors.contains("a.mp4") || status == 69)
    #expect(run.errors.contains(says), "\(run.summary)")
    #expect(((try? folder.files(in: "out")) ?? []).isEmpty)
    #expect(HostRun.leftovers(of: folder.path("out")).isEmpty)
  }
}
