package import Files
package import JSON

/// Finds the names in a `.lottie` file, a ZIP archive with a manifest, animations and pictures; a helper
/// process reads the archive itself.
package enum LottieArchive {
  /// Whether a file starts like a ZIP archive.
  package static func isZIP(_ head: [UInt8]) -> Bool { head.starts(with: [0x50, 0x4B, 3, 4]) }

  /// Whether the file is an archive whose directory at the end contains a manifest.
  package static func isOne(_ file: RegularFile) -> Bool {
    guard isZIP(file.head(4)) else { return false }
    let count = min(file.byteCount, 1 << 20)
    let end = file.bytes(at: file.byteCount - count, count)
    // A directory entry begins with a signature, and its name begins 46 bytes later.
    let name = Array(manifest.utf8)
    return end.indices.dropLast(46 + name.count - 1).contains { at in
      end[at] == 0x50 && end[at + 1] == 0x4B && end[at + 2] == 1 && end[at + 3] == 2
        && end[(at + 46)..<(at + 46 + name.count)].elementsEqual(name)
    }
  }

  /// The name of the file that lists the animations of the archive.
  package static let manifest = "manifest.json"

  /// The possible names of the archive's animations, the initial animation first; each has two names, below
  /// `a` for version 2 and below `animations` for version 1.
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

  /// The possible names of the initial theme of the first animation; empty if it has no theme.
  package static func themeNames(manifest: [UInt8]) -> [String] {
    let root = node(manifest)
    let first = root?["initial"]?["animation"]?.string ?? root?["activeAnimationId"]?.string
    let all = root?["animations"]?.elements ?? []
    let animation = all.first { $0["id"]?.string == first } ?? all.first
    let theme = root?["initial"]?["theme"]?.string ?? animation?["initialTheme"]?.string
    return (theme ?? root?["activeThemeId"]?.string).map { ["t/\($0).json", "themes/\($0).json"] }
      ?? []
  }

  /// Parses a part of the archive as JSON, with or without a byte order mark; nil if the part is not JSON.
  package static func node(_ bytes: [UInt8]) -> JSONNode? {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    return JSONNode(
      json: String(
        decoding: bytes.starts(with: mark) ? bytes.dropFirst(3) : bytes[...], as: UTF8.self))
  }

  /// The possible names of a picture of the animation: below `i` for version 2, and below `images` for
  /// version 1.
  package static func pictureNames(_ path: String) -> [String] {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return ["i/\(name)", "images/\(name)", path.hasPrefix("/") ? String(path.dropFirst()) : path]
  }
}
