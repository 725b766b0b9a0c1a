import Documents
import JSON

/// The features of a Lottie file that are not drawn as specified, with their counts.
package struct UnsupportedFeatures: Sendable {
  enum Kind: Int, CaseIterable {
    case expression, loop, effect, depth, layerStyle, otherLayer, merge, twist, shape, maskMode,
      maskExpansion, maskMix, matte, matteOfMatte, parent, slot, textPath, font,
      missingAsset, unknownLayer, blend, text, camera, random, theme, letters

    /// Returns the message for a feature that occurs `count` times.
    func line(_ count: Int) -> String {
      let isOne = count == 1
      func number(_ one: String, _ many: String? = nil) -> String {
        isOne ? "1 \(one) is" : "\(count) \(many ?? one + "s") are"
      }
      /// Returns the singular or the plural of a word.
      func say(_ one: String, _ many: String) -> String { isOne ? one : many }
      return switch self {
      case .expression:
        number("expression")
          + say(
            " not computed: the value beside it is drawn",
            " not computed: the values beside them are drawn")
      case .loop:
        number("loop") + " drawn before " + say("its first key", "their first keys")
          + " as After Effects repeats " + say("it", "them")
          + ", and not as lottie-web, which holds there"
      case .effect: number("effect") + " not drawn"
      case .depth: number("layer") + " drawn without depth"
      case .layerStyle: number("layer style") + " not drawn"
      case .otherLayer:
        number("layer of sound, video or data", "layers of sound, video or data") + " not drawn"
      case .merge:
        number("merge of paths", "merges of paths") + " drawn as if all paths were added"
      case .twist: number("twist") + " not drawn"
      case .shape: number("item") + " of an unknown kind, and not drawn"
      case .maskMode: number("mask") + " of an unknown mode, and left out"
      case .maskExpansion:
        number("mask") + " expanded or shrunk evenly as in After Effects, and not as in lottie-web"
      case .maskMix:
        number("mask") + " inverted or combined as in After Effects, and not as in lottie-web"
      case .matte:
        number("layer") + say(" drawn without its matte", " drawn without their mattes")
          + ", which the file lacks"
      case .matteOfMatte:
        number("matte") + " drawn within " + say("its own matte", "their own mattes")
          + " as After Effects does, and not as lottie-web, which leaves that out"
      case .parent:
        number("layer") + say(" drawn without its parent", " drawn without their parents")
          + ", which the file lacks"
      case .slot:
        number("value")
          + say(
            " not as asked: the file lacks its slot", " not as asked: the file lacks their slots")
      case .textPath:
        number("text")
          + say(
            " set straight, since its layer lacks the mask to follow",
            " set straight, since their layers lack the masks to follow")
      case .font:
        number("text") + " set in the file's first font, since the file lacks "
          + say("the text's own", "their own")
      case .missingAsset:
        number("layer")
          + say(" not drawn: the file lacks its asset", " not drawn: the file lacks their assets")
      case .unknownLayer: number("layer") + " of an unknown kind, and not drawn"
      case .blend:
        number("layer")
          + say(
            " blended as usual, not by its own mode", " blended as usual, not by their own modes")
      case .text:
        number("text")
          + say(
            " drawn without some properties of its animators",
            " drawn without some properties of their animators")
      case .camera: number("camera") + " not used"
      case .letters:
        number("text")
          + say(
            " drawn without letters that its font lacks",
            " drawn without letters that their fonts lack")
      case .theme: number("rule of the theme", "rules of the theme") + " left out"
      case .random:
        number("text")
          + say(
            " animated in an order of its own, where the file asks for a random one",
            " animated in orders of their own, where the file asks for a random one")
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

  /// The messages, with one line for each kind of feature.
  package var lines: [String] {
    Kind.allCases.compactMap { kind in
      guard let found = counts[kind] else { return nil }
      let places = found.places.map(JSONWriter.string).joined(separator: ", ")
      let more = found.count > found.places.count && !places.isEmpty ? ", …" : ""
      return kind.line(found.count)
        + (places.isEmpty ? "" : " (\(places)\(more))")
    }
  }
}
