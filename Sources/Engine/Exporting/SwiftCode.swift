internal import Planning
internal import Evaluation
internal import Scenes

/// Pieces of Swift that both targets in Swift write.
enum SwiftCode {
  static func n(_ value: Double) -> String { CurveName.number((value * 1e4).rounded() / 1e4) }

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
    "duration", "progress",
  ]
}

extension CurveName {
  /// Stops at even distances, for a curve that is no line of stops.
  var evenStops: [TimingFunction.PiecewiseStop] {
    (0...64).map { i in
      let x = Double(i) / 64
      return .init(offset: x, progress: timing.progress(at: x))
    }
  }
}

extension Film {
  /// What the targets that animate a view's own layers leave out of each layer: its contents are the app's.
  func appShortfalls(saying quantities: Set<Quantity>) -> [Shortfall] {
    var all = shortfalls
    for layer in layers {
      for quantity in Quantity.allCases {
        guard let track = layer.track(quantity), !track.isStill else { continue }
        guard quantities.contains(quantity) else {
          all.append(
            Shortfall(.leftOut, layer: layer.id, pointer: layer.pointer, what: quantity.rawValue))
          continue
        }
        for phase in track.phases {
          switch phase.motion {
          case .keyframes(let frames, let error) where frames.count > 2:
            all.append(
              Shortfall(
                .approximated, layer: layer.id, pointer: layer.pointer,
                what:
                  "\(quantity.rawValue) by \(frames.count) keyframes, off by at most \(SwiftCode.n(error)) \(quantity.unit)"
              ))
          case .curve(let curve):
            switch curve.timing {
            case .linear, .cubicBezier: break
            default:
              all.append(
                Shortfall(
                  .approximated, layer: layer.id, pointer: layer.pointer,
                  what:
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
