import CProcess
import Foundation
import TestSupport
import Testing

/// One run of the real executable that is watched while it lives.
final class HostRun {
  struct Result {
    /// The exit status; minus the signal that ended it.
    var status: Int32
    var output: Data
    var errors: String
    /// The most memory that it or a process of its own had; 0 when that was not measured.
    var peakBytes: Int
    var seconds: Double
    var seen: RunWatch.Seen
    var text: String { String(decoding: output, as: UTF8.self) }
    var summary: String { "status \(status)\n\(errors)" }
    /// A sanitizer's own memory is not judged.
    func stayedBelow(_ bytes: Int) -> Bool {
      HostRun.isSanitized || peakBytes > 0 && peakBytes < bytes
    }
  }

  let process: pid_t
  private let files: Folder
  private let started = ContinuousClock.now
  private var hasEnded = false
  private var watch: RunWatch?

  static let isSoak = Effort.current == .soak
  /// How often each row of faults is tried.
  static let rounds = Effort.count(test: 1, long: 2, soak: 20)
  /// Whether the programs were built with a sanitizer, which takes time and memory of its own.
  static let isSanitized = Sanitizer.current != nil
  static let isRoot = getuid() == 0
  /// As whom a run can be started: true is nobody, whom only root can become.
  static let users = [false, true].filter(mayRun)

  /// Whether a case is run, as nobody or as who runs the tests; one that cannot be is told.
  static func mayRun(asNobody: Bool) -> Bool {
    guard asNobody else { return true }
    guard isRoot else {
      LeftOut.tell("only root becomes nobody")
      return false
    }
    if !nobodyReachesTheBuild {
      LeftOut.tell("nobody cannot reach the build: a folder above it, such as /root, is closed")
    }
    return nobodyReachesTheBuild
  }

  private static let nobodyReachesTheBuild: Bool = {
    let pipeline = Program.folder.appending(path: "pipeline").path(percentEncoded: false)
    let reached = try? Program.tool(
      "setpriv",
      ["--reuid=65534", "--regid=65534", "--clear-groups", "test", "-x", pipeline])
    return reached?.status == 0
  }()

  /// `output` takes the place of a file; nothing of our environment is inherited but PATH, HOME
  /// and the like.
  init(
    _ arguments: [String], environment: [String: String] = [:], asNobody: Bool = false,
    through wrapper: [String] = [], executable: String? = nil, output: Int32? = nil,
    measuring: Bool = false
  ) throws {
    files = try Folder()
    let pipeline =
      executable ?? Program.folder.appending(path: "pipeline").path(percentEncoded: false)
    var words = wrapper + [pipeline] + arguments
    if measuring { words = [try Self.meter.get().path("peak"), files.path("peak")] + words }
    if asNobody {
      words =
        ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] + words
    }
    var variables = environment
    for name in ["PATH", "HOME", "TMPDIR", "SWIFT_BACKTRACE"] where variables[name] == nil {
      variables[name] = ProcessInfo.processInfo.environment[name]
    }
    let out = try Self.file(files.path("out"))
    let err = try Self.file(files.path("err"))
    defer { for file in [out, err] { close(file) } }
    var id: pid_t = 0
    let problem = Self.start(
      words, variables.map { "\($0.key)=\($0.value)" }, output: output ?? out, errors: err, &id)
    process = id
    try #require(problem == 0, "\(words[0]): errno \(problem)")
    watch = RunWatch(process)
  }

  deinit {
    if !hasEnded {
      kill(process, SIGKILL)
      _ = reap()
    }
  }

  /// Starts a program and writes its peak memory. A program that is started by another has the peak of
  /// that one, so the tests themselves are too large for it.
  private static let meter = Swift.Result {
    let folder = try Folder()
    try folder.write(
      """
      #include <signal.h>
      #include <stdio.h>
      #include <sys/prctl.h>
      #include <sys/resource.h>
      #include <sys/wait.h>
      #include <unistd.h>
      int main(int count, char **words) {
        const pid_t child = fork();
        if (child == 0) {
          prctl(PR_SET_PDEATHSIG, SIGKILL);
          execv(words[2], words + 2);
          _exit(127);
        }
        int status = 0;
        struct rusage used;
        wait4(child, &status, 0, &used);
        FILE *file = fopen(words[1], "w");
        fprintf(file, "%ld", used.ru_maxrss * 1024);
        fclose(file);
        return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
      }
      """, to: "peak.c")
    let built = try Program.tool("cc", ["-w", "-o", folder.path("peak"), folder.path("peak.c")])
    try #require(built.status == 0, "\(built.summary)")
    return folder
  }

  private static func file(_ path: String) throws -> Int32 {
    let file = unsafe open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
    try #require(file >= 0)
    return file
  }

  private static func start(
    _ words: [String], _ variables: [String], output: Int32, errors: Int32, _ id: inout pid_t
  ) -> Int32 {
    // Safety: copies of the strings, alive during the call.
    var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
    var environment = unsafe variables.map { unsafe strdup($0) } + [nil]
    defer {
      for i in unsafe arguments.indices { unsafe free(arguments[i]) }
      for i in unsafe environment.indices { unsafe free(environment[i]) }
    }
    return unsafe words[0].withCString { path in
      unsafe arguments.withUnsafeMutableBufferPointer { arguments in
        unsafe environment.withUnsafeMutableBufferPointer { environment in
          var request = unsafe process_request(
            path: path, arguments: arguments.baseAddress!, environment: environment.baseAddress,
            input: -1, output: output, error: errors, passed: nil, passed_count: 0,
            dies_with_parent: true)
          return unsafe process_start(&request, &id)
        }
      }
    }
  }

  /// Waits for its end, and expects that nothing is left of it.
  func wait(at location: SourceLocation = #_sourceLocation) -> Result {
    let result = reap()
    result.expectNothingLeft(at: location)
    return result
  }

  private func reap() -> Result {
    var status: Int32 = 0
    // It stays a zombie until the watch is over. Safety: the kernel fills both in.
    var about = unsafe siginfo_t()
    while unsafe waitid(P_PID, id_t(process), &about, WEXITED | WNOWAIT) < 0, errno == EINTR {}
    let seen = watch?.end() ?? RunWatch.Seen()
    watch = nil
    while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
    hasEnded = true
    let signal = process_signal_of(status)
    let peak = String(decoding: (try? files.data("peak")) ?? Data(), as: UTF8.self)
    return Result(
      status: signal == 0 ? process_exit_of(status) : -signal,
      output: (try? files.data("out")) ?? Data(),
      errors: String(decoding: (try? files.data("err")) ?? Data(), as: UTF8.self),
      peakBytes: Int(peak) ?? 0,
      seconds: Double((ContinuousClock.now - started) / .milliseconds(1)) / 1000, seen: seen)
  }

  func send(_ signal: Int32) { kill(process, signal) }

  // MARK: Watching

  /// What its descriptors lead to.
  var descriptors: [String] { ProcessLook.descriptors(of: process) }

  /// Bytes of memory that it has now.
  var residentBytes: Int {
    let numbers = ProcFile.text("/proc/\(process)/statm").split(separator: " ").map { Int($0) ?? 0 }
    let pages = numbers.dropFirst().first ?? 0
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
  }

  /// Its children; those in state Z nobody has reaped.
  var children: [ProcessLook] { ProcessLook.children(of: process) }

  /// No child stays a zombie; one that has just died is given five seconds.
  var reapsItsChildren: Bool {
    let dead = Set(children.filter { $0.state == "Z" }.map(\.id))
    for _ in 0..<100 {
      guard children.contains(where: { dead.contains($0.id) && $0.state == "Z" }) else {
        return true
      }
      usleep(50_000)
    }
    return false
  }

  /// Processes that have `folder` in their words: none when a run has cleaned up behind itself.
  static func processes(naming folder: String) -> [pid_t] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap { pid_t($0) }.filter { id in
      id != getpid() && ProcFile.text("/proc/\(id)/cmdline").contains(folder)
    }
  }

  /// The same, given five seconds to end.
  static func leftovers(of folder: String) -> [pid_t] {
    for _ in 0..<100 where !processes(naming: folder).isEmpty { usleep(50_000) }
    return processes(naming: folder)
  }
}
