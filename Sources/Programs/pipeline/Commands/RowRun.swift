import AnimatorHosting
import Documents
import Encoding
import Files
import Planning
import Scenes

/// Renders a document once for each row of data, in one process.
struct RowRun {
  private let command: RunCommand
  private let file: String

  init(_ command: RunCommand, data: String) {
    self.command = command
    file = data
  }

  /// The most bytes of a file of rows.
  private static let byteLimit = 256 << 20

  func run() throws {
    let table = try self.table()
    let rows = try chosen(table)
    let names = command.output.map(OutputName.init)
    let documents = try read(rows, columns: table.columns, names)
    try refuseTwins(documents, rows, names)

    let loader = AssetLoader()
    let registry = command.document.registry(for: documents.first)
    var failed = 0
    for (row, document) in zip(rows, documents) {
      try Interruption.check()
      do {
        try render(document, row, names, loader, registry)
      } catch let failure as Failure {
        failed += 1
        for line in failure.lines { Console.warn("\(label(row)): \(line)") }
      }
    }
    loader.close()
    if failed > 0 {
      throw Failure("\(failed) of \(rows.count) rows failed", status: 65)
    }
  }

  private func label(_ row: RowTable.Row) -> String { "\(file): row \(row.number)" }

  private func table() throws(Failure) -> RowTable {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try PlainFile(file).read(limitBytes: Self.byteLimit)
    } catch {
      throw Failure("\(file): \(error.reason)", status: 66)
    }
    do throws(RowTable.Fault) { return try RowTable(bytes, file: file) } catch {
      var failure = Failure("", status: 65)
      failure.lines = error.lines
      throw failure
    }
  }

  private func chosen(_ table: RowTable) throws(Failure) -> [RowTable.Row] {
    guard let range = command.rows?.range else { return table.rows }
    let last = range.upperBound == FrameRangeText.end ? table.rows.count : range.upperBound
    guard range.lowerBound >= 1, last <= table.rows.count, range.lowerBound <= last else {
      throw .usage("--rows: \(file) has the rows 1 to \(table.rows.count)")
    }
    return Array(table.rows[range.lowerBound - 1..<last])
  }

  /// The document with each row's values; all that is wrong in any row is told at once.
  private func read(
    _ rows: [RowTable.Row], columns: [String], _ names: [OutputName]
  ) throws -> [Document] {
    var problems: [String] = []
    for name in names {
      for column in name.columns where column != "row" && !columns.contains(column) {
        problems.append("-o \(name.text): \(file) has no column \"\(column)\"")
      }
    }
    var documents: [Document] = []
    for row in rows {
      do {
        let setting = RowSetting(values: row.values, label: label(row))
        documents.append(try command.document.read(row: setting))
      } catch let failure as Failure {
        // What is wrong in every row is told once.
        for line in failure.lines where !problems.contains(line) {
          problems.append(line.contains(label(row)) ? line : "\(label(row)): \(line)")
        }
        if problems.count > 200 { break }
      }
    }
    if let document = documents.first {
      for column in columns where !document.variables.contains(column) {
        guard !names.contains(where: { $0.columns.contains(column) }) else { continue }
        let meant = NearestWord.find(column, in: document.variables)
          .map { "; did you mean \"\($0)\"?" }
        problems.append(
          "\(file): column \(column): \"vars\" has no such variable\(meant ?? "")")
      }
    }
    guard problems.isEmpty else {
      var failure = Failure("", status: 65)
      failure.lines = problems
      throw failure
    }
    return documents
  }

  /// Two rows may not write one file.
  private func refuseTwins(
    _ documents: [Document], _ rows: [RowTable.Row], _ names: [OutputName]
  ) throws(Failure) {
    var owners: [String: RowTable.Row] = [:]
    var problems: [String] = []
    for (document, row) in zip(documents, rows) {
      let paths =
        names.isEmpty
        ? document.outputs.map(\.path.value) : names.map { $0.path(for: row) }
      guard !paths.isEmpty else {
        throw .usage("nothing to make: give -o 'out/{row}.png', or \"outputs\" in the document")
      }
      for path in paths {
        // Some file systems do not tell a from A.
        if let owner = owners[path.lowercased()] {
          problems.append(
            "\(label(row)) and row \(owner.number) would both be \(path); put {row} into the name")
        } else {
          owners[path.lowercased()] = row
        }
      }
    }
    guard problems.isEmpty else {
      var failure = Failure("", status: 64)
      failure.lines = Array(problems.prefix(50))
      throw failure
    }
  }

  private func render(
    _ document: Document, _ row: RowTable.Row, _ names: [OutputName], _ loader: AssetLoader,
    _ registry: AnimatorRegistry
  ) throws {
    let planned = try command.document.plan(
      document, images: loader, scale: command.scale, registry: registry)
    let outputs = try OutputJob.jobs(
      of: planned, commandLine: names.map { $0.path(for: row) }, framesPerSecond: command.fps,
      scale: command.scale)
    try RenderRun(
      planned: planned, jobs: outputs, threads: command.jobs, frames: command.selection,
      progress: Progress(Progress.Style(rawValue: command.progress.rawValue)!)
    ).run()
  }
}

/// The name of an output, in which `{column}` stands for a row's value and `{row}` for its number.
struct OutputName {
  let text: String
  private enum Part {
    case text(String)
    case column(String)
  }
  private let parts: [Part]

  init(_ text: String) {
    self.text = text
    var parts: [Part] = []
    var rest = text[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      parts.append(.text(String(rest[..<open])))
      parts.append(.column(String(rest[rest.index(after: open)..<close])))
      rest = rest[rest.index(after: close)...]
    }
    self.parts = parts + [.text(String(rest))]
  }

  var columns: [String] {
    parts.compactMap { if case .column(let name) = $0 { name } else { nil } }
  }

  func path(for row: RowTable.Row) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .column("row"): "\(row.number)"
      case .column(let name): Self.safe(row[name] ?? "") ?? "row-\(row.number)"
      }
    }.joined()
  }

  /// A value as part of a file's name, on any file system; nil when nothing of it is left.
  static func safe(_ value: String) -> String? {
    var name = ""
    for scalar in value.unicodeScalars {
      let isForbidden =
        scalar.properties.generalCategory == .control
        || "/\\<>:\"|?*%{}".unicodeScalars.contains(scalar)
        || scalar.properties.generalCategory == .format
      name.unicodeScalars.append(isForbidden ? "-" : scalar)
      if name.utf8.count >= 100 { break }
    }
    while let first = name.first, first == "." || first == " " || first == "-" {
      name.removeFirst()
    }
    while let last = name.last, last == "." || last == " " { name.removeLast() }
    return name.isEmpty ? nil : name
  }
}
