import JSON

/// A place in the text at which a document declares or uses a name.
package struct NameUse: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case layer, screen, pair, className, step, sound, asset, component
    /// A layer in selector notation: an id, `.class` or `@pair`, possibly after the name of a screen or the
    /// id of a use and `/`.
    case selector
  }
  package let kind: Kind
  package let isDeclaration: Bool
  /// The name after variables are replaced; the name of a layer in a component has the prefix of its use.
  package let name: String
  /// The suffix that the ids of a copy's layers have.
  package let suffix: String
  /// The offset of the string in the text; the string may be the value of a variable.
  package let start: Int
}

extension Reading {
  /// Records a name if names are being collected.
  mutating func note(_ kind: NameUse.Kind, _ node: JSONNode, isDeclaration: Bool = false) {
    guard names != nil, node.text === root, node.kind == .string, let text = node.string else {
      return
    }
    let isLayer = kind == .layer && isDeclaration
    names?.append(
      NameUse(
        kind: kind, isDeclaration: isDeclaration, name: isLayer ? usePrefix + text : text,
        suffix: isLayer ? copySuffix : "", start: node.text.start(of: node.index)))
  }

  /// Records a JSON key that is a name, if names are being collected.
  mutating func note(_ kind: NameUse.Kind, key member: JSONMember) {
    guard member.text === root else { return }
    names?.append(
      NameUse(
        kind: kind, isDeclaration: true, name: member.key, suffix: "", start: member.keyOffset))
  }

  /// Records the layers of `frameOf` and `centerOf` in a value that is read later.
  mutating func noteLayers(in node: JSONNode) {
    guard names != nil else { return }
    for element in node.lazyElements { noteLayers(in: element) }
    for member in node.lazyMembers {
      if ["frameOf", "centerOf"].contains(member.key), member.value.kind == .string {
        note(.selector, member.value)
      } else {
        noteLayers(in: member.value)
      }
    }
  }
}

extension ValueSchema {
  /// The same schema, which also records the value or the names in it.
  func noting(_ kind: NameUse.Kind, isDeclaration: Bool = false) -> ValueSchema {
    let read = read
    return ValueSchema(expected, schema: schema) { node, reading in
      reading.note(kind, node, isDeclaration: isDeclaration)
      return read(node, &reading)
    }
  }
}
