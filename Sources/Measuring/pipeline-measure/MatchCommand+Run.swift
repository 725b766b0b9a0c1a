import Assets
import CommandLine
import Documents
import Editing
import Encoding
import Files
import JSON
import Matching
import Measuring
import Planning
import Reporting
import Scenes

extension MatchCommand {
  /// The minimum similarity of the pictures at rest that is required for tuning variables.
  private static let leastLikeness = 0.5
  private static var limitBytes: Int { 256 << 20 }

  func perform() throws {
    let settings = try readingSettings()
    Console.show(progress)
    defer { Console.diagnostics.end() }
    let folder = try output.map(ResultFolder.begin)
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try RegularFile(file, in: .ofProgram).read(limitBytes: Self.limitBytes)
    } catch {
      let isMissing = error == .missing(path: file)
      throw EngineError("\(file): \(error.reason)", isMissing ? .missing : .content)
    }
    let frames = DocumentFrames(bytes, file: file, settings, Console.diagnostics)
    defer { frames.close() }
    let planned = try frames.planned()
    let variables = try variables(of: bytes)
    do {
      let footage = try Recording(
        recording, settings.media(Console.diagnostics), limitSeconds: settings.longestRecording)
      defer { footage.close() }
      let check = Self.check(of: footage, variables: variables.reduce(0) { $0 + $1.numbers.count })
      let matcher = Matcher(footage, frames, check: check)
      let span = try matcher.span(try RecordingLimits.part(from, to))
      let first = try matcher.match(planned, span)
      guard !variables.isEmpty else {
        try show(footage, planned, first, check, in: folder)
        return tell(first, [])
      }
      if let likeness = first.likeness, likeness < Self.leastLikeness {
        throw EngineError(
          "\(file): the document does not match \(recording): at rest, before and after, their "
            + "pictures have "
            + "\(Text.number((likeness * 100).rounded() / 100)) of 1 in common, and --tune requires "
            + "\(Self.leastLikeness); choose the part that it shows with --from and --to", .content)
      }
      let (tuned, match) = try Tuner(matcher, span).tune(variables, from: first)
      if !dryRun { try write(tuned, bytes) }
      try show(
        footage, try frames.planned(tuned.map { ($0.name, $0.setting) }), match, check, in: folder)
      tell(match, zip(variables, tuned).map { (before: $0, after: $1) })
    } catch let error as MeasuringError {
      throw EngineError(error)
    }
  }

  /// Returns a function that reports the approximate progress, and throws an error if the work was cancelled. Each
  /// frame is read, drawn and compared, and again for each variable.
  private static func check(of recording: Recording, variables: Int) -> () throws -> Void {
    let total = 3 * recording.starts.count + 300 + variables * 400
    var done = 0
    Console.diagnostics.progress(done: 0, of: total)
    return {
      try Interruption.cancellation.check()
      done = min(done + 1, total - 1)
      Console.diagnostics.progress(done: done, of: total)
    }
  }

  /// Returns the variables to tune, with their values in the document.
  private func variables(of bytes: [UInt8]) throws -> [TunedVariable] {
    guard !tune.isEmpty else { return [] }
    let vars = JSONNode(json: String(decoding: bytes, as: UTF8.self))?["vars"]
    let members = vars?.members ?? []
    return try tune.map { name in
      guard let member = members.last(where: { $0.key == name }) else {
        let meant = NearestWord.find(name, in: members.map(\.key))
          .map { "; did you mean \"\($0)\"?" }
        throw EngineError.usage(
          "--tune: \(file) has no variable \"\(name)\"\(meant ?? "")")
      }
      guard let variable = TunedVariable(name: name, member.value) else {
        throw EngineError.usage(
          "--tune: the variable \"\(name)\" contains no number: its value is \(member.value.json)")
      }
      return variable
    }
  }

  /// Writes the values into the document: only the bytes of the values change, and only if the file is still the one
  /// that was read.
  private func write(_ tuned: [TunedVariable], _ bytes: [UInt8]) throws {
    var editor = TextEditor(bytes)
    do throws(TextEditor.Refusal) {
      for variable in tuned {
        let key = EscapedText.pointerPart(variable.name)
        for leaf in variable.leaves {
          guard let node = JSONNode(json: leaf.json) else { continue }
          try editor.set("/vars/\(key)\(leaf.pointer)", to: node)
        }
      }
    } catch {
      throw EngineError("\(file): \(error)", .content)
    }
    let outcome: FileExchange.Outcome
    do throws(FileError) {
      outcome = try FileExchange.replace(
        file, holding: bytes, by: editor.bytes, limitBytes: Self.limitBytes)
    } catch {
      throw EngineError("\(file): \(error.reason)", .unwritable)
    }
    guard outcome == .written else {
      throw EngineError(
        "\(file): another program changed the file: nothing was written", .tryAgain
      )
    }
  }

  private func show(
    _ footage: Recording, _ planned: PlannedDocument, _ match: Match,
    _ check: @escaping () throws -> Void, in folder: NewFolder?
  ) throws {
    guard let folder else { return }
    let pictures = SideBySide(footage, planned, match, check: check)
    do {
      try folder.write(try pictures.sheet(), to: "match.png")
    } catch let error as EncodingError {
      throw EngineError(error)
    }
    try pictures.write(video: "\(folder.path)/match.mp4")
    try ResultFolder.finish(folder)
  }

  private func tell(_ match: Match, _ tuned: [(before: TunedVariable, after: TunedVariable)]) {
    Console.diagnostics.end()
    if json { return Console.result(json: Self.json(match, tuned)) }
    func number(_ value: Double) -> String { Text.number((value * 100).rounded() / 100) }
    let place = match.place
    Console.summary(
      "start  \(Text.number((match.start * 10_000).rounded() / 10_000)) s of the recording, the canvas at "
        + "\(number(place.x)), \(number(place.y)), \(number(place.width))×\(number(place.height)) pixels"
    )
    Console.summary("frames  differ by \(number(match.meanDistance)) of 255")
    if let likeness = match.likeness, likeness < Self.leastLikeness {
      Console.note(
        "the pictures at rest have \(number(likeness)) of 1 in common: "
          + "the document may describe another recording"
      )
    }
    for layer in match.layers {
      if layer.frames == 0 {
        Console.summary("\(layer.name)  not found")
        continue
      }
      let late = layer.milliseconds.map {
        ", \(number($0.magnitude)) ms \($0 < 0 ? "early" : "late")"
      }
      Console.summary("\(layer.name)  \(number(layer.points)) points\(late ?? "")")
    }
    for (before, after) in tuned {
      Console.summary(
        "\(after.name)  \(before.json) to \(after.json)\(dryRun ? "" : ", written to \(file)")"
      )
    }
  }

  private static func json(
    _ match: Match, _ tuned: [(before: TunedVariable, after: TunedVariable)]
  ) -> String {
    func number(_ value: Double) -> Double { (value * 10_000).rounded() / 10_000 + 0 }
    let layers: [JSONObject] = match.layers.map {
      [
        "name": $0.name, "points": number($0.points), "milliseconds": $0.milliseconds.map(number),
        "frames": $0.frames,
      ]
    }
    let place = [match.place.x, match.place.y, match.place.width, match.place.height]
    let all: JSONObject = [
      "start": number(match.start), "place": place.map(number),
      "meanDistance": number(match.meanDistance), "likeness": match.likeness.map(number),
      "layers": layers,
      "tuned": JSONObject(tuned.map { ($0.after.name, JSONFragment($0.after.json)) }),
    ]
    return all.json
  }
}
