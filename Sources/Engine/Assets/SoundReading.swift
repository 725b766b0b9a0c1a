internal import Documents
internal import Files
import JSON
package import Media
package import Planning
package import Reporting
package import Scenes

extension SoundPlan {
  /// The sounds of a document in wall time, followed by silence of the duration `hold`; nil if the document
  /// has no sound.
  package init?(
    _ planned: PlannedDocument, hold: FrameTime, _ media: MediaSettings
  ) throws(EngineError) {
    let document = planned.document
    guard !document.audio.isEmpty || !planned.cues.isEmpty else { return nil }
    func samples(_ seconds: Double) -> Int {
      Int(
        clamped: seconds * Double(SoundPlan.samplesPerSecond), rounded: .toNearestOrAwayFromZero)
    }
    let ids = document.audio.map { $0.id?.value }
    var tracks: [SoundTrack] = []
    for spec in document.audio {
      var track = SoundTrack(file: try Self.file(spec.file, in: document), at: samples(spec.at))
      track.from = samples(spec.from)
      track.to = spec.to.map(samples)
      track.gains = spec.gain.map { SoundTrack.Gain(at: samples($0.time), decibels: $0.gain) }
      track.fadeIn = samples(spec.fadeIn)
      track.fadeOut = samples(spec.fadeOut)
      track.isLooping = spec.isLooping
      track.keepsPower = spec.fade == .power
      track.speed = spec.speed
      track.mayBeSilent = spec.mayBeSilent
      track.keepsPitch = spec.pitch == .keep
      if let duck = spec.duck {
        // The sounds of transitions and steps follow the sounds of the document's timeline.
        let cues = Array(ids.count..<ids.count + planned.cues.count)
        let by = duck.by.map { by in ids.indices.filter { ids[$0] == by.value } } ?? cues
        track.duck = SoundTrack.Duck(
          by: by, decibels: duck.gain, attack: samples(duck.attack),
          release: samples(duck.release))
      }
      tracks.append(track)
    }
    for cue in planned.cues {
      var track = SoundTrack(
        file: try Self.file(cue.sound.file, in: document), at: samples(cue.start.seconds))
      track.gains = [SoundTrack.Gain(at: 0, decibels: cue.sound.gain)]
      tracks.append(track)
    }
    self.init(tracks: tracks, length: samples((planned.duration + hold).seconds), media)
  }

  /// The sounds of a document, after their peak has been measured and reported.
  package static func measured(
    _ planned: PlannedDocument, hold: FrameTime, _ media: MediaSettings, _ diagnostics: Diagnostics
  ) throws(EngineError) -> SoundPlan? {
    guard var plan = try SoundPlan(planned, hold: hold, media) else { return nil }
    do { try plan.measure() } catch { throw plan.failure(error, of: planned) }
    plan.tell(plan.remarks, of: planned, diagnostics)
    let peak = Text.number(((plan.peakDecibels ?? 0) * 10).rounded() / 10)
    let lowered = -plan.lowering(isLossy: false)
    if lowered > 0 {
      diagnostics.note(
        "sound: its true peak is \(peak) dBTP, so the sound is lowered by "
          + "\(Text.number((lowered * 10).rounded() / 10)) dB, to "
          + "\(Text.number(SoundPlan.ceiling(isLossy: false))) dBTP, "
          + "or, in files with lossy compression, to \(Text.number(SoundPlan.ceiling(isLossy: true))) dBTP"
      )
    } else {
      diagnostics.detail("sound: its true peak is \(peak) dBTP")
    }
    return plan
  }

  /// The error for a sound that cannot be used, at the place in the document that names it.
  private func failure(_ error: MediaError, of planned: PlannedDocument) -> EngineError {
    let paths = planned.document.audio.map(\.file) + planned.cues.map(\.sound.file)
    guard let track = tracks.firstIndex(where: { $0.file.path == error.path }) else {
      return EngineError(error)
    }
    return EngineError(Problem(paths[track], planned.document, error))
  }

  /// Reports remarks about sound files, and reports sounds that start after the end of the timeline.
  private func tell(_ remarks: [String], of planned: PlannedDocument, _ diagnostics: Diagnostics) {
    for remark in remarks { diagnostics.warn(remark) }
    func seconds(_ samples: Int) -> String {
      Text.number(Double(samples) / Double(SoundPlan.samplesPerSecond))
    }
    let document = planned.document
    for (spec, track) in zip(document.audio, tracks) where track.at >= length {
      let problem = Problem(
        file: document.file, origin: spec.file.origin,
        message: "the sound begins at \(seconds(track.at)) s, "
          + "but the timeline ends at \(seconds(length)) s, so the sound is not audible")
      diagnostics.note("note: \(problem)")
    }
  }

  /// The sounds of a document: their names, files, start times and end times. Remarks are sent to
  /// `diagnostics` if it is not nil.
  package static func spans(
    of planned: PlannedDocument, _ media: MediaSettings, _ diagnostics: Diagnostics? = nil
  ) throws(EngineError) -> [(name: String, file: String, start: FrameTime, end: FrameTime)] {
    guard let plan = try SoundPlan(planned, hold: .zero, media) else { return [] }
    let spans: [Range<Int>]
    do {
      let mix = try SoundMix(plan)
      spans = mix.spans
      if let diagnostics { plan.tell(mix.remarks, of: planned, diagnostics) }
    } catch {
      throw plan.failure(error, of: planned)
    }
    func time(_ samples: Int) -> FrameTime {
      FrameTime(seconds: Double(samples) / Double(SoundPlan.samplesPerSecond))
    }
    let names =
      planned.document.audio.map { (name: $0.id?.value ?? $0.file.value, file: $0.file.value) }
      + planned.cues.map { (name: $0.label, file: $0.sound.file.value) }
    return zip(names, spans).map { name, span in
      (name.name, name.file, time(span.lowerBound), time(span.upperBound))
    }
  }

  private static func file(
    _ path: Sourced<String>, in document: Document
  ) throws(EngineError) -> RegularFile {
    do { return try path.file(in: document) } catch {
      throw EngineError(DocumentFailure(problems: [error]))
    }
  }
}
