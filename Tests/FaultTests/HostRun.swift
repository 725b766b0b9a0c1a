import CProcess
import Foundation
import TestSupport
import Testing

/// A run of the real executable that is observed while it is running.
final class HostRun {
  struct Result {
    /// The exit status, or the negative number of the signal that ended the run.
    var status: Int32
    var output: Data
    var errors: String
    /// The maximum memory of the run or of one of its processes; 0 if it was not measured.
    var peakBytes: Int
    var seconds: Double
    var seen: RunWatch.Seen
    var text: String { String(decoding: output, as: UTF8.self) }
    var summary: String { "status \(status)\n\(errors)" }
    /// The memory of a sanitizer is not tested.
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
  /// The number of repetitions of each fault.
  static let rounds = Effort.count(test: 1, long: 2, soak: 20)
  /// Whether the programs were built with a sanitizer, which takes additional time and memory.
  static let isSanitized = Sanitizer.current != nil
  static let isRoot = getuid() == 0
  /// The users as which a run can be started: true means nobody, which requires root.
  static let users = [false, true].filter(mayRun)

  /// Returns whether a case can run as nobody or as the current user; a case that cannot run is reported.
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

  /// A program that starts another program and writes its peak memory. A new process inherits the peak of its parent,
  /// and the tests are too large to be this parent.
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
    // Safety: the copies of the strings exist during the call.
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

  /// Waits for the end of the run, and expects that no process or file remains.
  func wait(at location: SourceLocation = #_sourceLocation) -> Result {
    let result = reap()
    result.expectNothingLeft(at: location)
    return result
  }

  private func reap() -> Result {
    var status: Int32 = 0
    // The process stays a zombie until the observation has ended. Safety: the kernel fills both values.
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

  /// The files to which the descriptors of the run refer.
  var descriptors: [String] { ProcessLook.descriptors(of: process) }

  /// The current memory of the run in bytes.
  var residentBytes: Int {
    let numbers = ProcFile.text("/proc/\(process)/statm").split(separator: " ").map { Int($0) ?? 0 }
    let pages = numbers.dropFirst().first ?? 0
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
  }

  /// The children of the run; a child in state Z was not reaped.
  var children: [ProcessLook] { ProcessLook.children(of: process) }

  /// Whether no child stays a zombie; a child that has just ended has five seconds.
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

  /// Returns the processes whose arguments contain `folder`; there are none after a run has cleaned up.
  static func processes(naming folder: String) -> [pid_t] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap { pid_t($0) }.filter { id in
      id != getpid() && ProcFile.text("/proc/\(id)/cmdline").contains(folder)
    }
  }

  /// Returns the processes whose arguments still contain `folder` after five seconds.
  static func leftovers(of folder: String) -> [pid_t] {
    for _ in 0..<100 where !processes(naming: folder).isEmpty { usleep(50_000) }
    return processes(naming: folder)
  }
}
