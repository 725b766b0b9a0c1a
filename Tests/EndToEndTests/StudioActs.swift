import Foundation
import Scenes

/// An edit that a user of the page could make, chosen at random from a document's elements.
struct StudioAct {
  enum Kind: String, CaseIterable {
    case insert, step, keyframe, variable, check, output, copy, erase, move, rename, drag
  }
  let kind: Kind
  let edit: [String: Any]

  /// The elements that can be edited: elements of the lists of layers, steps, moves, checks, outputs and sounds; keys
  /// that are names; numbers that can be dragged.
  struct Places {
    var elements: [String] = []
    var names: [String] = []
    var numbers: [String] = []

    private static let lists: Set = [
      "layers", "sublayers", "overlays", "parallel", "sequence", "checks", "outputs", "audio",
      "keyframes", "flow",
    ]
    private static let dragged: Set = [
      "frame", "at", "duration", "wait", "offset", "translate", "cornerRadius", "opacity",
    ]

    init(_ document: Any) { add(document, "", "") }

    private mutating func add(_ value: Any, _ pointer: String, _ list: String) {
      if Self.dragged.contains(list), value is Double, !(value is Bool) { numbers.append(pointer) }
      if let object = value as? [String: Any] {
        if object["id"] is String { names.append("\(pointer)/id") }
        for (key, inner) in object.sorted(by: { $0.key < $1.key }) where !key.contains("/") {
          if ["/vars", "/screens", "/assets", "/components"].contains(pointer) {
            names.append("\(pointer)/\(key)")
          }
          add(inner, "\(pointer)/\(key)", key)
        }
      }
      for (index, inner) in ((value as? [Any]) ?? []).enumerated() {
        if Self.lists.contains(list) { elements.append("\(pointer)/\(index)") }
        // The numbers in a list are dragged as parts of the list's value.
        add(inner, "\(pointer)/\(index)", inner is Double ? list : "")
      }
    }
  }

  private static func list(of pointer: String) -> String {
    String(pointer.prefix(upTo: pointer.lastIndex(of: "/")!))
  }

  /// Chooses an edit; nil if the document has no element for it.
  init?(on document: [String: Any], _ random: inout SeededRandom) {
    kind = Kind.allCases.randomElement(using: &random)!
    let places = Places(document)
    guard let edit = Self.edit(kind, document, places, &random) else { return nil }
    self.edit = edit
  }

  private static func edit(
    _ kind: Kind, _ document: [String: Any], _ places: Places, _ random: inout SeededRandom
  ) -> [String: Any]? {
    func any(where holds: (String) -> Bool = { _ in true }) -> String? {
      places.elements.filter(holds).randomElement(using: &random)
    }
    func added(_ list: String, _ value: Any) -> [String: Any] {
      document[list] is [Any]
        ? ["pointer": "/\(list)/-", "insert": value] : ["pointer": "/\(list)", "value": [value]]
    }
    let ids = places.names.filter { $0.hasSuffix("/id") && $0.contains("layers/") }
    switch kind {
    case .insert:
      return any { list(of: $0).hasSuffix("layers") || list(of: $0).hasSuffix("overlays") }.map {
        let layer: [String: Any] = [
          "id": "added", "frame": [1, 2, 30, 40], "backgroundColor": "#ff8800",
        ]
        return ["pointer": $0, "insert": layer]
      }
    case .step:
      guard let id = ids.randomElement(using: &random), let name = value(document, id) as? String
      else { return nil }
      let step: [String: Any] = [
        "targets": name, "duration": 0.2, "keyframes": [["opacity": 0], ["opacity": 1]],
      ]
      return any { list(of: $0).hasSuffix("parallel") || list(of: $0).hasSuffix("sequence") }.map {
        ["pointer": $0, "insert": step]
      }
    case .keyframe:
      let moment = Double(Int.random(in: 0...100, using: &random)) / 100
      return any { $0.contains("/keyframes/") }.map {
        ["pointer": $0, "insert": ["offset": moment, "opacity": 0.5]]
      }
    case .variable:
      return ["pointer": "/vars/new\(Int.random(in: 0..<5, using: &random))", "value": 0.5]
    case .check:
      guard let id = ids.randomElement(using: &random), let name = value(document, id) as? String
      else { return nil }
      return added("checks", ["at": 0.1, "layer": name, "opacity": 1])
    case .output:
      return added("outputs", ["path": "out/\(Int.random(in: 0..<9, using: &random)).gif"])
    case .copy:
      return any().flatMap { pointer in
        let other = any { list(of: $0) == list(of: pointer) } ?? pointer
        let place = Bool.random(using: &random) ? other : "\(list(of: pointer))/-"
        return ["pointer": place, "copy": pointer]
      }
    case .move: return any().map { ["pointer": "\(list(of: $0))/0", "move": $0] }
    case .erase: return any().map { ["pointer": $0, "erase": true] }
    case .rename:
      let name = ["x", "other", "poster", "a-b", "Ünder", "0 no"].randomElement(using: &random)!
      return places.names.randomElement(using: &random).map { ["pointer": $0, "rename": name] }
    case .drag:
      let number = (Double.random(in: -2...60, using: &random) * 100).rounded() / 100
      return places.numbers.randomElement(using: &random).map { ["pointer": $0, "value": number] }
    }
  }

  /// Returns the value at a pointer without escapes.
  static func value(_ document: Any, _ pointer: String) -> Any? {
    pointer.split(separator: "/").reduce(document as Any?) { value, key in
      (value as? [String: Any])?[String(key)] ?? (value as? [Any])?[Int(key) ?? -1]
    }
  }

  // MARK: What holds

  /// Returns the names that are used but defined nowhere; an edit must add none.
  static func dangling(_ document: Any) -> Set<String> {
    var given: Set<String> = []
    var used: Set<String> = []
    func look(_ value: Any, _ key: String) {
      if let object = value as? [String: Any] {
        if let id = object["id"] as? String { given.insert(id) }
        if ["screens", "assets", "components", "vars"].contains(key) {
          given.formUnion(object.keys)
        }
        for (name, inner) in object {
          if ["layer", "targets", "frameOf", "mask", "matching", "use", "push", "present"].contains(
            name)
          {
            used.formUnion([inner].compactMap { $0 as? String } + (inner as? [String] ?? []))
          }
          if key == "layers", let text = inner as? String { used.insert(text) }
          look(inner, name)
        }
      } else if let list = value as? [Any] {
        for inner in list { look(inner, "") }
      } else if let text = value as? String {
        for found in text.matches(of: /\$\{([A-Za-z0-9_.-]+)\}/) { used.insert("${\(found.1)}") }
      }
    }
    look(document, "")
    given.formUnion(given.map { "${\($0)}" })
    return used.subtracting(given)
  }

  /// Returns a description of bytes that this edit should not have changed; nil if there are none.
  func fault(from old: Data, to new: Data) -> String? {
    let before = zip(old, new).prefix { $0 == $1 }.count
    let after = min(
      zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.count,
      min(old.count, new.count) - before)
    let isSame = before + after == old.count
    switch kind {
    case .insert, .step, .keyframe, .copy: return isSame ? nil : "what was there changed"
    case .variable, .check, .output:
      let part = old.dropFirst(before).prefix(old.count - before - after)
      return part.allSatisfy { "0123456789.".utf8.contains($0) } ? nil : "what was there changed"
    case .move: return Self.plain(old) == Self.plain(new) ? nil : "bytes came or went"
    case .erase:
      // The remaining bytes are in the same order as before, with some bytes removed.
      var rest = old[...]
      for byte in new {
        guard let place = rest.firstIndex(of: byte) else { return "bytes came" }
        rest = rest[(place + 1)...]
      }
      return new.count < old.count ? nil : "nothing went"
    case .rename:
      let (was, now) = (old.split(separator: 10), new.split(separator: 10))
      return was.count == now.count ? nil : "lines came or went"
    case .drag:
      let changed = new.dropFirst(before).prefix(new.count - before - after)
      let isNumber = changed.allSatisfy { "0123456789.-eE".utf8.contains($0) }
      return isNumber && changed.count < 20 ? nil : "more than a number changed"
    }
  }

  private static func plain(_ text: Data) -> [UInt8] {
    text.filter { !" \t\r\n,".utf8.contains($0) }.sorted()
  }
}
