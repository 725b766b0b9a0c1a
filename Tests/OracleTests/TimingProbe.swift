import Evaluation

/// Easings in two forms: in CSS, and in the program's notation.
enum TimingProbe {
  static let count = 1000

  static let easings: [(css: String, ours: TimingFunction)] = [
    ("linear", .linear), ("ease", .ease), ("ease-in", .easeIn), ("ease-out", .easeOut),
    ("ease-in-out", .easeInOut),
    bezier(0.42, 0, 0.58, 1), bezier(0.17, 0.67, 0.83, 0.67), bezier(0, 0, 1, 1),
    bezier(0.68, -0.55, 0.27, 1.55), bezier(1, 0, 0, 1), bezier(0, 1, 1, 0),
    bezier(0.9, 0.1, 0.1, 2),
    bezier(0, 0.5, 0, 1), bezier(1, 0, 1, 0.2), bezier(0.33, 0, 0.33, 0),
    steps(1, .end), steps(1, .start), steps(4, .end), steps(4, .start), steps(4, .none),
    steps(4, .both), steps(7, .end), steps(2, .none), steps(13, .both),
    piecewise([(0, 0), (1, 1)]), piecewise([(0, 0), (0.25, 0.6), (0.5, 0.4), (1, 1)]),
    piecewise([(0, 0), (0.3, 1.2), (0.3, 0.2), (0.8, 0.9), (1, 1)]),
    piecewise([(0, 0.1), (0.2, 0.1), (0.6, -0.3), (1, 1)]),
  ]

  private static func bezier(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double
  ) -> (String, TimingFunction) {
    ("cubic-bezier(\(x1),\(y1),\(x2),\(y2))", .cubicBezier(x1: x1, y1: y1, x2: x2, y2: y2))
  }

  private static func steps(
    _ count: Int, _ jump: TimingFunction.StepJump
  ) -> (String, TimingFunction) {
    ("steps(\(count),jump-\(jump.rawValue))", .steps(count: count, jump: jump))
  }

  private static func piecewise(_ stops: [(Double, Double)]) -> (String, TimingFunction) {
    (
      "linear(\(stops.map { "\($1) \($0 * 100)%" }.joined(separator: ",")))",
      .piecewise(stops.map { .init(offset: $0, progress: $1) })
    )
  }

  /// A script that stores the progress of each easing at `count` times, computed by the Web Animations of the page.
  static var script: String {
    let names = easings.map { "\"\($0.css)\"" }.joined(separator: ",")
    return """
      const duration = 1000000;
      window.results = { easings: [\(names)].map(easing => {
        const animation = document.body.animate([{ "--p": 0 }, { "--p": 1 }],
          { duration, easing, fill: "both" });
        animation.pause();
        const values = [];
        for (let i = 0; i < \(count); i++) {
          animation.currentTime = i * duration / \(count);
          values.push(animation.effect.getComputedTiming().progress);
        }
        const kept = animation.effect.getTiming().easing;
        animation.cancel();
        return { easing: kept, values };
      }) };
      """
  }
}
