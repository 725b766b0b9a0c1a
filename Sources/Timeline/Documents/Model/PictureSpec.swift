package import JSON
package import Scenes

/// The description of contents with pixels of their own, for the reader of their kind.
package protocol PictureSpec: Sendable {
  /// Whether the picture is laid out in its layer's frame, so that it is not visible in an empty frame.
  var isSetInFrame: Bool { get }
  /// The values as members of a JSON object; the first member is `kind`.
  var members: JSONObject { get }
  /// The gradient that replaces its own colours, with its alpha.
  var gradient: Gradient? { get }
}

extension PictureSpec {
  package var isSetInFrame: Bool { false }
  package var gradient: Gradient? { nil }
}

package struct ImageSpec: PictureSpec {
  /// The path relative to the document.
  package var path = Sourced("")
  /// Alternative files; the first file that exists is shown.
  package var choices: [Sourced<String>] = []
  /// The pixels for each point; nil means the canvas's scale.
  package var scale: Double?
  /// The handling of a picture that cannot be drawn.
  package enum Missing: String, Hashable, Sendable, CaseIterable { case fail, skip }
  package var missing = Missing.fail
  /// The playback of a film or an animated picture; nil shows the first frame.
  package var playing: TimeRemapSpec?
  package init() {}

  /// The file as a film.
  package var film: MovingSpec {
    var film = MovingSpec()
    (film.path, film.time, film.scale) = (path, playing ?? TimeRemapSpec(), scale)
    return film
  }

  /// The spec with the chosen file of its alternatives.
  package func chosen(in paths: DocumentPaths) -> ImageSpec {
    var image = self
    image.choices = []
    if let first = Self.first(of: choices, in: paths) { image.path = first }
    return image
  }

  /// The first file that exists; an empty name is ignored.
  static func first(
    of choices: [Sourced<String>], in paths: DocumentPaths
  ) -> Sourced<String>? {
    choices.first { !$0.value.isEmpty && (try? paths.forReading($0.value)) != nil }
  }

  package var members: JSONObject {
    ["kind": "image", "image": path.value, "scale": scale]
  }
}
