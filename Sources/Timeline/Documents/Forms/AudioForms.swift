import JSON
import Scenes

enum AudioForms {
  private static let decibels = ValueSchema<Double>.number(-120...24)
  private static let seconds = ValueSchema<Double>.number(0...FrameTime.limit.seconds)

  private static let points: ValueSchema<[AudioSpec.GainPoint]> = {
    let pair = ValueSchema<Double>.number(-120...FrameTime.limit.seconds)
      .tuple(2...2, "a list [seconds, dB] with a time and the gain at that time")
    let list = pair.list(1...10_000, of: "gains")
    return ValueSchema("a list of gains") { builder in
      let point = builder.reference("gainPoint") { builder in
        [
          "description": "A time on the timeline, in seconds, and the gain at that time, in dB.",
          "type": "array", "minItems": 2, "maxItems": 2,
          "prefixItems": [
            seconds.schema(&builder).orVariable(&builder),
            decibels.schema(&builder).orVariable(&builder),
          ],
        ]
      }
      return ["type": "array", "items": point, "minItems": 1, "maxItems": 10_000]
    } read: { node, reading in
      guard let pairs = list.read(node, &reading) else { return nil }
      let points = pairs.map { AudioSpec.GainPoint(time: $0[0], gain: $0[1]) }
      guard points.allSatisfy({ $0.time >= 0 && $0.gain <= 24 }),
        zip(points, points.dropFirst()).allSatisfy({ $0.time < $1.time })
      else {
        reading.fail(
          "expected lists [seconds, dB] in ascending order of their times, with at most 24 dB",
          at: node)
        return nil
      }
      return points
    }
  }()

  private static let gain: ValueSchema<[AudioSpec.GainPoint]> =
    decibels.map { [AudioSpec.GainPoint(time: 0, gain: $0)] }
    .or([.array], points)
    .named("a gain in dB from -120 to 24, or a list of lists [seconds, dB]")

  private static let duckTable = ObjectSchema<AudioSpec.Duck>(
    "a duck", definition: "duck", "The reduction of a sound's volume while another sound plays.",
    make: { AudioSpec.Duck() },
    fields: [
      Field(
        "by", { $0.by = $1 }, ValueSchema<String>.name("a sound's id").noting(.sound).located,
        """
        The id of the other sound. By default, the volume falls for the sounds of moves and \
        steps, such as taps.
        """
      ),
      Field(
        "gain", { $0.gain = $1 }, .number(-120...0),
        "The change in gain while the other sound plays, in dB; -12 by default."),
      Field(
        "attack", { $0.attack = $1 }, .number(0...60),
        "How long the volume takes to fall, in seconds; 0.05 by default."),
      Field(
        "release", { $0.release = $1 }, .number(0...60),
        "How long the volume takes to return, in seconds; 0.4 by default."),
    ])

  private static let duck = duckTable.form.map { AudioSpec.Duck?.some($0) }
    .or(
      [.boolean], ValueSchema<Bool>.boolean.map { $0 ? AudioSpec.Duck() : nil },
      expected: "an object with the settings of \"duck\", true or false")

  private static let audio = ObjectSchema<AudioSpec>(
    "a sound", definition: "audio", "A sound on the timeline.",
    make: { AudioSpec() },
    fields: [
      Field(
        "file", { $0.file = $1 }, PathForms.input("a sound's path"),
        "The path of a sound file, or of a video with sound, relative to the document.",
        isRequired: true),
      Field(
        "id", { $0.id = $1 },
        ValueSchema<String>.name("an id").noting(.sound, isDeclaration: true).located,
        "The id of the sound, to which the `duck` of another sound can refer."),
      Field(
        "at", { $0.at = $1 }, seconds,
        "When the sound starts on the timeline, in seconds; 0 by default."),
      Field(
        "from", { $0.from = $1 }, seconds,
        "Where playback starts in the file, in seconds; 0 by default."),
      Field(
        "to", { $0.to = $1 }, seconds,
        """
        Where playback ends in the file, in seconds. By default, playback continues to the end \
        of the file.
        """),
      Field(
        "gain", { $0.gain = $1 }, gain,
        "The gain in dB, or a list of [time in seconds, dB]; 0 by default."),
      Field(
        "fadeIn", { $0.fadeIn = $1 }, seconds,
        "The duration of the fade-in, in seconds; 0 by default."),
      Field(
        "fadeOut", { $0.fadeOut = $1 }, seconds,
        """
        The duration of the fade-out, in seconds; 0 by default. The fade-out finishes when the \
        sound or the timeline ends, whichever comes first.
        """
      ),
      Field(
        "fade", { $0.fade = $1 }, .choice(),
        """
        The curve of the fades. `linear` is the default. `power` is a quarter of a sine wave, \
        and keeps the loudness constant in a crossfade of two sounds.
        """
      ),
      Field(
        "speed", { $0.speed = $1 }, .number(0.05...20),
        "The playback speed; 1 by default."),
      Field(
        "loop", { $0.isLooping = $1 }, .boolean,
        "Whether the sound repeats until the timeline ends; false by default."),
      Field(
        "duck", { $0.duck = $1 }, duck,
        """
        How much the volume falls while another sound plays. With `true`, the volume falls while \
        the sounds of moves and steps play.
        """
      ),
      Field(
        "pitch", { $0.pitch = $1 }, .choice(),
        """
        How the playback speed affects the pitch. `keep` leaves the pitch unchanged. `follow`, the \
        default, changes the pitch with the speed, like a tape.
        """
      ),
    ]
  ) { audio, node, reading in
    audio.origin = node.origin
    if let to = audio.to, to <= audio.from {
      reading.fail("\"to\" is not after \"from\"", at: node["to"] ?? node)
      return false
    }
    return true
  }

  static let list: ValueSchema<[AudioSpec]> = {
    let list = audio.form.list(0...60, of: "sounds")
    return ValueSchema(list.expected, schema: list.schema) { node, reading in
      guard let sounds = list.read(node, &reading) else { return nil }
      var ids: Set<String> = []
      var isSound = true
      for sound in sounds {
        guard let id = sound.id, !ids.insert(id.value).inserted else { continue }
        reading.problems.add("two sounds are called \"\(id.value)\"", at: id.origin)
        isSound = false
      }
      for sound in sounds {
        guard let by = sound.duck?.by else { continue }
        if !ids.contains(by.value) {
          reading.problems.add(
            "no sound \"\(by.value)\" in \"audio\"", at: by.origin,
            suggestion: NearestWord.find(by.value, in: ids.sorted()))
          isSound = false
        } else if by.value == sound.id?.value {
          reading.problems.add("a sound cannot duck itself", at: by.origin)
          isSound = false
        }
      }
      return isSound ? sounds : nil
    }
  }()

  private static let stepSound = ObjectSchema<SoundSpec>(
    "a step's sound", definition: "sound", "A sound that plays once, when its step starts.",
    make: { SoundSpec() },
    fields: [
      Field(
        "file", { $0.file = $1 }, PathForms.input("a sound's path"),
        "The path of the sound file, relative to the document.", isRequired: true),
      Field(
        "gain", { $0.gain = $1 }, decibels, "The gain in dB; 0 by default."),
    ])

  /// A sound as a path, or as an object that contains a path.
  static let sound: ValueSchema<SoundSpec> = stepSound.form
    .or(
      [.string],
      PathForms.input("a sound's path").map { path in
        var spec = SoundSpec()
        spec.file = path
        return spec
      }
    )
    .named("the path of a sound, or an object with \"file\"")
}
