internal import CMedia
internal import Scenes

/// Converts a text to the format of draw_message.h, with its description and font files, and interprets the answer.
struct TextRequest {
  var head = media_text()
  private(set) var files: [HeldFile] = []
  private var fonts: [Typesetting.Font] = []
  private var runs: [media_run] = []
  private var utf8: [UInt8] = []
  /// The control characters in the text, which Pango would draw as boxes.
  private var controls: [Unicode.Scalar] = []

  init(_ text: Typesetting) {
    for run in text.runs { add(run) }
    if runs.isEmpty { add(Typesetting.Run()) }
    head.line_height = text.lineHeight
    head.is_balanced = text.isBalanced ? 1 : 0
    head.alignment =
      switch text.alignment {
      case .left: MEDIA_LEFT.rawValue
      case .center: MEDIA_CENTER.rawValue
      case .right: MEDIA_RIGHT.rawValue
      case .start: MEDIA_START.rawValue
      case .end: MEDIA_END.rawValue
      }
    head.ellipsis =
      switch text.ellipsis {
      case .end: MEDIA_ELLIPSIS_END.rawValue
      case .middle: MEDIA_ELLIPSIS_MIDDLE.rawValue
      case .start: MEDIA_ELLIPSIS_START.rawValue
      }
  }

  private mutating func add(_ run: Typesetting.Run) {
    let letters = Array(shown(run.text).utf8)
    var words = media_run()
    words.text_bytes = UInt32(letters.count)
    words.font = UInt32(number(of: run.font))
    words.weight = UInt32(clamping: run.weight)
    words.italic = run.isItalic ? 1 : 0
    words.size = run.size
    words.letter_spacing = run.letterSpacing
    words.baseline = run.baseline
    words.color = Self.words(run.color)
    words.highlight = Self.words(run.highlight ?? .clear)
    words.stroke = Self.words(run.stroke?.color ?? .clear)
    words.stroke_width = run.stroke?.width ?? 0
    words.stroke_outside = run.stroke?.isOutside == true ? 1 : 0
    let features = run.features.map { "\"\($0.tag)\" \(Int(clamped: $0.value, rounded: .down))" }
    Self.put(features.joined(separator: ", "), in: &words.features)
    runs.append(words)
    utf8 += letters
  }

  /// Returns the text without control characters, except tabs and line ends.
  private mutating func shown(_ text: String) -> String {
    func isControl(_ letter: Unicode.Scalar) -> Bool {
      letter.properties.generalCategory == .control
        && !"\t\n\r\u{85}".unicodeScalars.contains(letter)
    }
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    for letter in text.unicodeScalars where isControl(letter) && !controls.contains(letter) {
      controls.append(letter)
    }
    return String(String.UnicodeScalarView(text.unicodeScalars.filter { !isControl($0) }))
  }

  /// Returns a character for a message; an invisible character is replaced by its code.
  private static func told(_ letter: Unicode.Scalar) -> String {
    switch letter.properties.generalCategory {
    case .control, .format, .privateUse, .unassigned, .spaceSeparator, .lineSeparator,
      .paragraphSeparator:
      let digits = String(letter.value, radix: 16, uppercase: true)
      return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    default: return String(letter)
    }
  }

  /// Lists letters in order, with spaces around code numbers.
  private static func told(_ letters: String) -> String {
    letters.unicodeScalars.map(told).reduce(into: "") { words, letter in
      let isApart = !words.isEmpty && (letter.count > 1 || words.last?.isASCII == true)
      words += (isApart ? " " : "") + letter
    }
  }

  /// Returns the index of a font in the text's list of fonts.
  private mutating func number(of font: Typesetting.Font) -> Int {
    if let known = fonts.firstIndex(of: font) { return known }
    fonts.append(font)
    return fonts.count - 1
  }

  private static func words(_ color: Color) -> (Double, Double, Double, Double) {
    func clamped(_ value: Double) -> Double { min(max(value, 0), 1) }
    return (clamped(color.red), clamped(color.green), clamped(color.blue), clamped(color.alpha))
  }

  /// Copies a text into a C array, which keeps room for a zero byte at the end.
  private static func put<Words>(_ text: String, in words: inout Words) {
    // Safety: the text is cut so that its zero byte fits.
    unsafe withUnsafeMutableBytes(of: &words) { bytes in
      unsafe bytes.copyBytes(from: text.utf8.prefix(bytes.count - 1))
    }
  }
}

extension TextRequest {
  /// The description of the text for the helper, which refuses too many fonts.
  var bytes: [UInt8] {
    mutating get {
      var described: [media_font] = []
      for font in fonts {
        var words = media_font()
        Self.put(font.family ?? "", in: &words.family)
        let axes = font.axes.map { "\($0.tag)=\($0.value)" }
        Self.put(axes.joined(separator: ","), in: &words.axes)
        if let file = font.file {
          let number = files.firstIndex(of: file) ?? files.count
          if number == files.count { files.append(file) }
          words.file = UInt32(number + 1)
        }
        described.append(words)
      }
      head.font_count = UInt32(described.count)
      head.run_count = UInt32(runs.count)
      head.text_bytes = UInt32(utf8.count)
      var bytes: [UInt8] = []
      // Safety: the values contain no pointers and are copied bytewise.
      unsafe withUnsafeBytes(of: &head) { unsafe bytes += Array($0) }
      unsafe described.withUnsafeBytes { unsafe bytes += Array($0) }
      unsafe runs.withUnsafeBytes { unsafe bytes += Array($0) }
      return bytes + utf8
    }
  }

  /// Returns remarks about the features that the answer reports as unsupported.
  func remarks(_ answer: media_message, size: Size) -> [String] {
    var remarks: [String] = []
    for (i, font) in fonts.enumerated() {
      if answer.draw.missing_fonts >> UInt32(i) & 1 == 1 {
        remarks.append(
          "no font family \"\(font.family ?? "")\" is installed; another font is used instead")
      }
      if answer.draw.missing_axes >> UInt32(i) & 1 == 1, let file = font.file {
        let axes = font.axes.map { "\"\($0.tag)\"" }.joined(separator: ", ")
        remarks.append("\(file.path) lacks some of the axes \(axes)")
      }
    }
    let tags = answer.draw.missing_features
    let missing = [tags.0, tags.1, tags.2, tags.3].filter { $0 != 0 }.map { tag in
      let letters = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: tag >> $0) }
      return "\"" + String(decoding: letters, as: UTF8.self) + "\""
    }
    if !missing.isEmpty {
      let word = missing.count == 1 ? "feature" : "features"
      remarks.append("the text's font lacks the \(word) \(missing.joined(separator: ", "))")
    }
    if answer.draw.told & MEDIA_TOLD_GLYPHS.rawValue != 0 {
      remarks.append(
        "no font has the letters \"\(Self.told(answer.words))\"; boxes are drawn instead")
    }
    if answer.draw.told & MEDIA_TOLD_PAINTS.rawValue != 0 {
      remarks.append(
        "letters are drawn without the colours of their font, "
          + "which are gradients and groups (COLR, version 1)")
    }
    if !controls.isEmpty {
      let words = controls.map(Self.told).joined(separator: ", ")
      remarks.append("control characters are not drawn: \(words)")
    }
    if answer.draw.told & MEDIA_TOLD_CUT.rawValue != 0 {
      func points(_ length: Double) -> String {
        "\((length * 100).rounded() / 100)".replacing(/\.0$/, with: "")
      }
      remarks.append(
        "the text is cut off: "
          + "it does not fit its frame of \(points(size.width))×\(points(size.height)) points")
    }
    return remarks
  }
}
