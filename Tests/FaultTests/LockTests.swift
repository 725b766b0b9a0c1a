import Foundation
import TestSupport
import Testing

/// Tests the locks of a worker: they are active before any code of a plugin runs, and effective on every kernel, as
/// root and as nobody.
@Suite(.rounds) struct LockTests {
  /// The code that a loader runs before a plugin's entry.
  enum Early: String, CaseIterable { case constructor, initialiser, resolver, library }

  /// Returns a rig whose only plugin tests its locks, or crashes before its entry is called.
  private func rig(_ what: String = "nothing", _ early: Early? = nil) throws -> FaultRig {
    let rig = try FaultRig(what, animator: "test.locked")
    let plugins = rig.folder.url.appending(path: "plugins")
    try FileManager.default.removeItem(at: plugins)
    try FileManager.default.copyItem(
      at: try Self.built.get().url.appending(path: early?.rawValue ?? "none"), to: plugins)
    return rig
  }

  /// A folder for each plugin, which is built once.
  private static let built = Result {
    let folder = try Folder()
    for early in Early.allCases.map(Optional.some) + [nil] {
      let name = early?.rawValue ?? "none"
      try FileManager.default.createDirectory(
        at: folder.url.appending(path: name), withIntermediateDirectories: true)
      var flags = early.map { ["-DEARLY_\($0.rawValue.uppercased())"] } ?? []
      if early == .initialiser { flags += ["-Wl,-init=early"] }
      if early == .library {
        flags += ["-Wl,-rpath,$ORIGIN,--no-as-needed", try buildLibrary(in: folder)]
      }
      try FaultRig.build("locked.c", into: folder, as: "\(name)/locked.so", flags)
    }
    return folder
  }

  /// Builds a library that crashes while it is loaded; its name is not the name of a plugin.
  private static func buildLibrary(in folder: Folder) throws -> String {
    try folder.write(
      """
      int needed;
      __attribute__((constructor)) static void early(void) { *(volatile int *)8 = 1; }
      """, to: "needed.c")
    let path = folder.path("library/libneeded.so.1")
    let built = try Program.tool(
      "cc",
      [
        "-shared", "-fPIC", "-w", "-Wl,-soname,libneeded.so.1", folder.path("needed.c"), "-o", path,
      ])
    try #require(built.status == 0, "\(built.summary)")
    return path
  }

  private func run(
    _ rig: FaultRig, _ more: [String], version: Int?, asNobody: Bool
  ) throws -> HostRun.Result {
    try HostRun(
      ["run", rig.folder.path("doc.json"), "-o", "-"] + more,
      environment: ["HOME": rig.folder.path("")], asNobody: asNobody,
      through: OlderKernel.wrapper(version)
    ).wait()
  }

  /// The early code crashes when it runs, so a refusal proves that it did not run.
  @Test(arguments: Effort.spread(Early.allCases, test: 1), [false, true])
  func nothingRunsBeforeTheLocksAreKnown(early: Early, asNobody: Bool) throws {
    guard HostRun.mayRun(asNobody: asNobody) else { return }
    let rig = try rig("nothing", early)
    let required = try run(
      rig, rig.plugins + ["--sandbox", "require"], version: 0, asNobody: asNobody)
    #expect(required.status == 69 && required.errors.contains("Landlock"), "\(required.summary)")
    let tried = try HostRun(
      ["plugin", "test", rig.folder.path("plugins/locked.so"), "--sandbox", "require"],
      asNobody: asNobody, through: OlderKernel.wrapper(0)
    ).wait()
    #expect(tried.status == 69 && tried.errors.contains("Landlock"), "\(tried.summary)")
    let allowed = try run(rig, rig.plugins, version: 0, asNobody: asNobody)
    #expect(allowed.status == 76 && allowed.errors.contains("signal 11"), "\(allowed.summary)")
  }

  @Test(arguments: Effort.spread(Early.allCases, test: 1), Effort.spread([false, true], test: 1))
  func nothingOfADocumentsPluginRunsBefore(early: Early, asNobody: Bool) throws {
    guard HostRun.mayRun(asNobody: asNobody) else { return }
    let rig = try rig("nothing", early)
    let text = String(decoding: try rig.folder.data("doc.json"), as: UTF8.self)
    try rig.folder.write(
      text.replacingOccurrences(
        of: "\"version\": 1,", with: "\"version\": 1, \"plugins\": [\"plugins\"],"),
      to: "doc.json")
    let refused = try run(rig, [], version: 0, asNobody: asNobody)
    #expect(refused.status == 77 && refused.errors.contains("Landlock"), "\(refused.summary)")
    let allowed = try run(rig, ["--allow-document-plugins"], version: 0, asNobody: asNobody)
    #expect(allowed.status == 76 && allowed.errors.contains("signal 11"), "\(allowed.summary)")
  }

  /// The versions of Landlock to simulate: nil is the kernel's own version, and 0 means that there is none.
  private static let versions: [Int?] =
    Effort.current == .test ? [nil, 0, 4] : [nil, 0, 1, 2, 3, 4, 5]

  /// With any version of Landlock, no plugin can send a signal to the host or use uncounted memory; the frames equal
  /// those of a plugin that does not try.
  @Test(arguments: versions, Effort.spread(["auto", "require"], test: 1))
  func theLocksHoldOnEveryKernel(version: Int?, sandbox: String) throws {
    // Without Landlock no plugin is loaded, which other tests cover.
    if version == 0, sandbox == "require" { return }
    let expected = try FaultRig.frames()
    for asNobody in HostRun.users {
      for (what, told) in [
        ("signals", "fcntl"), ("memory", "mmap"), ("usual", ""), ("machine", "open"),
      ] where what != "machine" || version != 0 {
        let rig = try rig(what)
        let run = try run(
          rig, rig.plugins + ["--sandbox", sandbox], version: version, asNobody: asNobody)
        #expect(run.status == 0, "\(what): \(run.summary)")
        #expect(run.output == expected, "\(what): \(run.summary)")
        let isTold = run.errors.contains("locked.so: the sandbox refused \(told)")
        #expect(isTold != told.isEmpty, "\(what): \(run.summary)")
        #expect(
          run.errors.contains("the sandbox lacks Landlock") == (version == 0), "\(run.summary)")
      }
    }
  }

  /// User namespaces are unavailable if their limit is 0 or the root folder was changed.
  private static var hasUserNamespaces: Bool {
    (try? Program.tool("unshare", ["--user", "true"]).status) == 0
  }

  /// A worker of nobody has its own user namespace, which counts its threads. The thread sanitizer adds a thread to
  /// every process, which also counts.
  @Test(
    .enabled(if: HostRun.isRoot && hasUserNamespaces),
    .disabled(if: Sanitizer.current == .thread, "the thread sanitizer's own thread is counted"))
  func threadsAreLimited() throws {
    let expected = try FaultRig.frames()
    let rig = try rig("threads")
    let run = try run(rig, rig.plugins, version: nil, asNobody: true)
    #expect(run.status == 0 && run.output == expected, "\(run.summary)")
  }

  /// A worker ends together with its host in every user namespace.
  @Test(arguments: Effort.spread([false, true], test: 1)) func aWorkerEndsWithItsHost(
    asNobody: Bool
  ) throws {
    guard HostRun.mayRun(asNobody: asNobody) else { return }
    let rig = try FaultRig("sleeps")
    let host = try HostRun(
      ["run", rig.folder.path("doc.json"), "-o", "-"] + rig.plugins,
      environment: ["HOME": rig.folder.path("")], asNobody: asNobody)
    for _ in 0..<500 where host.children.isEmpty { usleep(10_000) }
    #expect(!host.children.isEmpty)
    host.send(SIGKILL)
    #expect(host.wait().status == -SIGKILL)
  }

  /// A lack of system resources has its own status, and the message names the limit.
  @Test(
    .enabled(if: !HostRun.isSanitized),
    arguments: Effort.spread(
      [
        ("-s 64", "stack"), ("-s 128", "stack"), ("-v 100000", "memory"), ("-v 200000", "memory"),
        ("-n 16", "descriptors"),
      ], test: 2))
  func tooLowALimitIsNamed(limit: String, what: String) throws {
    let rig = try rig()
    for command in [["run", rig.folder.path("doc.json"), "-o", "-"], ["plugin", "list"]] {
      let run = try HostRun(
        command + rig.plugins, environment: ["HOME": rig.folder.path("")],
        through: ["/bin/sh", "-c", "ulimit \(limit); exec \"$0\" \"$@\""]
      ).wait()
      #expect(run.status == 71 && run.output.isEmpty, "\(limit): \(run.summary)")
      #expect(
        run.errors.contains(what) && run.errors.contains("ulimit \(limit.prefix(2))"),
        "\(limit): \(run.summary)")
    }
  }

  /// Shared memory counts as a file, so a limit on file sizes has an effect in many places.
  @Test(.enabled(if: !HostRun.isSanitized)) func aLimitOfFilesLeavesNothing() throws {
    let folder = try Folder()
    let run = try HostRun(
      ["init", folder.path("new")], environment: ["HOME": folder.path("")],
      through: ["/bin/sh", "-c", "ulimit -f 64; exec \"$0\" \"$@\""]
    ).wait()
    #expect(run.status == 74 && run.errors.hasPrefix("error: "), "\(run.summary)")
    #expect(run.errors.count(where: \.isNewline) == 1, "\(run.summary)")
    #expect(try folder.files() == [])
  }

  /// A limit below the sandbox's limit is a stronger lock, not a missing one.
  @Test(.enabled(if: !HostRun.isSanitized), arguments: Effort.spread([false, true], test: 1))
  func aLowerLimitIsInForce(asNobody: Bool) throws {
    guard HostRun.mayRun(asNobody: asNobody) else { return }
    let expected = try FaultRig.frames()
    let rig = try rig()
    for limit in ["ulimit -v 5000000", "ulimit -Sv 4000000", "ulimit -n 200"] {
      let run = try HostRun(
        ["run", rig.folder.path("doc.json"), "-o", "-", "--sandbox", "require"] + rig.plugins,
        environment: ["HOME": rig.folder.path("")], asNobody: asNobody,
        through: ["/bin/sh", "-c", "\(limit); exec \"$0\" \"$@\""]
      ).wait()
      #expect(run.status == 0 && run.output == expected, "\(limit): \(run.summary)")
    }
  }
}
