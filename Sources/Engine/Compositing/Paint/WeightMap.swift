internal import CKernels
internal import Scenes

extension WeightMap {
  /// Creates weights from a shape's coverage, over the bounds of the shape.
  init(of shape: Coverage) {
    let box = shape.bounds
    self.init(
      x: box.x, y: box.y, width: box.width, height: box.height,
      weights: Buffer(repeating: 0, count: box.width * box.height))
    for y in box.y..<box.maxY {
      for run in shape.runs(row: y) {
        for x in Int(run.x0)..<Int(run.x1) {
          let weight = run.values < 0 ? 65535 : shape.values[Int(run.values) + x - Int(run.x0)]
          weights[(y - box.y) * width + x - box.x] = weight
        }
      }
    }
  }

  /// Creates weights from the alpha of a group's picture.
  init(alphaOf picture: Buffer<UInt16>, over box: PixelRect) {
    self.init(
      x: box.x, y: box.y, width: box.width, height: box.height,
      weights: Buffer(roomFor: box.width * box.height))
    for i in 0..<width * height {
      let alpha = picture[i * 4 + 3]
      // The expression converts the range 0…65280 to 0…65535.
      weights[i] = alpha + alpha >> 8
    }
  }

  /// The weights with a border of zeros, so that samples outside the map are 0.
  func padded(by dx: Int = 1, _ dy: Int = 1) -> WeightMap {
    let wide = width + 2 * dx
    let made = WeightMap(
      x: x - dx, y: y - dy, width: wide, height: height + 2 * dy,
      weights: Buffer(repeating: 0, count: wide * (height + 2 * dy)))
    for row in 0..<height {
      for column in 0..<width {
        made.weights[(row + dy) * wide + column + dx] = weights[row * width + column]
      }
    }
    return made
  }

  /// The weights inside `box`; nil if no weights are inside it.
  func window(_ box: PixelRect) -> WeightMap? {
    let part = PixelRect(x, y, width, height).intersection(box)
    if part.isEmpty { return nil }
    if part.width == width, part.height == height { return self }
    let made = WeightMap(
      x: part.x, y: part.y, width: part.width, height: part.height,
      weights: Buffer(roomFor: part.width * part.height))
    for row in 0..<part.height {
      let from = (part.y - y + row) * width + part.x - x
      for column in 0..<part.width {
        made.weights[row * part.width + column] = weights[from + column]
      }
    }
    return made
  }

  /// The weights at `factor` times the resolution, without the border of zeros; `factor` is a power of two.
  func enlarged(_ factor: Int) -> WeightMap? {
    if factor == 1 { return self }
    if width < 2 || height < 2 { return nil }
    let (wide, high) = ((width - 1) * factor, (height - 1) * factor)
    let made = WeightMap(
      x: x * factor + factor / 2, y: y * factor + factor / 2, width: wide, height: high,
      weights: Buffer(roomFor: wide * high))
    Kernels.best.enlarge(
      weights, width: width, height: height, factor: factor, into: made.weights)
    return made
  }

  /// The weights after convolution with a Gaussian; the map grows by the reach of the Gaussian on each side.
  func blurred(_ sigma: Size) -> WeightMap {
    let across = Gaussian.taps(sigma: sigma.width)
    let down = Gaussian.taps(sigma: sigma.height)
    var result = padded(by: across.count, down.count)
    let other = Buffer<UInt16>(roomFor: result.weights.count)
    let kernels = Kernels.best
    kernels.blur(
      result.weights, width: result.width, height: result.height, taps: across, into: other)
    let final = Buffer<UInt16>(roomFor: result.weights.count)
    kernels.blur(other, width: result.height, height: result.width, taps: down, into: final)
    result.weights = final
    return result
  }
}
