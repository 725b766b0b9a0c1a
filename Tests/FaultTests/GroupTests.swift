import Foundation
import TestSupport
import Testing

/// Tests control groups (cgroup v2), if the kernel supports them: each worker has its own group, which limits its
/// resources, and all groups are removed.
@Suite(
  .rounds, .enabled(if: TestGroup.place != nil, "needs root, and memory and pids in cgroup v2"))
struct GroupTests {
  private func start(_ what: String, in group: TestGroup) throws -> HostRun {
    let rig = try FaultRig(what)
    if group.asNobody { try rig.open() }
    return try HostRun(
      rig.words(["--jobs", "1"], output: "-"), environment: ["HOME": "/nonexistent"],
      through: group.wrapper)
  }

  @Test(arguments: [false, true]) func aWorkerIsInAGroup(asNobody: Bool) throws {
    for (signal, status) in [(SIGTERM, Int32(143)), (SIGINT, 130), (SIGKILL, -SIGKILL)] {
      let group = try TestGroup(asNobody: asNobody)
      let run = try start("sleeps", in: group)
      for _ in 0..<1000 where group.below.count < 2 { usleep(10_000) }
      try #require(group.below.count >= 2, "\(group.below)")
      let worker = try #require(group.below.last)
      #expect(group.text("\(worker)/pids.max") == "64\n")
      #expect((Int(group.text("\(worker)/memory.max").dropLast()) ?? 0) > 1 << 30)
      #expect(group.text("\(worker)/cgroup.procs").split(separator: "\n").count == 1)
      #expect(group.text("cgroup.procs") == "")
      run.send(signal)
      let ended = run.wait()
      #expect(ended.status == status, "\(ended.summary)")
      // A killed run removes no groups, but no process remains in them.
      for name in group.below { #expect(group.text("\(name)/cgroup.procs") == "") }
      if signal != SIGKILL {
        #expect(group.below == [])
        #expect(group.text("cgroup.subtree_control") == "\n")
      }
    }
  }

  /// The frames are the same as without groups, and no group remains.
  @Test(arguments: [false, true]) func aRunLeavesNothing(asNobody: Bool) throws {
    let expected = try FaultRig.frames()
    let group = try TestGroup(asNobody: asNobody)
    let ended = try start("nothing", in: group).wait()
    #expect(ended.status == 0 && ended.output == expected, "\(ended.summary)")
    #expect(group.below == [])
    #expect(group.text("cgroup.subtree_control") == "\n")
  }

  /// If two processes share a group, a run does not divide it.
  @Test func aGroupOfOthersStaysAsItIs() throws {
    let expected = try FaultRig.frames()
    let group = try TestGroup(asNobody: false)
    let other = try HostRun(["100"], through: group.wrapper, executable: "/bin/sleep")
    for _ in 0..<1000 where group.text("cgroup.procs").isEmpty { usleep(10_000) }
    let ended = try start("nothing", in: group).wait()
    #expect(ended.status == 0 && ended.output == expected, "\(ended.summary)")
    #expect(group.text("cgroup.subtree_control") == "\n")
    other.send(SIGKILL)
    _ = other.wait()
  }
}

/// A group that contains only the run, as a scope of systemd does.
private final class TestGroup {
  /// The folder of all test groups; nil if no group with the required controllers can be created.
  static let place: String? = {
    guard HostRun.isRoot else { return nil }
    let mounts = ProcFile.text("/proc/self/mountinfo").split(separator: "\n")
    guard let mount = mounts.first(where: { $0.contains(" - cgroup2 ") }) else { return nil }
    let place = String(mount.split(separator: " ")[4])
    let on = ProcFile.text("\(place)/cgroup.subtree_control").split { $0 == " " || $0 == "\n" }
    return Set(["memory", "pids"]).isSubset(of: on) ? place : nil
  }()

  let path: String
  let asNobody: Bool

  init(asNobody: Bool) throws {
    self.asNobody = asNobody
    path = "\(try #require(Self.place))/pipeline-test-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    guard asNobody else { return }
    for name in ["", "/cgroup.procs", "/cgroup.subtree_control"] {
      // Safety: the call only reads the path.
      try #require(unsafe chown(path + name, 65534, 65534) == 0)
    }
  }

  deinit {
    for name in below { unsafe rmdir("\(path)/\(name)") }
    unsafe rmdir(path)
  }

  /// The names of the groups below this group.
  var below: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).filter {
      $0.hasPrefix("pipeline-")
    }.sorted()
  }

  /// The command prefix that runs a program in the group.
  var wrapper: [String] {
    ["/bin/sh", "-c", "echo $$ > '\(path)/cgroup.procs' && exec \"$@\"", "sh"]
      + (asNobody
        ? ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : [])
  }

  func text(_ name: String) -> String { ProcFile.text("\(path)/\(name)") }
}
