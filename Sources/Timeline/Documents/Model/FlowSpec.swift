package import JSON
package import Scenes

/// The moves of a document from screen to screen.
package struct FlowSpec: Sendable {
  /// The name of the first screen; nil means the first tab or, if there are no tabs, the first screen of the
  /// document.
  package var root: Sourced<String>?
  /// The root screens of the tabs, in the order of the tab bar; empty if there is no tab bar.
  package var tabs: [Sourced<String>] = []
  package var moves: [MoveSpec] = []
  package init() {}
}

/// A move of a flow.
package struct MoveSpec: Sendable {
  package enum Action: Sendable {
    case push(Sourced<String>)
    case pop
    case popTo(Sourced<String>)
    case popToRoot
    case present(Sourced<String>)
    case dismiss
    case replace(Sourced<String>)
    case tab(Sourced<String>)
    case wait(DurationSpec)
    /// The top screen scrolls by a distance or to its end.
    case scroll(Dimension)
    /// The user flicks the top screen with a velocity in points per second.
    case flick(Double)

    /// Whether the move scrolls the top screen.
    package var isScroll: Bool {
      switch self {
      case .scroll, .flick: true
      default: false
      }
    }

    /// The JSON key that specifies the kind of the move in a document.
    package var word: String {
      switch self {
      case .push: "push"
      case .pop: "pop"
      case .popTo: "popTo"
      case .popToRoot: "popToRoot"
      case .present: "present"
      case .dismiss: "dismiss"
      case .replace: "replace"
      case .tab: "tab"
      case .wait: "wait"
      case .scroll: "scroll"
      case .flick: "flick"
      }
    }

    /// The screen that the move names.
    package var screen: Sourced<String>? {
      switch self {
      case .push(let name), .popTo(let name), .present(let name), .replace(let name),
        .tab(let name):
        name
      case .pop, .popToRoot, .dismiss, .wait, .scroll, .flick: nil
      }
    }
  }
  package var origin = Origin.start
  /// The label of the move, which is also the prefix of the labels of its steps.
  package var id: Sourced<String>?
  /// The start time of the move; nil means the end of the previous move.
  package var at: Sourced<StartSpec>?
  package var action = Sourced(Action.wait(.seconds(0)))
  /// The other settings of the move, which are the same as those of a transition.
  package var transition = TransitionSpec()
  /// The style in which the move presents the screen.
  package var sheet = SheetSpec()
  /// The easing of the default animator, for a move that names no animator.
  package var easing: Sourced<EasingSpec>?
  /// The touch of a finger that ends when the move starts.
  package var touch: TouchSpec?
  /// The sound that starts with the move.
  package var sound: SoundSpec?
  package init() {}

  /// The label of the move in messages: its id or, if it has none, a description.
  package var label: String {
    id?.value ?? action.value.word + (action.value.screen.map { " \($0.value)" } ?? "")
  }

  /// Whether the move finishes, if the document determines this; nil if the move's track decides.
  package var finishes: Bool? {
    guard let interaction = transition.interaction, interaction.track != nil else { return true }
    return interaction.expect.map { $0.value == .finish }
  }
}

/// The style in which a screen is presented.
package struct SheetSpec: Sendable {
  package enum Style: String, Hashable, Sendable, CaseIterable {
    /// The presented screen covers the whole container, and the screens below are removed.
    case fullScreen
    /// The presented screen covers the whole container, and the screens below stay.
    case overCurrent
    /// The screen is presented as a page sheet with detents.
    case sheet
    /// The presented screen is a form sheet in the middle of a large container.
    case form
    /// The screen is presented in a frame that the document specifies.
    case custom
  }
  package enum Detent: Hashable, Sendable {
    case medium, large
    /// The height of a sheet's detent in points, or as a percentage of the container's height.
    case height(Dimension)
  }
  package var style = Style.sheet
  package var detent = Detent.large
  package var frame: RectSpec?
  /// The corner radius of the sheet in points; nil means the corner radius of the style.
  package var cornerRadius: Double?
  package var dimming: PresentationSpec.Dimming?
  /// The effects on everything behind the presented screen.
  package var backdrop: [LayerEffect] = []
  package init() {}

  /// Whether the screens below are hidden after the presentation.
  package var covers: Bool { style == .fullScreen }

  /// The frame of a presented screen inside a container. The large detent is 54 points below the top, as on
  /// phones with an island; form sheets are 540 by 620 points (UIKit's documentation of
  /// `UIModalPresentationFormSheet`, and UIKit on iPads before iPadOS 13).
  package func frame(in space: Rect) -> Rect {
    if let frame { return frame.rect(in: space) }
    switch style {
    case .fullScreen, .overCurrent, .custom: return space
    case .sheet:
      let height: Double
      switch detent {
      case .medium: height = (space.height / 2).rounded()
      case .large: height = max(space.height / 2, space.height - 54)
      case .height(let length): height = min(space.height, length.points(of: space.height))
      }
      return Rect(space.x, space.y + space.height - height, space.width, height)
    case .form:
      let size = Size(min(540, space.width), min(620, space.height))
      return Rect(center: space.center, size: size)
    }
  }

  /// The corner radii of the presented screen; a page sheet has only rounded top corners.
  package var corners: CornerRadii {
    switch style {
    case .fullScreen, .overCurrent: CornerRadii(cornerRadius ?? 0)
    case .sheet:
      CornerRadii(cornerRadius ?? 10, cornerRadius ?? 10, 0, 0)
    case .form: CornerRadii(cornerRadius ?? 10)
    case .custom: CornerRadii(cornerRadius ?? 0)
    }
  }
}

/// A touch, which draws a visible finger in the film.
package struct TouchSpec: Sendable {
  package enum Place: Sendable {
    /// A point of the viewport, in points or percentages of its size.
    case point(PointSpec)
    /// The touch is at the centre of `layer`.
    case centre
  }
  package var origin = Origin.start
  /// The time of the touch in seconds; nil means that the finger lifts when a move starts.
  package var at: Sourced<MomentSpec>?
  package var layer: Sourced<Selector>?
  package var place = Place.centre
  package var isDrag = false
  /// The path of a drag, in points of the viewport.
  package var path: [PointSpec] = []
  package var duration: DurationSpec?
  /// The diameter of the finger's ring in points.
  package var size = 44.0
  package var color = Color.black
  package init() {}
}

/// The viewport: the area in which screens are laid out, with its frame on the canvas.
package struct ViewportSpec: Sendable {
  package var origin = Origin.start
  /// The frame of the device's viewport in canvas points.
  package var frame = RectSpec(.zero, .zero, .zero, .zero)
  /// The size of the screens in points; nil means the size of the frame.
  package var size: Size?
  /// The corner radius of the viewport in canvas points.
  package var cornerRadius = 0.0
  package init() {}
}
