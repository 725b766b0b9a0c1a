import CommandLine
import JSON
import PluginHosting
import Assets
import Documents
import Encoding
import Files
import Glibc
import Planning
import Rendering
import Reporting
import Scenes

/// Renders a document once for each row of data in a single process.
struct RowRun {
  private let command: RunCommand
  private let file: String
  private var options: RowOptions { command.table }

  init(_ command: RunCommand, data: String) {
    self.command = command
    file = data
  }

  func run() throws {
    let settings = try command.readingSettings()
    let set = try RowSet(
      file, range: options.rows, of: command.document.file, settings,
      output: command.output, skipsBad: options.badRows == .skip)
    for note in set.notes { Console.note(note) }
    let table = badRowsPath(set)
    try OutputGuard.check(
      [options.sheet, options.badRows == .skip ? table : nil], reading: [file], in: .ofProgram)
    try set.refuse(besideRows: [options.sheet, options.badRows == .skip ? table : nil])
    // An output name that is invalid for every row is reported as in a run without rows.
    for name in set.names {
      do { _ = try OutputFormat(path: name.path(for: set.rows[0])) } catch {
        throw EngineError(error)
      }
    }
    let sheet = try options.sheet.map { try RowSheet($0, of: set.rows.count, in: .ofProgram) }
    defer { sheet?.cancel() }
    let records = command.resume ? try records(set, settings) : nil
    let made = Set(
      zip(set.rows, set.documents).lazy.filter { row, document in
        records?.isMade(row, document, set.files(of: row, document)) ?? false
      }.map(\.0.number))
    let told = RowDiagnostics(of: set.rows.count - made.count)
    if options.badRows == .fail { try plan(set, without: made, settings) }
    let reader = ProjectReader(settings, told.diagnostics)
    var bad = set.bad
    for failed in bad { for line in failed.lines { Console.warn("skipped: \(line)") } }
    told.begin()
    var cause = EngineError.Cause.content
    for (row, document) in zip(set.rows, set.documents) where !made.contains(row.number) {
      try Interruption.cancellation.check()
      told.begin(set.label(row))
      do {
        let lines = try render(document, row, set.names, reader, told, sheet)
        try records?.add(row, document, set.files(of: row, document))
        told.end(lines)
      } catch let failure as EngineError where failure.cause != .cancelled {
        let lines = set.lines(failure.lines, of: row)
        bad.append(RowSet.BadRow(row: row, lines: lines))
        if !failure.isOfRow { cause = failure.cause }
        told.end([])
        for line in lines {
          Console.warn(options.badRows == .skip ? "skipped: \(line)" : line)
        }
      }
    }
    told.sumUp()
    if !made.isEmpty {
      Console.note(
        "\(made.count) of \(set.rows.count + set.bad.count) rows were rendered by an earlier run")
    }
    reader.close()
    if let sheet { Console.summary(try sheet.finish()) }
    try finish(bad, cause, set, table)
    guard cause == .content else {
      throw EngineError(
        "\(bad.count) of \(set.rows.count + set.bad.count) rows failed", cause)
    }
  }

  private func records(_ set: RowSet, _ settings: ReadingSettings) throws -> RowRecords {
    guard let first = set.files(of: set.rows[0], set.documents[0]).first else {
      throw EngineError.usage(
        "--resume: rows that make files in folders of frames are not recorded")
    }
    let rate = command.rate
    let numbers = [rate.fps, rate.scale, rate.speed.value, rate.motionBlur].map {
      $0.map(JSONWriter.number) ?? ""
    }
    let sets = settings.variables.map { "\($0.name)=\($0.value)" }
    let moment = options.at?.text ?? ""
    return try RowRecords(
      in: Folder.of(first),
      options: numbers + [moment, "\(command.selection)"] + command.encoding.settings.words + sets,
      .ofProgram)
  }

  /// Plans all rows before any file is written, so that an error in a row leaves no files to clean up.
  private func plan(
    _ set: RowSet, without made: Set<Int>, _ settings: ReadingSettings
  ) throws {
    let reader = ProjectReader(settings, checksOnly: true, Diagnostics { _ in })
    var lines: [String] = []
    var cause = EngineError.Cause.content
    for (row, document) in zip(set.rows, set.documents) where !made.contains(row.number) {
      try Interruption.cancellation.check()
      if let failure = failure(of: document, reader) {
        lines += set.lines(failure.lines, of: row)
        if !failure.isOfRow { cause = failure.cause }
      }
    }
    reader.close()
    guard lines.isEmpty else { throw EngineError(lines: Array(lines.prefix(200)), cause) }
  }

  private func failure(of document: Document, _ reader: ProjectReader) -> EngineError? {
    do throws(EngineError) {
      _ = try reader.project(document, scale: command.rate.scale)
      return nil
    } catch {
      return error
    }
  }

  /// Reports the rows that were not rendered and, if invalid rows are skipped, writes them to a file.
  private func finish(
    _ bad: [RowSet.BadRow], _ cause: EngineError.Cause, _ set: RowSet, _ table: String
  ) throws {
    // The table of invalid rows that an earlier run wrote is removed, because all rows have now been
    // rendered.
    if bad.isEmpty, options.rows == nil, set.isOfSkipped(table),
      System.realPath(table) != System.realPath(file)
    {
      _ = unsafe unlink(table)
      Console.note("\(table), which an earlier run wrote, is removed: its rows are rendered now")
    }
    guard !bad.isEmpty else { return }
    let total = set.rows.count + set.bad.count
    guard options.badRows == .skip, bad.count < total else {
      throw EngineError("\(bad.count) of \(total) rows failed", cause)
    }
    do {
      let made = try AtomicFile(table, context: .ofProgram)
      try made.write(Array(set.csv(of: bad).utf8))
      try made.commit()
    } catch {
      throw EngineError(error)
    }
    Console.note(
      "\(total - bad.count) of \(total) rows were made; \(table) has the "
        + (bad.count == 1 ? "one row that was skipped" : "\(bad.count) rows that were skipped")
    )
  }

  /// The path of the table for invalid rows, in the folder of the first output.
  private func badRowsPath(_ set: RowSet) -> String {
    let document = set.documents[0]
    let first =
      set.names.first?.path(for: set.rows[0])
      ?? document.outputs.first.flatMap { try? document.paths.forWriting($0.path.value) } ?? ""
    let folder = Folder.of(first)
    func path(_ name: String) -> String { folder == "." ? name : "\(folder)/\(name)" }
    // The input may be the corrected table of an earlier run, which must not be overwritten.
    let isInput = System.realPath(path("bad-rows.csv")) == System.realPath(file)
    return path(isInput ? "bad-rows-again.csv" : "bad-rows.csv")
  }

  /// Renders the table rows and returns the summary lines.
  private func render(
    _ document: Document, _ row: RowTable.Row, _ names: [OutputName], _ reader: ProjectReader,
    _ told: RowDiagnostics, _ sheet: RowSheet?
  ) throws -> [String] {
    let planned = try reader.project(document, scale: command.rate.scale).planned
    let outputs = try OutputRequest.jobs(
      of: planned, commandLine: names.map { $0.path(for: row) }, framesPerSecond: command.rate.fps,
      scale: command.rate.scale, speed: command.rate.speed.factor, motionBlur: command.rate.shutter,
      encoding: command.encoding.settings)
    let moment = try options.at?.time(in: planned)
    var lines: [String] = []
    if let moment {
      for output in outputs {
        let still = try StillRun(
          planned, at: moment, to: output, threads: command.jobs, reader.media, told.diagnostics)
        lines.append(try still.run())
      }
    } else {
      lines = try RenderRun(
        planned: planned, jobs: outputs, threads: command.jobs, media: reader.media,
        frames: command.selection,
        diagnostics: told.diagnostics, cancellation: Interruption.cancellation
      ).run()
    }
    try sheet?.add(
      planned, at: moment ?? planned.duration, scale: command.rate.scale, threads: command.jobs,
      told.diagnostics)
    return lines
  }
}

extension EngineError {
  /// Whether the error concerns only one row of the table. A shortage, an unwritable file, or a temporary
  /// failure would affect all other rows too.
  fileprivate var isOfRow: Bool { ![.system, .unwritable, .tryAgain].contains(cause) }
}
