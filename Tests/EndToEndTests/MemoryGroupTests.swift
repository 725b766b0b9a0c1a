import Foundation
import TestSupport
import Testing

/// In a control group of 512 MiB no process is killed: outputs that need less memory are written, and others are refused.
@Suite(.serialized) struct MemoryGroupTests {
  /// A control group for one program; nil if the machine cannot create one.
  private final class Group {
    let path: String

    init?() {
      let old = "/sys/fs/cgroup/memory"
      let root =
        FileManager.default.fileExists(atPath: "\(old)/memory.limit_in_bytes")
        ? old : "/sys/fs/cgroup"
      path = "\(root)/pipeline-test-\(UUID().uuidString)"
      let file = root == old ? "memory.limit_in_bytes" : "memory.max"
      do {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        try "\(512 << 20)".write(toFile: "\(path)/\(file)", atomically: false, encoding: .utf8)
      } catch {
        LeftOut.tell("runs in a control group of 512 MiB: this machine gives none")
        unsafe rmdir(path)
        return nil
      }
    }

    deinit {
      // A process that has ended stays in the group for a moment.
      for _ in 0..<100 where unsafe rmdir(path) != 0 { usleep(20_000) }
    }
  }

  @Test(arguments: [
    // The cases are a frame of 977 MiB, and an encoder that stores frames of a given size.
    (16_000, 16_000, "frame a.json --at 0 -o x.png", 71),
    (1_920, 1_080, "run a.json -q -o x.mp4", 0),
    (1_920, 1_080, "run a.json -q -o o/%d.png", 0),
  ])
  func nothingIsKilled(
    _ width: Int, _ height: Int, _ words: String, _ expected: Int32
  ) throws {
    guard let group = Group() else { return }
    let folder = try Folder()
    try folder.write(
      """
      { "version": 1, "canvas": { "size": [\(width), \(height)], "scale": 1, "fps": 15 }, "duration": 2,
        "layers": [ { "id": "a", "frame": [0, 0, 900, 900], "contents": { "text": "Hello" } } ],
        "timeline": { "targets": ["a"], "duration": 2,
          "keyframes": [{ "opacity": 0 }, { "opacity": 1 }] } }
      """, to: "a.json")
    let program = Program.folder.appending(path: "pipeline").path(percentEncoded: false)
    let ran = try Program.shell(
      ["-c", "echo $$ > \"$0/cgroup.procs\" && exec \"$@\"", group.path, program]
        + words.split(separator: " ").map(String.init),
      in: folder.url)
    #expect(ran.status == expected, "\(ran.summary)")
  }
}
