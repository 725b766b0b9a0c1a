import ArgumentParser
import Assets
import CommandLine
import Documents
import Encoding
import Files
import JSON
import Media
import Planning
import PluginHosting
import Rendering
import Reporting
import Scaffolding
import Scenes

struct CutsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cuts",
    abstract:
      """
      Joins films and pictures in order, with a transition and an audio cross-fade at every cut.
      """
  )

  @Argument(
    help: ArgumentHelp(
      "The films and pictures, in order. A repeated film continues where it stopped.",
      valueName: "FILE"))
  var files: [String]

  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp(
      "Writes this file, in the format of its extension; may be repeated.", valueName: "OUT"))
  var output: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      Sets the transitions, one for each cut: animators, names of xfade, luma:PICTURE, or cut. \
      After the last transition, the list starts again from the first.
      """, valueName: "NAME,…"))
  var with: String?

  @Option(help: ArgumentHelp("Sets the time from one cut to the next, in seconds.", valueName: "S"))
  var every: Double = 2

  @Option(
    help: ArgumentHelp(
      "Sets the duration of a transition, in seconds; 0.5 by default, or half of a shorter clip.",
      valueName: "S"))
  var overlap: Double?

  @Option(
    help:
      """
      Sets the transition between the sounds of the films: crossfade (equal power), linear, cut \
      or none.
      """)
  var sound: ClipsSpec.Sound = .crossfade

  @Option(
    help: ArgumentHelp(
      "Sets the size in pixels, instead of the first file's size.", valueName: "WxH"))
  var size: String?

  @Option(help: "Sets how a film with another aspect ratio fits: cover or contain.")
  var fit: ClipsSpec.Fit = .cover

  @Option(
    help: ArgumentHelp(
      "Sets the frames per second, instead of the first film's rate.", valueName: "N"))
  var fps: Double?

  @OptionGroup var speed: SpeedOption

  @OptionGroup var plugins: PluginOptions

  @Flag(help: "Prints the document instead of rendering it.")
  var printJson = false

  @Flag(name: .shortAndLong, help: "Prints only errors.")
  var quiet = false

  func validate() throws {
    try NumberOptions.check(fps: fps)
    if files.isEmpty { throw ValidationError("list the films in the order of the final film") }
    if !(every > 0 && every.isFinite) {
      throw ValidationError("--every takes a number of seconds above 0")
    }
  }

  func run() throws {
    if quiet { Console.verbosity = .quiet }
    let registry = plugins.registry()
    defer { for warning in registry.warnings { Console.warn(warning) } }
    var settings = ReadingSettings(context: .ofProgram)
    settings.plugins = plugins.settings
    let media = settings.media(Console.diagnostics)
    let text = try document(media)
    if printJson { return Console.result(json: text) }
    guard !output.isEmpty else { throw EngineError.usage("no output: give -o OUT") }
    let film = TransitionFilm(registry, media)
    defer { film.close() }
    let planned = try film.planned(text)
    let jobs = try OutputRequest.jobs(
      of: planned, commandLine: output, framesPerSecond: fps, scale: nil, speed: speed.factor)
    Console.sumUp(
      try RenderRun(
        planned: planned, jobs: jobs, threads: System.processorCount, media: media,
        diagnostics: Console.diagnostics, cancellation: Interruption.cancellation
      ).run(), of: jobs)
  }

  /// The text of the generated document; its canvas has the size and frame rate of the first film.
  private func document(_ media: MediaSettings) throws -> String {
    var known: [String: ShownFile] = [:]
    for path in files where known[path] == nil { known[path] = try ShownFile(path, media) }
    guard let first = known[files[0]] else { return "" }
    var (width, height) = (Double(first.width), Double(first.height))
    if let size {
      guard let sides = OptionText.size(size) else {
        throw EngineError.usage("--size takes WxH in pixels, found \"\(size)\"")
      }
      (width, height) = (sides.width, sides.height)
    }
    let rate = fps ?? files.compactMap { known[$0]?.framesPerSecond }.first ?? 30
    var left: [String: Double] = [:]
    let clips = files.map { path -> String in
      let name = JSONWriter.string(path)
      guard let seconds = known[path]?.seconds else { return name }
      // A film whose remaining time is too short starts again from its beginning.
      if seconds < every, left[path] == nil {
        Console.note(
          "\(path) lasts \(Text.number(seconds)) s: its last picture stays until the next cut, "
            + "after \(Text.number(every)) s"
        )
      }
      var from = left[path] ?? 0
      if from + every > seconds { from = 0 }
      defer { left[path] = from + every }
      return from == 0 && left[path] == nil
        ? name : "{ \"file\": \(name), \"from\": \(JSONWriter.number(from)) }"
    }
    var members = [
      "\"files\": [\(clips.joined(separator: ", "))]", "\"every\": \(JSONWriter.number(every))",
      "\"fit\": \"\(fit.rawValue)\"", "\"sound\": \"\(sound.rawValue)\"",
    ]
    if let with {
      guard let names = OptionText.list(with) else {
        throw EngineError.usage("--with takes NAME,NAME,…, found \"\(with)\"")
      }
      // The background beside a rotating cube does not belong to a film, so such transitions are left out.
      let cuts = names.map {
        $0 == "cube"
          ? #"{ "animator": "cube", "params": { "fill": true } }"# : JSONWriter.string($0)
      }
      members.append("\"with\": [\(cuts.joined(separator: ", "))]")
    }
    if let overlap { members.append("\"overlap\": \(JSONWriter.number(overlap))") }
    return """
      {
        "version": 1,
        "name": "cuts",
        "canvas": { "size": [\(JSONWriter.number(width)), \(JSONWriter.number(height))], "scale": 1, "background": "#000000", "fps": \(JSONWriter.number(rate)) },
        "clips": {
          \(members.joined(separator: ",\n    "))
        }
      }
      """
  }
}

extension ClipsSpec.Sound: WordArgument {}
extension ClipsSpec.Fit: WordArgument {}
