import Files
import JSON
import Scenes

/// The schemas of clips: films and pictures in order, with a transition at each cut.
enum ClipForms {
  private static let file = PathForms.input("the path of a film or a picture")
  private static let seconds = ValueSchema<Double>.number(0...FrameTime.limit.seconds)
  private static let length = ValueSchema<Double>.number(
    0...FrameTime.limit.seconds, excludingMinimum: true)

  private static let cut: ValueSchema<ClipsSpec.Cut> = {
    let table = ObjectSchema<ClipsSpec.Cut>(
      "a cut", definition: "cut", "The transition from one clip to the next.",
      make: { ClipsSpec.Cut() },
      fields: StepForms.animatorFields.map { $0.lifted { $1(&$0.animator) } } + [
        Field(
          "easing", { $0.easing = $1 }, ValueSchema<EasingSpec>.easing.located,
          "The easing of the transition's progress; the animator's easing by default."),
        Field(
          "overlap", { $0.overlap = $1 }, seconds,
          """
          How long both clips are visible, in seconds; by default, the duration that `clips` \
          sets.
          """),
      ])
    return table.form.or(
      [.string],
      ValueSchema(StepForms.animatorName.expected, schema: StepForms.animatorName.schema) {
        node, reading in
        var cut = ClipsSpec.Cut()
        if node.string == "cut" {
          cut.animator.name = Sourced("cross-dissolve", node.origin)
          cut.overlap = 0
          return cut
        }
        return StepForms.animatorName.read(node, &reading).map {
          cut.animator = $0
          return cut
        }
      }, expected: "an animator's id, \"cut\", or an object with \"animator\"")
  }()

  private static let clip: ValueSchema<ClipsSpec.Clip> = ObjectSchema<ClipsSpec.Clip>(
    "a clip", definition: "clip", "A part of a film, or a picture, that is shown between two cuts.",
    make: { ClipsSpec.Clip() },
    fields: [
      Field(
        "file", { $0.file = $1 }, file,
        "The path of the film or picture, relative to the document.",
        isRequired: true),
      Field(
        "from", { $0.from = $1 }, seconds,
        """
        Where the clip starts in the film, in seconds. By default, where the previous clip of \
        the same film stopped, or 0.
        """
      ),
      Field(
        "speed", { $0.speed = $1 }, .number(0.05...20),
        "The playback speed of the film and its sound; 1 by default."),
      Field(
        "duration", { $0.duration = $1 }, length,
        "The time until the next cut, in seconds; by default, the value of `every` in `clips`."),
      Field(
        "with", { $0.cut = $1 }, cut,
        """
        The transition at the start of the clip. By default, the next transition in the list \
        `with` of the clips.
        """),
      Field(
        "gain", { $0.gain = $1 }, .number(-120...24),
        "The gain in dB; 0 by default."),
    ]
  ) { clip, node, _ in
    clip.origin = node.origin
    return true
  }.form.or(
    [.string],
    ValueSchema(file.expected, schema: file.schema) { node, reading in
      file.read(node, &reading).map {
        var clip = ClipsSpec.Clip()
        clip.origin = node.origin
        clip.file = $0
        return clip
      }
    }, expected: "an object with \"file\", or the path of a film or a picture")

  static let clips: ValueSchema<ClipsSpec> = ObjectSchema<ClipsSpec>(
    "clips", definition: "clips",
    """
    Films and pictures that play one after another, each as large as the canvas, with a transition \
    at every cut. Captions, the camera and overlays work over clips too. The cuts between clips \
    have the labels cut-1, cut-2 and so on.
    """,
    make: { ClipsSpec() },
    fields: [
      Field(
        "files", { $0.clips = $1 }, clip.list(1...60, of: "clips"),
        "The clips, in order.", isRequired: true),
      Field(
        "with", { $0.cuts = $1 }, cut.oneOrMore(60, of: "cuts"),
        """
        The transitions at the cuts, in order. After the last transition, the list starts again \
        from the first. By default, a cross-dissolve.
        """
      ),
      Field(
        "every", { $0.every = $1 }, length,
        """
        The time from one cut to the next, in seconds, for clips without a `duration`; 2 by \
        default.
        """
      ),
      Field(
        "overlap", { $0.overlap = $1 }, seconds,
        """
        The duration of a transition in seconds, measured from the cut. The default is 0.5, or \
        half of a clip that is shorter.
        """
      ),
      Field(
        "fit", { $0.fit = $1 }, .choice(),
        """
        How a film with another aspect ratio fits the canvas: `cover`, the default, or \
        `contain`.
        """),
      Field(
        "sound", { $0.sound = $1 }, .choice(),
        """
        The transition between the sounds of the films: `crossfade` with equal power, the \
        default, `linear`, `cut` without a fade, or `none`.
        """
      ),
      Field(
        "pitch", { $0.pitch = $1 }, .choice(),
        """
        How the speed of a clip affects the pitch of its sound. `keep`, the default, leaves the \
        pitch unchanged. `follow` changes the pitch with the speed.
        """
      ),
    ]
  ) { clips, node, _ in
    clips.origin = node.origin
    return true
  }.form

  /// Converts the clips into screens, moves and sounds of the document.
  static func unfold(_ clips: ClipsSpec, in document: inout Document, _ reading: inout Reading) {
    var screens: [ScreenSpec] = []
    var flow = FlowSpec()
    var sounds: [AudioSpec] = []
    var start = 0.0
    /// The time in each film at which its last clip stopped.
    var left: [String: Double] = [:]
    for (number, clip) in clips.clips.enumerated() {
      let name = Sourced("clip-\(number + 1)", clip.origin)
      let duration = clip.duration ?? clips.every
      let (cut, overlap) = clips.cut(before: number)
      let tail = number + 1 < clips.clips.count ? clips.cut(before: number + 1).overlap : 0
      if overlap > duration {
        reading.problems.add(
          "the transition to the clip takes \(JSONWriter.number(overlap)) s, "
            + "but the next cut comes after \(JSONWriter.number(duration)) s", at: clip.origin)
      }
      let from = clip.from ?? left[clip.file.value] ?? 0
      left[clip.file.value] = from + duration * clip.speed
      screens.append(clip.screen(name, from: from, at: start, clips.fit))
      if number > 0 {
        flow.moves.append(
          cut.move(to: name, seconds: overlap, id: "cut-\(number)", at: clip.origin))
      }
      var wait = MoveSpec()
      wait.origin = clip.origin
      wait.action = Sourced(.wait(.seconds(max(0, duration - overlap))), clip.origin)
      flow.moves.append(wait)
      let kind = FileKind.use(ofName: clip.file.value)
      if clips.sound != .none, kind != .picture, kind != .drawing {
        var sound = AudioSpec()
        sound.origin = clip.origin
        sound.file = clip.file
        (sound.at, sound.from, sound.speed) = (start, from, clip.speed)
        sound.pitch = clips.pitch
        let isFaded = clips.sound != .cut
        sound.to = from + (duration + (isFaded ? tail : 0)) * clip.speed
        if isFaded { (sound.fadeIn, sound.fadeOut) = (overlap, tail) }
        sound.fade = clips.sound == .linear ? .linear : .power
        sound.gain = [AudioSpec.GainPoint(time: 0, gain: clip.gain)]
        sound.mayBeSilent = true
        sounds.append(sound)
      }
      start += duration
    }
    document.screens = ScreensSpec(screens)
    document.flow = flow
    document.audio += sounds
    // Text over a film is easier to read with a backing.
    if document.captions?.hasBacking == nil { document.captions?.hasBacking = true }
  }
}

extension ClipsSpec {
  /// The transition before a clip and its duration in seconds; nil for the first clip.
  fileprivate func cut(before number: Int) -> (cut: Cut, overlap: Double) {
    guard number > 0 else { return (Cut(), 0) }
    var dissolve = Cut()
    dissolve.animator.name = Sourced("cross-dissolve", clips[number].origin)
    let next = cuts.isEmpty ? dissolve : cuts[(number - 1) % cuts.count]
    let cut = clips[number].cut ?? next
    let shortest = min(clips[number].duration ?? every, clips[number - 1].duration ?? every)
    return (cut, cut.overlap ?? overlap ?? min(0.5, shortest / 2))
  }
}

extension ClipsSpec.Cut {
  fileprivate func move(
    to screen: Sourced<String>, seconds: Double, id: String, at origin: Origin
  ) -> MoveSpec {
    var step = StepSpec()
    step.origin = origin
    step.kind = .animator(animator)
    step.easing = easing
    step.duration = Sourced(.fraction(1), origin)
    var move = MoveSpec()
    move.origin = origin
    move.id = Sourced(id, origin)
    move.action = Sourced(.replace(screen), origin)
    move.transition.origin = origin
    move.transition.duration = Sourced(.seconds(seconds), origin)
    move.transition.timeline = step
    return move
  }
}

extension ClipsSpec.Clip {
  fileprivate func screen(
    _ name: Sourced<String>, from: Double, at start: Double, _ fit: ClipsSpec.Fit
  ) -> ScreenSpec {
    var image = ImageSpec()
    image.path = file
    var time = TimeRemapSpec()
    (time.from, time.at, time.speed) = (.seconds(from), start, speed)
    image.playing = time
    var layer = LayerSpec()
    layer.origin = origin
    layer.values.origin = origin
    layer.values.contents = .picture(image)
    layer.values["frame"] = RectSpec(.zero, .zero, .fraction(1), .fraction(1))
    layer.values["contentsGravity"] =
      fit == .cover ? ContentsGravity.resizeAspectFill : .resizeAspect
    layer.values["masksToBounds"] = true
    var screen = ScreenSpec()
    screen.origin = origin
    screen.values.origin = origin
    screen.name = name
    screen.layers = [layer]
    return screen
  }
}
