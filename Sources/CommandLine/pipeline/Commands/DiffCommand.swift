import CommandLine
import ArgumentParser
import Assets
import Checking
import Comparing
import Documents
import Encoding
import Files
import Media
import Rendering
import Reporting
import Scenes

struct DiffCommand: ParsableCommand, ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract:
      "Compares two renders: folders of pictures, pictures, animated pictures, videos or sounds.",
    discussion:
      """
      The exit status is 0 if the renders are the same, and 1 if the renders differ. If the \
      renders differ, diff reports the differences and the worst frame, and writes a picture of \
      the worst frame to the path of -o, or to a new file in the temporary folder ($TMPDIR, or \
      /tmp). With -q and without -o, diff writes no picture.
      """)

  @Argument(help: ArgumentHelp("The path of the expected render.", valueName: "A"))
  var a: String

  @Argument(help: ArgumentHelp("The path of the actual render.", valueName: "B"))
  var b: String

  @Option(
    help: ArgumentHelp(
      "Sets the largest permitted difference of a channel, from 0 to 255.", valueName: "N"))
  var tolerance: Double?

  @Flag(
    help:
      """
      Compares colours by perceived difference, and ignores edges that moved by one pixel. With \
      --perceptual, the tolerance is 6 by default, in steps of which 255 are between black and \
      white.
      """)
  var perceptual = false

  @Flag(
    help:
      """
      Compares the averages of blocks of 8×8 pixels. The tolerance depends on the video's codec: \
      0 for APNG, 2 for ProRes, 4 for Y4M and FFV1, 24 for H.264, HEVC, VP9, AV1 and GIF.
      """)
  var codecTolerance = false

  @Flag(
    help:
      "Compares frames of different sizes, at the smaller width and the smaller height.")
  var resample = false

  @Option(
    help: ArgumentHelp("Ignores a rectangle of pixels; may be repeated.", valueName: "x,y,w,h"))
  var ignore: [RegionArgument] = []

  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp("Writes a picture of the worst frame to the file.", valueName: "OUT.png"))
  var output: String?

  @Option(
    help: ArgumentHelp(
      """
      Sets the document of both renders, with which the report names the layer that moved and the \
      render with the wrong duration.
      """,
      valueName: "FILE.json"))
  var document: String?

  @OptionGroup var plugins: PluginOptions

  @OptionGroup var reading: ReadingOptions

  @Flag(help: "Prints the result as JSON.")
  var json = false

  @Option(help: ArgumentHelp("Writes the result to a JUnit XML file.", valueName: "FILE.xml"))
  var junit: String?

  func validate() throws {
    if let tolerance, !(0...255).contains(tolerance) {
      throw ValidationError("--tolerance takes 0 to 255")
    }
    if codecTolerance && (perceptual || tolerance != nil) {
      throw ValidationError("--codec-tolerance excludes --tolerance and --perceptual")
    }
    if let output, !output.hasSuffix(".png") {
      throw ValidationError("\(output): the name of the picture must end in .png")
    }
  }

  func run() throws {
    try OutputGuard.check(
      [output, junit], reading: [a, b] + (document.map { [$0] } ?? []), in: .ofProgram)
    let began = ContinuousClock.now
    var rules = ComparisonRules()
    rules.isPerceived = perceptual
    rules.tolerance = tolerance ?? (perceptual ? 6 : 0)
    rules.ignored = ignore.map(\.rect)
    rules.comparesCells = codecTolerance
    rules.resamples = resample
    let media = try readingSettings().media(Console.diagnostics)
    let comparison: Comparison
    do throws(MediaError) {
      let (a, b) = (try FrameSequence(a, media), try FrameSequence(b, media))
      if codecTolerance { rules.tolerance = try CodecTolerance.between(a, b) }
      comparison = try FootageComparer(rules).compare(a, b)
    } catch {
      throw EngineError(error)
    }
    var drawn: String?
    if !comparison.isSame, let pictures = comparison.pictures, let place = picturePath {
      try write(
        DifferencePicture.draw(pictures.a, pictures.b, comparison.worst?.difference), to: place)
      drawn = place
    }
    var report = ComparisonReport(comparison, picture: drawn)
    report.causes = try causes(of: comparison)
    report.seconds = (ContinuousClock.now - began) / .seconds(1)
    if let junit { try report.tests.write(junit: junit, in: .ofProgram) }
    if json {
      Console.result(json: report.json)
    } else if !reading.quiet {
      Console.result(report.lines)
    }
    if !comparison.isSame { throw ExitCode(1) }
  }

  /// Returns the features of the document that explain the differences.
  private func causes(of comparison: Comparison) throws -> [String] {
    guard let document, !comparison.isSame else { return [] }
    let reader = ProjectReader(try readingSettings(), Console.diagnostics)
    defer { reader.close() }
    let planned = try reader.open(document).planned
    let media = reader.media
    do {
      let (a, b) = (try FrameSequence(a, media), try FrameSequence(b, media))
      return try MovedLayers(planned).causes(from: a, to: b, comparison)
    } catch let error as MediaError {
      throw EngineError(error)
    }
  }

  /// The path of the difference picture; nil if none was requested and only the exit status matters.
  private var picturePath: String? {
    if let output { return output }
    if reading.quiet && !json && junit == nil { return nil }
    let name = String(UInt64.random(in: 0...UInt64.max), radix: 36)
    return "\(System.temporaryFolder)/pipeline-difference-\(name).png"
  }

  private func write(_ picture: Bitmap, to output: String) throws(EngineError) {
    for input in [a, b] {
      let inside = input + "/" + (output.split(separator: "/").last ?? "")
      for path in [input, inside] where isSame(path, output) {
        throw .usage(
          "\(output): "
            + "the picture would replace an input or be written into the folder of the inputs"
        )
      }
    }
    do throws(EncodingError) {
      let file = try AtomicFile(output, context: .ofProgram)
      try file.write(SmallPNG.encode(picture, isOpaque: true, level: 6))
      try file.commit()
    } catch {
      throw EngineError(error)
    }
  }

  private func isSame(_ a: String, _ b: String) -> Bool {
    System.realPath(a) == System.realPath(b)
  }
}

/// A rectangle of pixels, given as x,y,w,h.
struct RegionArgument: ExpressibleByArgument {
  let rect: PixelRect
  init?(argument: String) {
    guard let rect = OptionText.region(argument) else { return nil }
    self.rect = rect
  }
}
