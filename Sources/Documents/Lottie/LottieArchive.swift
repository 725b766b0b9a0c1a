/// A `.lottie` file: a ZIP archive with a manifest, animations and their pictures.
///
/// The names and places of what is in it are read here, in bounds; what is deflated others inflate.
package struct LottieArchive: Sendable {
  /// A file in the archive.
  package struct Entry: Sendable {
    package let name: String
    /// Where its bytes lie in the archive.
    package let range: Range<Int>
    package let isDeflated: Bool
    /// Of the file itself.
    package let byteCount: Int
  }

  package let entries: [Entry]

  /// The most files, and the most bytes of all of them together.
  private static let mostEntries = 4096
  private static let mostBytes = 128 << 20

  /// Whether a file begins as an archive does.
  package static func isOne(_ head: [UInt8]) -> Bool { head.starts(with: [0x50, 0x4B, 3, 4]) }

  package init(_ bytes: [UInt8]) throws(LottieFile.Fault) {
    func fault(_ what: String) -> LottieFile.Fault {
      LottieFile.Fault(reason: "is no .lottie archive: \(what)")
    }
    func number(_ place: Int, _ count: Int) throws(LottieFile.Fault) -> Int {
      guard place >= 0, place <= bytes.count - count else { throw fault("it is cut off") }
      return (0..<count).reversed().reduce(0) { $0 << 8 | Int(bytes[place + $1]) }
    }
    // The directory's end stands last, before a comment of at most 64 KiB.
    let mark: [UInt8] = [0x50, 0x4B, 5, 6]
    let earliest = max(0, bytes.count - 22 - 65_535)
    guard
      let end = stride(from: bytes.count - 22, through: earliest, by: -1).first(where: {
        bytes[$0..<$0 + 4].elementsEqual(mark)
      })
    else { throw fault("it has no directory") }
    let count = try number(end + 10, 2)
    guard count <= Self.mostEntries else {
      throw fault("it has \(count) files, more than \(Self.mostEntries)")
    }
    var place = try number(end + 16, 4)
    var total = 0
    var entries: [Entry] = []
    for _ in 0..<count {
      guard try number(place, 4) == 0x0201_4B50 else { throw fault("its directory is damaged") }
      let flags = try number(place + 8, 2)
      let method = try number(place + 10, 2)
      let packed = try number(place + 20, 4)
      let whole = try number(place + 24, 4)
      let nameLength = try number(place + 28, 2)
      let next = 46 + nameLength + (try number(place + 30, 2)) + (try number(place + 32, 2))
      let header = try number(place + 42, 4)
      guard place + 46 + nameLength <= bytes.count else { throw fault("it is cut off") }
      let name = String(
        decoding: bytes[place + 46..<place + 46 + nameLength], as: UTF8.self)
      place += next
      if name.hasSuffix("/") { continue }
      guard flags & 1 == 0, method == 0 || method == 8 else {
        throw fault("\(JSONWriter.string(name)) is packed in a way that is not known")
      }
      total += whole
      guard total <= Self.mostBytes else {
        throw fault("it unpacks to more than \(Self.mostBytes >> 20) MiB")
      }
      // The local header has lengths of its own.
      guard try number(header, 4) == 0x0403_4B50 else { throw fault("its directory is damaged") }
      let start = 30 + header + (try number(header + 26, 2)) + (try number(header + 28, 2))
      guard start <= bytes.count, packed <= bytes.count - start, method == 8 || packed == whole
      else { throw fault("it is cut off") }
      entries.append(
        Entry(
          name: name, range: start..<start + packed, isDeflated: method == 8, byteCount: whole))
    }
    self.entries = entries
  }

  package func entry(_ name: String) -> Entry? { entries.first { $0.name == name } }

  /// The animation that its manifest names first: of version 2 below `a`, of version 1 below `animations`.
  package func animation(manifest: [UInt8]) -> Entry? {
    let root = JSONNode(json: String(decoding: manifest, as: UTF8.self))
    let first = root?["initial"]?["animation"]?.string ?? root?["activeAnimationId"]?.string
    let named = root?["animations"]?.elements?.first?["id"]?.string
    return [first, named].lazy.compactMap { $0 }.compactMap { id in
      entry("a/\(id).json") ?? entry("animations/\(id).json")
    }.first
  }

  /// A picture of the animation: of version 2 below `i`, of version 1 below `images`.
  package func picture(_ path: String) -> Entry? {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return entry("i/\(name)") ?? entry("images/\(name)")
      ?? entry(path.hasPrefix("/") ? String(path.dropFirst()) : path)
  }
}
