import JSON

/// The schemas for the three notations of a spring.
enum SpringForms {
  struct Holder: Sendable {
    var spring = SpringSpec.physical(mass: 1, stiffness: 100, damping: 10, initialVelocity: 0)
  }

  struct SpringFields: Sendable {
    var dampingRatio: Double?
    var duration: Double?
    var initialVelocity = 0.0
    var mass: Double?
    var stiffness: Double?
    var damping: Double?
    var response: Double?
    var bounce: Double?
    var result = Holder().spring
  }

  static let spring = ObjectSchema<SpringFields>(
    "a spring", definition: "spring",
    """
    A spring has one of three forms, which cannot be mixed. The first form of a spring has the \
    keys `dampingRatio` and `duration`. The second form has `mass`, `stiffness` and `damping`. The \
    third form has `bounce` with `response` or `duration`. With `dampingRatio`, the duration \
    determines the frequency: at the end of the duration, 0.001 of the distance is left, whatever \
    the initial velocity is. With a `dampingRatio` of 1 or more, the remaining 0.001 of the \
    distance is the sum of two exponentials. A spring with `mass` or `bounce` is an exact \
    oscillator, and settles when its envelope stays below 0.001 of the distance. At the end of a \
    spring, the value is exactly 1.
    """,
    make: { SpringFields() },
    fields: [
      Field(
        "dampingRatio", { $0.dampingRatio = $1 }, .number(0...100, excludingMinimum: true),
        "The damping ratio. A spring with 1 is critically damped, and overshoots below 1."),
      Field(
        "duration", { $0.duration = $1 }, .number(1e-6...86_400),
        """
        The duration in seconds. With `dampingRatio`, the duration is the time until the spring \
        settles. With `bounce`, the duration is the length of one period.
        """),
      Field(
        "initialVelocity", { $0.initialVelocity = $1 }, .number(-10_000...10_000),
        "The initial velocity. A velocity of 1 covers the whole distance in one second."),
      Field(
        "mass", { $0.mass = $1 }, .number(1e-6...1e6),
        "The mass on the spring; 1 by default."),
      Field(
        "stiffness", { $0.stiffness = $1 }, .number(1e-6...1e9),
        "The stiffness of the spring; 100 by default."),
      Field(
        "damping", { $0.damping = $1 }, .number(0...1e6),
        "The damping of the spring; 10 by default."),
      Field(
        "response", { $0.response = $1 }, .number(1e-6...86_400),
        "The length of one period, in seconds."),
      Field(
        "bounce", { $0.bounce = $1 }, .number(-0.999...1),
        "The amount of bounce. A spring with 0 is critically damped, and never settles with 1."),
    ],
    finish: choose)

  static let holder = ObjectSchema<Holder>(
    "an easing", definition: "springEasing", "An easing that follows a spring.", make: { Holder() },
    fields: [
      Field(
        "spring", { $0.spring = $1 }, springForm, "The spring that the easing follows.",
        isRequired: true)
    ])

  static let springForm: ValueSchema<SpringSpec> = spring.form.map(\.result)

  private static func choose(
    _ draft: inout SpringFields, _ node: JSONNode, _ reading: inout Reading
  ) -> Bool {
    let written = node.keys
    let forms = [["dampingRatio"], ["mass", "stiffness", "damping"], ["response", "bounce"]]
    let present = forms.map { form in written.first { form.contains($0) } }
    let named = present.compactMap { $0 }
    var clash: (String, String)?
    if named.count > 1 { clash = (named[0], named[1]) }
    if let physical = present[1], written.contains("duration") { clash = (physical, "duration") }
    if written.contains("response"), written.contains("duration") {
      clash = ("response", "duration")
    }
    if let (a, b) = clash {
      let second = written.last { $0 == a || $0 == b } ?? b
      reading.fail(
        "\"\(a)\" and \"\(b)\" belong to different forms of springs and cannot be combined",
        at: node[second] ?? node)
      return false
    }
    let velocity = draft.initialVelocity
    if let ratio = draft.dampingRatio {
      draft.result = .ratio(
        dampingRatio: ratio, duration: draft.duration, initialVelocity: velocity)
    } else if let period = draft.response ?? draft.duration {
      draft.result = .bounce(
        response: period, bounce: draft.bounce ?? 0, initialVelocity: velocity)
    } else if draft.bounce != nil {
      reading.fail("a spring with \"bounce\" needs \"response\" or \"duration\"", at: node)
      return false
    } else {
      draft.result = .physical(
        mass: draft.mass ?? 1, stiffness: draft.stiffness ?? 100, damping: draft.damping ?? 10,
        initialVelocity: velocity)
    }
    return true
  }
}
