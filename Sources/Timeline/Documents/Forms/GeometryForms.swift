import JSON
import Scenes

extension ValueSchema where Value == Dimension {
  /// A length in points in a range, or a percentage.
  static func dimension(_ range: ClosedRange<Double> = -1e6...1e6) -> ValueSchema {
    let expected =
      range.lowerBound == 0
      ? "a number of points from 0, or a percent such as \"5%\""
      : "a number of points, or a percent such as \"5%\""
    return ValueSchema(expected) { _ in
      .anyOf([
        [
          "type": "number", "minimum": .number(range.lowerBound),
          "maximum": .number(range.upperBound),
        ],
        ["type": "string", "pattern": "^-?[0-9.]+%$"],
      ])
    } read: { node, reading in
      if let number = node.number, range.contains(number) { return .points(number) }
      if let text = node.string, let share = Tokens.percent(text[...]), abs(share) <= 10_000,
        share >= 0 || range.lowerBound < 0
      {
        return .fraction(share)
      }
      let isNumber = node.number != nil || node.string.flatMap { Tokens.percent($0[...]) } != nil
      reading.mismatch(node, isNumber ? Self.span(range) : expected)
      return nil
    }
  }

  private static func span(_ range: ClosedRange<Double>) -> String {
    let (lower, upper) = (JSONWriter.number(range.lowerBound), JSONWriter.number(range.upperBound))
    return "a number of points from \(lower) to \(upper), or a percent from "
      + (range.lowerBound < 0 ? "-1000000% to 1000000%" : "0% to 1000000%")
  }
  static var length: ValueSchema { .dimension(0...1e6) }
}

extension ValueSchema where Value == Point {
  static func point(_ expected: String = "a point [x, y]") -> ValueSchema {
    ValueSchema<Double>.coordinate.tuple(2...2, expected).map { Point($0[0], $0[1]) }
  }
}

extension ValueSchema where Value == PointSpec {
  static func place(_ expected: String = "a point [x, y]") -> ValueSchema {
    ValueSchema<Dimension>.dimension().tuple(2...2, expected).map { PointSpec($0[0], $0[1]) }
  }
}

extension ValueSchema where Value == SizeSpec {
  static var extent: ValueSchema {
    ValueSchema<Dimension>.length.tuple(2...2, "a size [width, height]").map {
      SizeSpec($0[0], $0[1])
    }
  }

  /// The property `bounds` of CALayer: a size, or a rectangle whose origin is [0, 0].
  static var bounds: ValueSchema {
    let form = ValueSchema<Dimension>.length.tuple(2...4, "a size [width, height]")
    return ValueSchema("a size [width, height]", schema: form.schema) { node, reading in
      guard let d = form.read(node, &reading) else { return nil }
      if d.count == 2 { return SizeSpec(d[0], d[1]) }
      guard d.count == 4, d[0] == .zero, d[1] == .zero else {
        reading.fail("expected bounds that start at [0, 0]; \"position\" moves a layer", at: node)
        return nil
      }
      return SizeSpec(d[2], d[3])
    }
  }
}

extension ValueSchema where Value == RectSpec {
  /// A rectangle whose width and height are not negative.
  static var rect: ValueSchema {
    let expected = "a rectangle [x, y, width, height]"
    let form = ValueSchema<Dimension>.dimension().tuple(4...4, expected)
    return ValueSchema(expected, schema: form.schema) { node, reading in
      guard let d = form.read(node, &reading) else { return nil }
      for side in d[2...] {
        if case .points(let value) = side, value >= 0 { continue }
        if case .fraction(let value) = side, value >= 0 { continue }
        reading.fail("expected a width and a height of 0 or more", at: node)
        return nil
      }
      return RectSpec(d[0], d[1], d[2], d[3])
    }
  }
}

extension ValueSchema where Value == Rect {
  static var contentsRect: ValueSchema {
    let expected = "a part [x, y, width, height] in fractions of the contents' size"
    let form = ValueSchema<Double>.number(-100...100).tuple(4...4, expected)
    return ValueSchema(expected, schema: form.schema) { node, reading in
      guard let d = form.read(node, &reading) else { return nil }
      guard d[2] > 0, d[3] > 0 else {
        reading.fail("expected a width and a height above 0", at: node)
        return nil
      }
      return Rect(d[0], d[1], d[2], d[3])
    }
  }
}

extension ValueSchema where Value == VectorSpec {
  static var translation: ValueSchema {
    ValueSchema<Dimension>.dimension().tuple(2...3, "a translation [x, y] or [x, y, z]").map {
      VectorSpec($0[0], $0[1], $0.count == 3 ? $0[2] : .zero)
    }
  }
}

extension ValueSchema where Value == Vector {
  /// One scale for both x and y, or two or three scales.
  static var scale: ValueSchema {
    let factor = ValueSchema<Double>.number(-10_000...10_000)
    let expected = "a scale: a number, [x, y] or [x, y, z]"
    return factor.tuple(2...3, expected)
      .map { Vector($0[0], $0[1], $0.count == 3 ? $0[2] : 1) }
      .or([.number], factor.map { Vector($0, $0, 1) })
      .named(expected)
  }

  /// A rotation in degrees about z, or about x, y and z.
  static var rotation: ValueSchema {
    let degrees = ValueSchema<Double>.number(-360_000...360_000)
    let expected = "a rotation in degrees: a number about z, or [x, y, z]"
    return degrees.tuple(3...3, expected).map { Vector($0[0], $0[1], $0[2]) }
      .or([.number], degrees.map { Vector(0, 0, $0) })
      .named(expected)
  }
}

extension ValueSchema {
  /// Returns the same schema with another description for error messages.
  func named(_ expected: String) -> ValueSchema {
    ValueSchema(expected, schema: schema, read: read)
  }
}
