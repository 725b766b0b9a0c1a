package import JSON
package import Scenes

/// The description of contents with their own pixels, such as an image or a text.
package protocol PictureSpec: Sendable {
  /// Whether the picture is laid out in the layer's frame, so that an empty frame shows nothing.
  var isSetInFrame: Bool { get }
  /// The values as members of a JSON object, of which the first is `kind`.
  var members: JSONObject { get }
  /// The gradient that replaces the colours of the contents, but keeps their alpha.
  var gradient: Gradient? { get }
}

extension PictureSpec {
  package var isSetInFrame: Bool { false }
  package var gradient: Gradient? { nil }
}

package struct ImageSpec: PictureSpec {
  /// The path of the image, relative to the document.
  package var path = Sourced("")
  /// The paths of alternative images, of which the first existing file is shown.
  package var choices: [Sourced<String>] = []
  /// The number of picture pixels per point; nil means the scale of the canvas.
  package var scale: Double?
  /// The reaction to a picture that cannot be drawn.
  package enum Missing: String, Hashable, Sendable, CaseIterable { case fail, skip }
  package var missing = Missing.fail
  /// The playback of a film or an animated picture; nil means that only the first frame is shown.
  package var playing: TimeRemapSpec?
  package init() {}

  /// The specification of the image as a film.
  package var film: MovingSpec {
    var film = MovingSpec()
    (film.path, film.time, film.scale) = (path, playing ?? TimeRemapSpec(), scale)
    return film
  }

  /// Returns the specification with the path of the alternative file that was chosen.
  package func chosen(in paths: DocumentPaths) -> ImageSpec {
    var image = self
    image.choices = []
    if let first = Self.first(of: choices, in: paths) { image.path = first }
    return image
  }

  /// Returns the first path of a list whose file exists; an empty path is ignored.
  static func first(
    of choices: [Sourced<String>], in paths: DocumentPaths
  ) -> Sourced<String>? {
    choices.first { !$0.value.isEmpty && (try? paths.forReading($0.value)) != nil }
  }

  package var members: JSONObject {
    ["kind": "image", "image": path.value, "scale": scale]
  }
}
