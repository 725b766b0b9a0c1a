import Scenes

extension InteractionForms {
  /// A layer in the hand.
  static let follow: ValueSchema<FollowSpec> = ObjectSchema<FollowSpec>(
    "a layer in the hand", definition: "follow",
    "A layer that goes with the finger, beside what the transition does to it.",
    make: { FollowSpec() },
    fields: [
      Field(
        "layer", { $0.layer = $1 }, ValueSchema<Selector>.selector.located,
        "The layer that the finger holds.", isRequired: true),
      Field(
        "x", { $0.x = $1 }, .number(-10...10),
        "The share of the finger's way to the side that it goes along; 1 when missing."),
      Field(
        "y", { $0.y = $1 }, .number(-10...10),
        "The share of the finger's way up and down that it goes along; 1 when missing."),
      Field(
        "scale", { $0.scale = $1 },
        ValueSchema<Double>.number(0.01...100).tuple(2...2, "scales [first, last]"),
        "Its scale where the finger begins and where the whole gesture is done; [1, 1] when missing."
      ),
    ]
  ) { follow, node, _ in
    follow.origin = node.origin
    return true
  }.form
}
