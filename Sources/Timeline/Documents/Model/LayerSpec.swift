package import JSON

/// A layer as a document specifies it.
package struct LayerSpec: Sendable {
  package var origin = Origin.start
  /// The id of the layer, which is unique in the document; nil if the layer has no id.
  package var id: Sourced<String>?
  package var classes: [String] = []
  /// The name of the matched pair to which the layer belongs.
  package var match: Sourced<String>?
  package var values = LayerValues()
  package var sublayers: [LayerSpec] = []
  /// Whether sublayers have a coordinate system with (0, 0) at the corner of the layer.
  package var hasOwnPoints = false
  /// Whether the layer is a screenshot: a picture that, without a frame, is as wide as the enclosing layer
  /// and starts at its top.
  package var isScreenshot = false
  /// Whether the layer keeps its position while its screen scrolls.
  package var isFixed = false
  /// Whether an overlay is positioned on the canvas instead of in the viewport.
  package var isOnCanvas = false
  /// The layer directly below or above which an overlay is inserted; at most one of the two is set, and only
  /// for overlays.
  package var below: Sourced<Selector>?
  package var above: Sourced<Selector>?
  package init() {}

  /// The class of all copies of the layer with this id; documents cannot contain a class name with an
  /// asterisk.
  package static func copies(of id: String) -> String { "*\(id)" }
}

/// A screen: a group layer whose id is the name of the screen.
package struct ScreenSpec: Sendable {
  package var origin = Origin.start
  package var name = Sourced("")
  /// The values of the group layer; `background` is its `backgroundColor`.
  package var values = LayerValues()
  package var layers: [LayerSpec] = []
  package init() {}

  /// Adds a picture that fills the screen below its layers.
  mutating func addScreenshot(_ path: Sourced<String>) {
    var image = ImageSpec()
    image.path = path
    image.playing = TimeRemapSpec()
    addScreenshot(image, path.origin)
  }

  mutating func addScreenshot(_ picture: any PictureSpec, _ origin: Origin) {
    var layer = LayerSpec()
    layer.origin = origin
    layer.values.origin = origin
    layer.values.contents = .picture(picture)
    layer.isScreenshot = true
    layers.insert(layer, at: 0)
  }
}

/// Names one or more layers: by id, by `.class` or by `@pair`, each optionally limited to a screen, as in
/// `from/`.
package struct Selector: Hashable, Sendable {
  package struct Screen: Hashable, Sendable {
    package var rawValue: String
    package init(_ name: String) { rawValue = name }
    package static let from = Screen("from")
    package static let to = Screen("to")
  }
  package enum Target: Hashable, Sendable {
    case id(String)
    case className(String)
    case pair(String)
  }
  /// The screen to which the selector is limited; nil means both screens.
  package var screen: Screen?
  package var target: Target
  package init(screen: Screen? = nil, target: Target) {
    self.screen = screen
    self.target = target
  }

  /// The selector as text, in document notation.
  package var text: String {
    let prefix = screen.map { "\($0.rawValue)/" } ?? ""
    return switch target {
    case .id(let name): prefix + name
    case .className(let name): "\(prefix).\(name)"
    case .pair(let name): "\(prefix)@\(name)"
    }
  }
}
