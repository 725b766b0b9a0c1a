internal import Planning
internal import Evaluation
internal import Scenes

/// Writes a film as a `UIViewControllerAnimatedTransitioning` object: keyframe animations of Core Animation
/// on the layers of views that the app provides by name.
struct UIKitWriter {
  let film: Film
  let names: ExportNames

  private static let said: Set<Quantity> = [
    .position, .size, .scale, .rotation, .matrix, .opacity, .cornerRadius, .backgroundColor,
    .shadow, .border, .mask, .stroke,
    .visible, .backface, .order,
  ]

  static func export(_ films: [Film], _ names: ExportNames) -> Exported {
    let parts = films.map { film in
      let writer = UIKitWriter(film: film, names: names.of(film))
      return (
        writer.transition + (film.touch.map { "\n" + writer.interaction($0) } ?? ""),
        film.appShortfalls(saying: said) + (film.touch.map(writer.shortfalls) ?? [])
      )
    }
    let hasPaths = parts.contains { $0.0.contains("CAShapeLayer") }
    return Exported(
      "\(names.typeName)Transition.swift", parts, after: "import UIKit\n\n",
      end: "\n" + helpers + (hasPaths ? "\n" + paths : ""))
  }

  private func n(_ value: Double) -> String { Code.n(value) }

  /// Whether the new screen ends below the old screen, as after a pop.
  private var endsBelow: Bool {
    guard let to = film.layers.firstIndex(where: { $0.id == "to" }) else { return false }
    return film.layers[to...].contains { $0.id == "from" }
  }

  private var transition: String {
    let moving = film.layers.map(\.scalingAsWhole).filter { layer in
      Self.said.contains { quantity in !(layer.track(quantity)?.isStill ?? true) }
    }
    let cases = moving.map { layer in
      "    case \(Code.identifier(layer.name)) = \(Literal.swift(layer.id + suffix(layer)))\n"
    }
    let bodies = moving.map { layer in
      "    case .\(Code.identifier(layer.name)):\n"
        + Quantity.allCases.flatMap { animations(of: layer, $0) }.map { $0 + "\n" }.joined()
    }
    let element =
      moving.isEmpty
      ? "enum Element: Hashable, CaseIterable {}"
      : "enum Element: String, CaseIterable {\n\(cases.joined())  }"
    return """
      /// The transition \(Literal.swift(names.title)) on the layers of the app's own views.
      @MainActor
      final class \(names.typeName)Transition: NSObject, UIViewControllerAnimatedTransitioning {
        /// The layers that move.
        \(element)

        static let duration: TimeInterval = \(n(film.duration))

        /// The views that play the elements: the screens, views inside them, and views of the transition
        /// alone, which are in its container until it ends.
        var views: [Element: UIView] = [:]

        func transitionDuration(
          using context: (any UIViewControllerContextTransitioning)?
        ) -> TimeInterval {
          Self.duration
        }

        func animateTransition(using context: any UIViewControllerContextTransitioning) {
          let isCalm = UIAccessibility.isReduceMotionEnabled
          let screens = [context.view(forKey: .from), context.view(forKey: .to)]
          if let to = screens[1] {
            if let controller = context.viewController(forKey: .to) {
              // The frame is empty if UIKit does not know it.
              let frame = context.finalFrame(for: controller)
              if !frame.isEmpty { to.frame = frame }
            }
            context.containerView.\(endsBelow ? "insertSubview(to, at: isCalm ? 1 : 0)" : "addSubview(to)")
          }
          CATransaction.begin()
          CATransaction.setCompletionBlock { [views] in
            for view in Array(views.values) + screens.compactMap({ $0 }) {
              view.layer.removeAllAnimations()
      \(bodies.contains { $0.contains("layer.mask = ") } ? "        view.layer.mask = nil\n" : "")\
              if view.superview === context.containerView, !screens.contains(view) {
                view.removeFromSuperview()
              }
            }
            context.completeTransition(!context.transitionWasCancelled)
          }
          if isCalm {
            screens[1]?.layer.animate("opacity", [0, 1], at: [0, 1], [linear], Self.duration)
          } else {
            for element in Element.allCases {
              guard let view = views[element] else { continue }
              if view.superview == nil { context.containerView.addSubview(view) }
              Self.animate(element, view.layer)
            }
          }
          CATransaction.commit()
        }

        /// Adds an element's animations to a layer whose parent uses the points of the document.
        static func animate(_ element: Element, _ layer: CALayer) {
          switch element {
      \(bodies.joined())    }
        }
      }

      """
  }

  private static let helpers = """
    extension CALayer {
      /// Plays values at fractions of `duration`, each along its curve to the next.
      fileprivate func animate(
        _ path: String, _ values: [Any], at times: [Double], _ curves: [CAMediaTimingFunction],
        _ duration: TimeInterval
      ) {
        let animation = CAKeyframeAnimation(keyPath: path)
        animation.values = values
        animation.keyTimes = times.map { NSNumber(value: $0) }
        animation.timingFunctions = curves
        animation.duration = duration
        animation.fillMode = .both
        animation.isRemovedOnCompletion = false
        add(animation, forKey: path)
      }
    }

    private var linear: CAMediaTimingFunction { CAMediaTimingFunction(name: .linear) }

    private func bezier(_ x1: Float, _ y1: Float, _ x2: Float, _ y2: Float) -> CAMediaTimingFunction {
      CAMediaTimingFunction(controlPoints: x1, y1, x2, y2)
    }

    """

  /// The Swift code that creates the paths of masks.
  private static let paths = """
    private func oval(_ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat) -> CGPath {
      UIBezierPath(ovalIn: CGRect(x: x, y: y, width: width, height: height)).cgPath
    }

    private func box(
      _ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat, radius: CGFloat
    ) -> CGPath {
      let rect = CGRect(x: x, y: y, width: width, height: height)
      return UIBezierPath(roundedRect: rect, cornerRadius: radius).cgPath
    }

    private func drawn(_ draw: (CGMutablePath) -> Void) -> CGPath {
      let path = CGMutablePath()
      draw(path)
      return path
    }

    /// A box of `size` with a hole.
    private func hole(_ inner: CGPath, in size: CGSize) -> CGPath {
      drawn {
        $0.addRect(CGRect(origin: .zero, size: size))
        $0.addPath(inner)
      }
    }

    """

  /// A suffix that makes the raw values of two layers with the same id different.
  private func suffix(_ layer: FilmLayer) -> String {
    let same = film.layers.filter { $0.id == layer.id }
    guard let place = same.firstIndex(where: { $0.index == layer.index }), place > 0 else {
      return ""
    }
    return " \(place + 1)"
  }

  private func animations(of layer: FilmLayer, _ quantity: Quantity) -> [String] {
    guard Self.said.contains(quantity), let track = layer.track(quantity), !track.isStill else {
      return []
    }
    switch quantity {
    case .position: return [call("position", track) { point($0[0], $0[1]) }]
    case .size: return [call("bounds.size", track) { self.size($0[0], $0[1]) }]
    case .scale:
      return [
        call("transform.scale.x", track) { n($0[0]) },
        call("transform.scale.y", track) { n($0[1]) },
      ]
    case .rotation: return [call("transform.rotation.z", track) { "\(n($0[0])) * Double.pi / 180" }]
    case .matrix:
      guard let placed = film.placedMatrix(of: layer, about: layer.properties.anchorPoint) else {
        return []
      }
      return [
        call("transform", placed) { m in
          CodeTree.list(
            "CATransform3D(",
            m.enumerated().map { .text("m\($0 / 4 + 1)\($0 % 4 + 1): \(Code.fine($1))") }, ")",
            .hugging)
        }
      ]
    case .opacity: return [call("opacity", track) { n($0[0]) }]
    case .cornerRadius: return [call("cornerRadius", track) { n($0[0]) }]
    case .backgroundColor: return [call("backgroundColor", track) { color($0[...]) }]
    case .shadow:
      return [
        (0...0, call("shadowOpacity", track) { n($0[0]) }),
        (1...1, call("shadowRadius", track) { n($0[1]) }),
        (2...3, call("shadowOffset", track) { self.size($0[2], $0[3]) }),
        (4...7, call("shadowColor", track) { color($0[4...]) }),
      ].filter { track.changes($0.0) }.map(\.1)
    case .border:
      return [
        call("borderWidth", track) { n($0[0]) }, call("borderColor", track) { color($0[1...]) },
      ]
    case .mask:
      guard let masked = layer.masked, let mask = masked.mask else { return [] }
      let shape = MaskShape(mask, in: masked)
      guard shape.pathData != nil else { return [] }
      let rule = shape.isInverted ? "evenOdd" : "nonZero"
      return [
        "let mask = CAShapeLayer()", "mask.name = \(Literal.swift("\(layer.id) mask"))",
        "mask.fillRule = .\(rule)", "layer.mask = mask",
      ].map { "      " + $0 } + [
        call("path", track, on: "mask") { path(shape.with($0), size: layer.properties.frame.size) }
      ]
    case .stroke:
      return [call("strokeStart", track) { n($0[0]) }, call("strokeEnd", track) { n($0[1]) }]
    case .visible: return [call("hidden", track) { $0[0] > 0 ? "false" : "true" }]
    case .backface: return [call("doubleSided", track) { $0[0] > 0 ? "true" : "false" }]
    case .order: return [call("zPosition", track) { n($0[0]) }]
    case .blur, .contents: return []
    }
  }

  private func point(_ x: Double, _ y: Double) -> String { "CGPoint(x: \(n(x)), y: \(n(y)))" }
  private func size(_ width: Double, _ height: Double) -> String {
    "CGSize(width: \(n(width)), height: \(n(height)))"
  }

  private func color(_ numbers: ArraySlice<Double>) -> String {
    let c = Array(numbers)
    return "CGColor(srgbRed: \(n(c[0])), green: \(n(c[1])), blue: \(n(c[2])), alpha: \(n(c[3])))"
  }

  /// The code of a UIBezierPath; the path of an inverted mask has an additional box around it.
  private func path(_ shape: MaskShape, size: Size) -> CodeTree {
    func box(_ r: Rect) -> String { "\(n(r.x)), \(n(r.y)), \(n(r.width)), \(n(r.height))" }
    let inner: String
    switch shape.kind {
    case .ellipse(let r): inner = "oval(\(box(r)))"
    case .rectangle(let r, let radius): inner = "box(\(box(r)), radius: \(n(radius)))"
    case .path(let path):
      let steps = path.elements.map { element in
        switch element {
        case .move(let q): "$0.move(to: \(point(q.x, q.y)))"
        case .line(let q): "$0.addLine(to: \(point(q.x, q.y)))"
        case .cubic(let a, let b, let c):
          "$0.addCurve(to: \(point(c.x, c.y)), control1: \(point(a.x, a.y)), control2: \(point(b.x, b.y)))"
        case .close: "$0.closeSubpath()"
        }
      }
      inner = "drawn { \(steps.joined(separator: "; ")) }"
    case .layer: inner = "CGMutablePath()"
    }
    guard shape.isInverted else { return .text(inner) }
    return .list(
      "hole(", [.text(inner), .text("in: \(self.size(size.width, size.height))")], ")",
      .hugging)
  }

  private func call(_ path: String, _ track: Track, _ value: ([Double]) -> String) -> String {
    call(path, track, on: "layer") { .text(value($0)) }
  }

  /// Writes the call that plays a track on a layer.
  private func call(
    _ path: String, _ track: Track, on owner: String = "layer", _ value: ([Double]) -> CodeTree
  ) -> String {
    let trees = { (v: [Double]) in value(v).lines(after: "", width: .max) }
    let frames = track.written(until: film.duration, trees)
    func list(_ items: [CodeTree]) -> CodeTree { .list("[", items, "]", .filled) }
    let times = frames.map {
      CodeTree.number(film.duration > 0 ? $0.time / film.duration : 0)
    }
    let curves = frames.dropLast().map { frame in
      CodeTree.text(
        frame.curve?.bezier.map { "bezier(\($0.map(n).joined(separator: ", ")))" } ?? "linear")
    }
    let arguments: [CodeTree] = [
      .text("\"\(path)\""), list(frames.map { value($0.numbers) }), .member("at:", list(times)),
      list(curves), .text("duration"),
    ]
    return CodeTree.list("\(owner).animate(", arguments, ")", .hugging).lines(
      after: "      ", width: 100)
  }
}
