internal import Scenes

extension DisplayList {
  /// Draws what of the list lies inside the window of `target` over what is there.
  func draw(in target: Target, kernels: Kernels) {
    draw(operations.indices, in: target, kernels: kernels)
  }

  func draw(_ range: Range<Int>, in target: Target, kernels: Kernels) {
    var i = range.lowerBound
    while i < range.upperBound {
      switch operations[i] {
      case .draw(let shape):
        if !shape.coverage.bounds.intersection(target.window).isEmpty {
          kernels.draw(shape.paint, through: shape.coverage, in: target)
        }
      case .push(let group):
        let inner = i + 1..<i + 1 + group.length
        let window = group.coverage.bounds.intersection(target.window)
        if !window.isEmpty { draw(group, inner, window, in: target, kernels: kernels) }
        i = inner.upperBound
      case .pop: break
      }
      i += 1
    }
  }

  private func draw(
    _ group: Group, _ inner: Range<Int>, _ window: PixelRect, in target: Target, kernels: Kernels
  ) {
    let picture = Target(group: window)
    draw(inner, in: picture, kernels: kernels)
    for mask in group.masks {
      let matte = Target(group: window)
      mask.list.draw(in: matte, kernels: kernels)
      kernels.multiply(picture, by: matte, luminance: mask.luminance, inverted: mask.inverted)
    }
    guard var paint = Paint(group: picture) else { return }
    paint.multiply(alpha: group.alpha)
    kernels.draw(paint, through: group.coverage, in: target.narrowed(to: window))
  }
}
