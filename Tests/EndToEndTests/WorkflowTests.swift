import Foundation
import Testing

/// Tests the jobs in Documentation/workflows.md.
@Suite struct WorkflowTests {
  /// The code blocks of the page, each with its language.
  private static let blocks: [(language: String, lines: [String])] = {
    let file = Program.root.appending(path: "Documentation/workflows.md")
    let page = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    let parts = page.split(separator: "```", omittingEmptySubsequences: false)
    return stride(from: 1, to: parts.count, by: 2).map { index in
      let lines = parts[index].split(separator: "\n").map(String.init)
      return (lines.first ?? "", Array(lines.dropFirst()))
    }
  }()

  private static let commands = blocks.first { $0.language == "sh" }?.lines ?? []

  /// Runs the commands in a folder in which `pipeline init` has created a document; returns the status of each command,
  /// in the page's order.
  private func run(_ change: (String) -> String = { $0 }) throws -> (Folder, [Int32]) {
    let folder = try Folder()
    try Program.pipeline(["init", "work"], in: folder.url)
    let file = folder.path("work/pipeline.json")
    try change(try String(contentsOfFile: file, encoding: .utf8)).write(
      toFile: file, atomically: true, encoding: .utf8)
    let path = Program.folder.path(percentEncoded: false)
    let statuses = try Self.commands.map { command in
      try Program.run(
        URL(filePath: "/bin/sh"), ["-c", "PATH=\(path):$PATH\n\(command)"],
        in: folder.url.appending(path: "work")
      ).status
    }
    return (folder, statuses)
  }

  /// If all checks pass, the job writes two reports and a page.
  @Test func theCommandsRunInTheirOrder() throws {
    #expect(Self.commands.count == 3)
    let (folder, statuses) = try run()
    #expect(statuses == [0, 0, 0])
    #expect(try folder.files(in: "work/reports") == ["check.xml", "page", "validate.xml"])
    #expect(try folder.files(in: "work/reports/page") == ["index.html"])
  }

  /// A changed document fails the job, which stores the pictures.
  @Test func aChangeFailsTheJobAndIsKept() throws {
    let (folder, statuses) = try run { $0.replacing("easeInOut", with: "easeIn") }
    #expect(statuses == [0, 0, 1])
    #expect(
      try folder.files(in: "work/reports/page/pictures")
        == ["check-3.png", "expected-3.png", "made-3.png"])
    let report = String(decoding: try folder.data("work/reports/check.xml"), as: UTF8.self)
    #expect(report.contains("failures=\"1\"") && report.contains("checks/middle.png"))
  }

  /// Each service's job has the same commands in the same order, after the installation.
  @Test func everyServiceRunsTheSame() {
    let jobs = Self.blocks.filter { ["yaml", "groovy"].contains($0.language) }
    #expect(jobs.count == 3)
    for job in jobs {
      let shown = job.lines.compactMap { line -> String? in
        guard let start = line.firstRange(of: "pipeline "), !line.hasPrefix("pipeline {") else {
          return nil
        }
        return line[start.lowerBound...].trimmingCharacters(in: CharacterSet(charactersIn: "' "))
      }
      #expect(shown == Self.commands, "\(job.language)")
      #expect(
        job.lines.count { $0.contains("apt-get install -y --no-install-recommends ./pipeline_") }
          == 1)
    }
  }
}
