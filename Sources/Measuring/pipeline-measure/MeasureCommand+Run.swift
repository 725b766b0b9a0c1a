import Assets
import CommandLine
import Documents
import Encoding
import Files
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
    let measurement: Measurement
    do throws(MeasuringError) {
      let footage = try Recording(
        recording, media, limitSeconds: settings.longestRecording)
      defer { footage.close() }
      measurement = try measurer.measure(footage)
    } catch {
      Console.diagnostics.end()
      throw EngineError(error)
    }
    Console.diagnostics.end()
    try Interruption.cancellation.check()
    try write(measurement, inputs, to: folder)
    tell(measurement)
  }

  private struct LayerInput {
    var art: LayerArt
    var file: String
    var bytes: [UInt8]
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
          "--layer: a name has letters, digits, - and _, and is not that of a screen, found \"\(name)\""
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

  private func write(
    _ measurement: Measurement, _ inputs: [LayerInput], to folder: NewFolder
  ) throws {
    var files = Dictionary(uniqueKeysWithValues: inputs.map { ($0.art.name, $0.file) })
    var all = inputs.map { ($0.file, $0.bytes) }
    for (name, picture) in measurement.proposed {
      files[name] = "layer-\(name).png"
      all.append(("layer-\(name).png", SmallPNG.encode(picture, isOpaque: true, level: 6)))
    }
    all.append(("from.png", SmallPNG.encode(measurement.from, isOpaque: true, level: 6)))
    all.append(("to.png", SmallPNG.encode(measurement.to, isOpaque: true, level: 6)))
    all.append(("tracks.csv", Array(TrackTable.text(measurement).utf8)))
    all.append(("report.html", Array(MeasurementReport(measurement).html.utf8)))
    all.append(
      ("pipeline.json", Array(MeasuredDocument(measurement, files: files).text.utf8)))
    do throws(EncodingError) {
      for (name, bytes) in all { try folder.write(bytes, to: name) }
    } catch {
      throw EngineError(error)
    }
    try ResultFolder.finish(folder)
  }

  private func tell(_ measurement: Measurement) {
    if json { return Console.result(json: MeasurementJSON(measurement).text) }
    for row in PhaseTable.rows(measurement) {
      Console.summary(
        "\(row.track)  \(row.start) to \(row.end)  \(row.curve)  travel \(row.travel)  error \(row.error)"
      )
    }
    for remark in PhaseTable.remarks(measurement) { Console.note(remark) }
    Console.summary("\(output)/pipeline.json")
  }
}

/// The limits and the part of a recording, for the commands that read one.
enum RecordingLimits {
  /// The limits that `preview` was given, which hands them on.
  static func handed(_ text: String) throws -> ReadingSettings {
    guard let settings = ReadingSettings(handedOn: text) else {
      throw EngineError.usage("--settings takes what preview hands on")
    }
    return settings
  }

  /// What recordings and helpers may take.
  static func read(_ texts: [String], _ helpers: HelperOptions) throws -> ReadingSettings {
    var settings = ReadingSettings(context: .ofProgram)
    settings.plugins.sandbox = helpers.sandbox
    settings.plugins.mediaSeconds = helpers.mediaTimeout
    for text in texts {
      let (name, value) = OptionText.assignment(text) ?? (text, "")
      let range =
        name == "pixels" ? DocumentLimits.Name.pixels.range : ReadingSettings.otherLimits[name]
      guard let range else {
        throw EngineError.usage("--limit knows recording, pixels and memory, found \"\(text)\"")
      }
      guard let number = Int(value), range.contains(number) else {
        throw EngineError.usage(
          "--limit \(name) takes \(range.lowerBound) to \(range.upperBound), found \"\(value)\"")
      }
      settings.limits.append(.init(name: name, value: number))
    }
    return settings
  }

  /// The seconds between which to look; nil for all.
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
    guard start < end else { throw EngineError.usage("--from lies before --to") }
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
  /// The seconds that a recording may take.
  var longestRecording: Int {
    limits.last { $0.name == "recording" }?.value ?? Recording.longest
  }
}
