import Files
import Foundation
import Synchronization
import TestSupport
import Testing

/// The code that ran is the code that was hashed, whatever happens to the files in the meantime.
@Suite(.rounds) struct SwapTests {
  /// A thread that repeatedly replaces a file by one of two other files.
  private final class Swapper: Sendable {
    private let goesOn = Atomic(true)
    private let ended = DispatchSemaphore(value: 0)

    init(_ files: [String], at place: String) {
      Thread.detachNewThread { [self] in
        let next = place + ".next"
        var count = 0
        while goesOn.load(ordering: .relaxed) {
          try? FileManager.default.copyItem(atPath: files[count % 2], toPath: next)
          // Safety: the paths are read as C strings.
          unsafe _ = rename(next, place)
          count += 1
          usleep(500)
        }
        ended.signal()
      }
    }

    func stop() {
      goesOn.store(false, ordering: .relaxed)
      ended.wait()
    }
  }

  @Test(arguments: Effort.spread(["plugin", "library"], test: 1), [false, true])
  func whatRanIsWhatWasHashed(what: String, isCached: Bool) throws {
    let rig = try LinkedRig()
    try rig.makeFolder("versions")
    let place: String
    if what == "plugin" {
      try rig.build(["-DVALUE=0.25"], as: "../versions/0")
      try rig.build(["-DVALUE=0.75"], as: "../versions/1")
      place = "plugins/linked.so"
    } else {
      place = "plugins/libhelper.so"
      try rig.buildHelper(0.25, at: "versions/0.so", name: "libhelper.so")
      try rig.buildHelper(0.75, at: "versions/1.so", name: "libhelper.so")
      try FileManager.default.copyItem(
        atPath: rig.folder.path("versions/0.so"), toPath: rig.folder.path(place))
      try rig.build(rig.helped())
    }
    let hashes = try [rig.sha256("versions/0.so"), rig.sha256("versions/1.so")]
    if what == "plugin" {
      try FileManager.default.copyItem(
        atPath: rig.folder.path("versions/0.so"), toPath: rig.folder.path(place))
    }
    let swapper = Swapper(
      ["versions/0.so", "versions/1.so"].map(rig.folder.path), at: rig.folder.path(place))
    defer { swapper.stop() }
    var ran = 0
    for _ in 0..<(HostRun.isSoak ? 300 : 8) {
      let run = try rig.run(
        ["--manifest", rig.folder.path("m.json")],
        environment: isCached ? ["HOME": rig.folder.path("")] : [:])
      if run.status == 77 {
        #expect(run.errors.contains("changed while it was in use"), "\(run.summary)")
        continue
      }
      #expect(run.status == 0, "\(run.summary)")
      guard run.status == 0 else { continue }
      ran += 1
      let said = try rig.manifest()
      let hash = what == "plugin" ? said.sha256 : try #require(said.libraries?.first?.sha256)
      let index = try #require(hashes.firstIndex(of: hash))
      #expect(LinkedRig.opacity(run) == [64, 191][index])
    }
    #expect(ran > 0)
  }

  /// A worker that writes into the file from which it was loaded does not affect the next worker.
  @Test(arguments: Effort.spread([false, true], test: 1)) func aWorkerCannotChangeItsCode(
    shrinks: Bool
  ) throws {
    let rig = try LinkedRig()
    try rig.build(["-DPATCHES"] + (shrinks ? ["-DSHRINKS"] : []))
    try rig.letIn()
    let file = try rig.sha256("plugins/linked.so")
    for (sandbox, asNobody) in [("auto", false), ("auto", true), ("off", false)]
    where HostRun.mayRun(asNobody: asNobody) {
      let run = try rig.run(["--sandbox", sandbox], asNobody: asNobody)
      #expect(run.status == 76 && run.output.isEmpty, "\(run.summary)")
      #expect(run.errors.contains("crashed with signal 11"), "\(run.summary)")
      #expect(run.errors.contains("twice"), "\(run.summary)")
    }
    #expect(try rig.sha256("plugins/linked.so") == file)
  }

  /// A cache that does not know the bytes of a plugin is not used: the run ends, and the next run queries the plugin again.
  @Test func aCacheOfOtherBytes() throws {
    let rig = try LinkedRig()
    try rig.build()
    let home = ["HOME": rig.folder.path("")]
    try #require(try rig.run(environment: home).status == 0)
    let cache = rig.folder.path(".cache/pipeline/plugins")
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: cache)))
    let hash = Array(try rig.sha256("plugins/linked.so").utf8)
    let at = try #require(bytes.firstRange(of: hash)).lowerBound
    bytes[at] = bytes[at] == 0x30 ? 0x31 : 0x30
    bytes.replaceSubrange(
      (bytes.count - 32)..., with: Self.sum(Array(bytes.dropLast(32))))
    try Data(bytes).write(to: URL(filePath: cache))
    try rig.setMode(0o600, ".cache/pipeline/plugins")
    let run = try rig.run(["--on-plugin-fault", "skip"], environment: home)
    #expect(run.status == 77 && run.output.isEmpty, "\(run.summary)")
    #expect(run.errors.contains("linked.so changed while it was in use"), "\(run.summary)")
    let again = try rig.run(environment: home)
    #expect(again.status == 0 && LinkedRig.opacity(again) == 128, "\(again.summary)")
  }

  /// Returns the checksum at the end of the cache, as in ScanCache.
  private static func sum(_ bytes: [UInt8]) -> [UInt8] {
    var hash = SHA256()
    hash.add(bytes)
    return hash.digest()
  }
}
