import CommandLine
import JSON
import PluginHosting
import PluginModel
import ArgumentParser
import Assets
import Checking
import Documents
import Encoding
import Files
import Media
import Planning
import Rendering
import Reporting
import Scaffolding
import Scenes

struct TransitionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "transition",
    abstract: "Renders one animator between two pictures, or between two built-in screens.")

  @Argument(
    help: ArgumentHelp(
      """
      The id of an animator, a transition of FFmpeg's xfade filter, such as xfade:circleopen, or \
      a wipe in the order of a picture's greys, such as luma:clouds.png.
      """,
      valueName: "ANIMATOR"))
  var animator: String?

  @Argument(help: ArgumentHelp("The picture to start from.", valueName: "FROM"))
  var from: String?

  @Argument(help: ArgumentHelp("The picture to end on.", valueName: "TO"))
  var to: String?

  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp(
      "Writes this file, in the format of its extension; may be repeated.", valueName: "OUT"))
  var output: [String] = []

  @Option(help: ArgumentHelp("Sets the duration: seconds, 120ms or 12f.", valueName: "D"))
  var duration: String?

  @Option(
    help: ArgumentHelp(
      "Sets the easing: linear, easeOut, cubic-bezier(…) or a spring as JSON.", valueName: "E"))
  var easing: String?

  @Option(
    name: .customLong("param"),
    help: ArgumentHelp(
      "Sets a parameter of the animator; may be repeated.", valueName: "NAME=VALUE"))
  var parameters: [String] = []

  @Option(
    help: ArgumentHelp(
      "Sets the size in pixels, instead of the first picture's size.", valueName: "WxH"))
  var size: String?

  @Option(
    help: ArgumentHelp(
      "Sets how a picture of another size fits: cover or contain.", valueName: "FIT"))
  var fit: String = "cover"

  @Option(
    help: ArgumentHelp(
      "Sets the operation of the transition: push, pop, present, dismiss or none.",
      valueName: "OPERATION")
  )
  var operation: TransitionSpec.Operation?

  @Flag(
    help:
      "Plays the transition backwards at the end, so that the animation loops without a jump.")
  var back = false

  @Option(
    help: ArgumentHelp(
      """
      Sets the pause at the end and, with --back, also before the transition plays backwards: \
      seconds, 120ms or 12f.
      """,
      valueName: "D"))
  var hold: String?

  @Option(
    help: ArgumentHelp(
      """
      Sets the largest size of each file, such as 500k or 2M. A larger GIF is encoded again with \
      fewer and smaller frames. A larger file in another format is encoded again at lower \
      quality.
      """, valueName: "N"))
  var maxBytes: String?

  @Option(
    name: .customLong("try"),
    help: ArgumentHelp(
      """
      Shows variants side by side, one for each value of easing, duration, operation, animator \
      or a parameter.
      """, valueName: "NAME=V1,V2,…"))
  var variants: String?

  @OptionGroup var plugins: PluginOptions

  @Option(help: ArgumentHelp("Sets the frames per second.", valueName: "N"))
  var fps: Double?

  @OptionGroup var speed: SpeedOption

  @Flag(help: "Prints the document instead of rendering it.")
  var printJson = false

  @Flag(help: "Lists the animators that can form a transition on their own.")
  var list = false

  @Option(
    help: ArgumentHelp(
      """
      Renders every animator between the two pictures, or between the built-in screens, and \
      writes a page that shows the results.
      """,
      valueName: "DIR"))
  var gallery: String?

  @Flag(name: .shortAndLong, help: "Prints only errors.")
  var quiet = false

  func validate() throws {
    try NumberOptions.check(fps: fps)
    if variants != nil, printJson {
      throw ValidationError("--print-json prints one document: remove --try")
    }
  }

  func run() throws {
    if quiet { Console.verbosity = .quiet }
    let registry = plugins.registry()
    defer { for warning in registry.warnings { Console.warn(warning) } }
    if list { return printList(registry) }
    if let gallery { return try drawGallery(registry, in: gallery) }
    guard let name = animator else {
      throw EngineError.usage("name an animator: --list lists all animators")
    }
    let (found, xfade) = try meaning(of: name, in: registry)
    guard (from == nil) == (to == nil) else {
      throw EngineError.usage("add two pictures, FROM and TO, or no pictures")
    }
    let document = try document(xfade)
    if printJson { return Console.result(json: document.json(for: found)) }
    guard !output.isEmpty else { throw EngineError.usage("no output: give -o OUT") }
    let film = TransitionFilm(registry, media)
    defer { film.close() }
    let planned: PlannedDocument
    if let variants {
      planned = try film.planned(
        try TransitionVariant.all(variants, of: document, named: found.id))
    } else {
      planned = try film.planned(document, by: found)
    }
    let jobs = try outputs(of: planned)
    Console.sumUp(try lines(of: planned, jobs), of: jobs)
  }

  /// The time and memory limits of the helpers.
  private var media: MediaSettings {
    var settings = ReadingSettings(context: .ofProgram)
    settings.plugins = plugins.settings
    return settings.media(Console.diagnostics)
  }

  private func lines(of planned: PlannedDocument, _ jobs: [OutputRequest]) throws -> [String] {
    try RenderRun(
      planned: planned, jobs: jobs, threads: System.processorCount, media: media,
      diagnostics: Console.diagnostics, cancellation: Interruption.cancellation
    ).run()
  }

  /// The outputs; an output with a single picture shows several times side by side.
  private func outputs(of planned: PlannedDocument) throws -> [OutputRequest] {
    var jobs = try OutputRequest.jobs(
      of: planned, commandLine: output, framesPerSecond: fps, scale: nil, speed: speed.factor)
    let hold = try hold.map(Self.length).map(planned.time(of:)) ?? .zero
    for place in jobs.indices {
      jobs[place].hold = hold
      if jobs[place].format.isSheet {
        let last = back ? 8 : 5
        jobs[place].options.sheetTimes = (0...last).map {
          FrameTime(seconds: planned.duration.seconds * Double($0) / Double(last))
        }
      }
      guard let maxBytes else { continue }
      guard let bytes = OptionText.bytes(maxBytes) else {
        throw EngineError.usage(
          "--max-bytes takes a number of bytes, as in 500k or 2M, found \"\(maxBytes)\"")
      }
      guard jobs[place].format.isShrinkable else {
        let able = OutputFormat.endings { $0.isShrinkable }
        throw EngineError.usage("--max-bytes works with \(able), but not with \(jobs[place].path)")
      }
      jobs[place].maxBytes = bytes
    }
    if let problem = planned.problem(
      framesPerSecond: jobs[0].framesPerSecond / speed.factor, hold: hold)
    {
      throw EngineError.usage("\(output[0]): \(problem)")
    }
    return jobs
  }

  private static func length(_ text: String) throws -> DurationSpec {
    if case .time(let spec)? = OptionText.moment(text) {
      switch spec {
      case .seconds(let length), .frames(let length): if length >= 0 { return spec }
      case .fraction: break
      }
    }
    throw EngineError.usage("--hold takes seconds, 120ms or 12f, found \"\(text)\"")
  }

  /// Draws the transition of every animator between the two pictures, and writes a page that shows them.
  private func drawGallery(_ registry: AnimatorRegistry, in folder: String) throws {
    // If only one picture follows, the animator's name was left out, and the first two words are the
    // pictures.
    let pictures = [animator, from].compactMap { $0 }
    guard to == nil, pictures.count != 1 else {
      throw EngineError.usage("--gallery takes either two pictures, FROM and TO, or none")
    }
    var plain = try document(nil, pictures: pictures)
    plain.duration = duration ?? "1"
    let scale = 240 / plain.size.width
    // An existing gallery folder is reused; other files in the folder are kept.
    let made = try System.isTaken(folder) ? nil : ResultFolder.begin(folder)
    if made == nil {
      try PageMark.judge(folder, page: .gallery, making: registry.animators.map { "\($0.id).webp" })
    }
    let place = made?.path ?? folder
    var page = GalleryPage()
    let film = TransitionFilm(registry, media)
    defer { film.close() }
    for found in registry.animators {
      try Interruption.cancellation.check()
      let file = "\(found.id).webp"
      do {
        let planned = try film.planned(plain, by: found)
        let jobs = try OutputRequest.jobs(
          of: planned, commandLine: ["\(place)/\(file)"], framesPerSecond: fps, scale: scale,
          speed: speed.factor)
        _ = try lines(of: planned, jobs)
        page.add(found, file: file)
      } catch let failure as EngineError where failure.cause != .cancelled {
        page.leaveOut(found, (failure.lines.first ?? "").replacing(place, with: folder))
      }
    }
    try page.write(to: place)
    if let made { try ResultFolder.finish(made) }
    Console.summary(
      "\(folder)/index.html  \(page.shownCount) animators, \(page.leftOutCount) left out")
  }

  /// The animator with this id, or the animator that implements this transition of xfade.
  private func meaning(
    of name: String, in registry: AnimatorRegistry
  ) throws -> (AnimatorDescription, XfadeName?) {
    if name.hasPrefix(TransitionDocument.luma) {
      return (try Plugins.named("soft-wipe", in: registry), nil)
    }
    guard let found = registry.meaning(of: name) else {
      guard name.hasPrefix(XfadeName.prefix) else {
        throw Plugins.unknown(name, in: registry, or: XfadeName.names)
      }
      let near = NearestWord.find(
        String(name.dropFirst(XfadeName.prefix.count)), in: XfadeName.names)
      throw EngineError(
        "xfade has no transition \"\(name.dropFirst(XfadeName.prefix.count))\""
          + (near.map { "; did you mean \"\($0)\"?" } ?? ""), .content)
    }
    return (found.animator.description, found.xfade)
  }

  private func document(
    _ xfade: XfadeName?, pictures: [String]? = nil
  ) throws -> TransitionDocument {
    var document = TransitionDocument(
      size: (BuiltInScreens.width, BuiltInScreens.height))
    guard let fit = TransitionDocument.Fit(rawValue: fit) else {
      throw EngineError.usage("--fit takes cover or contain, found \"\(fit)\"")
    }
    document.fit = fit
    document.operation = operation
    document.luma = animator.flatMap {
      $0.hasPrefix(TransitionDocument.luma)
        ? String($0.dropFirst(TransitionDocument.luma.count)) : nil
    }
    let isXfade = xfade != nil || document.luma != nil
    document.duration = duration ?? (isXfade ? "1" : nil)
    document.easing = easing ?? (isXfade ? "linear" : nil)
    document.parameters = xfade?.parameters ?? []
    document.name = xfade == nil ? nil : animator
    document.goesBack = back
    if let hold { _ = try Self.length(hold) }
    document.pause = hold
    for parameter in parameters {
      guard let assignment = OptionText.assignment(parameter) else {
        throw EngineError.usage("--param takes NAME=VALUE, found \"\(parameter)\"")
      }
      document.parameters.removeAll { $0.name == assignment.name }
      document.parameters.append(assignment)
    }
    let named = pictures ?? [from, to].compactMap { $0 }
    if named.count == 2 {
      let (first, second) = (try ShownFile(named[0], media), try ShownFile(named[1], media))
      document.pictures = (first.picture, second.picture)
      document.size = (Double(first.width), Double(first.height))
      if let rate = first.framesPerSecond ?? second.framesPerSecond {
        document.framesPerSecond = rate
      }
    }
    if let size {
      guard let sides = OptionText.size(size) else {
        throw EngineError.usage("--size takes WxH in pixels, found \"\(size)\"")
      }
      document.size = (sides.width, sides.height)
    }
    return document
  }

  private func printList(_ registry: AnimatorRegistry) {
    let animators = registry.animators
    let widest = animators.map(\.id.count).max() ?? 0
    for animator in animators {
      Console.result("\(Text.pad(animator.id, widest))  \(animator.title)")
    }
  }
}

extension TransitionSpec.Operation: WordArgument {}
