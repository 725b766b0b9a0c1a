import ArgumentParser
import CommandLine
import Assets
import Documents
import Encoding
import Exporting
import Files
import JSON
import Planning
import Rendering
import Reporting

struct ExportCommand: ParsableCommand, ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Writes a document's transition as code for an app or a web page.",
    discussion:
      """
      For a flow, each move from screen to screen is written under the names of its screens. \
      Easing curves are kept where the platform supports them. Other motion becomes keyframes, \
      with a reported error. 'pipeline export FILE.json --to css --explain' lists all \
      approximations and omissions.
      """)

  @OptionGroup var document: DocumentOptions

  @OptionGroup var plugins: PluginOptions

  @OptionGroup var reading: ReadingOptions

  @Option(
    help: ArgumentHelp(
      "Sets the target: \(ExportTarget.all.map { "\($0.name), \($0.about)" }.joined(separator: "; ")).",
      valueName: "TARGET"))
  var to: String

  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp(
      """
      Sets the path of the output; - is standard output. For css, and for lottie if a flow has \
      several moves, the path is a new folder. For other targets, the path is a file.
      """,
      valueName: "PATH"))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "Writes only one move of a flow, named after its screens, such as list-to-detail.",
      valueName: "NAME"))
  var move: String?

  @Option(
    help: ArgumentHelp(
      "Sets the largest permitted error of keyframes, in points.", valueName: "POINTS"))
  var error = 0.1

  @Flag(help: "Lists every approximation with its largest error, and every omission.")
  var explain = false

  func validate() throws {
    guard error.isFinite, (0.001...10).contains(error) else {
      throw ValidationError("--error takes 0.001 to 10 points, found \(error)")
    }
    if output == nil && !explain {
      throw ValidationError("pipeline export needs the option -o PATH or --explain")
    }
  }

  func run() throws {
    guard let target = ExportTarget.all.first(where: { $0.name == to }) else {
      let known = ExportTarget.all.map(\.name)
      throw EngineError.usage(
        "--to knows \(known.joined(separator: ", ")), not \"\(to)\"\(Self.nearest(to, in: known))")
    }
    let reader = try reader()
    let project = try reader.open(document.file)
    if let output, output != "-", !target.makesFolder {
      try OutputGuard.check([output], in: .ofProgram)
    }
    if let move {
      let known = FilmReader.moves(of: project.planned).map(\.name)
      guard known.contains(move) else {
        throw EngineError.usage(
          known.isEmpty
            ? "--move names a move of a flow, and \(document.file) has none: leave it out"
            : "--move knows \(known.joined(separator: ", ")), not \"\(move)\"\(Self.nearest(move, in: known))"
        )
      }
    }
    let films = try FilmReader.films(
      of: project.planned, for: target, move: move, tolerance: error)
    let ending =
      output.map {
        Folder.name(of: $0).split(separator: ".").dropFirst().last.map(String.init) ?? ""
      } ?? ""
    let exported = try target.write(
      films,
      ExportNames(
        file: document.file, named: project.planned.document.name, ending: ending.lowercased()))
    reader.close()
    for (film, shortfalls) in zip(films, exported.shortfalls.map(unique)) {
      if explain { Console.result(lines(shortfalls, film)) }
      for shortfall in shortfalls
      where shortfall.kind == .leftOut && (!explain || reading.strict) {
        let move = shortfall.layer == Shortfall.flow ? "" : film.name.map { ": \($0)" } ?? ""
        let place = shortfall.pointer.map { ": \($0)" } ?? ""
        let line =
          "\(document.file)\(place)\(move): \(shortfall.layer) has \(shortfall.what), which \(target.name) leaves out"
        if reading.strict { throw EngineError(line, .content) }
        Console.diagnostics.warn(line)
      }
    }
    guard let output else { return }
    if !target.makesFolder, exported.files.count > 1, !ending.isEmpty {
      throw EngineError.usage(
        "\(target.name) writes a file for each of the \(films.count) moves: -o must name a folder")
    }
    try write(exported, to: output, isFolder: target.makesFolder || exported.files.count > 1)
  }

  private func write(_ exported: Exported, to output: String, isFolder: Bool) throws {
    if !isFolder {
      guard let file = exported.files.first else { return }
      if output == "-" {
        Console.result(
          String(decoding: file.bytes, as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false
          ).map(String.init))
        return
      }
      do {
        let made = try AtomicFile(output, context: .ofProgram)
        try made.write(file.bytes)
        try made.commit()
      } catch { throw EngineError(error) }
      Console.summary("\(output)  \(file.bytes.count) bytes")
      return
    }
    guard output != "-" else {
      throw EngineError.usage("--to \(to) makes a folder here, so -o names one")
    }
    let folder = try ResultFolder.begin(output)
    do {
      for file in exported.files { try folder.write(file.bytes, to: file.name) }
    } catch { throw EngineError(error) }
    try ResultFolder.finish(folder)
    Console.summary("\(output)  \(exported.files.count) files")
  }

  private func unique(_ shortfalls: [Shortfall]) -> [Shortfall] {
    var seen: Set<Shortfall> = []
    return shortfalls.filter { seen.insert($0).inserted }
  }

  private func lines(_ shortfalls: [Shortfall], _ film: Film) -> [String] {
    let layers = film.layers.map(\.id)
    let touched = Set(shortfalls.map(\.layer))
    var lines = shortfalls.map { shortfall in
      "\(shortfall.kind.rawValue)  \(shortfall.layer)\(shortfall.pointer.map { "  \($0)" } ?? "")  \(shortfall.what)"
    }
    if let name = film.name {
      lines.insert("move  \(name)  \(JSONWriter.number(film.duration)) s", at: 0)
    }
    lines.append("exact  \(layers.filter { !touched.contains($0) }.joined(separator: ", "))")
    return lines
  }

  private static func nearest(_ word: String, in known: [String]) -> String {
    NearestWord.find(word, in: known).map { "; did you mean \"\($0)\"?" } ?? ""
  }
}
