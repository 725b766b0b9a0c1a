import Documents

/// What of a Lottie file is not drawn as it asks, counted.
package struct UnsupportedFeatures: Sendable {
  enum Kind: Int, CaseIterable {
    case expression, loop, effect, depth, layerStyle, otherLayer, merge, twist, shape, maskMode,
      matte, parent, slot, textPath, font,
      missingAsset, unknownLayer, blend, text, camera, random, theme, letters

    /// `number` says how many of them are.
    func line(_ number: (String) -> String) -> String {
      switch self {
      case .expression: "\(number("expression")) not computed: the values beside them are drawn"
      case .loop:
        "\(number("loop")) drawn before its first key as After Effects repeats it, and not as "
          + "lottie-web, which holds there"
      case .effect: "\(number("effect")) not drawn"
      case .depth: "\(number("layer")) drawn without depth"
      case .layerStyle: "\(number("layer style")) not drawn"
      case .otherLayer: "\(number("layer")) not drawn, of sound, video or data"
      case .merge: "\(number("merge of paths")) drawn as if all were added"
      case .twist: "\(number("twist")) not drawn"
      case .shape: "\(number("item")) of a kind that is not known, and not drawn"
      case .maskMode: "\(number("mask")) of a mode that is not known, and left out"
      case .matte: "\(number("layer")) drawn without its matte, which the file lacks"
      case .parent: "\(number("layer")) drawn without its parent, which the file lacks"
      case .slot: "\(number("value")) not as asked, whose slot the file lacks"
      case .textPath: "\(number("text")) set straight, since its layer lacks the mask to follow"
      case .font: "\(number("text")) set in the file's first font, since it lacks the text's own"
      case .missingAsset: "\(number("layer")) not drawn, whose asset the file lacks"
      case .unknownLayer: "\(number("layer")) of a kind that is not known, and not drawn"
      case .blend: "\(number("layer")) blended as usual, not by its own mode"
      case .text: "\(number("text")) drawn without all that its animators ask for"
      case .camera: "\(number("camera")) not used"
      case .letters: "\(number("text")) drawn without letters that its font lacks"
      case .theme: "\(number("rule")) of its theme left out"
      case .random:
        "\(number("text")) animated in an order of its own, where the file asks for chance"
      }
    }
  }

  private var counts: [Kind: (count: Int, places: [String])] = [:]

  mutating func add(_ kind: Kind, _ place: String) {
    counts[kind, default: (0, [])].count += 1
    if !place.isEmpty, counts[kind]!.places.count < 3, !counts[kind]!.places.contains(place) {
      counts[kind]!.places.append(place)
    }
  }

  /// One line for each kind.
  package var lines: [String] {
    Kind.allCases.compactMap { kind in
      guard let found = counts[kind] else { return nil }
      let places = found.places.map(JSONWriter.string).joined(separator: ", ")
      let more = found.count > found.places.count && !places.isEmpty ? ", …" : ""
      return kind.line { found.count == 1 ? "1 \($0) is" : "\(found.count) \($0)s are" }
        + (places.isEmpty ? "" : " (\(places)\(more))")
    }
  }
}
