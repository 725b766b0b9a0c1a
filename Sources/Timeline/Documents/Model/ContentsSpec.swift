package import JSON
package import Scenes

/// The contents of a layer or an asset, as a document writes them.
package enum ContentsSpec: Sendable {
  /// The JSON value `null`, which removes the contents of a layer.
  case none
  /// The name of an entry of `assets`, which exists, as the reader has checked.
  case asset(Sourced<String>)
  case picture(any PictureSpec)
  case color(Color)
  case gradient(Gradient)
  /// A still of the layer with this id; an expression cannot name a matched pair.
  case snapshotOf(Sourced<String>)
}

/// A named entry of `assets`: an image, a colour, a gradient, or a text.
package struct AssetSpec: Sendable {
  package var name: Sourced<String>
  package var contents: ContentsSpec
  package init(name: Sourced<String>, contents: ContentsSpec) {
    self.name = name
    self.contents = contents
  }
}
