internal import Glibc
internal import Synchronization

/// Control groups (cgroup v2) for workers, with which the kernel itself limits memory and threads.
///
/// Groups are available if this process is the only one in a group in which it may create child groups, as
/// with `systemd-run --user --scope -p Delegate=yes` or in a container with its own group. A group with child
/// groups must not contain processes, so the host moves to a child group, and each worker starts in another
/// child group. The control groups are removed when the host exits. If the host is killed, the empty groups
/// are removed together with the enclosing group.
package final class ControlGroups: Sendable {
  /// The groups of this process, which are created on first use; nil if groups are not available.
  static let own: ControlGroups? = {
    guard isAllowed.load(ordering: .acquiring), let groups = ControlGroups() else { return nil }
    hasOwn.store(true, ordering: .releasing)
    atexit { ControlGroups.leave() }
    return groups
  }()
  private static let hasOwn = Atomic(false)
  private static let isAllowed = Atomic(false)

  /// Allows moving this process to another group, which only the programs of this project do; a program that
  /// embeds the engine stays in its group.
  package static func allow() { isAllowed.store(true, ordering: .releasing) }

  /// The names of the controllers that the kernel must offer.
  package static let controllers = ["memory", "pids"]

  private let controllers: [String]
  private let group: GroupFolder
  private let host: GroupFolder
  private let serial = Atomic(0)
  private let hasLeft = Mutex(false)

  /// Creates the groups; `root` is the folder that contains /proc and the groups, which tests replace.
  package init?(root: String = "/", controllers: [String] = ControlGroups.controllers) {
    self.controllers = controllers
    guard let place = Self.place(root: root),
      let group = GroupFolder("\(root)\(place.dropFirst())"),
      Set(controllers).isSubset(of: group.words("cgroup.controllers")),
      // The root control group lacks the file `cgroup.events` and cannot have child groups of this kind.
      group.words("cgroup.events").contains("populated"),
      group.mayWrite("cgroup.procs"), group.mayWrite("cgroup.subtree_control"),
      Self.areOurs(group.processes),
      let host = group.make("pipeline-\(getpid())-host")
    else { return nil }
    self.group = group
    self.host = host
    guard divide() else {
      undo()
      return nil
    }
  }

  /// The folder of this process's group; nil if cgroup v2 is not used.
  private static func place(root: String) -> String? {
    guard let groups = GroupFolder.text("\(root)proc/self/cgroup"),
      let mounts = GroupFolder.text("\(root)proc/self/mountinfo"),
      let line = groups.split(separator: "\n").first(where: { $0.hasPrefix("0::/") })
    else { return nil }
    let path = line.dropFirst("0::".count)
    for mount in mounts.split(separator: "\n") {
      // The fields of a line are: id, parent, device, root, mount point, …, a dash, the type of the file
      // system.
      let fields = mount.split(separator: " ")
      guard let dash = fields.firstIndex(of: "-"), dash >= 6, fields.count > dash + 1,
        fields[dash + 1] == "cgroup2"
      else { continue }
      let top = fields[3] == "/" ? "" : fields[3]
      guard path.hasPrefix(top) else { continue }
      let rest = path.dropFirst(top.count)
      return rest.isEmpty || rest == "/" ? String(fields[4]) : "\(fields[4])\(rest)"
    }
    return nil
  }

  /// Whether the list is not empty and contains only this process and its children.
  private static func areOurs(_ processes: [Int32]) -> Bool {
    let own = getpid()
    return !processes.isEmpty && processes.allSatisfy { $0 == own || parent(of: $0) == own }
  }

  private static func parent(of process: Int32) -> Int32? {
    guard let stat = GroupFolder.text("/proc/\(process)/stat"), let end = stat.lastIndex(of: ")")
    else { return nil }
    let fields = stat[end...].split(separator: " ")
    return fields.count > 2 ? Int32(fields[2]) : nil
  }

  /// Moves all processes to the host's group and enables the controllers for child groups; helpers may start
  /// in the meantime.
  private func divide() -> Bool {
    for _ in 0..<8 {
      let processes = group.processes
      guard processes.isEmpty || Self.areOurs(processes) else { return false }
      for process in processes { host.write("\(process)", to: "cgroup.procs") }
      let isOn = controllers.map { "+\($0)" }.joined(separator: " ")
      if group.write(isOn, to: "cgroup.subtree_control"), group.processes.isEmpty { return true }
    }
    return false
  }

  private func undo() {
    group.write(controllers.map { "-\($0)" }.joined(separator: " "), to: "cgroup.subtree_control")
    for process in host.processes { group.write("\(process)", to: "cgroup.procs") }
    group.remove(host)
  }

  /// Creates a group with these limits for a worker; nil if groups are not available or the host is exiting.
  func make(memoryBytes: Int, taskCount: Int) -> WorkerGroup? {
    hasLeft.withLock { hasLeft in
      guard !hasLeft else { return nil }
      let number = serial.add(1, ordering: .relaxed).newValue
      guard let folder = group.make("pipeline-\(getpid())-worker-\(number)") else { return nil }
      let made = WorkerGroup(folder, in: group)
      guard
        !controllers.contains("memory") || made.limit(memoryBytes: memoryBytes),
        !controllers.contains("pids") || folder.write("\(taskCount)", to: "pids.max")
      else { return nil }
      // Swapped pages count as used memory; not every system has swap.
      folder.write("0", to: "memory.swap.max")
      folder.write("1", to: "memory.oom.group")
      return made
    }
  }

  /// Ends the processes in the workers' groups, removes the groups, and moves back to the original group. The
  /// host calls the method when the program ends.
  package static func leave() {
    if hasOwn.load(ordering: .acquiring) { own?.leave() }
  }

  func leave() {
    hasLeft.withLock { hasLeft in
      guard !hasLeft else { return }
      hasLeft = true
      for name in group.names where name.hasPrefix("pipeline-\(getpid())-worker-") {
        guard let worker = GroupFolder("\(group.path)/\(name)") else { continue }
        for process in worker.processes { kill(process, SIGKILL) }
        // A process that was killed continues to exist for a moment.
        for _ in 0..<100 where !group.remove(worker) { usleep(1000) }
      }
      undo()
    }
  }
}

/// The group of one worker, which is removed with its last user after the worker has been reaped.
final class WorkerGroup: Sendable {
  private let folder: GroupFolder
  private let group: GroupFolder

  init(_ folder: GroupFolder, in group: GroupFolder) {
    self.folder = folder
    self.group = group
  }

  deinit { group.remove(folder) }

  /// The descriptor of the group's folder, for `process_start_in_group`.
  var descriptor: Int32 { folder.descriptor }

  @discardableResult
  func limit(memoryBytes: Int) -> Bool { folder.write("\(memoryBytes)", to: "memory.max") }

  /// Whether the kernel has killed a process of the group because it used too much memory.
  var ranOut: Bool {
    let words = folder.words("memory.events", inOrder: true)
    guard let at = words.firstIndex(of: "oom_kill"), at + 1 < words.count else { return false }
    return words[at + 1] != "0"
  }
}
