import Media
import Scenes

extension ComparisonRules {
  /// Returns both frames; if `resamples` is true, both frames are reduced to the smaller width and height.
  func atOneSize(_ a: FootageFrame?, _ b: FootageFrame?) -> (FootageFrame?, FootageFrame?) {
    guard resamples, let a, let b else { return (a, b) }
    let width = min(a.bitmap.width, b.bitmap.width)
    let height = min(a.bitmap.height, b.bitmap.height)
    return (a.shrunk(toWidth: width, height: height), b.shrunk(toWidth: width, height: height))
  }
}

extension FootageFrame {
  fileprivate func shrunk(toWidth width: Int, height: Int) -> FootageFrame {
    FootageFrame(
      index: index, name: name, bitmap: bitmap.shrunk(toWidth: width, height: height),
      start: start, duration: duration)
  }
}

/// Reads both pieces of footage once from start to end, frame by frame.
struct ScanPass {
  private(set) var a = FootageTrace()
  private(set) var b = FootageTrace()
  /// The numbers of the frames that differ.
  private(set) var differing: [Int] = []
  private(set) var pixelCount = 0
  /// The number of frame pairs that were compared.
  private(set) var compared = 0
  /// The total of the mean distances of the differing frames.
  private(set) var meanTotal = 0.0
  var worst: Comparison.Frame?
  private(set) var pictures: (a: Bitmap, b: Bitmap)?
  private(set) var sizeFinding: Comparison.Finding?

  init(_ pairing: FramePairing, _ comparer: PictureComparer) throws(MediaError) {
    let (left, right) = (try pairing.a.frames(), try pairing.b.frames())
    let ignored = comparer.rules.ignored
    while true {
      let (p, q) = comparer.rules.atOneSize(try left.next(), try right.next())
      if let p { a.frames.append(FrameTrace(p, ignoring: ignored)) }
      if let q { b.frames.append(FrameTrace(q, ignoring: ignored)) }
      if p == nil && q == nil { return }
      if let p, let q { compare(p, q, comparer) }
    }
  }

  /// Compares two films with different numbers of frames at equal times, after a first pass: at the times at
  /// which both films start a frame or, if these times are few, at which the film with fewer frames starts a
  /// frame.
  init(byTime first: ScanPass, _ pairing: FramePairing, _ comparer: PictureComparer)
    throws(MediaError)
  {
    (a, b) = (first.a, first.b)
    let isFewer = a.frames.count <= b.frames.count
    let (few, many) = isFewer ? (a, b) : (b, a)
    let spacing = (many.duration?.seconds ?? 0) / Double(max(1, many.frames.count))
    // Formats round times; GIF, for example, rounds to hundredths of a second.
    let near = min(0.0055, spacing / 4)
    let starts = many.frames.compactMap { $0.start?.seconds }
    func isShared(_ frame: FrameTrace) -> Bool {
      let time = frame.start?.seconds ?? -1
      let next = starts.partitioningIndex { $0 >= time - near }
      return next < starts.count && starts[next] <= time + near
    }
    let takesShared = few.frames.count(where: isShared) > 1
    let left = try (isFewer ? pairing.a : pairing.b).frames()
    let right = try (isFewer ? pairing.b : pairing.a).frames()
    var (shown, next) = (try right.next(), try right.next())
    while let frame = try left.next() {
      let time = frame.start?.seconds ?? 0
      while let following = next, (following.start?.seconds ?? .infinity) <= time + near {
        shown = following
        next = try right.next()
      }
      if takesShared, !isShared(few.frames[frame.index]) { continue }
      let (p, q) = comparer.rules.atOneSize(isFewer ? frame : shown, isFewer ? shown : frame)
      if let p, let q { compare(p, q, comparer) }
    }
  }

  /// Whether the durations of both films differ by at most one frame of the film with fewer frames although
  /// their numbers of frames differ.
  var isOfOtherRate: Bool {
    guard let (s, t) = a.duration.flatMap({ s in b.duration.map { (s.seconds, $0.seconds) } }),
      a.frames.count != b.frames.count
    else { return false }
    return abs(s - t) <= max(s, t) / Double(max(1, min(a.frames.count, b.frames.count)))
  }

  private mutating func compare(
    _ p: FootageFrame, _ q: FootageFrame, _ comparer: PictureComparer
  ) {
    let (m, n) = (p.bitmap, q.bitmap)
    compared += 1
    guard m.width == n.width, m.height == n.height else {
      if sizeFinding == nil {
        pictures = (m, n)
        let place = p.index == 0 ? "" : "\(p.name): "
        sizeFinding = Comparison.Finding(
          kind: .size,
          message: "\(place)a different size: A is \(m.width)×\(m.height) pixels, "
            + "B is \(n.width)×\(n.height)\(Self.ratio(m, n))")
      }
      return
    }
    guard sizeFinding == nil, let difference = comparer.difference(of: m, and: n) else { return }
    differing.append(p.index)
    pixelCount += difference.pixelCount
    meanTotal += difference.mean
    if let worst, worst.difference.mean >= difference.mean { return }
    worst = Comparison.Frame(
      index: p.index, nameInA: p.name, nameInB: q.name, difference: difference)
    pictures = (m, n)
  }

  private static func ratio(_ a: Bitmap, _ b: Bitmap) -> String {
    guard a.width * b.height == a.height * b.width else { return "" }
    let factor = Double(b.width) / Double(a.width)
    return ", \(number(factor)) times A's scale"
  }

  // MARK: Findings

  /// Findings about times, if both films have times and their frames correspond one to one.
  var timingFindings: [Comparison.Finding] {
    guard a.frames.count == b.frames.count else { return [] }
    func differ(_ s: FrameTime?, _ t: FrameTime?) -> Bool {
      guard let s, let t else { return false }
      // The limit of 1.1 ms exceeds the error of times that containers round to milliseconds.
      return abs(s.seconds - t.seconds) > 0.0011
    }
    var findings: [Comparison.Finding] = []
    if differ(a.duration, b.duration), let s = a.duration, let t = b.duration {
      findings.append(
        Comparison.Finding(
          kind: .duration, message: "the durations differ: A lasts \(s.text), B lasts \(t.text)"))
    } else if let i = a.frames.indices.first(where: {
      differ(a.frames[$0].start, b.frames[$0].start)
    }), let s = a.frames[i].start, let t = b.frames[i].start {
      findings.append(
        Comparison.Finding(
          kind: .timing,
          message: "frame \(i) is shown at another time: at \(s.text) in A, at \(t.text) in B"))
    }
    return findings
  }

  var pixelFindings: [Comparison.Finding] {
    guard let worst else { return [] }
    let d = worst.difference
    let name =
      worst.nameInA == worst.nameInB ? worst.nameInA : "\(worst.nameInA) against \(worst.nameInB)"
    if differing.count == 1, pixelCount == 1 {
      return [
        Comparison.Finding(
          kind: .onePixel,
          message: "one pixel differs: (\(d.x), \(d.y)) of \(name), by \(Self.number(d.largest))")
      ]
    }
    let share = Double(d.pixelCount) / Double(d.marks.count) * 100
    let bounds = "\(d.bounds.x),\(d.bounds.y),\(d.bounds.width),\(d.bounds.height)"
    return [
      Comparison.Finding(
        kind: .pixels,
        message: "pixels differ in \(differing.count) of \(compared) frames; worst is \(name): "
          + "\(d.pixelCount) pixels (\(Self.number(share)) %) within \(bounds), "
          + "at most \(Self.number(d.largest)) at (\(d.x), \(d.y))")
    ]
  }

  private static func number(_ value: Double) -> String {
    let hundredths = (value * 100).rounded() / 100
    return Int(whole: hundredths).map { String($0) } ?? String(hundredths)
  }
}

extension [Double] {
  /// The index of the first element of a sorted list that satisfies a condition; all later elements satisfy
  /// it too.
  fileprivate func partitioningIndex(_ holds: (Double) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
