internal import Assets
internal import Documents
internal import Encoding
internal import Files
internal import Glibc
import JSON
internal import Media
internal import Planning
internal import Reporting
internal import StudioProtocol

/// Lists the files in the document's folder that can be shown or played, and stores files that are dropped on the page.
extension Studio {
  /// The key under which a document refers to a file of one kind.
  private enum ContentsKey: String {
    case image, video, lottie, sound

    init?(_ use: FileKind.Use?) {
      switch use {
      case .picture, .drawing: self = .image
      case .animation, .video: self = .video
      case .lottie: self = .lottie
      case .sound: self = .sound
      case .font, nil: return nil
      }
    }
  }

  /// Returns the kinds of contents that can show a file, most probable first; empty if there are none.
  private static func keys(of bytes: [UInt8], name: String) -> [ContentsKey] {
    let (own, named) = (FileKind.use(bytes), FileKind.use(ofName: name))
    // A film without a picture track is treated as a sound.
    let last: ContentsKey? = own == .video || named == .video ? .sound : nil
    var keys: [ContentsKey] = []
    for key in [ContentsKey(own), ContentsKey(named), last] {
      if let key, !keys.contains(key) { keys.append(key) }
    }
    return keys
  }

  /// The maximum number of listed files, and the maximum nesting of their folders.
  private static let (listLimit, depthLimit) = (400, 4)

  var folder: String {
    file.lastIndex(of: "/").map { $0 == file.startIndex ? "/" : String(file[..<$0]) } ?? "."
  }

  func files() -> StudioAnswer {
    var found: [(name: String, kind: ContentsKey)] = []
    list("", depth: 0, &found)
    let rows = found.sorted { $0.name < $1.name }.map { file in
      let pixels = file.kind == .image ? Self.pixels(of: "\(folder)/\(file.name)") : nil
      return Self.row(file.name, file.kind, pixels)
    }
    return StudioAnswer(object: ["files": rows])
  }

  private static func row(
    _ name: String, _ kind: ContentsKey, _ pixels: (width: Int, height: Int)?
  ) -> JSONObject {
    ["file": name, "kind": kind.rawValue, "pixels": pixels.map { [$0.width, $0.height] }]
  }

  private static func pixels(of path: String) -> (width: Int, height: Int)? {
    (try? ImageHeader.size(ofFile: path)) ?? nil
  }

  private func list(_ below: String, depth: Int, _ found: inout [(name: String, kind: ContentsKey)])
  {
    let root = RootFolder(folder)
    guard
      let open = try? OpenFolder(
        existing: root.path(to: below.isEmpty ? "." : below), beneath: root)
    else { return }
    for name in FileTree.names(in: open.descriptor).sorted() where name.first != "." {
      guard found.count < Self.listLimit else { return }
      let path = below.isEmpty ? name : "\(below)/\(name)"
      let isFile = name.contains(".")
      if let kind = ContentsKey(FileKind.use(ofName: name)) ?? (isFile ? kind(of: path) : nil) {
        // A JSON file is listed only if it is a Lottie file, because documents are JSON too.
        guard let opened = try? root.file(path, own: true) else { continue }
        if name.lowercased().hasSuffix(".json"), !FormatSniffer.isLottie(opened) { continue }
        found.append((path, kind))
      } else if depth < Self.depthLimit, name != "out", !isFile {
        list(path, depth: depth + 1, &found)
      }
    }
  }

  /// Returns the kind of contents for a file according to the file's bytes.
  private func kind(of path: String) -> ContentsKey? {
    guard let file = try? RootFolder(folder).file(path, own: true) else { return nil }
    return ContentsKey(FileKind.use(file.head(FileKind.headCount)))
  }

  // MARK: Dropping

  /// Stores a file in the document's folder, if a document can show or play the file. An existing file with the same
  /// bytes is reused; if another file has the name, the new file gets a different name.
  func drop(_ request: StudioRequest) throws -> StudioAnswer {
    guard let given = request.parameter("name").flatMap(URLText.decoded),
      let name = Self.plainName(given)
    else { throw StudioRefusal(.badRequest, "the parameter \"name\" must be the name of a file") }
    let shown = JSONWriter.string(given)
    guard !request.body.isEmpty else {
      throw StudioRefusal(.unprocessableContent, "\(shown) is empty")
    }
    let keys = Self.keys(of: request.body, name: name)
    guard !keys.isEmpty else {
      let what = FileKind.name(request.body).map { "\($0), which is " } ?? ""
      throw StudioRefusal(
        .unprocessableContent,
        "\(shown) is \(what)not a picture, film, Lottie animation, "
          + "SVG or sound that pipeline can read"
      )
    }
    let kind: ContentsKey
    do {
      kind = try judged(request.body, name, keys)
    } catch {
      throw StudioRefusal(.unprocessableContent, "\(shown) cannot be shown: \(Self.reason(error))")
    }
    let place = try put(request.body, as: name)
    return StudioAnswer(object: Self.row(place, kind, Self.pixels(of: "\(folder)/\(place)")))
  }

  /// Returns the last component of a path without the characters that documents or shells interpret.
  static func plainName(_ given: String) -> String? {
    let last = given.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? ""
    let name = String(
      last.drop { $0 == "." }.map { letter in
        let isWord = letter.isLetter || letter.isNumber || "._-".contains(letter)
        let isPlain = !letter.isASCII || isWord
        return isPlain ? letter : "-"
      })
    return name.isEmpty || name.utf8.count > 120 || name.utf8.contains(0) ? nil : name
  }

  /// Returns the name, or the next unused name; an existing file with the same bytes keeps its name.
  static func freeName(_ name: String, in folder: String, holding bytes: [UInt8]?) -> String {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    let stem = parts.dropLast().joined(separator: ".")
    var (free, number) = (name, 2)
    while System.exists("\(folder)/\(free)") {
      if let bytes, let file = try? RegularFile("\(folder)/\(free)"),
        (try? file.read(limitBytes: bytes.count + 1)) == bytes
      {
        return free
      }
      free = parts.count < 2 ? "\(name)-\(number)" : "\(stem)-\(number).\(parts[parts.count - 1])"
      number += 1
    }
    return free
  }

  private func put(_ bytes: [UInt8], as name: String) throws -> String {
    let free = Self.freeName(name, in: folder, holding: bytes)
    if !System.exists("\(folder)/\(free)") { try write(bytes, to: "\(folder)/\(free)") }
    return free
  }

  private static func reason(_ error: any Error) -> String {
    // Only the message is returned, because the position refers to a temporary document.
    (error as? EngineError)?.problems.first?.message ?? words(error)
  }

  /// Returns the first of the keys under which the document can show the file.
  private func judged(
    _ bytes: [UInt8], _ name: String, _ keys: [ContentsKey]
  ) throws -> ContentsKey {
    var first: (any Error)?
    for key in keys {
      do {
        try judge(bytes, name, key)
        return key
      } catch { first = first ?? error }
    }
    throw first!
  }

  /// Tests a file by planning a document that shows the file, in a temporary folder.
  private func judge(_ bytes: [UInt8], _ name: String, _ kind: ContentsKey) throws {
    let temporary: TemporaryFolder
    do { temporary = try TemporaryFolder(.drop) } catch {
      throw EngineError("\(System.temporaryFolder): \(error.reason)", .unwritable)
    }
    defer { temporary.remove() }
    let place = temporary.path
    try write(bytes, to: "\(place)/\(name)")
    let quoted = JSONWriter.string(name)
    let use =
      kind == .sound
      ? "\"layers\": [], \"duration\": 1, \"audio\": [{ \"file\": \(quoted) }]"
      : "\"layers\": [{ \"frame\": [0, 0, 8, 8], \"contents\": "
        + "{ \"\(kind.rawValue)\": \(quoted) } }], \"duration\": 1"
    let text = "{ \"version\": 1, \"canvas\": { \"size\": [8, 8] }, \(use) }"
    do {
      var reader = DocumentReader()
      reader.limits = settings.reader.limits
      let document = try reader.read(
        bytes: Array(text.utf8), file: "\(place)/try.json", folder: place)
      let loader = AssetLoader(media, diagnostics)
      _ = try PlannedDocument(planning: document, images: loader, registry: registry)
      // An SVG needs no further test, because planning reads the whole SVG.
      if kind == .image, FileKind.use(bytes) != .drawing, FileKind.use(ofName: name) != .drawing {
        _ = try ImageReader(media).read("\(place)/\(name)")
      }
    } catch let failure as DocumentFailure {
      throw EngineError(failure)
    }
  }

  func write(_ bytes: [UInt8], to path: String) throws(EngineError) {
    do throws(EncodingError) {
      let file = try AtomicFile(path, context: settings.context)
      try file.write(bytes)
      try file.commit()
    } catch {
      throw EngineError(error)
    }
  }
}
