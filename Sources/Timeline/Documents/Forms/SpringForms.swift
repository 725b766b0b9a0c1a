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
    One of three forms, which cannot be mixed: `dampingRatio` with `duration`; `mass`, \
    `stiffness` and `damping`; or `response` (or `duration`) with `bounce`. The last two forms \
    follow the oscillator exactly, and settle when its envelope stays below 0.001 of the \
    distance. In the first form, the duration determines the frequency: 0.001 of the distance is \
    left at the end, whatever the initial velocity. If the damping ratio is 1 or more, 0.001 is \
    the sum of the two exponentials. At the end, the value is exactly 1.
    """,
    make: { SpringFields() },
    fields: [
      Field(
        "dampingRatio", { $0.dampingRatio = $1 }, .number(0...100, excludingMinimum: true),
        "The damping ratio. 1 is critical damping. Below 1, the spring overshoots."),
      Field(
        "duration", { $0.duration = $1 }, .number(1e-6...86_400),
        """
        The duration in seconds. With `dampingRatio`, it is the time until the spring settles. \
        With `bounce`, it is the length of one period.
        """),
      Field(
        "initialVelocity", { $0.initialVelocity = $1 }, .number(-10_000...10_000),
        "The initial velocity, where 1 covers the whole distance in one second."),
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
        "The amount of bounce. With 0, the spring is critically damped. With 1, it never settles."),
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
        "a spring cannot have both \"\(a)\" and \"\(b)\": they belong to different forms",
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
