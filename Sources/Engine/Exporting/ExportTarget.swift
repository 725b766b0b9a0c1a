internal import Reporting

/// An exported file with its path relative to the output folder.
package struct ExportedFile: Sendable {
  package let name: String
  package let bytes: [UInt8]

  package init(_ name: String, _ text: String) {
    self.name = name
    bytes = Array(text.utf8)
  }
  package init(_ name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }
}

/// The files that an export target generates for the films of a document.
package struct Exported: Sendable {
  /// The generated files, of which the first file contains the code.
  package var files: [ExportedFile]
  /// The differences between each film and its export, in the order of the film's layers.
  package var shortfalls: [[Shortfall]]

  init(files: [ExportedFile], shortfalls: [[Shortfall]]) {
    self.files = files
    self.shortfalls = shortfalls
  }

  /// Creates one file that contains the code of all films between `start` and an end.
  init(
    _ name: String, _ parts: [(code: String, shortfalls: [Shortfall])], after start: String = "",
    end: String = ""
  ) {
    self.init(
      files: [ExportedFile(name, start + parts.map(\.code).joined(separator: "\n") + end)],
      shortfalls: parts.map(\.shortfalls))
  }
}

/// A platform for which `pipeline` can export films.
///
/// A new platform needs a folder with a writer, and a row in `all`.
package struct ExportTarget: Sendable {
  /// The name of the export target in the option `--to`.
  package let name: String
  /// A sentence about the export target for the help text of `--to`.
  package let about: String
  /// Whether the target always exports a folder, even for a single file.
  package let makesFolder: Bool
  /// Whether the target exports an interaction as code; otherwise the finger's track becomes a part of the
  /// film.
  package var writesInteraction = false
  /// How far a corner of a layer that leaves the plane may be off, as a part of the tolerance: with half of it, a side is as
  /// long as it should be within the tolerance. Browsers have a visible seam between faces that are off by a hundredth of a
  /// point.
  var spatialError = 0.5
  /// Writes the film of a document, or the films of the moves of its flow.
  package let write: @Sendable ([Film], ExportNames) throws -> Exported

  package static let all: [ExportTarget] = [
    ExportTarget(
      name: "css",
      about: "a JavaScript module of Web Animations, its pictures, and a page that shows it",
      makesFolder: true, spatialError: 0.02, write: { try CSSWriter.export($0, $1) }),
    ExportTarget(
      name: "framer", about: "keyframes, transitions and springs for Motion",
      makesFolder: false, write: { FramerWriter.export($0, $1) }),
    ExportTarget(
      name: "lottie", about: "a Lottie animation with its pictures in it, also as .lottie",
      makesFolder: false, write: { try LottieWriter.export($0, $1) }),
    ExportTarget(
      name: "uikit",
      about: "Swift for UIKit, an animated transitioning object with Core Animation's keyframes",
      makesFolder: false, writesInteraction: true,
      write: { UIKitWriter.export($0.map(\.withFewPieces), $1) }),
    ExportTarget(
      name: "swiftui", about: "Swift for SwiftUI, keyframe animators and springs",
      makesFolder: false, write: { SwiftUIWriter.export($0.map(\.withFewPieces), $1) }),
    ExportTarget(
      name: "compose", about: "Kotlin for Compose, graphics layers, springs and keyframes",
      makesFolder: false, write: { ComposeWriter.export($0.map(\.withFewPieces), $1) }),
    ExportTarget(
      name: "numbers",
      about:
        "a table of every phase in the words of each platform, Markdown or JSON by the file's name",
      makesFolder: false, write: { NumbersWriter.export($0, $1) }),
  ]
}

/// The names of the exported document and its files.
package struct ExportNames: Sendable {
  /// The name of the document's file, without its extension.
  package let title: String
  /// The requested file extension, in lower case; empty if there is none.
  package let ending: String
  /// An identifier in upper camel case, of ASCII letters and digits, with which the names of types begin.
  package let typeName: String

  private init(title: String, named: String? = nil, ending: String) {
    self.title = title
    self.ending = ending
    let name = named.map { Self.camel($0, upper: true, orElse: "") } ?? ""
    typeName =
      name.isEmpty || name.count > Self.mostLetters ? Self.camel(title, upper: true) : name
  }
  private static let mostLetters = 40

  /// The title is the name of the document's file without its extension; for pipeline.json, the name of its folder if the
  /// path contains a folder. Types are named after the document's own name, because documents in several folders may have
  /// files of one name; without a name of at most 40 letters, after the title.
  package init(file: String, named: String?, ending: String) {
    let parts = file.split(separator: "/").map(String.init)
    let name = parts.last ?? file
    let folder = parts.dropLast().last ?? "."
    let isNamed = name == "pipeline.json" && folder.contains { $0 != "." }
    self.init(
      title: isNamed ? folder : name.hasSuffix(".json") ? String(name.dropLast(5)) : name,
      named: named, ending: ending)
  }

  /// Returns the names that the export of one film uses.
  func of(_ film: Film) -> ExportNames {
    film.name.map { ExportNames(title: $0, ending: ending) } ?? self
  }

  /// Joins the words of a name, each with a capital letter except, if requested, the first. Text without ASCII letters and
  /// digits becomes `other`, or a general word.
  package static func camel(_ text: String, upper: Bool, orElse other: String? = nil) -> String {
    var word = ""
    var starts = upper
    for scalar in text.unicodeScalars {
      let isLetter = ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
      let isDigit = ("0"..."9").contains(scalar)
      guard isLetter || isDigit else {
        starts = upper || !word.isEmpty
        continue
      }
      if word.isEmpty && isDigit { word = upper ? "Layer" : "layer" }
      word += starts ? String(scalar).uppercased() : String(scalar)
      starts = false
    }
    if word.isEmpty { return other ?? (upper ? "Transition" : "layer") }
    return upper ? word : word.prefix(1).lowercased() + word.dropFirst()
  }
}

/// Literals in languages of the C family: JavaScript, Swift and Kotlin read exactly the given text from the
/// literal, even inside a web page.
enum Literal {
  /// Writes a string literal in double quotes. Visible letters and signs are unchanged; the dollar sign is
  /// escaped for languages that expand variables in strings.
  static func string(_ text: String, unicode: (UInt32) -> String, escapesDollar: Bool = false)
    -> String
  {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\\\"
      case "\"": result += "\\\""
      case "$" where escapesDollar: result += "\\$"
      case "<": result += unicode(scalar.value)
      case _ where isPlain(scalar): result.unicodeScalars.append(scalar)
      default: result += unicode(scalar.value)
      }
    }
    return result + "\""
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
      .unassigned, .nonspacingMark, .enclosingMark, .spacingMark:
      false
    case .spaceSeparator: scalar == " "
    default: true
    }
  }

  static func javaScript(_ text: String) -> String {
    string(text, unicode: { "\\u{\(String($0, radix: 16))}" })
  }
  static func swift(_ text: String) -> String { javaScript(text) }
  /// A string literal for Kotlin and JSON, in which escapes are UTF-16 units.
  static func utf16(_ text: String, escapesDollar: Bool = false) -> String {
    string(
      text,
      unicode: { value in
        String(Unicode.Scalar(value) ?? " ").utf16.map { unit in
          let digits = String(unit, radix: 16)
          return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }.joined()
      }, escapesDollar: escapesDollar)
  }
}
