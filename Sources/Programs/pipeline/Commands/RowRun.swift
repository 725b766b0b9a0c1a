import AnimatorHosting
import Assets
import Documents
import Encoding
import Farm
import Planning
import Rendering
import Reporting
import Scenes

/// Renders a document once for each row of data, in one process.
struct RowRun {
  private let command: RunCommand
  private let file: String

  init(_ command: RunCommand, data: String) {
    self.command = command
    file = data
  }

  func run() throws {
    let settings = try command.document.settings()
    let set = try RowSet(
      file, range: command.rows?.range, of: command.document.file, settings,
      output: command.output)
    let reader = ProjectReader(settings, Console.diagnostics)
    var failed = 0
    for (row, document) in zip(set.rows, set.documents) {
      try Interruption.cancellation.check()
      do {
        try render(document, row, set.names, reader)
      } catch let failure as EngineError {
        failed += 1
        for line in failure.lines { Console.warn("\(set.label(row)): \(line)") }
      }
    }
    reader.close()
    if failed > 0 {
      throw EngineError("\(failed) of \(set.rows.count) rows failed", .content)
    }
  }

  private func render(
    _ document: Document, _ row: RowTable.Row, _ names: [OutputName], _ reader: ProjectReader
  ) throws {
    let planned = try reader.project(document, scale: command.rate.scale).planned
    let outputs = try OutputRequest.jobs(
      of: planned, commandLine: names.map { $0.path(for: row) }, framesPerSecond: command.rate.fps,
      scale: command.rate.scale, motionBlur: command.rate.shutter,
      encoding: command.encoding.settings)
    let lines = try RenderRun(
      planned: planned, jobs: outputs, threads: command.jobs, frames: command.selection,
      diagnostics: Console.diagnostics, cancellation: Interruption.cancellation
    ).run()
    Console.sumUp(lines, of: outputs)
  }
}
