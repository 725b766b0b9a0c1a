import Scenes

extension Form where Value == Double {
  /// A number in a range; `excludingMinimum` leaves out its lower end.
  static func number(_ range: ClosedRange<Double>, excludingMinimum: Bool = false) -> Form {
    let lower = JSONWriter.number(range.lowerBound)
    let upper = JSONWriter.number(range.upperBound)
    let name =
      excludingMinimum
      ? "a number above \(lower) and up to \(upper)" : "a number from \(lower) to \(upper)"
    return Form(name) { _ in
      [
        "type": "number",
        excludingMinimum ? "exclusiveMinimum" : "minimum": .number(range.lowerBound),
        "maximum": .number(range.upperBound),
      ]
    } read: { node, reading in
      guard let value = node.number, range.contains(value),
        !excludingMinimum || value > range.lowerBound
      else {
        reading.mismatch(node, name)
        return nil
      }
      return value
    }
  }

  /// Points, to either side of the canvas.
  static var coordinate: Form { .number(-1e6...1e6) }
  static var extent: Form { .number(0...1e6) }
  static var fraction: Form { .number(0...1) }
}

extension Form where Value == Int {
  static func whole(_ range: ClosedRange<Int>) -> Form {
    let name = "a whole number from \(range.lowerBound) to \(range.upperBound)"
    return Form(name) { _ in
      [
        "type": "integer", "minimum": .number(Double(range.lowerBound)),
        "maximum": .number(Double(range.upperBound)),
      ]
    } read: { node, reading in
      guard let value = node.number, let whole = Int(whole: value), range.contains(whole) else {
        reading.mismatch(node, name)
        return nil
      }
      return whole
    }
  }
}

extension Form where Value == Bool {
  static var boolean: Form {
    Form("true or false") { _ in
      ["type": "boolean"]
    } read: { node, reading in
      if node.boolean == nil { reading.mismatch(node, "true or false") }
      return node.boolean
    }
  }
}

extension Form where Value == String {
  /// Any string of at most `maximum` bytes.
  static func string(_ expected: String = "a string", maximum: Int = 65_536) -> Form {
    Form(expected) { _ in
      ["type": "string"]
    } read: { node, reading in
      guard let text = node.string else {
        reading.mismatch(node, expected)
        return nil
      }
      guard text.utf8.count <= maximum else {
        reading.fail("expected at most \(maximum) bytes of text", at: node)
        return nil
      }
      return text
    }
  }

  /// A name that selectors can hold.
  static func name(_ what: String) -> Form {
    let expected = "\(what): a letter or \"_\", then letters, digits, \"_\" and \"-\""
    return Form(expected) { _ in
      ["type": "string", "pattern": .string("^\(Tokens.namePattern)$")]
    } read: { node, reading in
      guard let text = node.string, Tokens.isName(text) else {
        reading.mismatch(node, expected)
        return nil
      }
      return text
    }
  }
}

extension Form where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
  /// One of the words of an enumeration, or one of its aliases.
  static func choice(aliases: [String: Value] = [:]) -> Form {
    let words = Value.allCases.map(\.rawValue)
    let expected = "one of " + words.map { "\"\($0)\"" }.joined(separator: ", ")
    let known = words + aliases.keys.sorted()
    return Form(expected) { _ in
      ["enum": .array(known.map { .string($0) })]
    } read: { node, reading in
      if let text = node.string, let value = Value(rawValue: text) ?? aliases[text] { return value }
      reading.mismatch(
        node, expected, suggestion: node.string.flatMap { NearestWord.find($0, in: words) })
      return nil
    }
  }
}

extension Form {
  /// A list of `range` values.
  func list(_ range: ClosedRange<Int>, of what: String) -> Form<[Value]> {
    list(range, of: what, limit: nil)
  }

  /// A list of values up to a limit that can be raised.
  func list(upTo limit: DocumentLimits.Name, of what: String) -> Form<[Value]> {
    list(0...DocumentLimits()[limit], of: what, limit: limit)
  }

  private func list(
    _ range: ClosedRange<Int>, of what: String, limit: DocumentLimits.Name?
  ) -> Form<[Value]> {
    let expected = "a list of \(what)"
    let element = self
    return Form<[Value]>(expected) { builder in
      var schema: SchemaTree = [
        "type": "array", "items": element.schema(&builder).orVariable(&builder),
      ]
      if range.lowerBound > 0 {
        schema = schema.adding("minItems", .number(Double(range.lowerBound)))
      }
      return schema.adding("maxItems", .number(Double(range.upperBound)))
    } read: { node, reading in
      guard node.kind == .array else {
        reading.mismatch(node, expected)
        return nil
      }
      let count = node.count
      let maximum = limit.map { reading.limits[$0] } ?? range.upperBound
      guard count >= range.lowerBound, count <= maximum else {
        reading.fail(
          count < range.lowerBound
            ? "expected at least \(range.lowerBound) \(what), found \(count)"
            : "expected at most \(maximum) \(what), found \(count)\(limit?.hint ?? "")", at: node)
        return nil
      }
      var values: [Value] = []
      values.reserveCapacity(count)
      node.forEachElement { child in
        if let value = element.read(child, &reading) { values.append(value) }
        return !reading.problems.isFull
      }
      return values.count == count ? values : nil
    }
  }

  /// One value alone, or a list of them.
  func oneOrMore(_ maximum: Int, of what: String) -> Form<[Value]> {
    let element = self
    let list = list(1...maximum, of: what)
    return Form<[Value]>("\(expected), or a list of them") { builder in
      .anyOf([element.schema(&builder), list.schema(&builder)])
    } read: { node, reading in
      node.kind == .array
        ? list.read(node, &reading) : element.read(node, &reading).map { [$0] }
    }
  }

  /// A list with a value for each of a few places.
  func tuple(_ counts: ClosedRange<Int>, _ expected: String) -> Form<[Value]> {
    let element = self
    return Form<[Value]>(expected) { builder in
      [
        "type": "array", "items": element.schema(&builder).orVariable(&builder),
        "minItems": .number(Double(counts.lowerBound)),
        "maxItems": .number(Double(counts.upperBound)),
      ]
    } read: { node, reading in
      guard node.kind == .array, counts.contains(node.count) else {
        reading.mismatch(node, expected)
        return nil
      }
      var values: [Value] = []
      let count = node.count
      node.forEachElement { child in
        if let value = element.read(child, &reading) { values.append(value) }
        return true
      }
      return values.count == count ? values : nil
    }
  }
}
