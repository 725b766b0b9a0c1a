package import JSON
package import Scenes

/// Maps the plan's time to the time of a moving picture.
package struct TimeRemapSpec: Sendable {
  /// The behaviour of a film after the last frame of its section.
  package enum Loop: String, Hashable, Sendable, CaseIterable { case once, forever, hold }

  /// The section of the file that is shown, in the file's time; times in frames count the frames of the file,
  /// and percentages refer to its duration.
  package var from: DurationSpec?
  package var to: DurationSpec?
  /// The start of the film in seconds of the plan; before the start, the first frame is visible.
  package var at = 0.0
  package var speed = 1.0
  package var loop = Loop.hold
  package var isReversed = false
  package init() {}

  package var members: JSONObject {
    func time(_ spec: DurationSpec?) -> any JSONEncodable {
      switch spec {
      case nil: JSONFragment.null
      case .seconds(let value)?: value
      case .frames(let value)?: "\(value.json)f"
      case .fraction(let value)?: "\((value * 100).json)%"
      }
    }
    return [
      "from": time(from), "to": time(to), "at": at, "speed": speed, "loop": loop.rawValue,
      "reverse": isReversed,
    ]
  }
}

/// A video, an animated picture or numbered pictures, with their playback in the plan's time.
package struct MovingSpec: PictureSpec {
  /// The path of the film's file, relative to the document.
  package var path = Sourced("")
  /// The frame rate of numbered pictures; nil for a file that contains its frame times.
  package var framesPerSecond: Double?
  package var hasSound = false
  package var time = TimeRemapSpec()
  /// The number of picture pixels per point; nil means the scale of the canvas.
  package var scale: Double?
  package init() {}

  package var members: JSONObject {
    let kind = framesPerSecond == nil ? "video" : "frames"
    var members: JSONObject = ["kind": kind, kind: path.value]
    members.add("fps", framesPerSecond)
    return members + time.members + ["scale": scale]
  }
}

extension MovingSpec {
  /// The sound of the film in the plan's time; nil if its times are in frames or percentages, which only the
  /// file can resolve.
  var sound: AudioSpec? {
    var sound = AudioSpec()
    (sound.file, sound.origin) = (path, path.origin)
    (sound.at, sound.speed, sound.isLooping) = (time.at, time.speed, time.loop == .forever)
    sound.pitch = .keep
    switch time.from {
    case nil: break
    case .seconds(let from)?: sound.from = from
    default: return nil
    }
    switch time.to {
    case nil: break
    case .seconds(let to)?: sound.to = to
    default: return nil
    }
    return sound
  }
}

/// A Lottie file, with its playback in the plan's time and its replaced values.
package struct LottieSpec: PictureSpec {
  /// The path of the Lottie file, relative to the document.
  package var path = Sourced("")
  package var time = TimeRemapSpec()
  /// The name of the marker whose section is shown instead of `from` and `to`.
  package var marker: Sourced<String>?
  /// The replacements of colours and texts, each with a name in the file.
  package var colors: [(name: Sourced<String>, value: Color)] = []
  package var texts: [(name: Sourced<String>, value: String)] = []
  /// The font files, relative to the document, each with a name in the Lottie file.
  package var fonts: [(name: Sourced<String>, value: Sourced<String>)] = []
  package init() {}

  /// The replaced colours and texts; the font files are read separately.
  package var filling: LottieFile.Filling {
    var filling = LottieFile.Filling()
    for (name, color) in colors { filling.colors[name.value] = color }
    for (name, text) in texts { filling.texts[name.value] = text }
    return filling
  }

  package var members: JSONObject {
    func object(_ members: [(Sourced<String>, any JSONEncodable)]) -> JSONObject {
      JSONObject(members.map { ($0.value, $1) })
    }
    return ["kind": "lottie", "lottie": path.value] + time.members + [
      "marker": marker?.value, "colors": object(colors.map { ($0, $1.numbers) }),
      "texts": object(texts.map { ($0, $1) }), "fonts": object(fonts.map { ($0, $1.value) }),
    ]
  }
}
