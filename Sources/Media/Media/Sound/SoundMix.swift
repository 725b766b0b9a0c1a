internal import CEncoding
internal import Files
internal import Glibc
internal import Scenes

func pow10(_ exponent: Double) -> Double { pow(10, exponent) }

/// All sounds of a timeline, and the peak of their mix.
package struct SoundPlan: Sendable {
  package static let samplesPerSecond = SoundReader.samplesPerSecond

  package var tracks: [SoundTrack]
  /// The duration of the timeline, in samples.
  package var length: Int
  fileprivate let media: MediaSettings
  /// The highest true peak of the mix as a factor of full scale; nil until the peak is measured.
  package private(set) var peak: Double?
  /// The remarks about the files for the user, which are available after the measurement.
  package private(set) var remarks: [String] = []

  /// Creates a plan; `media` has the limits of the plan's helper.
  package init(
    tracks: [SoundTrack], length: Int, _ media: MediaSettings = MediaSettings()
  ) {
    self.tracks = tracks
    self.length = length
    self.media = media
  }

  /// Returns the limit of the mix's peak in dBTP: the peak of the output stays below -1 even if a lossy encoder
  /// increases it.
  package static func ceiling(isLossy: Bool) -> Double { isLossy ? -2 : -1 }

  /// Mixes all sounds once and measures the mix's true peak by ITU-R BS.1770-4.
  package mutating func measure(helperPath: String? = nil) throws(MediaError) {
    let mix = try SoundMix(self, helperPath: helperPath)
    remarks = mix.remarks
    let taps = Int(ENCODING_PEAK_TAPS)
    let block = 4_800
    // The signal counts as silent before the first sample and after the last sample.
    var samples = [Float](repeating: 0, count: 2 * (taps + block))
    var highest: Float = 0
    var left = length + taps
    while left > 0 {
      let count = min(block, left)
      try unsafe samples.withUnsafeMutableBufferPointer { all throws(MediaError) in
        // Safety: the array has room for a block after the last samples of the previous block.
        let start = all.baseAddress!
        try unsafe mix.read(count, into: start + 2 * taps)
        unsafe highest = max(highest, encoding_true_peak(start, taps + count))
        unsafe start.update(from: start + 2 * count, count: 2 * taps)
      }
      left -= count
    }
    peak = Double(highest)
  }

  /// Returns the decibels by which the measured mix is lowered so that its peak stays below the ceiling.
  package func lowering(isLossy: Bool) -> Double {
    guard let peak, peak > 0 else { return 0 }
    return min(0, Self.ceiling(isLossy: isLossy) - 20 * log10(peak))
  }

  /// The peak of the mix in dBTP.
  package var peakDecibels: Double? { peak.map { 20 * log10(max($0, 1e-10)) } }
}

/// A mix that is read in order from its start to its end.
package final class SoundMix {
  private let plan: SoundPlan
  private let master: Float
  private let reader: SoundReader
  private var voices: [Voice]
  /// The remarks about tracks that are completely silent.
  private var silences: [String] = []
  private var place = 0
  private var sum: [Float] = []
  private var gains: [Float] = []

  /// A track of the mix while it is read.
  private struct Voice {
    let track: SoundTrack
    let number: Int
    /// The duration of the file's audible part at the track's speed, in samples.
    let length: Int
    /// The end of the track on the timeline, in samples.
    let end: Int
    /// The filter for a track whose speed differs from that of its file, with or without the original pitch.
    let filter: ResamplingFilter?
    let stretcher: TimeStretcher?
    /// All samples of a short file.
    var whole: [Float]?
    /// The samples of the current block before ducking.
    var block: [Float] = []
    /// The current ducking of the track, from 0 to 1.
    var given = 0.0
    /// The number of samples for which the ducking track still counts as audible.
    var held = 0
  }

  /// The maximum number of samples of a file that is cached in memory.
  private static let shortLimit = 480_000
  /// The level, -40 dB, above which another track ducks this track; the ducking continues for up to a tenth of a second
  /// below the level.
  private static let audible: Float = 0.01
  private static let hold = 4_800

  /// Creates a mix for a lossy or a lossless output; with nil, the mix has no limit.
  package init(
    _ plan: SoundPlan, isLossy: Bool? = nil, helperPath: String? = nil
  ) throws(MediaError) {
    self.plan = plan
    master = isLossy.map { Float(SoundTrack.factor(plan.lowering(isLossy: $0))) } ?? 1
    reader = try SoundReader(plan.media, helperPath: helperPath)
    voices = []
    var short: [String: (number: Int, samples: [Float])] = [:]
    for track in plan.tracks {
      let number: Int
      let count: Int
      var whole: [Float]?
      if let known = short[track.file.path] {
        number = known.number
        count = known.samples.count / 2
        whole = known.samples
      } else {
        let (opened, total) = try reader.open(track.file, mayBeSilent: track.mayBeSilent)
        number = opened
        count = total
        if total <= Self.shortLimit {
          let all = try Self.read(opened, total, with: reader)
          whole = all
          short[track.file.path] = (opened, all)
        }
      }
      let own = max(0, min(count, track.to ?? count) - track.from)
      if own == 0, count > 0 {
        silences.append(
          "\(track.file.path): the sound is not audible: playback starts at "
            + "\(Self.seconds(track.from)) s, but the sound lasts \(Self.seconds(count)) s")
      }
      let length =
        track.speed == 1 ? own : Int(clamped: Double(own) / track.speed, rounded: .down)
      let end = track.isLooping && length > 0 ? plan.length : min(plan.length, track.at + length)
      voices.append(
        Voice(
          track: track, number: number, length: length, end: end,
          filter: track.speed == 1 || track.keepsPitch ? nil : ResamplingFilter(speed: track.speed),
          stretcher: track.speed != 1 && track.keepsPitch ? TimeStretcher(speed: track.speed) : nil,
          whole: whole))
    }
  }

  private static func read(
    _ number: Int, _ count: Int, with reader: SoundReader
  ) throws(MediaError) -> [Float] {
    var samples = [Float](repeating: 0, count: 2 * count)
    var place = 0
    while place < count {
      let part = min(SoundReader.block, count - place)
      let got = try unsafe samples.withUnsafeMutableBufferPointer { all throws(MediaError) in
        // Safety: the array has room for all samples of the file.
        try unsafe reader.read(number, from: place, part, into: all.baseAddress! + 2 * place)
      }
      if got == 0 { break }
      place += got
    }
    return samples
  }

  /// The remarks about the files for the user.
  package var remarks: [String] { reader.remarks + silences }

  private static func seconds(_ samples: Int) -> String {
    let hundredths = (Double(samples) / Double(SoundReader.samplesPerSecond) * 100).rounded()
    let seconds = hundredths / 100
    return seconds == seconds.rounded() ? "\(Int(clamped: seconds, rounded: .down))" : "\(seconds)"
  }

  /// The ranges of the timeline in which the tracks are audible.
  package var spans: [Range<Int>] {
    voices.map { min($0.track.at, $0.end)..<max($0.track.at, $0.end) }
  }

  /// Skips the samples before a time.
  package func skip(to start: Int) throws(MediaError) {
    var unused = [Float](repeating: 0, count: 2 * 4_800)
    while place < start {
      let count = min(4_800, start - place)
      try unsafe unused.withUnsafeMutableBufferPointer { all throws(MediaError) in
        // Safety: the array has room for a block.
        try unsafe read(count, into: all.baseAddress!)
      }
    }
  }

  /// Writes the next samples, left and right alternating; after the end of the mix, writes silence.
  package func read(
    _ count: Int, into samples: UnsafeMutablePointer<Float>
  ) throws(MediaError) {
    precondition(count <= SoundReader.block)
    for i in voices.indices { try fill(&voices[i], count) }
    sum = [Float](repeating: 0, count: 2 * count)
    for i in voices.indices where !voices[i].block.isEmpty || voices[i].track.duck != nil {
      giveWay(i, count)
      guard !voices[i].block.isEmpty else { continue }
      unsafe sum.withUnsafeMutableBufferPointer { all in
        // Safety: all three arrays contain the number of samples that are read.
        unsafe encoding_add_sound(all.baseAddress!, voices[i].block, gains, count)
      }
    }
    let all = sum
    for i in all.indices { unsafe samples[i] = all[i] * master }
    place += count
  }

  /// Reads a voice's samples of the next block, with the voice's gain and fades; reads no samples if the voice is silent.
  private func fill(_ voice: inout Voice, _ count: Int) throws(MediaError) {
    voice.block = []
    let track = voice.track
    let first = max(place, track.at)
    let last = min(place + count, voice.end)
    guard first < last, voice.length > 0 else { return }
    var block = [Float](repeating: 0, count: 2 * count)
    var time = first
    while time < last {
      let inside = (time - track.at) % voice.length
      let part = min(last - time, voice.length - inside)
      let to = 2 * (time - place)
      if let filter = voice.filter {
        try stretch(voice, by: filter, from: inside, part, into: &block, at: to)
      } else if let stretcher = voice.stretcher {
        let samples = try stretcher.read(from: inside, part) { begin, count throws(MediaError) in
          try self.samples(of: voice, from: track.from + begin, count)
        }
        block.replaceSubrange(to..<to + 2 * part, with: samples)
      } else if let whole = voice.whole {
        let from = 2 * (track.from + inside)
        block.replaceSubrange(to..<to + 2 * part, with: whole[from..<from + 2 * part])
      } else {
        let number = voice.number
        _ = try unsafe block.withUnsafeMutableBufferPointer { all throws(MediaError) in
          // Safety: the block has room for the samples.
          try unsafe reader.read(
            number, from: track.from + inside, part, into: all.baseAddress! + to)
        }
      }
      time += part
    }
    let constant = track.gains.count == 1 ? SoundTrack.factor(track.gains[0].decibels) : nil
    for time in first..<last {
      var factor = constant ?? track.factor(at: time)
      let since = time - track.at
      if since < track.fadeIn { factor *= track.fade(Double(since) / Double(track.fadeIn)) }
      if voice.end - time < track.fadeOut {
        factor *= track.fade(Double(voice.end - time) / Double(track.fadeOut))
      }
      block[2 * (time - place)] *= Float(factor)
      block[2 * (time - place) + 1] *= Float(factor)
    }
    voice.block = block
  }

  /// Reads the samples of a voice at the voice's speed, starting at a number of timeline samples after the voice's start.
  private func stretch(
    _ voice: Voice, by filter: ResamplingFilter, from start: Int, _ count: Int,
    into block: inout [Float], at place: Int
  ) throws(MediaError) {
    let track = voice.track
    let first = Double(track.from) + Double(start) * track.speed
    let last = Int(clamped: first + Double(count) * track.speed, rounded: .up) + filter.reach
    let begin = Int(clamped: first, rounded: .down) - filter.reach
    let samples = try samples(of: voice, from: begin, last + 1 - begin)
    for i in 0..<count {
      let time = first + Double(i) * track.speed - Double(begin)
      (block[place + 2 * i], block[place + 2 * i + 1]) = filter.value(of: samples, at: time)
    }
  }

  /// Reads a range of samples of a voice's file, with silence before the file's start and after its end.
  private func samples(
    of voice: Voice, from begin: Int, _ count: Int
  ) throws(MediaError) -> [Float] {
    var samples = [Float](repeating: 0, count: 2 * max(0, count))
    var done = min(count, max(0, -begin))
    if let whole = voice.whole {
      let end = min(whole.count, 2 * (begin + count))
      let start = 2 * (begin + done)
      if start < end {
        samples.replaceSubrange(2 * done..<2 * done + end - start, with: whole[start..<end])
      }
      return samples
    }
    while done < count {
      let part = min(SoundReader.block, count - done)
      let got = try unsafe samples.withUnsafeMutableBufferPointer { all throws(MediaError) in
        // Safety: the array has room for all samples of the range.
        try unsafe reader.read(
          voice.number, from: begin + done, part, into: all.baseAddress! + 2 * done)
      }
      if got < part { break }
      done += got
    }
    return samples
  }

  /// Computes the factors by which other voices duck a voice.
  private func giveWay(_ index: Int, _ count: Int) {
    gains = [Float](repeating: 1, count: count)
    guard let duck = voices[index].track.duck else { return }
    let others = duck.by.map { voices[$0].block }.filter { !$0.isEmpty }
    let attack = 1 / Double(max(1, duck.attack))
    let release = 1 / Double(max(1, duck.release))
    var (given, held) = (voices[index].given, voices[index].held)
    for i in 0..<count {
      let isLoud = others.contains { max(abs($0[2 * i]), abs($0[2 * i + 1])) > Self.audible }
      held = isLoud ? Self.hold : max(0, held - 1)
      given = held > 0 ? min(1, given + attack) : max(0, given - release)
      if given > 0 { gains[i] = Float(SoundTrack.factor(duck.decibels * given)) }
    }
    (voices[index].given, voices[index].held) = (given, held)
  }
}
