import AnimatorHosting
import Animators
import ArgumentParser
import Assets
import Documents
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
      "The id of the animator, or a transition of FFmpeg's filter: xfade:circleopen.",
      valueName: "ANIMATOR"))
  var animator: String?

  @Argument(help: ArgumentHelp("The picture to start from.", valueName: "FROM"))
  var from: String?

  @Argument(help: ArgumentHelp("The picture to end on.", valueName: "TO"))
  var to: String?

  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp(
      "Names a file to make, and by its ending the format; may be repeated.", valueName: "OUT"))
  var output: [String] = []

  @Option(help: ArgumentHelp("Sets the duration: seconds, 120ms or 12f.", valueName: "D"))
  var duration: String?

  @Option(
    help: ArgumentHelp(
      "Sets the easing: linear, easeOut, cubic-bezier(…), or a spring as JSON.", valueName: "E"))
  var easing: String?

  @Option(
    name: .customLong("param"),
    help: ArgumentHelp(
      "Sets a parameter of the animator; may be repeated.", valueName: "NAME=VALUE"))
  var parameters: [String] = []

  @Option(
    help: ArgumentHelp(
      "Sets the size in pixels, instead of that of the first picture.", valueName: "WxH"))
  var size: String?

  @Option(
    help: ArgumentHelp(
      "Says how a picture of another size fits: cover or contain.", valueName: "FIT"))
  var fit: String = "cover"

  @Option(
    help: ArgumentHelp(
      "Says what the transition does: push, pop, present, dismiss or none.", valueName: "OPERATION")
  )
  var operation: TransitionSpec.Operation?

  @OptionGroup var plugins: PluginOptions

  @Option(help: ArgumentHelp("Sets the frames of a second.", valueName: "N"))
  var fps: Double?

  @Flag(help: "Prints the document instead of rendering it.")
  var printJson = false

  @Flag(help: "Lists the animators that make a transition by themselves.")
  var list = false

  @Option(
    help: ArgumentHelp(
      "Draws every animator between two pictures, or the built-in screens, and a page that shows them.",
      valueName: "DIR"))
  var gallery: String?

  @Flag(name: .shortAndLong, help: "Prints nothing but errors.")
  var quiet = false

  func validate() throws {
    try NumberOptions.check(fps: fps)
  }

  func run() throws {
    if quiet { Console.verbosity = .quiet }
    let registry = plugins.registry()
    defer { for warning in registry.warnings { Console.warn(warning) } }
    if list { return printList(registry) }
    if let gallery { return try drawGallery(registry, in: gallery) }
    guard let name = animator else { throw EngineError.usage("which animator? --list names them") }
    let (found, xfade) = try meaning(of: name, in: registry)
    guard (from == nil) == (to == nil) else {
      throw EngineError.usage("two pictures, FROM and TO, or none")
    }
    let text = try document(xfade).json(for: found)
    if printJson { return Console.result(json: text) }
    guard !output.isEmpty else { throw EngineError.usage("nothing to make: give -o OUT") }
    let (lines, jobs) = try render(text, registry, to: output)
    Console.sumUp(lines, of: jobs)
  }

  /// Renders a document of one transition.
  private func render(
    _ text: String, _ registry: AnimatorRegistry, to outputs: [String], scale: Double? = nil
  ) throws -> ([String], [OutputRequest]) {
    var reader = DocumentReader()
    reader.allowsOutsidePaths = true
    let loader = AssetLoader(Console.diagnostics)
    do {
      let read = try reader.read(
        bytes: Array(text.utf8), file: "transition", folder: ".")
      let planned = try Planner(registry: registry, images: loader).plan(read)
      loader.close()
      let jobs = try OutputRequest.jobs(
        of: planned, commandLine: outputs, framesPerSecond: fps, scale: scale)
      let lines = try RenderRun(
        planned: planned, jobs: jobs, threads: System.processorCount,
        diagnostics: Console.diagnostics, cancellation: Interruption.cancellation
      ).run()
      return (lines, jobs)
    } catch let failure as DocumentFailure {
      throw explained(failure)
    } catch let failure as PlanningFailure {
      if case .document(let inner) = failure { throw explained(inner) }
      throw EngineError(failure, file: "transition")
    }
  }

  /// Every animator between the two pictures, and a page that shows them.
  private func drawGallery(_ registry: AnimatorRegistry, in folder: String) throws {
    // With one word the pictures are the first two.
    let pictures = [animator, from].compactMap { $0 }
    guard to == nil, pictures.count != 1 else {
      throw EngineError.usage("--gallery takes two pictures, FROM and TO, or none")
    }
    var plain = try document(nil, pictures: pictures)
    plain.duration = duration ?? "1"
    let scale = 240 / plain.size.width
    var page = GalleryPage()
    for found in registry.animators {
      try Interruption.cancellation.check()
      let file = "\(found.id).webp"
      do {
        _ = try render(
          plain.json(for: found), registry, to: ["\(folder)/\(file)"], scale: scale)
        page.add(found, file: file)
      } catch let failure as EngineError where failure.cause != .cancelled {
        page.leaveOut(found, failure.lines.first ?? "")
      }
    }
    try page.write(to: folder)
    Console.summary(
      "\(folder)/index.html  \(page.shownCount) animators, \(page.leftOutCount) left out")
  }

  /// The animator of that id, else the one that makes this transition of xfade.
  private func meaning(
    of name: String, in registry: AnimatorRegistry
  ) throws -> (AnimatorDescription, XfadeName?) {
    if !name.hasPrefix(XfadeName.prefix), let found = registry.animator(named: name) {
      return (found.description, nil)
    }
    guard let xfade = XfadeName(name) else {
      guard name.hasPrefix(XfadeName.prefix) else { throw Plugins.unknown(name, in: registry) }
      let near = NearestWord.find(
        String(name.dropFirst(XfadeName.prefix.count)), in: XfadeName.names)
      throw EngineError(
        "xfade has no transition \"\(name.dropFirst(XfadeName.prefix.count))\""
          + (near.map { "; did you mean \"\($0)\"?" } ?? ""), .content)
    }
    guard let found = registry.animator(named: xfade.animator) else {
      throw Plugins.unknown(xfade.animator, in: registry)
    }
    return (found.description, xfade)
  }

  /// Nobody wrote the document: what is wrong is a word of the command line.
  private func explained(_ failure: DocumentFailure) -> EngineError {
    var result = EngineError(failure)
    result.lines = failure.problems.map { problem in
      let name = problem.origin.pointer.split(separator: "/").last ?? ""
      // What is wrong with a parameter's value names the parameter by itself.
      let isNamed = name.isEmpty || problem.message.hasPrefix(name)
      return (isNamed ? "" : "\(name): ") + problem.message
        + (problem.suggestion.map { "; did you mean \"\($0)\"?" } ?? "")
    }
    return result
  }

  /// A transition of xfade is one second long and even, as its filter's, unless something else is said.
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
    document.duration = duration ?? xfade.map { _ in "1" }
    document.easing = easing ?? xfade.map { _ in "linear" }
    document.parameters = xfade?.parameters ?? []
    document.name = xfade == nil ? nil : animator
    for parameter in parameters {
      guard let assignment = OptionText.assignment(parameter) else {
        throw EngineError.usage("--param takes NAME=VALUE, found \"\(parameter)\"")
      }
      document.parameters.removeAll { $0.name == assignment.name }
      document.parameters.append(assignment)
    }
    let named = pictures ?? [from, to].compactMap { $0 }
    if named.count == 2 {
      let (from, to) = (named[0], named[1])
      document.pictures = (from, to)
      do {
        for file in [to, from] {
          let bitmap: (width: Int, height: Int)
          if let size = try ImageHeader.size(ofFile: file) {
            bitmap = size
          } else {
            let picture = try ImageReader().read(file)
            bitmap = (picture.width, picture.height)
          }
          document.size = (Double(bitmap.width), Double(bitmap.height))
        }
      } catch {
        throw EngineError(error)
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
