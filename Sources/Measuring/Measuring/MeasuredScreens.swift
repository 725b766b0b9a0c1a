internal import Documents
internal import Scenes

/// Writes the two screens of a measured document, and the change from one to the other.
extension MeasuredDocument {
  private static let unseen = ", \"opacity\": 0"

  /// The screens with the upper screen last, and the veil.
  var screens: [String] {
    let from = screen("from")
    switch measurement.screens.kind {
    case .none: return [from]
    case .dim(let color):
      let level = measurement.screens.curves.first?.fit.origin[0] ?? 0
      return [from, veil(color, level < 0.02 ? 0 : min(1, level))]
    case .unknown: return [from, screen("to", Self.unseen)]
    // An animator of both screens hides the lower screen until the animator starts.
    case .crossFade(let color): return [cover("ground", color), from, screen("to", Self.unseen)]
    case .dissolve: return isWhole ? [screen("to"), from] : [from, screen("to", Self.unseen)]
    case .wipe: return [screen("to"), from]
    case .opening(.circle(_, _, let isClosing, let reachesCorner)):
      return isClosing || reachesCorner
        ? [screen("to"), from] : [from, screen("to", Self.unseen)]
    case .opening(.rectangle(let isClosing)):
      return isClosing ? [screen("to"), from] : [from, screen("to", Self.unseen)]
    case .flip:
      return [
        "{ \"id\": \"stage\", \"frame\": \(whole), \"sublayers\": [\(screen("to")), \(from)] }"
      ]
    case .slide(let slide):
      let (edge, isLeaving, follow) = (slide.edge, slide.isLeaving, slide.follow)
      if let viewport = measurement.screens.viewport {
        let upper = part(isLeaving ? "from" : "to", of: viewport, edge, isLeaving ? 0 : 1)
        let lower = part(isLeaving ? "to" : "from", of: viewport, edge, isLeaving ? -follow : 0)
        return [
          "{ \"id\": \"surroundings\", \"contents\": \"from\", \"frame\": \(whole) }",
          "{ \"id\": \"viewport\", \"frame\": \(rect(viewport.frame)), \"cornerRadius\": "
            + "\(points(viewport.radius)), \"masksToBounds\": true, \"sublayers\": [\(lower), \(upper)] }",
        ]
      }
      let level = slide.ground
      let ground =
        slide.dim > 0
        ? [cover("ground", Color(red: level, green: level, blue: level, alpha: 1))] : []
      if isLeaving {
        let dimmed = slide.dim > 0 ? ", \"opacity\": \(number(1 - slide.dim))" : ""
        return ground
          + [screen("to", dimmed, frame: follow == 0 ? whole : shifted(edge, by: -follow)), from]
      }
      return ground + [
        from,
        slides
          ? screen("to")
          : screen("to", slide.fades ? Self.unseen : "", frame: shifted(edge, by: slide.distance)),
      ]
    case .veil(let color, _): return [from, screen("to", Self.unseen), veil(color)]
    }
  }

  private func screen(_ name: String, _ more: String = "", frame: String? = nil) -> String {
    "{ \"id\": \"screen-\(name)\", \"contents\": \"\(name)\", \"frame\": \(frame ?? whole)\(more) }"
  }

  /// Returns the part of a screen that a viewport shows, moved towards an edge; a translation also moves the picture.
  private func part(
    _ name: String, of viewport: Viewport, _ edge: ScreenAnalysis.Edge, _ share: Double
  ) -> String {
    "{ \"id\": \"screen-\(name)\", \"frame\": \(rect(viewport.frame)), \"masksToBounds\": true, "
      + "\(translation(edge, share)), \"sublayers\": ["
      + "{ \"id\": \"picture-\(name)\", \"contents\": \"\(name)\", \"frame\": \(whole) }] }"
  }

  /// Returns a translation towards an edge by a fraction of the layer's side.
  private func translation(_ edge: ScreenAnalysis.Edge, _ share: Double) -> String {
    let isBack = edge == .left || edge == .top
    let way = "\"\(number(share == 0 ? 0 : (isBack ? -100 : 100) * share))%\""
    return "\"translate\": "
      + (edge == .left || edge == .right ? "[\(way), 0]" : "[0, \(way)]")
  }

  private func rect(_ rect: PixelRect) -> String {
    let parts = [rect.x, rect.y, rect.width, rect.height].map { points(Double($0)) }
    return "[" + parts.joined(separator: ", ") + "]"
  }

  private func veil(_ color: Color, _ opacity: Double = 0) -> String {
    cover("veil", color, ", \"opacity\": \(number((opacity * 1000).rounded() / 1000))")
  }

  private func cover(_ name: String, _ color: Color, _ more: String = "") -> String {
    let level = [color.red, color.green, color.blue].map { part in
      let byte = Int(clamped: part * 255, rounded: .toNearestOrAwayFromZero, to: 0...255)
      return (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
    return
      "{ \"id\": \"\(name)\", \"backgroundColor\": \"#\(level)\", \"frame\": \(whole)\(more) }"
  }

  /// Returns the frame of the whole canvas, moved towards an edge by a fraction of the canvas's side.
  private func shifted(_ edge: ScreenAnalysis.Edge, by part: Double) -> String {
    let (width, height) = (Double(measurement.width), Double(measurement.height))
    let (x, y) =
      switch edge {
      case .left: (-width * part, 0.0)
      case .right: (width * part, 0.0)
      case .top: (0.0, -height * part)
      case .bottom: (0.0, height * part)
      }
    return "[\(points(x)), \(points(y)), \(points(width)), \(points(height))]"
  }

  /// Whether the fit has one phase, which goes from 0 to 1.
  private var isWhole: Bool {
    guard let fit = measurement.screens.curves.first?.fit else { return false }
    return fit.phases.count == 1 && fit.origin[0].magnitude < 0.03
      && (fit.origin[0] + fit.phases[0].travel[0] - 1).magnitude < 0.03
  }

  /// Whether an animator can create this slide, which requires that no part of the second screen is visible before it.
  private var slides: Bool {
    guard isWhole, measurement.screens.viewport == nil,
      let phase = measurement.screens.curves.first?.fit.phases.first
    else { return false }
    return phase.start - start < 0.001
  }

  // MARK: Steps

  var screenSteps: [String] {
    let screens = measurement.screens
    guard let first = screens.curves.first?.fit, let phase = first.phases.first else {
      return screens.isUnknown ? [show("screen-to", at: (end - start) / 2)] : []
    }
    switch screens.kind {
    case .none: return []
    case .unknown: return [show("screen-to", at: (end - start) / 2)]
    case .dim: return dimSteps(first)
    case .dissolve:
      return isWhole
        ? [both("cross-dissolve", phase), hide(after: phase)]
        : opacitySteps(first, of: "screen-to")
    case .crossFade:
      return [fade("screen-from", phase, from: 1, to: 0), fade("screen-to", phase, from: 0, to: 1)]
    case .opening(let opening): return openingSteps(first, opening, cover: "screen-from")
    case .wipe(let edge, let softness):
      return [
        both(
          "soft-wipe", phase,
          "\"field\": \"linear\", \"edge\": \"\(edge.rawValue)\", \"softness\": "
            + number((softness * 100).rounded() / 100)), hide(after: phase),
      ]
    case .flip(let isVertical, let distance):
      let perspective = (-measurement.scale / distance * 100_000).rounded() / 100_000
      return [
        both(
          "flip", phase,
          "\"axis\": \"\(isVertical ? "vertical" : "horizontal")\", \"perspective\": "
            + number(perspective), more: ", \"container\": \"stage\"")
      ]
    case .slide(let slide): return slideSteps(phase, slide)
    case .veil(_, let leaving): return veilSteps(first, leaving)
    }
  }

  private func show(_ name: String, at time: Double) -> String {
    "{ \"targets\": [\"\(name)\"], \"at\": \(seconds(max(0, time))), \"duration\": 0, "
      + "\"keyframes\": [{ \"opacity\": 1 }] }"
  }

  /// Hides the first screen when a phase ends, because animators that mix pictures do not hide it.
  private func hide(after phase: Phase) -> String {
    let end = phase.curve.settlingSeconds.map { phase.start + $0 } ?? phase.end
    return "{ \"targets\": [\"screen-from\"], \"at\": \(seconds(end - start)), \"duration\": 0, "
      + "\"keyframes\": [{ \"opacity\": 0 }] }"
  }

  private func fade(_ name: String, _ phase: Phase, from: Double, to: Double) -> String {
    "{ \"targets\": [\"\(name)\"], \(timing(phase)), \"keyframes\": ["
      + "{ \"opacity\": \(number(from)) }, { \"opacity\": \(number(to)) }] }"
  }

  /// Returns a step with an animator of both screens.
  private func both(
    _ animator: String, _ phase: Phase, _ params: String = "", more: String = ""
  ) -> String {
    "{ \"animator\": \"\(animator)\", \"layers\": { \"from\": \"screen-from\", \"to\": \"screen-to\"\(more) }, "
      + timing(phase) + (params.isEmpty ? "" : ", \"params\": { \(params) }") + " }"
  }

  private func dimSteps(_ fit: TrackFit) -> [String] {
    guard fit.phases.count == 1, fit.origin[0].magnitude < 0.02, fit.phases[0].travel[0] > 0 else {
      return opacitySteps(fit, of: "veil")
    }
    let level = number((min(1, fit.phases[0].travel[0]) * 1000).rounded() / 1000)
    return [
      "{ \"animator\": \"cover-fade\", \"layers\": { \"cover\": \"veil\" }, \(timing(fit.phases[0])), "
        + "\"params\": { \"opacity\": \(level) } }"
    ]
  }

  private func slideSteps(_ phase: Phase, _ slide: ScreenAnalysis.Slide) -> [String] {
    let (edge, isLeaving, follow) = (slide.edge, slide.isLeaving, slide.follow)
    if !isLeaving, slides {
      var params = "\"edge\": \"\(edge.rawValue)\", \"follow\": \(number(follow))"
      if slide.distance != 1 { params += ", \"distance\": \(number(slide.distance))" }
      if slide.dim > 0 { params += ", \"dim\": \(number(slide.dim))" }
      if slide.fades { params += ", \"fade\": true" }
      return [both("slide", phase, params)]
    }
    let (upper, lower) = isLeaving ? ("from", "to") : ("to", "from")
    let (first, last) = isLeaving ? (0.0, 1.0) : (1, 0)
    var steps = [
      moveStep(
        phase, of: upper, edge, from: slide.distance * first, to: slide.distance * last)
    ]
    if follow != 0 {
      steps.append(
        moveStep(phase, of: lower, edge, from: -follow * last, to: -follow * first))
    }
    if slide.fades { steps.append(fade("screen-\(upper)", phase, from: last, to: first)) }
    if slide.dim > 0 {
      steps.append(
        fade(
          "screen-\(lower)", phase, from: 1 - slide.dim * last, to: 1 - slide.dim * first))
    }
    return steps
  }

  /// Returns a step that moves a screen, or moves its part in a viewport.
  private func moveStep(
    _ phase: Phase, of name: String, _ edge: ScreenAnalysis.Edge, from: Double, to: Double
  ) -> String {
    if measurement.screens.viewport != nil {
      return "{ \"targets\": [\"screen-\(name)\"], \(timing(phase)), \"keyframes\": ["
        + "{ \(translation(edge, from)) }, { \(translation(edge, to)) }] }"
    }
    return
      "{ \"animator\": \"move-and-scale\", \"layers\": { \"subject\": \"screen-\(name)\" }, "
      + "\(timing(phase)), \"params\": { \"to\": \(shifted(edge, by: to)) } }"
  }

  private func veilSteps(_ rising: TrackFit, _ leaving: ScreenAnalysis.Leaving) -> [String] {
    let last = measurement.screens.curves.last!.fit
    let covered = (rising.phases.last?.end ?? start) - start
    let steps =
      rising.phases.prefix(1).map {
        "{ \"animator\": \"cover-fade\", \"layers\": { \"cover\": \"veil\" }, \(timing($0)) }"
      } + [show("screen-to", at: covered)]
    if case .opening(let opening) = leaving {
      return steps + openingSteps(last, opening, cover: "veil")
    }
    return steps
      + last.phases.prefix(1).map { fade("veil", $0, from: 1, to: 0) }
  }

  /// Returns the steps of an opening in a cover, or in the screen itself.
  private func openingSteps(
    _ fit: TrackFit, _ opening: ScreenAnalysis.Opening, cover: String
  ) -> [String] {
    switch opening {
    case .circle(let center, _, false, true):
      return [
        "{ \"animator\": \"ripple-reveal\", \"layers\": { \"cover\": \"\(cover)\" }, "
          + "\(timing(fit.phases[0])), \"params\": { \"center\": ["
          + "\(points(center.x)), \(points(center.y))] } }"
      ]
    case .circle(let center, let radius, let isClosing, _):
      let reached = fit.origin[0] + fit.phases.reduce(0) { $0 + $1.travel[0] }
      let pixels = radius / max(0.01, isClosing ? fit.origin[0] : reached)
      return maskSteps(fit, of: isClosing ? "screen-from" : "screen-to", isClosing: isClosing) {
        let r = max(0, $0[0]) * pixels
        return
          "{ \"ellipse\": [\(points(center.x - r)), \(points(center.y - r)), \(points(2 * r)), \(points(2 * r))] }"
      }
    case .rectangle(let isClosing):
      return maskSteps(fit, of: isClosing ? "screen-from" : "screen-to", isClosing: isClosing) {
        let (wide, high) = (max(0, $0[2]), max(0, $0[3]))
        let corner = min($0[4], min(wide, high) / 2)
        return
          "{ \"rect\": [\(points($0[0] - wide / 2)), \(points($0[1] - high / 2)), \(points(wide)), "
          + "\(points(high))], \"cornerRadius\": \(points(max(0, corner))) }"
      }
    }
  }

  /// Returns keyframes of a screen's mask; a screen that grows appears when the growth starts.
  private func maskSteps(
    _ fit: TrackFit, of name: String, isClosing: Bool, _ mask: ([Double]) -> String
  ) -> [String] {
    var values = fit.origin
    let steps = fit.phases.map { phase -> String in
      let before = values
      for channel in values.indices { values[channel] += phase.travel[channel] }
      return "{ \"targets\": [\"\(name)\"], \(timing(phase, in: fit.phases)), \"keyframes\": ["
        + "{ \"mask\": \(mask(before)) }, { \"mask\": \(mask(values)) }] }"
    }
    let begins = (fit.phases.first?.start ?? start) - start
    return (isClosing ? [] : [show(name, at: begins)]) + steps
  }
}
