import PluginHosting
import Foundation
import Testing

/// If there is no control group that can be divided, the host changes nothing. `FaultTests` covers systems with such a
/// group.
@Suite struct ControlGroupTests {
  /// A folder that looks like a system on which this process is the only one in a group that it may divide.
  private let folder: Workshop
  private static let group = "sys/fs/cgroup/unified/user/one.scope"

  init() throws {
    folder = try Workshop()
    try put("proc/self/cgroup", "4:memory:/other\n0::/user/one.scope\n")
    try put(
      "proc/self/mountinfo",
      """
      22 1 0:20 / /sys rw,nosuid - sysfs sysfs rw
      30 22 0:25 / /sys/fs/cgroup/memory rw shared:9 - cgroup cgroup rw,memory
      31 22 0:26 / /sys/fs/cgroup/unified rw,nosuid shared:10 - cgroup2 cgroup2 rw

      """)
    try put("\(Self.group)/cgroup.controllers", "cpu io memory pids\n")
    try put("\(Self.group)/cgroup.events", "populated 1\nfrozen 0\n")
    try put("\(Self.group)/cgroup.procs", "\(getpid())\n")
    try put("\(Self.group)/cgroup.subtree_control", "")
  }

  private func put(_ name: String, _ text: String) throws {
    let file = folder.folder.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOf: folder.folder.appending(path: name), encoding: .utf8)
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(
      atPath: folder.folder.appending(path: Self.group).path()
    ).sorted()
  }

  private var groups: ControlGroups? { ControlGroups(root: folder.folder.path() + "/") }

  /// The folders that are created lack the kernel's files, so no process can move into them. The last test shows that
  /// the move was attempted.
  @Test func whatCannotBeDividedIsLeftAsItWas() throws {
    let before = try names()
    #expect(groups == nil)
    #expect(try names() == before)
    #expect(try text("\(Self.group)/cgroup.procs").hasPrefix("\(getpid())\n"))
  }

  @Test(arguments: [
    ("proc/self/cgroup", "4:memory:/user/one.scope\n"),
    ("proc/self/cgroup", "0::/user/../../outside\n"),
    ("proc/self/mountinfo", "31 22 0:26 / /sys/fs/cgroup/unified rw - cgroup cgroup rw\n"),
    ("\(group)/cgroup.controllers", "cpu io memory\n"),
    ("\(group)/cgroup.controllers", "pids\n"),
    ("\(group)/cgroup.events", ""),
    ("\(group)/cgroup.procs", "\(getpid())\n1\n"),
    ("\(group)/cgroup.procs", "\(getpid())\n0\n"),
    ("\(group)/cgroup.procs", ""),
  ])
  func whatIsNotOursAloneIsNotTouched(name: String, holds: String) throws {
    try put(name, holds)
    let before = try names()
    #expect(groups == nil)
    #expect(try names() == before)
    // No process was moved, and no controller was changed.
    #expect(try text(name) == holds)
    #expect(try text("\(Self.group)/cgroup.subtree_control") == "")
  }

  /// In the tree above, the process's own group is divided: the controllers are enabled and then disabled.
  @Test func whatIsOursAloneIsTried() throws {
    #expect(groups == nil)
    #expect(try text("\(Self.group)/cgroup.subtree_control").contains("-memory -pids"))
  }
}
