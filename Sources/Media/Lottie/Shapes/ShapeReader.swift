/// Reads the items of shape layers, and records their unsupported features.
struct ShapeReader {
  var notes: UnsupportedFeatures
  /// The name of the layer whose items are read.
  let layer: String

  mutating func items(_ values: [Value]) -> [ShapeItem] {
    values.compactMap { $0.isSet("hd") ? nil : item($0) }
  }

  private mutating func item(_ value: Value) -> ShapeItem? {
    let name = value.text("nm") ?? layer
    switch value.text("ty") {
    case "gr":
      let all = value.elements("it")
      let transform = all.last { $0.text("ty") == "tr" }
      return .group(
        ShapeGroup(
          items: items(all), transform: Transform(transform), operation: Blend(value.number("bm"))))
    case "sh": return .path(PathProperty(value["ks"]))
    case "rc": return .path(RectanglePath(value))
    case "el": return .path(EllipsePath(value))
    case "sr": return .path(StarPath(value))
    case "tm": return .modifier(TrimModifier(value))
    case "rd": return .modifier(RoundCornersModifier(value))
    case "pb": return .modifier(PuckerAndBloatModifier(value))
    case "zz": return .modifier(ZigZagModifier(value))
    case "op": return .modifier(OffsetPathModifier(value))
    case "rp": return .repeater(Repeater(value))
    case "mm":
      // Mode 1 merges paths into one path, which a fill draws anyway; other modes are reported.
      if let mode = value.number("mm"), mode > 1 { notes.add(.merge, name) }
      return nil
    case "tw":
      notes.add(.twist, name)
      return nil
    case "tr", "no", nil: return nil
    case let kind?:
      if let style = ShapeStyle(value) { return .style(style) }
      notes.add(.shape, kind)
      return nil
    }
  }
}
