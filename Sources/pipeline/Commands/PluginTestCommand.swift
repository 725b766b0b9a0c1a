import AnimatorHosting
import ArgumentParser
import Conformance
import Documents
import Foundation

struct PluginTestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test", abstract: "Tries a plugin out: 52 checks, each in its own process.",
    discussion: "Exits with 1 when a check fails.")

  @Argument(help: ArgumentHelp("The plugin.", valueName: "FILE.so"))
  var file: String

  @Option(help: ArgumentHelp("Only these checks, as 7,30-40.", valueName: "NUMBERS"))
  var only: CheckNumbers?

  @Option(
    help: ArgumentHelp("Where random values begin; printed, to repeat a run.", valueName: "N"))
  var seed: UInt64?

  @Flag(help: "Prints JSON.")
  var json = false

  func run() throws {
    guard FileManager.default.fileExists(atPath: file) else {
      throw Failure("\(file): no such file", status: 66)
    }
    guard let worker = Isolation().worker else {
      throw Failure(Isolation.missingWorker, status: 69)
    }
    let path = URL(filePath: file).standardizedFileURL.path()
    let seed = seed ?? UInt64.random(in: 0...999_999)
    let run = PluginTrial(
      path: path, isBundled: AnimatorRegistry().isBundled(path), seed: seed, worker: worker)
    if !json { Console.result("\(file)  --seed \(seed)") }
    let results = run.run(only: only?.numbers) { result in
      if !json { Console.result(Self.line(result)) }
    }
    let failed = results.filter { $0.verdict.status == .failed }.count
    if json {
      let checks = results.map { result in
        "{\"n\":\(result.check.number),\"name\":\(JSONWriter.string(result.check.name)),"
          + "\"status\":\"\(result.verdict.status.rawValue)\","
          + "\"reason\":\(JSONWriter.string(result.verdict.reason))}"
      }
      Console.result("{\"seed\":\(seed),\"checks\":[\(checks.joined(separator: ","))]}")
    } else {
      func count(_ status: Verdict.Status) -> Int {
        results.filter { $0.verdict.status == status }.count
      }
      Console.result(
        "\(results.count) checks: \(count(.passed)) passed, \(failed) failed,"
          + " \(count(.skipped)) skipped")
    }
    if failed > 0 { throw ExitCode(1) }
  }

  /// A failure says the law and what was seen.
  private static func line(_ result: PluginTrial.Result) -> String {
    let (check, verdict) = (result.check, result.verdict)
    let head =
      "\(check.number < 10 ? " " : "")\(check.number) \(verdict.status.rawValue)  \(check.name)"
    switch verdict.status {
    case .passed: return verdict.reason.isEmpty ? head : "\(head)  (warning: \(verdict.reason))"
    case .skipped: return "\(head)  (\(verdict.reason))"
    case .failed: return "\(head)\n     law:  \(check.law)\n     seen: \(verdict.reason)"
    }
  }
}

/// `7,30-40`.
struct CheckNumbers: ExpressibleByArgument {
  let numbers: Set<Int>

  init?(argument: String) {
    var numbers: Set<Int> = []
    for part in argument.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
      guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1],
        first >= 1, first <= last, last <= Check.all.count
      else { return nil }
      numbers.formUnion(first...last)
    }
    self.numbers = numbers
  }
}
