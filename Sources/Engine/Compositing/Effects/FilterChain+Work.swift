internal import Scenes

extension FilterChain {
  /// The work of filtering a picture with `pixels` pixels.
  func work(_ pixels: Double) -> RenderCostSum {
    steps.reduce(RenderCostSum()) { sum, step in
      switch step {
      case .color: sum + RenderCost.grouping(pixels)
      case .blur(let sigma, _), .shadow(let sigma, _, _):
        sum + RenderCost.blurring(pixels, sigma: max(sigma.width, sigma.height))
      }
    }
  }
}

extension PixelRect {
  var pixelCount: Double { Double(width) * Double(height) }
}

extension WeightMap {
  var box: PixelRect { PixelRect(x, y, width, height) }
}
