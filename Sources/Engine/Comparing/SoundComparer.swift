internal import Files
internal import Glibc
internal import Media

/// Compares the sounds of two files: their presence, length, offset, level and contents.
struct SoundComparer {
  let media: MediaSettings
  /// The level of a difference, in decibels below the sound, up to which the difference is ignored.
  let allowedDecibels: Double

  /// The number of samples in a window of loudness: 5 ms.
  private static let window = 240
  /// The maximum offset between the sounds in windows: 2 s.
  private static let mostWindows = 400
  /// The difference in length that is ignored, in samples: codecs pad their last block, which adds up to 60
  /// ms.
  private static let lengthSlack = 2_880

  func findings(_ a: FrameSequence, _ b: FrameSequence) throws(MediaError) -> [Comparison.Finding] {
    let (left, right) = (try sound(of: a), try sound(of: b))
    guard let left, let right else {
      if left == nil && right == nil { return [] }
      return [
        finding(left == nil ? "B has sound, but A has none" : "A has sound, but B has none")
      ]
    }
    var found: [Comparison.Finding] = []
    if abs(left.count - right.count) > Self.lengthSlack {
      found.append(
        finding(
          "the lengths differ: A has \(seconds(left.count)) of sound, B has \(seconds(right.count))"
        ))
    }
    let lag = try lag(left, right)
    if abs(lag) >= Self.window {
      found.append(
        finding("the sound comes \(seconds(abs(lag))) \(lag > 0 ? "later" : "earlier") in B"))
    }
    return found + (try contents(left, right, lag))
  }

  /// Compares the levels of both sounds, and the difference that remains after the levels are equalised.
  private func contents(_ a: Sound, _ b: Sound, _ lag: Int) throws(MediaError) -> [Comparison
    .Finding]
  {
    var (aa, bb, ab) = (0.0, 0.0, 0.0)
    var (i, j) = (max(0, -lag), max(0, lag))
    while true {
      let (x, y) = (try a.samples(from: i), try b.samples(from: j))
      let count = min(x.count, y.count)
      if count == 0 { break }
      for k in 0..<count {
        let (p, q) = (Double(x[k]), Double(y[k]))
        aa += p * p
        bb += q * q
        ab += p * q
      }
      (i, j) = (i + count / 2, j + count / 2)
    }
    // A sound with a level below −100 dB of full scale is inaudible.
    let silent = 1e-10 * Double(2 * max(i, 1))
    if aa < silent || bb < silent {
      return aa < silent && bb < silent
        ? [] : [finding(aa < silent ? "A's sound is silent" : "B's sound is silent")]
    }
    var found: [Comparison.Finding] = []
    let level = 10 * log10(bb / aa)
    if abs(level) >= 0.5 {
      found.append(
        finding("the sound is \(decibels(abs(level))) \(level > 0 ? "louder" : "quieter") in B"))
    }
    let rest = max(0, 1 - ab * ab / (aa * bb))
    if rest > 0, 10 * log10(rest) > -allowedDecibels {
      found.append(
        finding(
          rest > 0.5
            ? "another sound"
            : "the difference is \(decibels(-10 * log10(rest))) below the sound"))
    }
    return found
  }

  // MARK: Offset

  /// The number of samples by which B is delayed relative to A.
  private func lag(_ a: Sound, _ b: Sound) throws(MediaError) -> Int {
    let (x, y) = (try a.loudness(Self.window), try b.loudness(Self.window))
    guard let loudest = x.indices.max(by: { x[$0] < x[$1] }), x[loudest] > 0,
      y.contains(where: { $0 > 0 })
    else {
      return 0
    }
    func likeness(_ lag: Int) -> Double {
      var (sum, ys) = (0.0, 0.0)
      for i in max(0, -lag)..<max(max(0, -lag), min(x.count, y.count - lag)) {
        sum += x[i] * y[i + lag]
        ys += y[i + lag] * y[i + lag]
      }
      return ys > 0 ? sum / ys.squareRoot() : 0
    }
    let still = likeness(0)
    var (coarse, best) = (0, still * 1.001)
    for lag in -Self.mostWindows...Self.mostWindows where likeness(lag) > best {
      (coarse, best) = (lag, likeness(lag))
    }
    // The loudest tenth of a second is used to refine the offset to single samples.
    let start = max(0, (loudest - 10) * Self.window)
    let piece = Self.mono(try a.samples(from: start, 20 * Self.window))
    let from = max(0, start + (coarse - 1) * Self.window)
    let room = Self.mono(try b.samples(from: from, piece.count + 2 * Self.window))
    guard room.count > piece.count, !piece.isEmpty else { return coarse * Self.window }
    // The score is the cosine of the angle between both sounds, so that loud parts are not preferred. If
    // several offsets fit equally well, the smallest offset is used.
    var (fine, most) = (coarse * Self.window, -Double.infinity)
    var energy = room[..<piece.count].reduce(0) { $0 + $1 * $1 }
    for shift in 0...(room.count - piece.count) {
      if shift > 0 {
        let (old, new) = (room[shift - 1], room[shift + piece.count - 1])
        energy += new * new - old * old
      }
      var sum = 0.0
      for k in piece.indices { sum += piece[k] * room[shift + k] }
      let likeness = energy > 1e-12 ? sum / energy.squareRoot() : 0
      let lag = from + shift - start
      let isAsGood = likeness >= most * (1 - 1e-6) && abs(lag) < abs(fine)
      if likeness > most * (1 + 1e-6) || isAsGood { (fine, most) = (lag, likeness) }
    }
    return fine
  }

  private static func mono(_ samples: [Float]) -> [Double] {
    stride(from: 0, to: samples.count - 1, by: 2).map { (k: Int) -> Double in
      Double(samples[k] + samples[k + 1]) / 2
    }
  }

  // MARK: Reading

  private func sound(of footage: FrameSequence) throws(MediaError) -> Sound? {
    guard footage.kind == .clip || footage.kind == .sound else { return nil }
    let file: RegularFile
    do { file = try RegularFile(footage.path, in: media.context) } catch { throw MediaError(error) }
    if AnimatedPicture.isOne(file) { return nil }
    let reader = try SoundReader(media)
    do throws(MediaError) {
      let (number, count) = try reader.open(file)
      return Sound(reader: reader, number: number, count: count)
    } catch {
      // The error of an unusable file is reported by the reader of the film's frames.
      if case .unusable = error, footage.kind == .clip { return nil }
      throw error
    }
  }

  private func finding(_ message: String) -> Comparison.Finding {
    Comparison.Finding(kind: .sound, message: message)
  }

  private func seconds(_ samples: Int) -> String {
    let milliseconds = (samples + 24) / 48
    return milliseconds < 1_000
      ? "\(milliseconds) ms" : "\(Double(milliseconds) / 1_000) s"
  }

  private func decibels(_ value: Double) -> String { "\((value * 10).rounded() / 10) dB" }
}

/// A sound that is read in pieces; samples of the left and right channel alternate.
private final class Sound {
  private let reader: SoundReader
  private let number: Int
  let count: Int

  init(reader: SoundReader, number: Int, count: Int) {
    (self.reader, self.number, self.count) = (reader, number, count)
  }

  func samples(from start: Int, _ most: Int = SoundReader.block) throws(MediaError) -> [Float] {
    let wanted = min(most, SoundReader.block, count - start)
    guard wanted > 0 else { return [] }
    var samples = [Float](repeating: 0, count: 2 * wanted)
    // Safety: the buffer has space for two floats per sample.
    let got = try unsafe samples.withUnsafeMutableBufferPointer { room throws(MediaError) in
      try unsafe reader.read(number, from: start, wanted, into: room.baseAddress!)
    }
    samples.removeLast(2 * (wanted - got))
    return samples
  }

  /// The root mean square of the samples in each window.
  func loudness(_ window: Int) throws(MediaError) -> [Double] {
    var result: [Double] = []
    var start = 0
    while true {
      let samples = try samples(from: start)
      if samples.isEmpty { return result }
      for first in stride(from: 0, to: samples.count, by: 2 * window) {
        let part = samples[first..<min(first + 2 * window, samples.count)]
        result.append(
          (part.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(part.count)).squareRoot())
      }
      start += samples.count / 2
    }
  }
}
