import JSON
import PluginHosting
import PluginModel
import Compositing
import Conformance
import Documents
import Evaluation
import Planning
import Scenes

/// Implements the checks 30 and 31: a transition must start as the old screen and end as the new screen.
enum ScreenChecks {
  static func begins(_ subject: PluginUnderTest) throws -> Verdict {
    try check(subject, atEnd: false)
  }
  static func ends(_ subject: PluginUnderTest) throws -> Verdict {
    let verdict = try check(subject, atEnd: true)
    guard case .passed = verdict, let jump = try jump(subject) else { return verdict }
    return .warned(jump)
  }

  /// A description of a visible jump in the last 1/60 s, for example of a layer that disappears at the end;
  /// nil if there is none.
  private static func jump(_ subject: PluginUnderTest) throws -> String? {
    var found: String?
    _ = try subject.each(
      where: { isPlain($0) && !$0.flags.contains(.discontinuous) }, otherwise: ""
    ) { bench in
      let seconds = bench.animator.hasPixels ? 1 : 2
      let plan = try LoneAnimator("push", bench.hosted).plan(seconds: seconds).playback.plan
      let frames = try (57...60).map { frame in
        try picture(plan, at: FrameTime(seconds: Double(frame) / 60))
      }
      let steps = zip(frames, frames.dropFirst()).map(difference)
      let before = max(steps[0], steps[1])
      guard found == nil, steps[2] > 2 * before + 0.5 else { return }
      let (last, other) = ((steps[2] * 10).rounded() / 10, (before * 10).rounded() / 10)
      found =
        "\(bench.animator.id) ends with a jump: in the last sixtieth the mean pixel changes by "
        + "\(last) levels, and before by at most \(other) in a sixtieth"
    }
    return found
  }

  /// Computes the mean difference of all channels of two bitmaps.
  private static func difference(_ a: Bitmap, _ b: Bitmap) -> Double {
    var sum = 0
    for y in 0..<a.height {
      for i in 0..<4 * a.width {
        // Safety: the position is inside both bitmaps, which have the same size.
        let (p, q) = unsafe (a.pixels[y * a.strideBytes + i], b.pixels[y * b.strideBytes + i])
        sum += Int(p > q ? p - q : q - p)
      }
    }
    return Double(sum) / Double(4 * a.width * a.height)
  }

  /// Checks a transition of layers that lasts one second longer, so that both screens exist at progress 1 and
  /// the animator itself must hide the old screen.
  private static func check(_ subject: PluginUnderTest, atEnd: Bool) throws -> Verdict {
    try subject.each(
      where: isPlain,
      otherwise: "the animator is not a transition between two screens"
    ) {
      bench in
      if bench.animator.hasPixels { try PixelChecks.screen(bench, atEnd: atEnd) }
      // The picture that a pixel animator draws for a transition disappears at the end of its step.
      let seconds = bench.animator.hasPixels ? 1 : 2
      for operation in ["push", "pop"] {
        let transition = try LoneAnimator(operation, bench.hosted).plan(seconds: seconds)
        let shown = try picture(
          transition.playback.plan, at: atEnd ? FrameTime(seconds: 1) : .zero)
        let alone = try picture(
          LoneAnimator(operation, bench.hosted).still(atEnd ? "to" : "from"), at: .zero)
        try compare(shown, alone, "\(operation): progress \(atEnd ? 1 : 0)")
      }
    }
  }

  /// Whether a transition needs no other layers than its two screens.
  private static func isPlain(_ animator: AnimatorDescription) -> Bool {
    animator.kind == .transition
      && animator.roles.allSatisfy {
        ["from", "to", "container"].contains($0.name) || $0.minimum == 0 || $0.createJSON != nil
      }
  }

  private static func picture(_ plan: Plan, at time: FrameTime) throws -> Bitmap {
    let bitmap = Bitmap(width: 64, height: 96)
    try Compositor(threads: 1).draw(plan.scene(at: time), scale: 1, into: bitmap)
    return bitmap
  }

  private static func compare(_ a: Bitmap, _ b: Bitmap, _ what: String) throws {
    for y in 0..<a.height {
      for x in 0..<a.width {
        let at = y * a.strideBytes + x * 4
        // Safety: the position is inside both bitmaps, which have the same size.
        let p = (0..<4).map { unsafe a.pixels[at + $0] }
        let q = (0..<4).map { unsafe b.pixels[at + $0] }
        if p != q {
          throw CheckFailure(
            "\(what): pixel (\(x), \(y)) is rgba \(text(p)), but the screen has \(text(q))",
            CheckPicture(expected: b, seen: a))
        }
      }
    }
  }

  private static func text(_ pixel: [UInt8]) -> String {
    pixel.map(String.init).joined(separator: " ")
  }

  /// A source of a single animator, and of the pictures for a document with two screens.
  private struct LoneAnimator: AnimatorFinding, ImageLoading {
    let operation: String
    let animator: HostedAnimator
    init(_ operation: String, _ animator: HostedAnimator) {
      self.operation = operation
      self.animator = animator
    }

    private static let screens = [
      "from": """
      [ { "id": "a", "frame": [0, 0, 64, 96], "backgroundColor": "#204060" },
        { "id": "b", "frame": [8, 10, 30, 40], "backgroundColor": "#e0a020", "cornerRadius": 5 } ]
      """,
      "to": """
      [ { "id": "c", "frame": [0, 0, 64, 96], "backgroundColor": "#f4f0e8" },
        { "id": "d", "frame": [20, 44, 36, 30], "backgroundColor": "#30a070" } ]
      """,
    ]

    /// Plans a document in which the step takes the first second of the transition.
    func plan(seconds: Int) throws -> PlannedDocument {
      try planned(
        """
        { "version": 1, "canvas": { "size": [64, 96], "scale": 1 },
          "screens": { "from": { "layers": \(Self.screens["from"]!) },
                       "to": { "layers": \(Self.screens["to"]!) } },
          "transition": { "operation": "\(operation)", "duration": \(seconds), "timeline":
              { "animator": "\(animator.description.id)", "duration": 1, "easing": "linear" } } }
        """)
    }

    func still(_ screen: String) throws -> Plan {
      try planned(
        """
        { "version": 1, "canvas": { "size": [64, 96], "scale": 1 },
          "layers": \(Self.screens[screen]!),
          "timeline": { "targets": ["\(screen == "from" ? "a" : "c")"], "duration": 1,
                        "keyframes": [ { "offset": 0, "opacity": 1 },
                                       { "offset": 1, "opacity": 1 } ] } }
        """
      ).playback.plan
    }

    private func planned(_ text: String) throws -> PlannedDocument {
      do {
        let document = try DocumentReader().read(
          bytes: Array(text.utf8), file: "check.json", folder: ".")
        return try Planner(registry: self, images: self).plan(document)
      } catch {
        throw CheckFailure("the document of the check cannot be planned: \(error)")
      }
    }

    func findAnimator(_ name: String) -> (any BindableAnimator)? {
      name == animator.description.id ? animator : nil
    }
    var animatorNames: [String] { [animator.description.id] }
    func refusal(ofAnimatorNamed name: String) -> PluginRefusal? { nil }
    func picture(
      _ spec: any PictureSpec, for place: PicturePlace
    ) throws(Problem) -> any PictureSource {
      StillPicture(Bitmap(width: 1, height: 1), size: Size(1, 1))
    }
  }
}
