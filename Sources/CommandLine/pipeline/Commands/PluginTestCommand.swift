import Checking
import CommandLine
import JSON
import PluginHosting
import PluginModel
import ArgumentParser
import Conformance
import Documents
import Files
import Rendering
import Reporting

struct PluginTestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test", abstract: "Tests a plugin with 56 checks, each in its own process.",
    discussion: "The exit status is 1 when a check fails.")

  @Argument(help: ArgumentHelp("The path of the plugin.", valueName: "FILE.so"))
  var file: String

  @Option(
    help: ArgumentHelp(
      """
      Runs only the checks with the given numbers, such as 7,30-40, or tests only the animator \
      with the given id; may be repeated.
      """,
      valueName: "NUMBERS|ID"))
  var only: [CheckChoice] = []

  private var numbers: Set<Int>? {
    let all = only.compactMap { if case .numbers(let numbers) = $0 { numbers } else { nil } }
    return all.isEmpty ? nil : all.reduce(into: []) { $0.formUnion($1) }
  }
  private var ids: [String] {
    only.compactMap { if case .id(let id) = $0 { id } else { nil } }
  }

  @Option(
    help: ArgumentHelp(
      "Sets the seed of random values. Each run prints its seed, so that you can repeat the run.",
      valueName: "N"))
  var seed: UInt64?

  @Option(
    help: ArgumentHelp(
      "Writes pictures of pixel failures to this folder; by default, the current folder.",
      valueName: "DIR"))
  var pictures = "."

  @Option(help: ArgumentHelp("Sets how many checks run in parallel.", valueName: "N"))
  var jobs: Int = System.processorCount

  @Option(
    help: ArgumentHelp(
      """
      Sets how the checks' processes are sandboxed: auto (with whatever the system offers), require (fully, \
      or not started at all).
      """, valueName: "HOW"))
  var sandbox = Isolation.Sandbox.auto

  @Option(help: "Sets how progress is reported: auto, json or none.")
  var progress: Progress.Style = .auto

  @Flag(help: "Prints the result as JSON.")
  var json = false

  @Option(help: ArgumentHelp("Writes the results to a JUnit XML file.", valueName: "FILE.xml"))
  var junit: String?

  func validate() throws {
    if !(1...64).contains(jobs) { throw ValidationError("--jobs takes 1 to 64") }
    if ids.count > 1 { throw ValidationError("--only takes one animator") }
    if sandbox == .off { throw ValidationError("--sandbox takes auto or require") }
  }

  func run() throws {
    guard System.exists(file) else { throw EngineError("\(file): no such file", .missing) }
    guard let program = EngineContext.ofProgram.find(ConformanceRun.programName) else {
      throw EngineError(Isolation.missing(ConformanceRun.programName), .unavailable)
    }
    try OutputGuard.check([junit], reading: [file], in: .ofProgram)
    let path = System.plainPath(file)
    let seed = seed ?? UInt64.random(in: 0...999_999)
    var trial = ConformanceRun(
      path: path, isBundled: AnimatorRegistry().isBundled(path), seed: seed, program: program)
    trial.jobs = jobs
    trial.animator = ids.first
    trial.needsWholeSandbox = sandbox == .require
    trial.warn = { Console.warn($0) }
    let gallery = FailureGallery(folder: pictures, plugin: path)
    var bar = Progress(progress, of: "check")
    let count = numbers?.count ?? Check.all.count
    if !json { Console.result("\(file)  --seed \(seed)") }
    bar.show(0, of: count)
    var drawn: [Int: String] = [:]
    var done = 0
    let results = try run(trial) { result in
      let number = result.check.number
      drawn[number] = gallery.draw(result)
      if !json {
        bar.clear()
        Console.result(Self.lines(result, picture: drawn[number]))
      }
      done += 1
      bar.show(done, of: count)
    }
    bar.clear()
    let failed = results.count { $0.verdict.status == .failed }
    if let junit { try Self.tests(results, of: file).write(junit: junit, in: .ofProgram) }
    if json {
      let checks = results.map { Self.json($0, picture: drawn[$0.check.number]) }
      let all: JSONObject = ["checks": checks, "seed": seed]
      Console.result(json: all.json)
    } else {
      func count(_ status: Verdict.Status) -> Int {
        results.count { $0.verdict.status == status }
      }
      Console.result(
        "\(results.count) checks: \(count(.passed)) passed, \(failed) failed,"
          + " \(count(.skipped)) skipped")
    }
    if failed > 0 { throw ExitCode(1) }
  }

  private func run(
    _ trial: ConformanceRun, _ tell: (ConformanceRun.Result) -> Void
  ) throws -> [ConformanceRun.Result] {
    do throws(PluginRefusal) {
      return try trial.run(only: numbers, tell)
    } catch {
      throw EngineError("\(error)", .unavailable)
    }
  }

  private static func tests(_ results: [ConformanceRun.Result], of file: String) -> TestReport {
    var report = TestReport(suite: file)
    report.cases = results.map { result in
      let reason = result.verdict.reason
      let verdict: TestReport.Verdict =
        switch result.verdict.status {
        case .passed: .passed
        case .failed: .failed("\(reason) (law: \(result.check.law))")
        case .skipped: .skipped(reason)
        }
      return TestReport.Case(name: "\(result.check.number) \(result.check.name)", verdict: verdict)
    }
    return report
  }

  /// The lines about a failure: the rule, the observation, and the path of the failure's picture.
  private static func lines(_ result: ConformanceRun.Result, picture: String?) -> [String] {
    let (check, verdict) = (result.check, result.verdict)
    let head =
      "\(check.number < 10 ? " " : "")\(check.number) \(verdict.status.rawValue)  \(check.name)"
    switch verdict.status {
    case .passed: return [verdict.reason.isEmpty ? head : "\(head)  (warning: \(verdict.reason))"]
    case .skipped: return ["\(head)  (\(verdict.reason))"]
    case .failed:
      return [head, "     law:  \(check.law)", "     seen: \(verdict.reason)"]
        + (picture.map { ["     drawn: \($0) (expected, seen, where they differ)"] } ?? [])
    }
  }

  private static func json(_ result: ConformanceRun.Result, picture: String?) -> JSONObject {
    var members: JSONObject = [
      "n": result.check.number, "name": result.check.name,
      "status": result.verdict.status.rawValue, "reason": result.verdict.reason,
    ]
    members.add("picture", picture)
    return members
  }
}

/// The selection of checks: numbers such as `7,30-40`, or the id of an animator.
enum CheckChoice: ExpressibleByArgument {
  case numbers(Set<Int>)
  case id(String)

  init?(argument: String) {
    if let numbers = OptionText.numbers(argument, upTo: Check.all.count) {
      self = .numbers(numbers)
    } else if let first = argument.unicodeScalars.first, ("a"..."z").contains(first) {
      self = .id(argument)
    } else {
      return nil
    }
  }
}
