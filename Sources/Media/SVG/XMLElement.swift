/// A line and a column of a text, both from 1.
package struct TextPlace: Hashable, Comparable, Sendable {
  package var line = 1
  package var column = 1

  package static func < (a: TextPlace, b: TextPlace) -> Bool {
    (a.line, a.column) < (b.line, b.column)
  }
}

/// An error in a file, with its position.
package struct VectorError: Error, Sendable {
  package var place: TextPlace
  package var message: String
}

/// An element of an XML file, with names resolved by namespaces.
final class XMLElement {
  enum Node {
    case element(XMLElement)
    case text(String)
  }

  /// The local name of the element.
  var name: String
  /// Whether the element belongs to SVG's namespace, or to no namespace.
  let isSVG: Bool
  /// The attributes by local names; the names "xlink:href" and "xml:space" have these prefixes, whatever prefixes the
  /// file uses. Attributes of other namespaces are left out.
  var attributes: [String: String]
  var children: [Node] = []
  weak var parent: XMLElement?
  let place: TextPlace
  /// The position of the element in the tree while styles are matched.
  private(set) var order = Order()

  /// The index of an element among all children of its parent, from 0, and among the children with the same name.
  struct Order { var number = 0, count = 1, typed = 0, typedCount = 1 }

  init(
    _ name: String, isSVG: Bool = true, _ attributes: [String: String] = [:],
    at place: TextPlace = TextPlace()
  ) {
    self.name = name
    self.isSVG = isSVG
    self.attributes = attributes
    self.place = place
  }

  var elements: [XMLElement] {
    children.compactMap { if case .element(let element) = $0 { element } else { nil } }
  }

  /// The text of the element and its descendants.
  var text: String {
    var whole = ""
    for child in children {
      switch child {
      case .text(let text): whole += text
      case .element(let element): whole += element.text
      }
    }
    return whole
  }

  /// Whether the element contains visible text.
  var hasText: Bool {
    children.contains { child in
      switch child {
      case .text(let text): text.unicodeScalars.contains { !$0.properties.isWhitespace }
      case .element(let element): element.hasText
      }
    }
  }

  subscript(_ attribute: String) -> String? {
    get { attributes[attribute] }
    set { attributes[attribute] = newValue }
  }

  /// The target of the element's reference.
  var href: String? { attributes["href"] ?? attributes["xlink:href"] }

  func append(_ element: XMLElement) {
    element.parent = self
    children.append(.element(element))
  }

  func insert(_ element: XMLElement, at index: Int) {
    element.parent = self
    children.insert(.element(element), at: index)
  }

  /// Replaces the element by other elements.
  func replace(with others: [XMLElement]) {
    guard let parent, let index = parent.index(of: self) else { return }
    for other in others { other.parent = parent }
    parent.children.replaceSubrange(index...index, with: others.map { .element($0) })
  }

  func index(of child: XMLElement) -> Int? {
    children.firstIndex { if case .element(let element) = $0 { element === child } else { false } }
  }

  /// Records the position of every descendant among its siblings.
  func keepOrder() {
    let elements = elements
    var ofName: [String: Int] = [:]
    for (i, element) in elements.enumerated() {
      let typed = ofName[element.name, default: 0]
      element.order = Order(number: i, count: elements.count, typed: typed)
      ofName[element.name] = typed + 1
      element.keepOrder()
    }
    for element in elements { element.order.typedCount = ofName[element.name] ?? 1 }
  }

  /// Calls a function for the element and its descendants, in document order.
  func forEach(_ body: (XMLElement) -> Void) {
    body(self)
    for element in elements { element.forEach(body) }
  }

  /// Returns a copy of the element with its contents.
  func copy() -> XMLElement {
    let copy = XMLElement(name, isSVG: isSVG, attributes, at: place)
    for child in children {
      switch child {
      case .text: copy.children.append(child)
      case .element(let element): copy.append(element.copy())
      }
    }
    return copy
  }

  /// Returns the nearest ancestor with one of the names.
  func ancestor(_ names: Set<String>) -> XMLElement? {
    var at = parent
    while let element = at {
      if names.contains(element.name) { return element }
      at = element.parent
    }
    return nil
  }
}
