import AnimatorHosting
import Documents
import Encoding
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

  func run() throws {
    let set = try RowSet(
      file, range: command.rows?.range, of: command.document, output: command.output)
    let loader = AssetLoader()
    let registry = command.document.registry(for: set.documents.first)
    var failed = 0
    for (row, document) in zip(set.rows, set.documents) {
      try Interruption.check()
      do {
        try render(document, row, set.names, loader, registry)
      } catch let failure as Failure {
        failed += 1
        for line in failure.lines { Console.warn("\(set.label(row)): \(line)") }
      }
    }
    loader.close()
    if failed > 0 {
      throw Failure("\(failed) of \(set.rows.count) rows failed", status: 65)
    }
  }

  private func render(
    _ document: Document, _ row: RowTable.Row, _ names: [OutputName], _ loader: AssetLoader,
    _ registry: AnimatorRegistry
  ) throws {
    let planned = try command.document.plan(
      document, images: loader, scale: command.rate.scale, registry: registry)
    let outputs = try OutputJob.jobs(
      of: planned, commandLine: names.map { $0.path(for: row) }, framesPerSecond: command.rate.fps,
      scale: command.rate.scale, motionBlur: command.rate.shutter, encoding: command.encoding)
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
