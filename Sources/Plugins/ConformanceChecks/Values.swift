import JSON
import PluginHosting
import PluginModel
import Conformance
import Documents
import Scenes

/// Creates parameter values for testing an animator.
extension Bench {
  /// The default values of all parameters of the animator. A default value that is an expression is replaced
  /// by the position of the first layer.
  func defaults() throws -> [ParameterValue] {
    try animator.parameters.map { parameter in
      guard let value = value(of: parameter) else {
        throw CheckFailure(
          "parameter \(parameter.name): its default \(parameter.defaultJSON) is not JSON of a \(parameter.type.name)"
        )
      }
      return value
    }
  }

  /// The default value of a parameter; nil if it is invalid.
  func value(of parameter: ParameterDescription) -> ParameterValue? {
    guard let node = JSONNode(json: parameter.defaultJSON) else { return nil }
    var reader = ValueReader(Problems(file: ""))
    let frame = inputs.first?.frame ?? Rect(0, 0, container.width, container.height)
    let canvas = Rect(0, 0, container.width, container.height)
    if Expression.isExpression(node) {
      guard reader.expression(node) != nil else { return nil }
      switch parameter.type {
      case .point: return .point(frame.center)
      case .size: return .size(frame.size)
      case .rect: return .rect(frame)
      case .double: return .double(parameter.minimum ?? 0)
      default: return nil
      }
    }
    switch parameter.type {
    case .double where node.kind == .string:
      if let time = reader.time(node), case .seconds(let s) = time { return .double(s) }
      var again = ValueReader(Problems(file: ""))
      switch again.dimension(node) {
      case .points(let n)?, .fraction(let n)?: return .double(n)
      case nil: return nil
      }
    case .curve: return reader.easing(node).map { _ in .curve { $0 } }
    default:
      return ParameterForm.literal(
        node, parameter.type, choices: parameter.choices, in: canvas, &reader)
    }
  }

  enum Extreme { case least, most }

  func extremes(_ which: Extreme) throws -> [ParameterValue] {
    try zip(animator.parameters, defaults()).map { p, standard in
      let bound = which == .least ? p.minimum : p.maximum
      switch p.type {
      case .bool: return .bool(which == .most)
      case .choice: return .choice(which == .least ? 0 : p.choices.count - 1)
      case .string, .curve: return standard
      case .color: return .color(which == .least ? .clear : .white)
      default:
        guard let bound else { return standard }
        return Self.value(p.type) { bound } ?? standard
      }
    }
  }

  /// Random values in the ranges of the parameters, or within 1,000 of zero if a parameter has no range.
  func random(_ random: inout SeededRandom) throws -> [ParameterValue] {
    try zip(animator.parameters, defaults()).map { p, standard in
      switch p.type {
      case .bool: return .bool(Bool.random(using: &random))
      case .choice: return .choice(Int.random(in: 0..<p.choices.count, using: &random))
      case .string: return .string(["", "a", "Grüße", "x y"].randomElement(using: &random)!)
      case .curve:
        let k = Double.random(in: 0.5...2, using: &random)
        return .curve { x in k * x }
      case .color:
        return .color(
          Color(
            red: .random(in: 0...1, using: &random), green: .random(in: 0...1, using: &random),
            blue: .random(in: 0...1, using: &random), alpha: .random(in: 0...1, using: &random)))
      default:
        let (least, most) = (p.minimum ?? -1000, p.maximum ?? 1000)
        return Self.value(p.type) { .random(in: least...most, using: &random) } ?? standard
      }
    }
  }

  /// A value of a type with the given numbers; nil if the numbers are not valid for the type, and for
  /// colours, whose range is limited.
  static func value(_ type: ParameterType, _ next: () -> Double) -> ParameterValue? {
    guard type != .color, type != .choice, type.storage.count > 0 else { return nil }
    var components = SIMD4<Double>.zero
    for i in 0..<type.storage.count {
      let number = type == .int32 ? next().rounded(.toNearestOrAwayFromZero) : next()
      components[i] = i < type.row.firstSize ? number : max(0, number)
    }
    return type.row.value(components)
  }
}

extension CheckPicture {
  init(_ expected: GuardedImage, _ seen: GuardedImage) {
    self.init(expected: expected.bitmap, seen: seen.bitmap)
  }
}

extension GuardedImage {
  /// Copies the image to a bitmap.
  var bitmap: Bitmap {
    let copy = Bitmap(width: width, height: height)
    for y in 0..<height {
      for (i, byte) in row(y).enumerated() {
        // Safety: both rows have the length of the image's rows.
        unsafe copy.pixels[y * copy.strideBytes + i] = byte
      }
    }
    return copy
  }

  /// A copy of the image in which each pixel is replaced by the result of `change`.
  func mapped(
    _ change: (Int, Int, (r: UInt8, g: UInt8, b: UInt8, a: UInt8)) -> (UInt8, UInt8, UInt8, UInt8)
  ) -> GuardedImage {
    let copy = GuardedImage(width, height)
    for y in 0..<height {
      for x in 0..<width { copy[x, y] = change(x, y, self[x, y]) }
    }
    return copy
  }
}

/// Images for testing an animator: premultiplied, partly opaque and partly transparent, and different for
/// each input.
enum Picture {
  static func inputs(
    _ count: Int, _ width: Int, _ height: Int, padding: Int = 0, flush: GuardedImage.Edge? = nil
  ) -> [GuardedImage] {
    // All large pictures share one image in which all rows are equal, because creating them takes long.
    let isLarge = width * height > 1 << 20
    let different = (0..<(isLarge ? min(1, count) : count)).map { i in
      let image = GuardedImage(
        width, height, padding: padding, flush: flush ?? .back, isGuarded: flush != nil)
      for y in 0..<(isLarge ? 1 : height) {
        for x in 0..<width {
          // The picture is smooth, so that its reduction to half the size resembles the picture drawn at that
          // size.
          let u = (2 * x + 1) * 128 / width
          let v = (2 * y + 1) * 128 / height
          let alpha = i % 2 == 0 ? 255 : 255 - u / 2
          let c = [u, v, (u + v) / 2, 255 - u].map { min(alpha, $0 * alpha / 255) }
          image[x, y] = (
            UInt8(c[i % 4]), UInt8(c[(i + 1) % 4]), UInt8(c[(i + 2) % 4]), UInt8(alpha)
          )
        }
      }
      if isLarge { image.repeatFirstRow() }
      return image
    }
    return isLarge && count > 1 ? Array(repeating: different[0], count: count) : different
  }
}
