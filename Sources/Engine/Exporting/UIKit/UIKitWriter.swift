internal import Planning
internal import Evaluation
internal import Scenes

/// Writes a film as an animated transitioning object: Core Animation's keyframe animations on the layers of views that
/// the app hands over by name.
struct UIKitWriter {
  let film: Film
  let names: ExportNames

  init(_ film: Film, _ names: ExportNames) {
    self.film = film
    self.names = names
  }

  private static let said: Set<Quantity> = [
    .position, .size, .scale, .rotation, .matrix, .opacity, .cornerRadius, .backgroundColor,
    .shadow, .border, .mask, .stroke,
    .visible, .backface, .order,
  ]

  private func n(_ value: Double) -> String { SwiftCode.n(value) }

  func exported() -> Exported {
    let moving = film.layers.map(\.scalingAsWhole).filter { layer in
      Self.said.contains { quantity in !(layer.track(quantity)?.isStill ?? true) }
    }
    let cases = moving.map { layer in
      "    case \(SwiftCode.identifier(layer.name)) = \(Literal.swift(layer.id + suffix(layer)))"
    }
    let bodies = moving.map { layer in
      let calls = Quantity.allCases.flatMap { animations(of: layer, $0) }
      return "    case .\(SwiftCode.identifier(layer.name)):\n"
        + calls.map { "      \($0)" }.joined(separator: "\n")
    }
    let type = names.typeName
    let text = """
      import UIKit

      /// The transition \(Literal.swift(names.title)) on the layers of the app's own views.
      @MainActor
      final class \(type)Transition: NSObject, UIViewControllerAnimatedTransitioning {
        /// The layers that move.
        enum Element: \(moving.isEmpty ? "Hashable" : "String"), CaseIterable {
      \(cases.joined(separator: "\n"))
        }

        static let duration: TimeInterval = \(n(film.duration))

        /// The views that play the elements, in the transition's container.
        var views: [Element: UIView] = [:]

        func transitionDuration(using context: (any UIViewControllerContextTransitioning)?) -> TimeInterval {
          Self.duration
        }

        func animateTransition(using context: any UIViewControllerContextTransitioning) {
          if let to = context.view(forKey: .to) { context.containerView.addSubview(to) }
          CATransaction.begin()
          CATransaction.setCompletionBlock { context.completeTransition(!context.transitionWasCancelled) }
          if UIAccessibility.isReduceMotionEnabled {
            context.view(forKey: .to)?.layer.add(
              Self.keyframes("opacity", [0, 1], [0, 1], [.init(name: .linear)]), forKey: "opacity")
          } else {
            for (element, view) in views { Self.animate(element, view.layer) }
          }
          CATransaction.commit()
        }

        /// Adds an element's animations to a layer whose parent's points are those of the document.
        static func animate(_ element: Element, _ layer: CALayer) {
          switch element {
      \(bodies.joined(separator: "\n"))
          }
        }

        private static func keyframes(
          _ path: String, _ values: [Any], _ times: [Double], _ curves: [CAMediaTimingFunction]
        ) -> CAKeyframeAnimation {
          let animation = CAKeyframeAnimation(keyPath: path)
          animation.values = values
          animation.keyTimes = times.map { NSNumber(value: $0) }
          animation.timingFunctions = curves
          animation.duration = duration
          animation.fillMode = .both
          animation.isRemovedOnCompletion = false
          return animation
        }

        private static func bezier(_ x1: Float, _ y1: Float, _ x2: Float, _ y2: Float) -> CAMediaTimingFunction {
          CAMediaTimingFunction(controlPoints: x1, y1, x2, y2)
        }
        private static let linear = CAMediaTimingFunction(name: .linear)
      }
      \(bodies.contains { $0.contains("hole.add") } ? Self.paths : "")\(film.touch.map(interaction) ?? "")
      """
    return Exported(
      files: [ExportedFile("\(type)Transition.swift", text)],
      shortfalls: film.appShortfalls(saying: Self.said) + (film.touch.map(shortfalls) ?? []))
  }

  /// The Swift code for the paths of masks.
  private static let paths = """

    extension CGPath {
      fileprivate static func drawn(_ draw: (CGMutablePath) -> Void) -> CGPath {
        let path = CGMutablePath()
        draw(path)
        return path
      }
      /// A box of `size` with a hole.
      fileprivate static func hole(_ inner: CGPath, in size: CGSize) -> CGPath {
        drawn {
          $0.addRect(CGRect(origin: .zero, size: size))
          $0.addPath(inner)
        }
      }
    }

    """

  /// Two layers of one id have other raw values.
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
    case .position: return [call("position", track) { "CGPoint(x: \(n($0[0])), y: \(n($0[1])))" }]
    case .size:
      return [call("bounds.size", track) { "CGSize(width: \(n($0[0])), height: \(n($0[1])))" }]
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
          let members = m.enumerated().map { "m\($0 / 4 + 1)\($0 % 4 + 1): \(SwiftCode.fine($1))" }
          return "CATransform3D(\(members.joined(separator: ", ")))"
        }
      ]
    case .opacity: return [call("opacity", track) { n($0[0]) }]
    case .cornerRadius: return [call("cornerRadius", track) { n($0[0]) }]
    case .backgroundColor: return [call("backgroundColor", track) { color($0[...]) }]
    case .shadow:
      return [
        (0...0, call("shadowOpacity", track) { n($0[0]) }),
        (1...1, call("shadowRadius", track) { n($0[1]) }),
        (2...3, call("shadowOffset", track) { "CGSize(width: \(n($0[2])), height: \(n($0[3])))" }),
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
        "let hole = CAShapeLayer()", "hole.fillRule = .\(rule)", "layer.mask = hole",
        "hole.add("
          + call("path", track, on: nil) { path(shape.with($0), size: layer.properties.frame.size) }
          + ", forKey: \"path\")",
      ]
    case .stroke:
      return [call("strokeStart", track) { n($0[0]) }, call("strokeEnd", track) { n($0[1]) }]
    case .visible: return [call("hidden", track) { $0[0] > 0 ? "false" : "true" }]
    case .backface: return [call("doubleSided", track) { $0[0] > 0 ? "true" : "false" }]
    case .order: return [call("zPosition", track) { n($0[0]) }]
    case .blur, .contents: return []
    }
  }

  private func color(_ numbers: ArraySlice<Double>) -> String {
    let c = Array(numbers)
    return "CGColor(srgbRed: \(n(c[0])), green: \(n(c[1])), blue: \(n(c[2])), alpha: \(n(c[3])))"
  }

  /// A path of UIKit; of an inverted mask with a box round it.
  private func path(_ shape: MaskShape, size: Size) -> String {
    let inner: String
    switch shape.kind {
    case .ellipse(let r):
      inner =
        "UIBezierPath(ovalIn: CGRect(x: \(n(r.x)), y: \(n(r.y)), width: \(n(r.width)), height: \(n(r.height)))).cgPath"
    case .rectangle(let r, let radius):
      inner =
        "UIBezierPath(roundedRect: CGRect(x: \(n(r.x)), y: \(n(r.y)), width: \(n(r.width)), height: \(n(r.height))), cornerRadius: \(n(radius))).cgPath"
    case .path(let path):
      let steps = path.elements.map { element in
        switch element {
        case .move(let q): "$0.move(to: CGPoint(x: \(n(q.x)), y: \(n(q.y))))"
        case .line(let q): "$0.addLine(to: CGPoint(x: \(n(q.x)), y: \(n(q.y))))"
        case .cubic(let a, let b, let c):
          "$0.addCurve(to: CGPoint(x: \(n(c.x)), y: \(n(c.y))), control1: CGPoint(x: \(n(a.x)), y: \(n(a.y))), control2: CGPoint(x: \(n(b.x)), y: \(n(b.y))))"
        case .close: "$0.closeSubpath()"
        }
      }
      inner = "CGPath.drawn { \(steps.joined(separator: "; ")) }"
    case .layer: inner = "CGMutablePath()"
    }
    guard shape.isInverted else { return inner }
    return "CGPath.hole(\(inner), in: CGSize(width: \(n(size.width)), height: \(n(size.height))))"
  }

  private func call(
    _ path: String, _ track: Track, on owner: String? = "layer", _ value: ([Double]) -> String
  ) -> String {
    let frames = SwiftCode.frames(of: track, duration: film.duration)
    let values = frames.map { value($0.value) }.joined(separator: ", ")
    let times = frames.map {
      CurveName.number(film.duration > 0 ? $0.time / film.duration : 0)
    }.joined(separator: ", ")
    let curves = frames.dropLast().map { frame -> String in
      guard case .cubicBezier(let x1, let y1, let x2, let y2) = frame.curve?.timing else {
        return "linear"
      }
      return "bezier(\([x1, y1, x2, y2].map(n).joined(separator: ", ")))"
    }.joined(separator: ", ")
    let made = "keyframes(\"\(path)\", [\(values)], [\(times)], [\(curves)])"
    return owner.map { "\($0).add(\(made), forKey: \"\(path)\")" } ?? made
  }
}
