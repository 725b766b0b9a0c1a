package import Files

/// A `.lottie` file: a ZIP archive with a manifest, animations and their pictures. Here stands what their
/// names are; the archive itself is read in a helper.
package enum LottieArchive {
  /// Whether a file begins as an archive does, of whatever it may be.
  package static func isZIP(_ head: [UInt8]) -> Bool { head.starts(with: [0x50, 0x4B, 3, 4]) }

  /// Whether it is an archive whose list, which stands at its end, names a manifest.
  package static func isOne(_ file: RegularFile) -> Bool {
    guard isZIP(file.head(4)) else { return false }
    let count = min(file.byteCount, 1 << 20)
    let end = file.bytes(at: file.byteCount - count, count)
    // An entry of the list has its mark, and the name 46 bytes behind it.
    let name = Array(manifest.utf8)
    return end.indices.dropLast(46 + name.count - 1).contains { at in
      end[at] == 0x50 && end[at + 1] == 0x4B && end[at + 2] == 1 && end[at + 3] == 2
        && end[(at + 46)..<(at + 46 + name.count)].elementsEqual(name)
    }
  }

  /// The file that lists the archive's animations.
  package static let manifest = "manifest.json"

  /// The names that its animations may have, two for each, that with which it begins first: of version 2 below
  /// `a`, of version 1 below `animations`.
  package static func animationNames(manifest: [UInt8]) -> [String] {
    let root = node(manifest)
    let first = root?["initial"]?["animation"]?.string ?? root?["activeAnimationId"]?.string
    let others = listed(root).filter { $0 != first }
    return ([first] + others).compactMap { $0 }.flatMap(files)
  }

  private static func listed(_ root: JSONNode?) -> [String] {
    root?["animations"]?.elements?.compactMap { $0["id"]?.string } ?? []
  }

  private static func files(_ name: String) -> [String] {
    ["a/\(name).json", "animations/\(name).json"]
  }

  /// The names that the theme may have in which its first animation begins; none where it has none.
  package static func themeNames(manifest: [UInt8]) -> [String] {
    let root = node(manifest)
    let first = root?["initial"]?["animation"]?.string ?? root?["activeAnimationId"]?.string
    let all = root?["animations"]?.elements ?? []
    let animation = all.first { $0["id"]?.string == first } ?? all.first
    let theme = root?["initial"]?["theme"]?.string ?? animation?["initialTheme"]?.string
    return (theme ?? root?["activeThemeId"]?.string).map { ["t/\($0).json", "themes/\($0).json"] }
      ?? []
  }

  /// A part of the archive as JSON, which may begin with a byte order mark; nil where it is none.
  package static func node(_ bytes: [UInt8]) -> JSONNode? {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    return JSONNode(
      json: String(
        decoding: bytes.starts(with: mark) ? bytes.dropFirst(3) : bytes[...], as: UTF8.self))
  }

  /// The names that a picture of the animation may have: of version 2 below `i`, of version 1 below
  /// `images`.
  package static func pictureNames(_ path: String) -> [String] {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return ["i/\(name)", "images/\(name)", path.hasPrefix("/") ? String(path.dropFirst()) : path]
  }
}
