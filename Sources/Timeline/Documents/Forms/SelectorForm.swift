import JSON

extension Selector {
  /// Parses the text of a selector; nil if the text is not a selector.
  package init?(_ text: String) {
    var rest = text[...]
    var screen: Screen?
    if let slash = rest.lastIndex(of: "/") {
      let name = String(rest[..<slash])
      guard
        name.split(separator: "/", omittingEmptySubsequences: false).allSatisfy({
          Tokens.isName(String($0))
        })
      else { return nil }
      screen = Screen(name)
      rest = rest[rest.index(after: slash)...]
    }
    let name = rest.first == "." || rest.first == "@" ? rest.dropFirst() : rest
    guard Tokens.isName(String(name)) else { return nil }
    let target: Target =
      switch rest.first {
      case ".": .className(String(name))
      case "@": .pair(String(name))
      default: .id(String(name))
      }
    self.init(screen: screen, target: target)
  }
}

extension ValueSchema where Value == Selector {
  static var selector: ValueSchema {
    let expected =
      "a layer: an id, \".class\" or \"@pair\", with or without a screen's name and \"/\" in front"
    return ValueSchema(expected) { builder in
      builder.reference("selector") { _ in
        [
          "type": "string",
          "description":
            """
          A layer's id, .class or @pair. The name of the layer's screen and a slash may precede \
          the id, .class or @pair.
          """,
          "pattern": .string("^(\(Tokens.namePattern)/)*[.@]?\(Tokens.namePattern)$"),
        ]
      }
    } read: { node, reading in
      reading.note(.selector, node)
      if let text = node.string, let selector = Selector(text) { return selector }
      reading.mismatch(node, expected)
      return nil
    }
  }
}

extension ValueSchema where Value == [Sourced<Selector>] {
  static var selectors: ValueSchema {
    ValueSchema<Selector>.selector.located.oneOrMore(10_000, of: "layers")
  }
}
