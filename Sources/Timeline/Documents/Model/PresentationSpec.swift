package import JSON
package import Scenes

/// The presentation: layers and layout that surround the presented screen.
package struct PresentationSpec: Sendable {
  package struct Dimming: Sendable {
    package var color = Color.black
    package var opacity = 0.5
    package init() {}
  }
  /// The size and position of the presented screen; percentages refer to the container.
  package struct Layout: Sendable {
    package enum Place: String, Hashable, Sendable, CaseIterable {
      case center, top, bottom, left, right
    }
    package var frame: RectSpec?
    package var size: SizeSpec?
    package var place = Place.center
    /// The distance by which each side of the presented screen's frame is moved outwards.
    package var outset = Dimension.zero
    package init() {}
  }
  package enum SizeClass: String, Hashable, Sendable, CaseIterable { case compact, regular }
  /// The four events of a transition at which steps may start.
  package struct Hooks: Sendable {
    package var presentationWillBegin: [StepSpec] = []
    package var presentationDidEnd: [StepSpec] = []
    package var dismissalWillBegin: [StepSpec] = []
    package var dismissalDidEnd: [StepSpec] = []
    package init() {}
  }

  package var origin = Origin.start
  package var style: TransitionSpec.Style?
  /// The layout of the presentation for both size classes, unless a size class has its own layout.
  package var layout: Layout?
  package var compact: Layout?
  package var regular: Layout?
  /// The size class; nil means regular if the canvas is at least 600 points wide and high, otherwise compact.
  package var sizeClass: SizeClass?
  package var dimming: Dimming?
  /// A layer around the presented screen, with a shadow and corners.
  package var wrapper: LayerValues?
  package var hooks = Hooks()
  package var alongside: [StepSpec] = []
  package var tapToDismiss = false
  package init() {}
}
