import Documents
import JSON
import Scenes

/// Reads the layers of compositions, and records their unsupported features.
struct LayerReader {
  let assets: [String: Value]
  let fonts: Fonts
  var notes: UnsupportedFeatures

  mutating func composition(_ values: [Value]) -> Composition {
    var layers = values.map { layer($0) }
    // A camera affects only 3D layers, so it is reported only if the file has such layers.
    if values.contains(where: { $0.isSet("ddd") && $0.number("ty") != 13 }) {
      for value in values where value.number("ty") == 13 {
        notes.add(.camera, value.text("nm") ?? "")
      }
    }
    var places: [Double: Int] = [:]
    for (place, layer) in layers.enumerated() {
      if let index = layer.index, places[index] == nil { places[index] = place }
    }
    for (place, value) in values.enumerated() {
      if let parent = value.number("parent") {
        layers[place].parent = places[parent]
        if places[parent] == nil { notes.add(.parent, Self.told(value)) }
      }
      if let kind = value.number("tt"), kind > 0 {
        let source = value.number("tp").map { places[$0] } ?? (place > 0 ? place - 1 : nil)
        if let source, source != place {
          if value.isSet("td") { notes.add(.matteOfMatte, Self.told(value)) }
          layers[place].matte = Layer.Matte(
            layer: source, isInverted: kind == 2 || kind == 4, isLuminance: kind >= 3)
        } else {
          notes.add(.matte, Self.told(value))
        }
      }
      for effect in layers[place].effects where effect.kind == .matte {
        let number = effect.number(0, at: 0)
        guard let source = places[number], source != place else {
          // The matte number 0 refers to no layer, so it is not reported.
          if number != 0 { notes.add(.matte, Self.told(value)) }
          continue
        }
        if layers[place].matte == nil { layers[place].matte = Layer.Matte(layer: source) }
      }
    }
    return Composition(layers: layers)
  }

  /// Returns the name of a layer in messages, or its number if it has no name.
  static func told(_ value: Value) -> String {
    if let name = value.text("nm"), !name.isEmpty { return name }
    return value.number("ind").map { "layer \(JSONWriter.number($0))" } ?? ""
  }

  private mutating func layer(_ value: Value) -> Layer {
    let name = Self.told(value)
    let kind = value.number("ty") ?? -1
    let isHidden = value.isSet("hd")
    let transform = Transform(value["ks"], isOriented: value.isSet("ao"))
    if value.isSet("ddd"), transform.hasDepth, !isHidden { notes.add(.depth, name) }
    if !value.elements("sy").isEmpty { notes.add(.layerStyle, name) }
    let effects = readEffects(value, name)
    return Layer(
      name: value.text("nm") ?? "", index: value.number("ind"), content: content(value, kind, name),
      transform: transform, isMatte: value.isSet("td"), isHidden: isHidden,
      blend: blend(value, name),
      masks: masks(value, name), effects: effects,
      start: value.number("ip") ?? 0, end: value.number("op") ?? .infinity,
      offset: value.number("st") ?? 0,
      stretch: value.number("sr").flatMap { $0 == 0 ? nil : $0 } ?? 1,
      remapping: value["tm"].map { Property($0, or: [0]) })
  }

  private mutating func blend(_ value: Value, _ name: String) -> Blend? {
    let number = value.number("bm") ?? 0
    let blend = Blend(number)
    if number != 0, blend == nil { notes.add(.blend, name) }
    return blend
  }

  private mutating func content(_ value: Value, _ kind: Double, _ name: String) -> Layer.Content {
    switch kind {
    case 0:
      guard let id = value.text("refId"), assets[id]?["layers"] != nil else {
        notes.add(.missingAsset, name)
        return .nothing
      }
      return .composition(id, width: value.number("w") ?? 0, height: value.number("h") ?? 0)
    case 1:
      return .solid(
        width: value.number("sw") ?? 0, height: value.number("sh") ?? 0,
        value.text("sc").flatMap { Paint.Color($0) } ?? Paint.Color([0, 0, 0]))
    case 2:
      guard let asset = value.text("refId").flatMap({ assets[$0] }),
        let picture = asset.text("p").flatMap(Pictures.number)
      else {
        notes.add(.missingAsset, name)
        return .nothing
      }
      return .picture(picture, width: asset.number("w") ?? 0, height: asset.number("h") ?? 0)
    case 4:
      var reader = ShapeReader(notes: notes, layer: name)
      let items = reader.items(value.elements("shapes"))
      notes = reader.notes
      return .shapes(items)
    case 5:
      guard let text = value["t"] else { return .nothing }
      return .text(
        TextLayer(text, value.elements("masksProperties"), fonts: fonts, name: name, &notes))
    case 6, 9, 15:
      notes.add(.otherLayer, name)
      return .nothing
    case 3, 13: return .nothing
    default:
      notes.add(.unknownLayer, name)
      return .nothing
    }
  }

  private mutating func masks(_ value: Value, _ name: String) -> [Mask] {
    guard value.isSet("hasMask") else { return [] }
    let masks: [Mask] = value.elements("masksProperties").compactMap { mask in
      guard let mode = Mask.Mode(rawValue: mask.text("mode") ?? "a") else {
        notes.add(.maskMode, name)
        return nil
      }
      return Mask(mask, mode: mode)
    }
    for (i, mask) in masks.enumerated() where mask.isCombinedOtherwise(after: masks[..<i]) {
      notes.add(.maskMix, name)
    }
    let end = masks.lastIndex { $0.mode == .intersect } ?? 0
    for (i, mask) in masks.enumerated() where mask.isExpandedOtherwise(beforeIntersection: i < end)
    { notes.add(.maskExpansion, name) }
    return masks
  }

  private mutating func readEffects(_ value: Value, _ name: String) -> [Effect] {
    value.elements("ef").compactMap { effect in
      if let known = Effect(effect) { return known }
      let match = effect.text("mn") ?? ""
      // Control effects affect only expressions, which are not evaluated.
      let isControl = match.hasSuffix(" Control") || match.hasPrefix("Pseudo/")
      if effect.number("en") != 0, (effect.number("ty") ?? 5) >= 5, !isControl {
        notes.add(.effect, effect.text("nm") ?? name)
      }
      return nil
    }
  }
}
