internal import Files
package import Media
import Scenes

/// Compares two pieces of footage frame by frame, and describes the difference.
package struct FootageComparer {
  private let comparer: PictureComparer
  package init(_ rules: ComparisonRules) { comparer = PictureComparer(rules) }

  package func compare(_ a: FrameSequence, _ b: FrameSequence) throws(MediaError) -> Comparison {
    let rules = comparer.rules
    let isExact = rules.tolerance < 1 && !rules.isPerceived && !rules.comparesCells
    let sound = try SoundComparer(media: a.media, allowedDecibels: isExact ? 60 : 12).findings(a, b)
    if a.kind == .sound, b.kind == .sound { return Comparison(sounds: a, b, findings: sound) }
    for (one, other) in [(a, b), (b, a)] where one.kind == .sound {
      throw .unusable(path: one.path, reason: "the file is a sound, but \(other.path) has pictures")
    }
    let pairing = FramePairing(a, b)
    var pass = try ScanPass(pairing, comparer)
    var findings = pairing.findings
    if let size = pass.sizeFinding {
      findings.insert(size, at: 0)
      pass.worst = nil
    } else {
      let aligned = try alignmentFindings(pairing, pass)
      let isUnclear = aligned.contains { [.frameCount, .duration].contains($0.kind) }
      if pass.isOfOtherRate, isUnclear || pass.a.isEven && pass.b.isEven {
        pass = try ScanPass(byTime: pass, pairing, comparer)
        findings.append(
          Comparison.Finding(
            kind: .frameCount,
            message: "the frame rates differ: \(counts(pass)), compared at \(pass.compared) moments"
          ))
      } else {
        findings += aligned
      }
      findings += pass.timingFindings
      findings += pass.pixelFindings
    }
    findings += loopFindings(a, b)
    findings += sound
    return Comparison(
      a: pass.a.side(a.path), b: pass.b.side(b.path), findings: findings,
      differingFrames: pass.differing.count, worst: pass.worst, pictures: pass.pictures)
  }

  /// Compares the number of times that two animated pictures of one format play; film formats have no such
  /// number.
  private func loopFindings(_ a: FrameSequence, _ b: FrameSequence) -> [Comparison.Finding] {
    func plays(_ footage: FrameSequence) -> Int? {
      guard footage.kind == .clip, let file = try? RegularFile(footage.path) else { return nil }
      return LoopCount.find(in: file)
    }
    guard let m = plays(a), let n = plays(b), m != n else { return [] }
    func words(_ plays: Int) -> String {
      plays == 0 ? "for ever" : plays == 1 ? "once" : "\(plays) times"
    }
    return [
      Comparison.Finding(
        kind: .loops, message: "A plays \(words(m)), B plays \(words(n))")
    ]
  }

  // MARK: Alignment

  private func alignmentFindings(
    _ pairing: FramePairing, _ pass: ScanPass
  ) throws(MediaError) -> [Comparison.Finding] {
    let (m, n) = (pass.a.frames.count, pass.b.frames.count)
    guard m != n || !pass.differing.isEmpty else { return [] }
    let rules = comparer.rules
    let isExact = rules.tolerance < 1 && !rules.isPerceived && !rules.comparesCells
    let candidates = FrameAlignment.candidates(
      pass.a.frames, pass.b.frames,
      slack: isExact
        ? nil
        : Int(clamped: rules.tolerance, rounded: .up, to: 0...255) + (rules.isPerceived ? 8 : 1),
      firstDifference: pass.differing.first ?? min(m, n))
    for candidate in candidates {
      if isExact { return [finding(candidate, pass)] }
      // Frames that a codec has compressed are seldom equal, so an alignment is also accepted if it leaves a
      // much smaller difference.
      let rest = try rest(of: candidate, pairing)
      if rest == 0 { return [finding(candidate, pass)] }
      if rest < pass.meanTotal / 4 { return [finding(candidate, pass, about: "about ")] }
    }
    return m == n ? [] : [frameCount(pass)]
  }

  /// The difference that an alignment leaves unexplained: the total of the mean distances of the frames that
  /// it pairs; infinite if the sizes differ.
  private func rest(
    of alignment: FrameAlignment, _ pairing: FramePairing
  ) throws(MediaError) -> Double {
    let by: Int
    let start: Int
    switch alignment {
    case .retimed: return 0
    case .shift(let shift, let from): (by, start) = (shift, max(from, from - shift, 0))
    case .missing(let from, let count): (by, start) = (-count, from + count)
    case .added(let from, let count): (by, start) = (count, from)
    }
    let (a, b) = (try pairing.a.frames(), try pairing.b.frames())
    for _ in 0..<start { _ = try a.next() }
    for _ in 0..<(start + by) { _ = try b.next() }
    var sum = 0.0
    while true {
      guard case (let p?, let q?) = comparer.rules.atOneSize(try a.next(), try b.next()) else {
        break
      }
      guard p.bitmap.width == q.bitmap.width, p.bitmap.height == q.bitmap.height else {
        return .infinity
      }
      sum += comparer.difference(of: p.bitmap, and: q.bitmap)?.mean ?? 0
    }
    return sum
  }

  private func finding(
    _ alignment: FrameAlignment, _ pass: ScanPass, about: String = ""
  ) -> Comparison.Finding {
    func frames(_ count: Int) -> String { count == 1 ? "1 frame" : "\(count) frames" }
    func range(_ trace: FootageTrace, _ start: Int, _ count: Int) -> String {
      let first = trace.frames[start].name
      return count == 1 ? first : "\(first) to \(trace.frames[start + count - 1].name)"
    }
    switch alignment {
    case .shift(let by, let start):
      let place = start == 0 ? "" : "from \(pass.a.frames[start].name) on, "
      return Comparison.Finding(
        kind: .shift,
        message:
          "\(place)\(about)the same frames come \(frames(abs(by))) \(by > 0 ? "later" : "earlier")"
          + " in B")
    case .missing(let start, let count):
      let subject = start + count == pass.a.frames.count ? "B ends early: it" : "B"
      return Comparison.Finding(
        kind: .missingFrames,
        message: "\(subject) does not contain \(frames(count)) of A: \(range(pass.a, start, count))"
      )
    case .added(let start, let count):
      return Comparison.Finding(
        kind: .missingFrames,
        message: "B has \(frames(count)) that A does not contain: \(range(pass.b, start, count))")
    case .retimed:
      return Comparison.Finding(
        kind: .duration,
        message: "A and B are the same animation with different durations: \(counts(pass))")
    }
  }

  private func frameCount(_ pass: ScanPass) -> Comparison.Finding {
    Comparison.Finding(
      kind: .frameCount, message: "A and B have different numbers of frames: \(counts(pass))")
  }

  private func counts(_ pass: ScanPass) -> String {
    func side(_ trace: FootageTrace, _ name: String) -> String {
      let time = trace.duration.map { " in \($0.text)" } ?? ""
      return "\(name) has \(trace.frames.count) frames\(time)"
    }
    return "\(side(pass.a, "A")), \(side(pass.b, "B"))"
  }
}

extension FrameTime {
  /// Formats a number of seconds with at most three decimal places.
  var text: String {
    let thousandths = Int(clamped: seconds * 1000, rounded: .toNearestOrAwayFromZero)
    let whole = thousandths / 1000
    var digits = String(thousandths % 1000 + 1000).dropFirst()
    while digits.last == "0" { digits.removeLast() }
    return digits.isEmpty ? "\(whole) s" : "\(whole).\(digits) s"
  }
}
