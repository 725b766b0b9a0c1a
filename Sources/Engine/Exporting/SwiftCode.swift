internal import Documents
internal import Evaluation
internal import Planning
internal import Scenes

/// Pieces of Swift that both targets in Swift write.
enum SwiftCode {
  static func n(_ value: Double) -> String { CurveName.number((value * 1e4).rounded() / 1e4) }

  /// A member of a matrix: perspective is small.
  static func fine(_ value: Double) -> String {
    let rounded = (value * 1e9).rounded() / 1e9
    return JSONWriter.number(rounded == 0 ? 0 : rounded)
  }

  /// The keyframes of a track: times as fractions of the film, values, and the curve to the next.
  static func frames(of track: Track, duration: Double) -> [Frame] {
    var frames = [Frame(time: 0, value: track.first, curve: nil)]
    func add(_ time: Double, _ value: [Double]) {
      if let last = frames.last, last.time == time, last.value == value { return }
      frames.append(Frame(time: time, value: value, curve: nil))
    }
    var current = track.first
    for phase in track.phases {
      add(phase.start, current)
      add(phase.start, phase.from)
      current = phase.to
      switch phase.motion {
      case .keyframes(let middle, _): for frame in middle { add(frame.time, frame.value) }
      case .curve(let curve):
        switch curve.timing {
        case .linear: break
        case .cubicBezier: frames[frames.count - 1].curve = curve
        default:
          let length = phase.end - phase.start
          let stops = curve.stops.isEmpty ? curve.evenStops : curve.stops
          for stop in stops.dropFirst().dropLast() {
            add(
              phase.start + stop.offset * length,
              zip(phase.from, phase.to).map { $0 + ($1 - $0) * stop.progress })
          }
        }
      }
      add(phase.end, phase.to)
    }
    if let last = frames.last, last.time < duration { add(duration, last.value) }
    return frames
  }

  struct Frame {
    /// Seconds of the film.
    let time: Double
    let value: [Double]
    var curve: CurveName?
  }

  /// A property name of Swift; a reserved word gets a letter after it.
  static func identifier(_ name: String) -> String {
    let word = ExportNames.camel(name, upper: false)
    return reserved.contains(word) ? word + "Layer" : word
  }

  private static let reserved: Set<String> = [
    "as", "break", "case", "catch", "class", "continue", "default", "defer", "deinit", "do", "else",
    "enum", "extension",
    "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "init",
    "inout", "internal", "is",
    "let", "nil", "operator", "private", "protocol", "public", "repeat", "rethrows", "return",
    "self", "static", "struct",
    "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where",
    "while", "object", "val",
    "when", "fun", "interface", "package", "this", "typeof", "null", "layer", "container",
    "duration", "progress", "reduced", "allCases",
  ]
}

extension CurveName {
  /// Stops at even distances, for a curve that is no line of stops; of steps, both sides of each jump.
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
}

extension Track {
  /// The track of other numbers, which depend on these linearly.
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
  /// Whether some of its numbers change.
  func changes(_ places: ClosedRange<Int>) -> Bool {
    everyValue.contains { $0[places] != first[places] }
  }
}

extension FilmLayer {
  /// The layer with its size as a scale, if it has sublayers: they move with it as one, and a view's bounds do not move
  /// what is in it.
  var scalingAsWhole: FilmLayer {
    guard hasSublayers, layout.width > 0, layout.height > 0, let size = track(.size), !size.isStill
    else { return self }
    let scale = track(.scale) ?? Track(quantity: .scale, first: [1, 1], phases: [])
    func scaled(_ v: [Double]) -> [Double] {
      [v[0] / layout.width * scale.first[0], v[1] / layout.height * scale.first[1]]
    }
    var tracks = tracks
    tracks[.size] = Track(quantity: .size, first: [layout.width, layout.height], phases: [])
    if !isSpatial {
      // A matrix has the size in it already.
      guard scale.isStill else { return self }
      tracks[.scale] = size.mapped(to: .scale, scaled)
    }
    return with(tracks: tracks)
  }
}

extension Film {
  /// The matrix about a view's anchor, a fraction of its size, of a view that lies where the layer is laid out; nil where
  /// there is none, or the size changes too.
  func placedMatrix(of layer: FilmLayer, about anchor: Point) -> Track? {
    guard let track = layer.track(.matrix), let size = layer.track(.size),
      size.isStill || layer.hasSublayers
    else { return nil }
    let parent = layer.parent.map { layers[$0].layout } ?? layer.layout
    let own = layer.hasSublayers ? [layer.layout.width, layer.layout.height] : size.first
    let (x, y) = (anchor.x * own[0], anchor.y * own[1])
    let (left, top) = (layer.layout.x - parent.x + x, layer.layout.y - parent.y + y)
    return track.mapped { m in
      var m = m
      for i in 0..<4 { m[12 + i] += x * m[i] + y * m[4 + i] }
      for row in stride(from: 0, to: 16, by: 4) {
        m[row] -= left * m[row + 3]
        m[row + 1] -= top * m[row + 3]
      }
      return m
    }
  }

  /// What the targets that animate a view's own layers leave out of each layer: its contents are the app's.
  func appShortfalls(saying quantities: Set<Quantity>) -> [Shortfall] {
    var all = shortfalls
    for layer in layers {
      for quantity in Quantity.allCases {
        guard let track = layer.track(quantity), !track.isStill else { continue }
        guard quantities.contains(quantity) else {
          all.append(Shortfall(.leftOut, of: layer, quantity.rawValue))
          continue
        }
        if quantity == .size, layer.hasSublayers, !layer.scalingAsWhole.tracks[.size]!.isStill {
          all.append(
            Shortfall(.leftOut, of: layer, "size of a layer with sublayers whose scale changes"))
        }
        if quantity == .matrix, placedMatrix(of: layer, about: .zero) == nil {
          all.append(Shortfall(.leftOut, of: layer, "matrix, as the size changes too"))
        }
        if quantity == .cornerRadius, track.everyValue.contains(where: { Set($0).count > 1 }) {
          all.append(
            Shortfall(.leftOut, of: layer, "corners of different radii")
          )
        }
        for phase in track.phases {
          switch phase.motion {
          case .keyframes(let frames, let error) where frames.count > 2:
            all.append(
              Shortfall(
                .approximated, of: layer,
                "\(quantity.rawValue) by \(frames.count) keyframes, off by at most \(SwiftCode.n(error)) \(quantity.unit)"
              ))
          case .curve(let curve):
            switch curve.timing {
            case .linear, .cubicBezier: break
            default:
              all.append(
                Shortfall(
                  .approximated, of: layer,
                  "\(quantity.rawValue): \(curve.words) by straight lines, off by at most \(SwiftCode.n(max(curve.cssError, 0.0004) * 100)) % of the way"
                ))
            }
          default: break
          }
        }
      }
    }
    return all
  }
}
