internal import Scenes

/// The blur and the filters of a layer, applied to its picture in order, in device pixels.
struct FilterChain: Equatable, Sendable {
  enum Step: Equatable, Sendable {
    case color(ColorMatrix)
    /// A blur; if `atEdge` is true, the outermost pixels of the layer are repeated outside it.
    case blur(Size, atEdge: Bool)
    /// A shadow of the layer's picture at this step of the chain.
    case shadow(Size, PixelMove, Color)
  }
  private(set) var steps: [Step] = []

  /// `map` converts the layer's points to device pixels. The map may scale and rotate by quarter turns, or
  /// scale both sides by one factor and rotate; for any other map, the chain is applied to a picture in the
  /// layer's own plane.
  init(_ p: LayerProperties, by map: Homography) {
    let size = (abs(map.a * map.d - map.b * map.c)).squareRoot()
    var scale = Size(abs(map.a), abs(map.d))
    if map.isQuarterTurn {
      scale = Size(abs(map.c), abs(map.b))
    } else if map.b != 0 || map.c != 0 {
      scale = Size(size, size)
    }
    func spread(_ radius: Double) -> Size {
      let radius = min(radius, 1_000)
      return BlurredPicture.bounded(Size(radius * scale.width, radius * scale.height))
    }
    if p.blur > 0 { steps.append(.blur(spread(p.blur), atEdge: p.blurEdge == .clamp)) }
    for filter in p.filters where filter.numbers != filter.kind.neutral {
      if let color = ColorMatrix(filter) {
        steps.append(.color(color))
      } else if filter.kind == .blur {
        steps.append(.blur(spread(filter.radius), atEdge: false))
      } else if let color = filter.color, color.alpha > 0 {
        let (x, y) = (filter.offset.x, filter.offset.y)
        let move = PixelMove(map.a * x + map.c * y, map.b * x + map.d * y)
        steps.append(.shadow(spread(filter.radius), move, color))
      }
    }
  }

  /// The filter chain for a picture that was halved `count` times.
  func halved(_ count: Int) -> FilterChain {
    if count == 0 { return self }
    let factor = 1 / Double(1 << count)
    func smaller(_ sigma: Size) -> Size { Size(sigma.width * factor, sigma.height * factor) }
    var chain = self
    chain.steps = steps.map { step in
      switch step {
      case .color: step
      case .blur(let sigma, let atEdge): .blur(smaller(sigma), atEdge: atEdge)
      case .shadow(let sigma, let move, let color):
        .shadow(smaller(sigma), PixelMove(move.x.pixels * factor, move.y.pixels * factor), color)
      }
    }
    return chain
  }

  /// Whether the chain only changes colours, so that each pixel of the result depends only on the same pixel
  /// of the layer.
  var isFlat: Bool {
    steps.allSatisfy { if case .color = $0 { true } else { false } }
  }

  /// A blur of the whole layer as the last step of the chain removes all detail.
  var leastSigma: Double {
    guard
      case .blur(let sigma, _)? = steps.first(where: { if case .color = $0 { false } else { true } }
      )
    else { return 0 }
    return min(sigma.width, sigma.height)
  }

  /// Whether the chain begins with a blur without an edge, so that only the blurred picture of the layer is
  /// visible.
  var beginsWithBlur: Bool {
    if case .blur(_, false)? = steps.first { true } else { false }
  }

  /// The number of times the layer's picture is halved before it is drawn, so that the part visible inside
  /// `clip` does not take too much memory. Only a wide blur as the first effect needs such a large picture;
  /// the remaining sigma is at least 64 pixels of the reduced picture, so the error of the reduction is
  /// negligible.
  func halvings(in clip: PixelRect) -> Int {
    guard beginsWithBlur, case .blur(let sigma, _)? = steps.first else { return 0 }
    let seen = clip.widened(by: reach.rounded)
    var count = 0
    while seen.width >> count > Self.mostPixels / max(seen.height >> count, 1),
      min(sigma.width, sigma.height) >= Double(128 << count)
    {
      count += 1
    }
    return count
  }
  /// The largest number of pixels that are drawn for a blur without reducing the picture.
  private static let mostPixels = 1 << 25

  var hasEdge: Bool {
    steps.contains { if case .blur(_, true) = $0 { true } else { false } }
  }

  /// The distance up to which a pixel of the layer affects the result.
  var reach: PixelReach { reach(from: 0) }

  private func reach(from first: Int) -> PixelReach {
    var sum = PixelReach.none
    for step in steps[first...] {
      switch step {
      case .color: break
      case .blur(let sigma, _): sum = sum.adding(BlurredPicture.reach(sigma))
      case .shadow(let sigma, let move, _):
        sum = sum.adding(BlurredPicture.reach(sigma)).adding(move.reach)
      }
    }
    return sum
  }

  /// Applies all steps to the operations where the result is visible inside `clip`; `edge` is the rectangle
  /// of the layer's pixels.
  func applied(
    to content: [DrawOperation], in clip: PixelRect, edge: PixelRect, kernels: Kernels
  ) -> [DrawOperation] {
    var operations = content
    if content.contains(where: \.blends) {
      // The layer's contents do not blend with anything below it.
      operations = [
        .group(Group(coverage: Coverage(content.bounds), alpha: Fixed.full, operations: content))
      ]
    }
    for (i, step) in steps.enumerated() where !operations.isEmpty {
      let seen = clip.widened(by: reach(from: i + 1))
      func blurred(_ sigma: Size, _ move: PixelMove, edge: PixelRect?) -> Paint? {
        let moved = operations.bounds.moved(by: move).widened(by: BlurredPicture.reach(sigma))
        let box = (edge ?? moved).intersection(seen)
        if box.isEmpty { return nil }
        return Paint(
          BlurredPicture(
            operations, movedBy: move, sigma: sigma, box: box, edge: edge, kernels: kernels))
      }
      func shape(_ paint: Paint) -> DrawOperation {
        .shape(Shape(coverage: Coverage(paint.domain), paint: paint))
      }
      switch step {
      case .color(let matrix): operations = operations.filtered(by: matrix)
      case .blur(let sigma, let atEdge):
        operations = blurred(sigma, .none, edge: atEdge ? edge : nil).map { [shape($0)] } ?? []
      case .shadow(let sigma, let move, let color):
        if let paint = blurred(sigma, move, edge: nil) {
          operations.insert(shape(paint.filtered(by: ColorMatrix(tinting: color))), at: 0)
        }
      }
    }
    return operations
  }
}

/// The distance in pixels that an effect reaches on each side.
struct PixelReach: Hashable, Sendable {
  var x: Int
  var y: Int
  static let none = PixelReach(x: 0, y: 0)
  func adding(_ other: PixelReach) -> PixelReach { PixelReach(x: x + other.x, y: y + other.y) }
}

/// The offset of a picture in units of 1/256 pixel.
struct PixelMove: Hashable, Sendable {
  struct Length: Hashable, Sendable {
    let whole: Int
    /// The remaining fraction of a pixel in 1/256, 0…255.
    let part: Int

    /// Converts a length in pixels to an offset in 1/256 pixel.
    fileprivate init(_ length: Double) {
      let down = length.rounded(.down)
      let part = Int(clamped: (length - down) * 256, rounded: .toNearestOrAwayFromZero, to: 0...256)
      whole = pixel(down, .down) + part >> 8
      self.part = part & 255
    }

    fileprivate var pixels: Double { Double(whole) + Double(part) / 256 }

    fileprivate var reach: Int { abs(whole) + (part == 0 ? 0 : 1) }
  }
  let x: Length
  let y: Length
  static let none = PixelMove(0, 0)

  init(_ x: Double, _ y: Double) { (self.x, self.y) = (Length(x), Length(y)) }

  var reach: PixelReach { PixelReach(x: x.reach, y: y.reach) }
}

extension PixelRect {
  /// Returns all pixels that this rectangle touches after the move.
  func moved(by move: PixelMove) -> PixelRect {
    if isEmpty { return self }
    return PixelRect(
      x + move.x.whole, y + move.y.whole, width + (move.x.part == 0 ? 0 : 1),
      height + (move.y.part == 0 ? 0 : 1))
  }

  /// The rectangle with a margin on each side; an empty rectangle stays empty.
  func widened(by reach: PixelReach) -> PixelRect {
    isEmpty ? self : insetBy(dx: -reach.x, dy: -reach.y)
  }

  func movedBy(_ dx: Int, _ dy: Int) -> PixelRect { PixelRect(x + dx, y + dy, width, height) }
}

extension [DrawOperation] {
  /// Returns the operations with a colour matrix applied.
  func filtered(by matrix: ColorMatrix) -> [DrawOperation] {
    if count == 1, case .shape(let shape) = self[0], matrix.keepsAlpha, matrix.keepsParts {
      return [.shape(Shape(coverage: shape.coverage, paint: shape.paint.filtered(by: matrix)))]
    }
    if count == 1, case .group(let group) = self[0], group.mode == .blend(.normal),
      group.alpha == Fixed.full, matrix.keepsParts
    {
      return [.group(group.filtered(by: matrix))]
    }
    return [
      .group(
        Group(
          coverage: Coverage(bounds), alpha: Fixed.full, colors: [matrix], operations: self))
    ]
  }
}
