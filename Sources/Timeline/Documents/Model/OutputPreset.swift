import JSON

/// The requirements of an app store or a website for its files, under a name.
package struct OutputPreset: Sendable {
  /// The requirements of a preset for files with certain extensions.
  package struct Rule: Sendable {
    /// The file extensions to which the rule applies, with their dots.
    package let endings: [String]
    /// The required size of the film in pixels; nil allows any size.
    package var size: (width: Int, height: Int)?
    /// Whether the width and height are exchanged if the canvas has the other orientation.
    package var turns = false
    /// The required frame rate of the film; nil allows any rate.
    package var framesPerSecond: Double?
    /// The allowed duration of the film in seconds; nil allows any duration.
    package var length: ClosedRange<Double>?
    /// The maximum size of the file in bytes; nil allows any size.
    package var bytes: Int?
    /// Whether every pixel of the output must be opaque.
    package var isOpaque = true
    package var codec: String?
    /// The highest allowed level of H.264 High, multiplied by 10.
    package var level: Int?
    /// The time in seconds of the poster frame, which is shown before the film plays.
    package var poster: Double?
  }

  package let name: String
  package let rules: [Rule]
  /// The publication from which the preset's requirements were taken.
  package let source: String
  /// The date on which the sources of the requirements were read.
  package static let date = "2026-11-23"

  /// Returns the requirements for a file with this name; nil if the preset does not allow the name.
  package func rule(for path: String) -> Rule? {
    let path = path.lowercased()
    return rules.first { $0.endings.contains(where: path.hasSuffix) }
  }

  package var endings: [String] { rules.flatMap(\.endings) }

  package static func named(_ name: String) -> OutputPreset? { all.first { $0.name == name } }

  private static let stills = [".png", ".jpg", ".jpeg"]

  /// Apple's requirements for previews and screenshots of one device size.
  private static func appStore(
    _ name: String, video: (Int, Int), still: (Int, Int), turns: Bool = true
  ) -> OutputPreset {
    OutputPreset(
      name: "app-store-\(name)",
      rules: [
        Rule(
          endings: [".mp4", ".mov", ".m4v"], size: (video.0, video.1), turns: turns,
          framesPerSecond: 30, length: 15...30, bytes: 500_000_000, codec: "h264", level: 40,
          poster: 5),
        Rule(endings: stills, size: (still.0, still.1), turns: turns),
      ],
      source:
        "https://developer.apple.com/help/app-store-connect/reference/app-preview-specifications, https://appvideos.co/blog/apple-app-preview-guidelines-explained, https://screenshotify.app/guide/app-store-screenshot-sizes"
    )
  }

  private static let playSource =
    "https://www.picovert.com/en/blog/image-size-for-google-play-store"

  package static let all: [OutputPreset] = [
    appStore("6.9", video: (886, 1920), still: (1320, 2868)),
    appStore("6.7", video: (886, 1920), still: (1290, 2796)),
    appStore("6.5", video: (886, 1920), still: (1242, 2688)),
    appStore("5.5", video: (1080, 1920), still: (1242, 2208)),
    appStore("ipad", video: (1200, 1600), still: (2064, 2752)),
    appStore("mac", video: (1920, 1080), still: (2880, 1800), turns: false),
    appStore("apple-tv", video: (1920, 1080), still: (3840, 2160), turns: false),
    OutputPreset(
      name: "play-icon",
      rules: [
        Rule(endings: [".png"], size: (512, 512), bytes: 1_048_576, isOpaque: false)
      ], source: playSource),
    OutputPreset(
      name: "play-feature", rules: [Rule(endings: stills, size: (1024, 500))], source: playSource),
    OutputPreset(
      name: "play-screenshot",
      rules: [Rule(endings: stills, size: (1080, 1920), turns: true, bytes: 8_000_000)],
      source: playSource),
    OutputPreset(
      name: "play-video",
      rules: [
        Rule(
          endings: [".mp4", ".mov"], size: (1920, 1080), turns: true, length: 1...30, codec: "h264")
      ],
      source:
        "https://support.google.com/googleplay/android-developer/answer/1078870, https://theapplaunchpad.com/blog/google-play-store-preview-video/"
    ),
    OutputPreset(
      name: "readme",
      rules: [
        Rule(
          endings: [".gif", ".webp", ".apng", ".png", ".jpg", ".jpeg", ".webm"], bytes: 10_000_000,
          isOpaque: false),
        Rule(endings: [".mp4", ".mov"], bytes: 10_000_000, codec: "h264"),
      ], source: "https://www.skills.sh/angusfretwell/skills/attach-media"),
  ]

  /// All output presets as a Markdown table.
  package static var markdown: String {
    var lines = [
      "| preset | files | pixels | frames a second | seconds | bytes | transparency |",
      "|---|---|---|---|---|---|---|",
    ]
    for preset in all {
      for rule in preset.rules {
        let size = rule.size.map { size in
          "\(size.width) × \(size.height)"
            + (rule.turns
              ? ", or \(size.height) × \(size.width) of a canvas that is wider than high" : "")
        }
        let cells = [
          "`\(preset.name)`",
          rule.endings.joined(separator: " ") + (rule.codec.map { ", \($0)" } ?? ""), size,
          rule.framesPerSecond.map(JSONWriter.number),
          rule.length.map {
            "\(JSONWriter.number($0.lowerBound)) to \(JSONWriter.number($0.upperBound))"
          },
          rule.bytes.map { "at most \($0)" }, rule.isOpaque ? "none" : nil,
        ]
        lines.append("| " + cells.map { $0 ?? "any" }.joined(separator: " | ") + " |")
      }
    }
    lines.append("")
    var sources: [(source: String, names: [String])] = []
    for preset in all {
      if let place = sources.firstIndex(where: { $0.source == preset.source }) {
        sources[place].names.append(preset.name)
      } else {
        sources.append((preset.source, [preset.name]))
      }
    }
    for (source, names) in sources {
      lines.append(
        "- \(names.map { "`\($0)`" }.joined(separator: ", ")): \(source), read on \(date)")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
