package import Documents
import JSON
package import Scenes

/// A document that `pipeline init --template` creates from the user's own screenshots.
package struct StarterDocument {
  package enum Kind: String, CaseIterable {
    case flow, captions, compare, cards
    case storePreview = "store-preview"
    case readmeGIF = "readme-gif"
  }
  /// A picture file in the document's folder.
  package struct Picture {
    package var path: String
    package var width: Double
    package var height: Double
    /// The duration of a recording in seconds; nil for a picture.
    package var seconds: Double?
    package var hasSound = false
    /// The point at which a finger taps, as fractions of the width and height; nil if no tap target was
    /// found.
    var tap: (x: Double, y: Double)?

    /// Creates the description of a recording, which is then the only screen.
    package init(path: String, width: Double, height: Double, seconds: Double?, hasSound: Bool) {
      (self.path, self.width, self.height) = (path, width, height)
      (self.seconds, self.hasSound) = (seconds, hasSound)
    }

    /// Creates the description of a screenshot with these pixels.
    package init(path: String, _ pixels: Bitmap) {
      (self.path, width, height) = (path, Double(pixels.width), Double(pixels.height))
      tap = TapTarget(pixels).place
    }
  }
  var kind: Kind
  /// The picture files that the screens of the document show.
  var pictures: [Picture]
  var device: String
  /// The names of the screens, derived from the names of their files.
  private var names: [String] = []
  /// The preset for a store preview; nil means that the device determines it.
  var preset: OutputPreset?

  package init(
    kind: Kind, pictures: [Picture], device: String, preset: OutputPreset? = nil
  ) {
    (self.kind, self.pictures, self.device, self.preset) = (kind, pictures, device, preset)
    for picture in pictures {
      let id = Self.id(of: picture.path)
      var (name, number) = (id, 2)
      while names.contains(name) { (name, number) = ("\(id)-\(number)", number + 1) }
      names.append(name)
    }
  }

  /// Screens cannot have these names, which already have a meaning in documents.
  private static let taken: Set<String> = [
    "from", "to", "container", "viewport", "canvas", "device", "end", "touch",
  ]

  /// An id for a file, derived from the file's name.
  package static func id(of file: String) -> String {
    let stem = file.split(separator: "/").last?.split(separator: ".").first.map(String.init) ?? ""
    var id = ""
    for letter in stem.lowercased() {
      let isPlain = letter.isASCII && (letter.isLetter || letter.isNumber)
      if isPlain { id.append(letter) } else if !id.isEmpty, id.last != "-" { id.append("-") }
    }
    while id.last == "-" { id.removeLast() }
    guard let first = id.first, first.isLetter, !taken.contains(id) else {
      return id.isEmpty ? "picture" : "picture-\(id)"
    }
    return String(id.prefix(50))
  }

  /// The document as JSON, which runs and passes its own checks.
  package var json: String {
    switch kind {
    case .flow: flow(size: (540, 960), scale: 2, captions: false, outputs: Self.video)
    case .storePreview: storePreview
    case .captions: flow(size: (540, 960), scale: 2, captions: true, outputs: Self.video)
    case .readmeGIF: flow(size: (360, 640), scale: 1, captions: false, outputs: Self.gif)
    case .compare: compare
    case .cards: cards
    }
  }

  private static let video =
    #"{ "path": "out/film.mp4" }, { "path": "out/film.gif", "fps": 25, "scale": 1 }"#
  private static let gif = #"{ "path": "out/readme.gif", "fps": 25 }"#

  /// The names of the presets that a store preview may have.
  package static let previews = OutputPreset.all.map(\.name).filter {
    OutputPreset.named($0)?.rule(for: ".mp4")?.length != nil
  }

  /// The preset for the device and the first screenshot, if the user gave none.
  private var previewPreset: OutputPreset {
    let sides = pictures.first.map { [$0.width, $0.height].sorted() } ?? []
    let name =
      switch DeviceSpec.Model(rawValue: device) {
      case .tablet: "app-store-ipad"
      case .browser: "app-store-mac"
      case .tv: "app-store-apple-tv"
      default:
        switch sides {
        case [1242, 2688], [1284, 2778]: "app-store-6.5"
        case [1242, 2208]: "app-store-5.5"
        default: "app-store-6.9"
        }
      }
    return preset ?? OutputPreset.named(name)!
  }

  /// A film for an app store, whose canvas has half as many points as the preset has pixels.
  private var storePreview: String {
    let preset = previewPreset
    let rule = preset.rule(for: ".mp4")
    let sides = [rule?.size?.width ?? 886, rule?.size?.height ?? 1920].map { $0 / 2 }.sorted()
    return flow(
      size: (sides[0], sides[1]), scale: 2, captions: true,
      outputs: #"{ "path": "out/film.mp4", "preset": "\#(preset.name)" }"#, framesPerSecond: 30,
      isWide: rule?.turns == false || isWide)
  }

  /// The time in seconds for which a recording is shown as the only screen: its whole duration, or the
  /// maximum of the store.
  private var recordingSeconds: Double? {
    guard pictures.count == 1, let seconds = pictures[0].seconds else { return nil }
    let asked =
      kind == .storePreview
      ? max(previewLength.lowerBound, min(seconds, previewLength.upperBound)) : seconds
    return (asked * 1000).rounded(.down) / 1000
  }

  /// Whether the recording is shorter than the app store requires, so that the preview repeats it.
  private var repeats: Bool {
    guard kind == .storePreview, pictures.count == 1, let seconds = pictures[0].seconds else {
      return false
    }
    return seconds < previewLength.lowerBound
  }

  /// The range of durations in seconds that the preset of a store preview allows.
  private var previewLength: ClosedRange<Double> {
    previewPreset.rule(for: ".mp4")?.length ?? 15...30
  }

  /// A remark about how the document becomes long enough for the store; nil if it already is.
  package var remark: String? {
    guard repeats, let seconds = pictures[0].seconds else { return nil }
    return
      "\(previewPreset.name) requires at least \(JSONWriter.number(previewLength.lowerBound)) s, but the recording "
      + "lasts \(JSONWriter.number((seconds * 100).rounded() / 100)) s, so it is repeated"
  }

  /// Whether the first screenshot is in landscape orientation.
  private var isWide: Bool { pictures.first.map { $0.width > $0.height } ?? false }

  /// The duration in seconds of each pause in a film, because app stores require at least 15 s in total.
  private var waits: (edge: Double, screen: Double) {
    guard kind == .storePreview else { return (1, 1.2) }
    // A move takes about 0.56 s, a move with a tap 0.94 s, and the move back 0.46 s.
    let moves = pictures.dropLast().reduce(0.46) { $0 + ($1.tap == nil ? 0.56 : 0.94) }
    let each = max(1, ((16 - moves) / Double(pictures.count + 1) * 10).rounded(.up) / 10)
    return (each, each)
  }

  private func name(_ index: Int) -> String { names[index] }

  private var assets: String {
    pictures.enumerated().map {
      "    \"\(name($0))\": { \"image\": \(JSONWriter.string($1.path)) }"
    }.joined(separator: ",\n")
  }

  /// The JSON of the tap on a screen that leads to the next screen.
  private func tap(on index: Int) -> String {
    guard let tap = pictures[index].tap else { return "" }
    let sides = [tap.x, tap.y].map {
      "\"\(Int(clamped: $0 * 100, rounded: .toNearestOrAwayFromZero))%\""
    }
    return ", \"tap\": [\(sides.joined(separator: ", "))]"
  }

  /// The moves of a flow to each screen and back to the first one; a recording is played to its end.
  private var moves: [String] {
    if let seconds = recordingSeconds { return ["\"wait\": \(JSONWriter.number(seconds))"] }
    return ["\"wait\": \(JSONWriter.number(waits.edge))"]
      + pictures.indices.dropFirst().flatMap {
        [
          "\"push\": \"\(name($0))\", \"id\": \"open-\(name($0))\"\(tap(on: $0 - 1))",
          "\"wait\": \(JSONWriter.number(waits.screen))",
        ]
      } + ["\"popToRoot\": true, \"id\": \"back\"", "\"wait\": \(JSONWriter.number(waits.edge))"]
  }

  /// The JSON members of the device, whose screen has the aspect ratio of the first screenshot if that comes
  /// from another device.
  private func deviceMembers(_ place: String) -> String {
    let screen = DeviceSpec.Model(rawValue: device).map {
      var spec = DeviceSpec()
      spec.model = $0
      return spec.shape.screen
    }
    guard let screen, let first = pictures.first else { return "\"model\": \"\(device)\"\(place)" }
    let isOwnWide = screen.width > screen.height
    let orientation =
      isWide == isOwnWide ? "" : ", \"orientation\": \"\(isWide ? "landscape" : "portrait")\""
    // The model's screen in the given orientation, and a screen of the same length with the aspect ratio of
    // the screenshot.
    let held = isWide == isOwnWide ? screen : Size(screen.height, screen.width)
    let own =
      isWide
      ? Size((held.height * first.width / first.height).rounded(), held.height)
      : Size(held.width, (held.width * first.height / first.width).rounded())
    let isOwn =
      (own.width / held.width - 1).magnitude < 0.02
      && (own.height / held.height - 1).magnitude < 0.02
    let size =
      isOwn ? "" : ", \"size\": [\(JSONWriter.number(own.width)), \(JSONWriter.number(own.height))]"
    return "\"model\": \"\(device)\"\(orientation)\(size)\(place)"
  }

  private func flow(
    size: (Int, Int), scale: Int, captions: Bool, outputs: String, framesPerSecond: Int = 60,
    isWide: Bool? = nil
  ) -> String {
    let size = isWide ?? self.isWide ? (size.1, size.0) : size
    let screens = pictures.enumerated().map {
      let path = JSONWriter.string($1.path)
      let playing =
        ($1.hasSound ? ", \"sound\": true" : "") + (repeats ? ", \"loop\": \"forever\"" : "")
      let screen =
        playing.isEmpty ? path : "{ \"recording\": { \"video\": \(path)\(playing) } }"
      return "    \"\(name($0))\": \(screen)"
    }.joined(separator: ",\n")
    let place = captions ? ", \"frame\": [\"6%\", \"20%\", \"88%\", \"77%\"]" : ""
    let titles =
      (["{ \"text\": \"Say it here\", \"at\": 0 }"]
      + pictures.indices.dropFirst().map {
        "{ \"text\": \"And what comes next\", \"at\": \"open-\(name($0))\" }"
      }
      + (pictures.count == 1 ? [] : ["{ \"text\": \"And the last word\", \"at\": \"back\" }"]))
      .joined(separator: ",\n      ")
    let opened =
      pictures.count == 1
      ? ""
      : "    { \"at\": { \"after\": \"open-\(name(1))\", \"offset\": 0.5 }, \"layer\": \"\(name(1))\",\n"
        + "      \"frame\": { \"frameOf\": \"viewport\" } },\n"
    let track =
      captions
      ? """
      "captions": {
          "color": "#ffffff", "size": 34,
          "items": [
            \(titles)
          ]
        },
        
      """ : ""
    return """
      {
        "version": 1,
        "name": "\(kind.rawValue)",
        "canvas": {
          "size": [\(size.0), \(size.1)], "scale": \(scale), "fps": \(framesPerSecond),
          "background": { "linear": { "from": [0, 0], "to": [1, 1] }, "stops": ["#364fc7", "#ae3ec9"] }
        },
        "device": { \(deviceMembers(place)) },
        "screens": {
      \(screens)
        },
        "flow": [
      \(moves.map { "    { \($0) }" }.joined(separator: ",\n"))
        ],
        \(track)"checks": [
          { "at": 0, "layer": "\(name(0))", "frame": { "frameOf": "viewport" } },
      \(opened)    { "at": "end", "layer": "\(name(0))", "hidden": false }
        ],
        "outputs": [\(outputs)]
      }

      """
  }

  /// A document that compares two pictures, with a moving line between them.
  private var compare: String {
    let (width, height) = fitted
    // The line moves to the right, to the left, and back to its start, so that the film loops.
    let places = [0, width * 2 / 5, -width * 2 / 5, 0]
    let way = zip(zip(places, places.dropFirst()), [1.2, 1.6, 1.2]).map { places, seconds in
      """
          { "parallel": [
            { "targets": ["after", "line"], "duration": \(seconds), "easing": "easeInOut",
              "keyframes": [{ "translate": [\(places.0), 0] }, { "translate": [\(places.1), 0] }] },
            { "targets": ["picture"], "duration": \(seconds), "easing": "easeInOut",
              "keyframes": [{ "translate": [\(-places.0), 0] }, { "translate": [\(-places.1), 0] }] } ] }
      """
    }.joined(separator: ",\n")
    return """
      {
        "version": 1,
        "name": "compare",
        "canvas": { "size": [\(width), \(height)], "scale": 1, "fps": 60 },
        "assets": {
      \(assets)
        },
        "layers": [
          { "id": "before", "contents": "\(name(0))", "frame": [0, 0, \(width), \(height)] },
          {
            "id": "after", "frame": ["50%", 0, \(width), \(height)], "masksToBounds": true,
            "coordinates": "own",
            "sublayers": [
              { "id": "picture", "contents": "\(name(1))", "frame": [\(-width / 2), 0, \(width), \(height)] }
            ]
          },
          { "id": "line", "frame": [\(width / 2 - 1), 0, 2, \(height)], "backgroundColor": "#ffffff",
            "shadowOpacity": 0.5, "shadowRadius": 4, "shadowOffset": [0, 0],
            "sublayers": [{ "id": "knob", "frame": [\(width / 2 - 18), \(height / 2 - 18), 36, 36], "cornerRadius": 18,
              "backgroundColor": "#ffffff", "shadowOpacity": 0.5, "shadowRadius": 6, "shadowOffset": [0, 1] }] }
        ],
        "timeline": [
      \(way)
        ],
        "checks": [
          { "at": 0, "layer": "line", "translate": [0, 0] },
          { "at": 2.8, "layer": "line", "translate": [\(-width * 2 / 5), 0] },
          { "at": "end", "layer": "line", "translate": [0, 0] }
        ],
        "outputs": [{ "path": "out/compare.mp4" }, { "path": "out/compare.gif", "fps": 25 }]
      }

      """
  }

  /// The size of the first picture, reduced to a height of at most 640.
  private var fitted: (Int, Int) {
    let factor = min(1, 640 / pictures[0].height)
    return (
      Int(clamped: pictures[0].width * factor / 10, rounded: .up) * 10,
      Int(clamped: pictures[0].height * factor / 2, rounded: .up) * 2
    )
  }

  /// A document that shows all pictures as cards, one after another.
  private var cards: String {
    let width = 220
    let cards = pictures.enumerated().map { index, picture in
      """
          {
            "id": "card-\(index + 1)", "classes": ["card"], "contents": "\(name(index))",
            "frame": [\(40 + (width + 30) * index), 60, \(width), 400], "cornerRadius": 24,
            "masksToBounds": true, "contentsGravity": "resizeAspectFill"
          }
      """
    }.joined(separator: ",\n")
    return """
      {
        "version": 1,
        "name": "cards",
        "canvas": { "size": [\(50 + (width + 30) * pictures.count), 520], "scale": 2,
          "background": "#1b1f3b" },
        "assets": {
      \(assets)
        },
        "layers": [
      \(cards)
        ],
        "timeline": {
          "stagger": { "each": 0.12 }, "targets": ".card",
          "step": {
            "duration": 0.7, "easing": { "spring": { "dampingRatio": 0.75 } },
            "keyframes": [
              { "opacity": 0, "translate": [0, 120], "scale": 0.9 },
              { "opacity": 1, "translate": [0, 0], "scale": 1 }
            ]
          }
        },
        "checks": [{ "at": "end", "layer": "card-1", "opacity": 1 }],
        "outputs": [{ "path": "out/cards.mp4" }, { "path": "out/cards.gif", "fps": 25, "scale": 1 }]
      }

      """
  }
}
