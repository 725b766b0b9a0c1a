internal import Scenes

extension Gradient {
  /// Maps device pixels to the plane of the gradient: a linear gradient runs along x from 0 to 1, a radial
  /// gradient from the origin to the radius 1, and a conic gradient around the origin from the x axis. The
  /// gradient covers `bounds`, which `map` maps to the canvas.
  func plane(over bounds: Rect, seenBy map: Homography) -> Homography? {
    guard let toLayer = map.inverse else { return nil }
    switch shape {
    case .linear(let start, let end):
      let a = bounds.point(at: start)
      let b = bounds.point(at: end)
      let (dx, dy) = (b.x - a.x, b.y - a.y)
      let square = dx * dx + dy * dy
      var along = Homography.identity
      // A linear gradient whose length is 0 shows its last colour.
      guard square > 0 else {
        (along.a, along.c, along.tx) = (0, 0, 1)
        return toLayer.then(along).normalized
      }
      (along.a, along.b) = (dx / square, 0)
      (along.c, along.d) = (dy / square, 1)
      along.tx = -(a.x * dx + a.y * dy) / square
      return toLayer.then(along).normalized
    case .conic(let center, let degrees):
      let c = bounds.point(at: center)
      let (sine, cosine) = Portable.sineCosine(degrees: degrees)
      var round = Homography.identity
      // The map rotates the upward direction onto the x axis, about the centre.
      (round.a, round.c) = (sine, -cosine)
      (round.b, round.d) = (cosine, sine)
      (round.tx, round.ty) = (-c.x * sine + c.y * cosine, -c.x * cosine - c.y * sine)
      return toLayer.then(round).normalized
    case .radial(let center, let radius, _):
      let c = bounds.point(at: center)
      let rx = max(radius.width * bounds.width, 1e-9)
      let ry = max(radius.height * bounds.height, 1e-9)
      var round = Homography.identity
      (round.a, round.d) = (1 / rx, 1 / ry)
      (round.tx, round.ty) = (-c.x / rx, -c.y / ry)
      return toLayer.then(round).normalized
    }
  }
}
