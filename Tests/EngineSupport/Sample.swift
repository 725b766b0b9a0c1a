package import Assets
internal import Documents
package import Planning
package import Reporting
package import TestSupport

/// A temporary folder that is removed together with its owner; `Encoding` has another type `Folder`.
package typealias Scratch = TestSupport.Folder

/// Documents that are planned without plugins, pictures or processes.
package enum Sample {
  /// A document of 8×4 points and ten frames of 0.1 s, in which a red box moves from left to right.
  package static let moving = document()

  /// Returns a document; `extra` are additional members.
  package static func document(duration: Double = 1, _ extra: String = "") -> String {
    """
    {
      "version": 1, "name": "sample",
      "canvas": { "size": [8, 4], "scale": 1, "background": "#ffffff", "fps": 10 },
      "duration": \(duration),
      "vars": { "tint": "#ff0000" },
      "layers": [{ "id": "box", "frame": [0, 0, 2, 4], "backgroundColor": "${tint}" }],
      "timeline": {
        "targets": ["box"], "duration": \(duration), "easing": "linear",
        "keyframes": [{ "translate": [0, 0] }, { "translate": [6, 0] }]
      }\(extra)
    }
    """
  }

  /// Writes a document into the folder, then reads and plans it.
  package static func project(
    _ text: String = moving, in folder: Scratch, _ settings: ReadingSettings = ReadingSettings(),
    _ diagnostics: Diagnostics = .silent
  ) throws -> Project {
    try folder.write(text, to: "pipeline.json")
    return try ProjectReader(settings, diagnostics).open(folder.path("pipeline.json"))
  }

  package static func planned(
    _ text: String = moving, in folder: Scratch
  ) throws -> PlannedDocument {
    try project(text, in: folder).planned
  }
}
