internal import Documents
internal import Evaluation
internal import Planning

extension CurveName {
  /// Evenly spaced stops for a curve that does not consist of straight lines; a step function has stops at
  /// both sides of each jump.
  var evenStops: [TimingFunction.PiecewiseStop] {
    if case .steps(let count, _) = timing, count <= 1_000 {
      return (0...count).flatMap { i -> [TimingFunction.PiecewiseStop] in
        let x = Double(i) / Double(count)
        return [x - 1e-7, x + 1e-7].filter { 0 < $0 && $0 < 1 }.map {
          .init(offset: x, progress: timing.progress(at: $0))
        }
      } + [.init(offset: 1, progress: timing.progress(at: 1))]
    }
    return (0...64).map { i in
      let x = Double(i) / 64
      return .init(offset: x, progress: timing.progress(at: x))
    }
  }

  /// Whether the curve is a Bézier curve, which every platform supports between keyframes.
  var isBezier: Bool { if case .cubicBezier = timing { true } else { false } }

  /// The four numbers of a Bézier curve; nil for any other curve.
  var bezier: [Double]? {
    if case .cubicBezier(let x1, let y1, let x2, let y2) = timing { [x1, y1, x2, y2] } else { nil }
  }
}

extension Track {
  struct Frame {
    /// The time of the keyframe in seconds of the film.
    let time: Double
    let value: [Double]
    /// The curve to the next keyframe; nil means a straight line.
    var curve: CurveName?
  }

  /// The keyframes from 0 to the end of the film. Curves for which `keeps` returns false are divided into
  /// straight lines.
  func frames(until duration: Double, keeping keeps: (CurveName) -> Bool = \.isBezier) -> [Frame] {
    var frames = [Frame(time: 0, value: first)]
    func add(_ time: Double, _ value: [Double]) {
      if let last = frames.last, last.time == time, last.value == value { return }
      frames.append(Frame(time: time, value: value))
    }
    var current = first
    for phase in phases {
      add(phase.start, current)
      add(phase.start, phase.from)
      current = phase.to
      switch phase.motion {
      case .keyframes(let middle, _): for frame in middle { add(frame.time, frame.value) }
      case .curve(let curve):
        if curve.timing == .linear { break }
        if keeps(curve) {
          frames[frames.count - 1].curve = curve
          break
        }
        let stops = curve.stops.isEmpty ? curve.evenStops : curve.stops
        for stop in stops.dropFirst().dropLast() {
          add(
            phase.start + stop.offset * (phase.end - phase.start),
            zip(phase.from, phase.to).map { $0 + ($1 - $0) * stop.progress })
        }
      }
      add(phase.end, phase.to)
    }
    if let last = frames.last, last.time < duration { add(duration, last.value) }
    return frames
  }

  /// A keyframe whose value has been converted to code.
  struct Written {
    let time: Double
    let value: String
    let numbers: [Double]
    let curve: CurveName?
  }

  /// The keyframes after rounding times and writing values, without redundant keyframes: at each time, the
  /// value before it and the value that begins there.
  func written(
    until duration: Double, keeping keeps: (CurveName) -> Bool = \.isBezier,
    _ value: ([Double]) -> String
  ) -> [Written] {
    let all = frames(until: duration, keeping: keeps).map {
      Written(
        time: CurveName.rounded($0.time), value: value($0.value), numbers: $0.value, curve: $0.curve
      )
    }
    var kept: [Written] = []
    for (place, frame) in all.enumerated() {
      if let before = kept.last {
        if before.time == frame.time, before.value == frame.value {
          kept.removeLast()
        } else if place + 1 < all.count {
          let after = all[place + 1]
          if before.value == frame.value && frame.value == after.value { continue }
          if before.time == frame.time && frame.time == after.time { continue }
        }
      }
      kept.append(frame)
    }
    return kept
  }

  /// The value of the track at the end of the film.
  var last: [Double] { phases.last?.to ?? first }

  /// The value at the start, at the ends of all phases, and at all keyframes.
  var everyValue: [[Double]] {
    [first]
      + phases.flatMap { phase -> [[Double]] in
        if case .keyframes(let frames, _) = phase.motion, !frames.isEmpty {
          return frames.map(\.value)
        }
        return [phase.from, phase.to]
      }
  }

  /// Whether at least one of the numbers with these indices changes.
  func changes(_ places: ClosedRange<Int>) -> Bool {
    everyValue.contains { $0[places] != first[places] }
  }

  /// A track of other numbers, which depend linearly on the numbers of this track.
  func mapped(to quantity: Quantity? = nil, _ map: ([Double]) -> [Double]) -> Track {
    Track(
      quantity: quantity ?? self.quantity, first: map(first),
      phases: phases.map { phase in
        var motion = phase.motion
        if case .keyframes(let frames, let error) = motion {
          motion = .keyframes(
            frames.map { .init(time: $0.time, value: map($0.value)) }, error: error)
        }
        return Phase(
          start: phase.start, end: phase.end, from: map(phase.from), to: map(phase.to),
          motion: motion)
      })
  }

  /// A description of the phases that keyframes and straight lines only approximate; `keepsSprings` means
  /// that the target supports springs.
  func approximations(of layer: FilmLayer, keepsSprings: Bool) -> [Shortfall] {
    phases.compactMap { phase in
      switch phase.motion {
      case .keyframes(let frames, let error) where frames.count > 2:
        Shortfall(
          .approximated, of: layer,
          "\(quantity.rawValue) by \(frames.count) keyframes, off by at most \(quantity.words(ofError: error))"
        )
      case .curve(let curve) where curve.isSpring && !keepsSprings:
        Shortfall(
          .approximated, of: layer,
          "\(quantity.rawValue): \(curve.words) by straight lines, off by at most \(Code.n(curve.cssError * 100)) % of the way"
        )
      default: nil
      }
    }
  }
}
