internal import Comparing
internal import Documents
internal import Encoding
internal import Files
import JSON
internal import Media
internal import Planning
internal import Reporting
internal import Scenes

/// Runs all checks of a document; a failure does not stop the run.
package final class CheckRun {
  /// A failure that a check found.
  struct Finding {
    enum Kind { case value, picture, missingGolden, other }
    let kind: Kind
    let problem: Problem
    /// The two pictures, if the finding is that pictures differ.
    var pictures: Pictures?
    /// The cause, if it is known; findings with the same cause have equal texts.
    var cause: String?
  }
  /// Two pictures that differ, and the files to which they are written.
  struct Pictures {
    let pixelCount: Int
    let largest: Double
    let difference: String
    /// The files of the two pictures; nil if only the difference is drawn.
    var sides: (expected: String, made: String)?
  }
  /// The outcome of a check that was run.
  struct Outcome {
    let check: PlannedCheck
    /// The failures that the check found; empty if the check passed.
    var findings: [Finding] = []
    var seconds = 0.0
    /// The hashes of the expected and the actual picture, if the check is a frame of a golden folder.
    var hashes: (expected: String, made: String)?
  }

  private let planned: PlannedDocument
  private let checks: [PlannedCheck]
  /// Whether the run leaves out some checks of the document.
  private let isPartial: Bool
  private let pictures: CheckPictures
  /// The folder to which pictures of differences are written.
  private let folder: String
  /// The beginning of the file names of the pictures, which prevents conflicts between documents in one
  /// folder.
  private let prefix: String
  /// Whether the two pictures of a differing pair are also written as separate files.
  private let drawsSides: Bool
  /// The checks that were run, in the order of the document.
  private(set) var outcomes: [Outcome] = []

  package init(_ planned: PlannedChecks, folder: String, prefix: String = "", drawsSides: Bool) {
    self.planned = planned.planned
    checks = planned.checks
    isPartial = planned.isPartial
    pictures = planned.pictures
    self.folder = folder
    self.prefix = prefix
    self.drawsSides = drawsSides
  }

  package func run() throws {
    removeStalePictures()
    for check in checks {
      outcomes.append(Outcome(check: check))
      let started = ContinuousClock.now
      defer {
        let passed = (ContinuousClock.now - started).components
        outcomes[outcomes.count - 1].seconds =
          Double(passed.seconds) + Double(passed.attoseconds) / 1e18
      }
      switch check.spec.equals {
      case nil: try values(check.spec, at: check.time)
      case .golden(let path): try golden(path, check)
      case .from: try screen(.from, check)
      case .to: try screen(.to, check)
      }
    }
    for index in Set(checks.map(\.index)) { explainDuration(of: index) }
  }

  /// Removes the pictures of earlier runs, so that only current failures remain. A file that the document
  /// reads is never removed.
  private func removeStalePictures() {
    guard let open = try? OpenFolder(existing: folder) else { return }
    let labels = Set(checks.map(\.label))
    for name in FileTree.names(in: open.descriptor) where name.hasPrefix(prefix) {
      guard
        let found = name.dropFirst(prefix.count)
          .wholeMatch(of: /(?:check|expected|made)-(\d+(?:-\d+)?)\.png/),
        !isPartial || labels.contains(String(found.1)),
        pictures.context.inputs.input(named: name, in: open.descriptor, updatesGolden: false) == nil
      else { continue }
      FileTree.remove(name, in: open.descriptor)
    }
  }

  /// Reports a changed duration as the cause of the findings of a golden folder that have no better cause, if
  /// the folder has another length.
  private func explainDuration(of index: Int) {
    let places = outcomes.indices.filter { outcomes[$0].check.index == index }
    guard let path = places.first.flatMap({ outcomes[$0].check.frame?.path }),
      let name = NumberedName(path.value)
    else { return }
    func isThere(_ number: Int) -> Bool {
      var file = path
      file.value = name.path(number)
      return (try? pictures.file(of: file)).map(System.exists) ?? false
    }
    var golden = 0
    while golden < FrameRangeText.limit, isThere(golden) { golden += 1 }
    guard golden > 1, golden != places.count,
      places.contains(where: { outcomes[$0].findings.contains { $0.kind == .picture } })
    else { return }
    let rate = planned.document.canvas.framesPerSecond
    let words =
      "a different duration: \(Text.number(Double(places.count) / rate)) s, "
      + "and the golden pictures have \(Text.number(Double(golden) / rate)) s"
    for place in places {
      for finding in outcomes[place].findings.indices
      where outcomes[place].findings[finding].kind != .picture
        || outcomes[place].findings[finding].cause == nil
      {
        outcomes[place].findings[finding].cause = words
      }
    }
  }

  private func fail(
    _ message: String, at origin: Origin, _ time: FrameTime, _ kind: Finding.Kind = .other,
    _ pictures: Pictures? = nil, cause: String? = nil
  ) {
    let problem = Problem(
      file: planned.document.file, origin: origin,
      message: "at \(Text.number(time.seconds)) s \(message)")
    outcomes[outcomes.count - 1].findings.append(
      Finding(kind: kind, problem: problem, pictures: pictures, cause: cause))
  }

  // MARK: Values

  private func values(_ check: CheckSpec, at time: FrameTime) throws {
    guard let selector = check.layer else { return }
    let indices = planned.layers(named: selector.value)
    guard !indices.isEmpty else {
      throw refusal(
        "no layer \"\(selector.value.text)\"", at: selector.origin,
        suggestion: NearestWord.find(
          selector.value.text, in: planned.layersByName.keys.sorted()))
    }
    if let expression = check.values.expressions.first {
      throw refusal(
        "a check must compare with a value, not with an expression", at: expression.node.origin)
    }
    let layers = try CheckPictures.layers(of: planned, at: time)
    for index in indices {
      guard let layer = layers[index] else { continue }
      for property in CheckedProperty.all(check.values, layer) {
        guard let failure = property.failure(tolerance: check.tolerance ?? 0.001) else { continue }
        let word = property.name.split(separator: " ").first.map(String.init) ?? ""
        fail(
          "\(selector.value.text): \(failure)", at: check.values.origins[word] ?? check.origin,
          time, .value)
      }
    }
  }

  private func refusal(
    _ message: String, at origin: Origin, suggestion: String? = nil
  ) -> EngineError {
    EngineError(
      DocumentFailure(problems: [
        Problem(
          file: planned.document.file, origin: origin, message: message, suggestion: suggestion)
      ]))
  }

  // MARK: Pictures

  private func screen(_ screen: Selector.Screen, _ check: PlannedCheck) throws {
    guard planned.document.screens != nil else {
      throw refusal("\"equals\": \"\(screen.rawValue)\" needs screens", at: check.spec.origin)
    }
    let made = try pictures.picture(of: check)
    let alone = try pictures.picture(ofScreen: screen)
    compare(alone, made, "the \(screen.rawValue) screen alone", check)
  }

  private func golden(_ path: Sourced<String>, _ check: PlannedCheck) throws {
    _ = try pictures.file(of: path)
    let made = try pictures.picture(of: check)
    if let after = check.after, (try? pictures.read(after)) != nil {
      fail(
        "the film has no more frames, but the golden picture \(after.value) exists",
        at: path.origin,
        check.time, cause: "the film is shorter than the golden pictures")
    }
    let expected: Bitmap
    do throws(MediaError) {
      expected = try pictures.read(path)
    } catch .missing {
      return fail(
        "there is no golden picture \(path.value); pipeline golden update writes it",
        at: path.origin, check.time, .missingGolden, cause: "there is no golden picture")
    } catch {
      return fail("\(error)", at: path.origin, check.time)
    }
    compare(expected, made, path.value, check)
  }

  private func compare(
    _ expected: Bitmap, _ made: Bitmap, _ name: String, _ check: PlannedCheck
  ) {
    guard expected.width == made.width, expected.height == made.height else {
      return fail(
        "the picture is \(made.width)×\(made.height) pixels; "
          + "\(name) is \(expected.width)×\(expected.height)", at: check.spec.origin, check.time,
        cause: "the size in pixels differs")
    }
    if check.frame != nil {
      outcomes[outcomes.count - 1].hashes = (SHA256.ofPixels(expected), SHA256.ofPixels(made))
    }
    var rules = ComparisonRules()
    rules.tolerance = check.spec.tolerance ?? 0
    guard let difference = PictureComparer(rules).difference(of: expected, and: made) else {
      return
    }
    let layers = (try? CheckPictures.layers(of: planned, at: check.time)) ?? [:]
    let cause = PictureCause.moved(
      PictureCause.Layer.shown(layers, scale: planned.document.canvas.scale), from: expected,
      to: made, within: difference.bounds)
    var message =
      "the picture differs from \(name) in \(Text.count(difference.pixelCount, "pixel")), "
      + "at most \(Text.number(difference.largest)) at (\(difference.x), \(difference.y))"
    var drawn = Pictures(
      pixelCount: difference.pixelCount, largest: difference.largest,
      difference: "\(folder)/\(prefix)check-\(check.label).png")
    do throws(EncodingError) {
      try CheckPictures.write(
        DifferencePicture.draw(expected, made, difference), isOpaque: true, to: drawn.difference,
        in: pictures.context)
      if drawsSides {
        let sides = (
          expected: "\(folder)/\(prefix)expected-\(check.label).png",
          made: "\(folder)/\(prefix)made-\(check.label).png"
        )
        try CheckPictures.write(
          expected, isOpaque: expected.isOpaque, to: sides.expected, in: pictures.context)
        try CheckPictures.write(made, isOpaque: made.isOpaque, to: sides.made, in: pictures.context)
        drawn.sides = sides
      }
      message += ": \(drawn.difference)"
    } catch {
      message += " (\(error))"
    }
    if let cause { message = "\(cause): \(message)" }
    fail(message, at: check.spec.origin, check.time, .picture, drawn, cause: cause)
  }
}
