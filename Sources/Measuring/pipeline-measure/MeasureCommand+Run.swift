import Assets
import CommandLine
import Documents
import Encoding
import Files
import Matching
import Measuring
import Media
import Reporting
import Scenes
import Synchronization

extension MeasureCommand {
  func perform() throws {
    if quiet { Console.verbosity = .quiet }
    Console.show(progress)
    let settings =
      try handedOn.map(RecordingLimits.handed) ?? RecordingLimits.read(limit, helpers)
    settings.limitMemory()
    let media = settings.media(Console.diagnostics)
    let folder = try ResultFolder.begin(output)
    let inputs = try layers(media)
    var measurer = Measurer(layers: inputs.map(\.art))
    measurer.given = try RecordingLimits.part(from, to)
    measurer.scale = scale ?? 1
    if let screens { (measurer.from, measurer.to) = try pictures(screens, media) }
    measurer.progress = { (done, total) throws(MeasuringError) in
      Console.diagnostics.progress(done: done, of: total)
      if Interruption.cancellation.isCancelled { throw .refused("interrupted") }
    }
    defer { Console.diagnostics.end() }
    do {
      let footage = try Recording(
        recording, media, limitSeconds: settings.longestRecording)
      defer { footage.close() }
      var files = DocumentFiles(folder: folder, inputs: inputs)
      let moves = try measured(measurer, footage, settings, &files)
      Console.diagnostics.end()
      try Interruption.cancellation.check()
      let flow = try files.write(moves, footage)
      tell(moves, flow)
    } catch let error as MeasuringError {
      throw EngineError(error)
    }
  }

  /// Measures the only transition of a recording, or each of its moves.
  private func measured(
    _ measurer: Measurer, _ footage: Recording, _ settings: ReadingSettings,
    _ files: inout DocumentFiles
  ) throws -> [Measurement] {
    guard measurer.given == nil else {
      return [try files.checked(try measurer.measure(footage), footage, settings)]
    }
    let activity = try MotionActivity.look(at: footage) { done throws(MeasuringError) in
      try measurer.progress(done, 2 * footage.starts.count)
    }
    // A motion that one move explains may contain a rest, so it is not divided.
    var parts = activity.parts(in: footage.path)
    if parts.count < 2 {
      let span = try activity.span(in: footage.path)
      let whole = try files.checked(
        try measurer.measure(footage, span), footage, settings)
      parts =
        whole.isExplained
        ? [] : activity.parts(in: footage.path, pause: MotionActivity.shortestPause)
      if parts.count < 2 { return [whole] }
    }
    return try parts.enumerated().map { index, span in
      files.stem = "move-\(index + 1)-"
      return try files.checked(
        try measurer.measure(footage, span, isMove: true), footage, settings)
    }
  }

  private func layers(_ media: MediaSettings) throws -> [LayerInput] {
    var all: [LayerInput] = []
    let reader = ImageReader(media)
    for text in layer {
      guard let (name, path) = OptionText.assignment(text) else {
        throw EngineError.usage("--layer takes NAME=FILE, found \"\(text)\"")
      }
      let isPlain = name.utf8.allSatisfy {
        $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") || Character(UnicodeScalar($0)).isLetter
          || Character(UnicodeScalar($0)).isNumber
      }
      guard isPlain, name.utf8.count <= 100, name != "screen-from", name != "screen-to" else {
        throw EngineError.usage(
          "--layer: a name has letters, digits, - and _, and cannot be the name of a screen, "
            + "found \"\(name)\""
        )
      }
      guard !all.contains(where: { $0.art.name == name }) else {
        throw EngineError.usage("--layer: two layers are called \"\(name)\"")
      }
      do throws(MediaError) {
        let bitmap = try reader.read(path)
        let ending = path.split(separator: ".").last.map { $0.lowercased() } ?? "png"
        let bytes = try RegularFile.media(path, in: .ofProgram).bytes(at: 0, 512 << 20)
        all.append(
          LayerInput(
            art: LayerArt(name, bitmap), file: "layer-\(name).\(ending)", bytes: bytes))
      } catch {
        throw EngineError(error)
      }
    }
    reader.close()
    return all
  }

  private func pictures(_ text: String, _ media: MediaSettings) throws -> (Bitmap, Bitmap) {
    let paths = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard paths.count == 2 else {
      throw EngineError.usage("--screens takes FROM,TO, found \"\(text)\"")
    }
    let reader = ImageReader(media)
    defer { reader.close() }
    do throws(MediaError) { return (try reader.read(paths[0]), try reader.read(paths[1])) } catch {
      throw EngineError(error)
    }
  }

  private func tell(_ moves: [Measurement], _ flow: MeasuredFlow?) {
    if json { return Console.result(json: MeasurementJSON(moves, flow: flow).text) }
    if let flow {
      let parts = moves.map {
        "\(PhaseTable.number($0.times.lowerBound, 1000)) to \(PhaseTable.number($0.times.upperBound, 1000)) s"
      }.joined(separator: ", ")
      Console.note(
        "the recording has \(moves.count) moves between rests (\(parts)), "
          + "and the document is a flow of these moves: "
          + flow.operations.map { "\($0.operation.rawValue) \($0.screen)" }.joined(separator: ", ")
          + "; choose one with --from and --to")
      for tap in flow.taps {
        Console.note(
          "a finger taps at \(PhaseTable.number(tap.center.x, 1)), \(PhaseTable.number(tap.center.y, 1)) "
            + "from \(PhaseTable.number(tap.times.lowerBound, 1000)) to "
            + "\(PhaseTable.number(tap.times.upperBound, 1000)) s")
      }
    }
    for measurement in moves {
      if css {
        Console.result(MeasuredCSS(measurement).lines)
      } else {
        for row in PhaseTable.rows(measurement) {
          Console.summary(
            "\(row.track)  \(row.start) to \(row.end)  \(row.curve)  travel \(row.travel)  error \(row.error)"
          )
        }
      }
      if let agreement = PhaseTable.agreement(measurement) { Console.note(agreement) }
      for remark in PhaseTable.remarks(measurement) { Console.note(remark) }
    }
    if !css { Console.summary("\(output)/pipeline.json") }
  }
}

/// A layer whose picture was given.
private struct LayerInput {
  var art: LayerArt
  var file: String
  var bytes: [UInt8]
}

/// The files of measured documents, which are written into the new folder.
private struct DocumentFiles {
  private let folder: NewFolder
  private let inputs: [LayerInput]
  /// The common prefix of the names of a move's files.
  var stem = ""
  /// The files that were written for each move: the prefix of their names, and the picture of each layer.
  private var written: [(stem: String, pictures: [String: String])] = []
  /// Whether the written screens are the screens that stay in place, instead of those of the measurement.
  private var isStill: Bool?

  init(folder: NewFolder, inputs: [LayerInput]) {
    self.folder = folder
    self.inputs = inputs
  }

  /// Returns the measurement after its document was compared with the recording.
  mutating func checked(
    _ found: Measurement, _ footage: Recording, _ settings: ReadingSettings
  ) throws -> Measurement {
    if stem == "move-1-" { written = [] }
    var pictures = Dictionary(uniqueKeysWithValues: inputs.map { ($0.art.name, $0.file) })
    for input in inputs { try put(input.bytes, input.file) }
    for (name, picture) in found.proposed {
      let file = "\(stem)layer-\(name).png"
      pictures[name] = file
      try put(SmallPNG.encode(picture, isOpaque: true, level: 6), file)
    }
    written.append((stem, pictures))
    isStill = nil
    var files = self
    let place = written.count - 1
    var frames: DocumentFrames?
    defer { frames?.close() }
    let check = try DocumentCheck(footage, found, check: Interruption.cancellation.check) {
      measurement in
      // Pictures are read only once, so other screens need a new reader.
      if try files.writeScreens(measurement) {
        frames?.close()
        frames = DocumentFrames(
          file: "\(files.folder.path)/pipeline.json", settings, Console.diagnostics)
      }
      return try frames!.planned(bytes: Array(files.document(measurement, place).utf8))
    }
    var result = found
    do { result = try check.checked(found) } catch let error as EngineError
      where error.cause == .content
    {
      // Without its animators the document cannot be compared, but it is still written.
      Console.note(
        "the document was not compared with the recording: \(error.lines.joined(separator: " "))")
    }
    _ = try files.writeScreens(result)
    return result
  }

  private func document(_ measurement: Measurement, _ place: Int) -> String {
    MeasuredDocument(
      measurement, files: written[place].pictures, stem: written[place].stem
    ).text
  }

  /// Writes all files except the pictures; for several moves, this includes the flow.
  func write(_ measured: [Measurement], _ footage: Recording) throws -> MeasuredFlow? {
    try put(Array(measured.map(TrackTable.text).joined().utf8), "tracks.csv")
    try put(Array(MeasurementReport.html(measured).utf8), "report.html")
    var flow: MeasuredFlow?
    if measured.count > 1 {
      let rests = try RestScreens(footage, measured.map(\.span))
      for (number, picture) in rests.pictures.enumerated() {
        try put(
          SmallPNG.encode(picture, isOpaque: true, level: 6),
          MeasuredFlow.screen(number) + ".png")
      }
      flow = MeasuredFlow(
        measured.enumerated().map {
          MeasuredFlow.Move($1, document: document($1, $0), name: "move-\($0 + 1)")
        }, rests: rests.numbers, taps: try Tap.all(in: footage, before: measured.map(\.span)),
        durationSeconds: footage.durationSeconds)
    }
    try put(Array((flow?.text ?? document(measured[0], written.count - 1)).utf8), "pipeline.json")
    try ResultFolder.finish(folder)
    return flow
  }

  /// Writes the screens; returns whether they were not written before.
  private mutating func writeScreens(_ measurement: Measurement) throws -> Bool {
    let isStill = measurement.screens.kind == .none
    guard self.isStill != isStill else { return false }
    self.isStill = isStill
    try put(SmallPNG.encode(measurement.from, isOpaque: true, level: 6), stem + "from.png")
    try put(SmallPNG.encode(measurement.to, isOpaque: true, level: 6), stem + "to.png")
    return true
  }

  private func put(_ bytes: [UInt8], _ name: String) throws {
    do throws(EncodingError) { try folder.write(bytes, to: name) } catch {
      throw EngineError(error)
    }
  }
}

/// The limits and the range of a recording, for commands that read recordings.
enum RecordingLimits {
  /// Reads the limits that `preview` passes to this command.
  static func handed(_ text: String) throws -> ReadingSettings {
    guard let settings = ReadingSettings(handedOn: text) else {
      throw EngineError.usage(
        "--settings is only for the settings that preview passes to another "
          + "pipeline process")
    }
    return settings
  }

  /// Reads the limits on recordings and helpers.
  static func read(_ texts: [String], _ helpers: HelperOptions) throws -> ReadingSettings {
    var settings = ReadingSettings(context: .ofProgram)
    settings.plugins.sandbox = helpers.sandbox
    settings.plugins.mediaSeconds = helpers.mediaTimeout
    for text in texts {
      let (name, value) = OptionText.assignment(text) ?? (text, "")
      let range =
        name == "pixels" ? DocumentLimits.Name.pixels.range : ReadingSettings.otherLimits[name]
      guard let range else {
        throw EngineError.usage("--limit takes recording, pixels or memory, found \"\(text)\"")
      }
      guard let number = Int(value), range.contains(number) else {
        throw EngineError.usage(
          "--limit \(name) takes \(range.lowerBound) to \(range.upperBound), found \"\(value)\"")
      }
      settings.limits.append(.init(name: name, value: number))
    }
    return settings
  }

  /// Returns the range of seconds that is searched; nil for the whole recording.
  static func part(_ from: String?, _ to: String?) throws -> ClosedRange<Double>? {
    guard from != nil || to != nil else { return nil }
    func seconds(_ text: String) throws -> Double {
      let number = text.hasSuffix("ms") ? Double(text.dropLast(2)).map { $0 / 1000 } : Double(text)
      guard let number, number >= 0, number.isFinite else {
        throw EngineError.usage("--from and --to take seconds or 120ms, found \"\(text)\"")
      }
      return number
    }
    let start = try from.map(seconds) ?? 0
    let end = try to.map(seconds) ?? .greatestFiniteMagnitude
    guard start < end else { throw EngineError.usage("--from must be before --to") }
    return start...end
  }
}

extension EngineError {
  init(_ error: MeasuringError) {
    switch error {
    case .media(let error): self.init(error)
    case .refused(let line): self.init(line, .content)
    }
  }
}

extension ReadingSettings {
  /// The maximum duration of a recording in seconds.
  var longestRecording: Int {
    limits.last { $0.name == "recording" }?.value ?? Recording.longest
  }
}
