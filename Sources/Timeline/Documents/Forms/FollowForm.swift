import JSON
import Scenes

extension InteractionForms {
  /// The schema of a layer that follows the finger.
  static let follow: ValueSchema<FollowSpec> = ObjectSchema<FollowSpec>(
    "a layer in the hand", definition: "follow",
    "A layer that follows the finger, in addition to the animation of the layer by the transition.",
    make: { FollowSpec() },
    fields: [
      Field(
        "layer", { $0.layer = $1 }, ValueSchema<Selector>.selector.located,
        "The layer that follows the finger.", isRequired: true),
      Field(
        "x", { $0.x = $1 }, .number(-10...10),
        "The factor applied to the horizontal movement of the finger; 1 by default."),
      Field(
        "y", { $0.y = $1 }, .number(-10...10),
        "The factor applied to the vertical movement of the finger; 1 by default."),
      Field(
        "scale", { $0.scale = $1 },
        ValueSchema<Double>.number(0.01...100).tuple(2...2, "scales [first, last]"),
        "The scale at the start and at the end of the whole gesture; [1, 1] by default."
      ),
    ]
  ) { follow, node, _ in
    follow.origin = node.origin
    return true
  }.form
}
