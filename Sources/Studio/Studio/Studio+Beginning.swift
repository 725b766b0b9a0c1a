import JSON
internal import PluginHosting
internal import PluginModel
internal import Assets
internal import Documents
internal import Encoding
internal import Files
internal import Formats
internal import Media
internal import Reporting
internal import StudioProtocol
internal import Scaffolding
internal import Scenes

/// Creates documents: from two pictures and an animator, from a template or an example, or with an empty
/// canvas.
extension Studio {
  private typealias Given = (name: String, bytes: [UInt8])

  /// Writes the files of a new document, byte for byte, and the document into the current folder, and opens the
  /// document; without any files, the new document has an empty canvas.
  func begin(_ request: StudioRequest) throws -> StudioAnswer {
    guard isGallery else {
      throw StudioRefusal(.conflict, "the document already exists: \(file)")
    }
    let node = try body(of: request)
    if let name = node["example"]?.string {
      try begin(example: name)
    } else if let name = node["template"]?.string {
      try begin(template: name, node)
    } else {
      try begin(node)
    }
    drawsAfterAnswer = true
    return StudioAnswer(object: ["hash": plan?.hash ?? "", "version": version])
  }

  private func begin(_ node: JSONNode) throws {
    var begun = BegunDocument()
    begun.hasDevice = node["device"]?.boolean ?? false
    var pictures: [Given] = []
    if let id = node["animator"]?.string {
      guard let animator = registry.animator(named: id) else {
        throw EngineError("there is no such animator", .missing)
      }
      begun.animator = animator.description
      pictures = try ["from", "to"].map { key in
        try Self.picture(node[key], name: node["\(key)Name"]?.string, else: key)
      }
    } else if let size = node["size"]?.elements?.compactMap(\.number), size.count == 2 {
      begun.size = (size[0], size[1])
    }
    try begin { made in
      begun.pictures = try pictures.map { picture in
        let (name, pixels) = try put(picture, &made)
        return BegunDocument.Picture(file: name, pixels: pixels)
      }
      if let last = begun.pictures.last { begun.name = StarterDocument.id(of: last.file) }
      return Array(begun.json.utf8)
    }
  }

  private func begin(template name: String, _ node: JSONNode) throws {
    guard let kind = StarterDocument.Kind(rawValue: name) else {
      throw EngineError("there is no such template", .missing)
    }
    let device = node["model"]?.string ?? "phone"
    guard DeviceSpec.Model(rawValue: device) != nil else {
      throw EngineError("there is no such device", .missing)
    }
    let pictures = try (node["pictures"]?.elements ?? []).enumerated().map { number, picture in
      try Self.picture(
        picture["data"], name: picture["name"]?.string, else: "screen-\(number + 1)")
    }
    guard pictures.count > 1 || (kind == .cards && !pictures.isEmpty) else {
      throw EngineError("a template needs at least two pictures", .refused)
    }
    try begin { made in
      let shown = try pictures.map { picture in
        let name = try put(picture, &made).name
        return StarterDocument.Picture(
          path: name, try ImageReader(media).read("\(folder)/\(name)"))
      }
      return Array(StarterDocument(kind: kind, pictures: shown, device: device).json.utf8)
    }
  }

  // MARK: Examples

  /// Answers with the names of the templates and examples.
  func starters() -> StudioAnswer {
    StudioAnswer(object: [
      "templates": StarterDocument.Kind.allCases.map(\.rawValue), "examples": exampleNames(),
    ])
  }

  /// Answers with the picture of an example.
  func starterPicture(_ request: StudioRequest) throws -> StudioAnswer {
    guard let examples, let name = URLText.decoded(request.path[1]), exampleNames().contains(name),
      let picture = try? RegularFile("\(examples)/\(name)/strip.png").read(limitBytes: 32 << 20)
    else { throw StudioRefusal(.notFound, "there is no such picture") }
    return StudioAnswer(.png, picture)
  }

  /// Returns the names of the examples whose document is `pipeline.json`.
  private func exampleNames() -> [String] {
    guard let examples, let open = try? OpenFolder(existing: examples) else { return [] }
    return FileTree.names(in: open.descriptor).sorted().filter {
      $0.first != "." && System.exists("\(examples)/\($0)/pipeline.json")
    }
  }

  /// Creates the document of an example with all its files, at the same relative paths.
  private func begin(example name: String) throws {
    guard let examples, exampleNames().contains(name) else {
      throw EngineError("there is no such example", .missing)
    }
    let home = "\(examples)/\(name)"
    let document: Document
    do throws(DocumentFailure) {
      document = try reader.read(path: "\(home)/pipeline.json", sets: [])
    } catch {
      throw EngineError(error)
    }
    var places: [String] = []
    for dependency in document.dependencies {
      switch dependency {
      case .file(let place): places.append(place)
      case .frames(let pattern, _):
        let folder = pattern.lastIndex(of: "/").map { pattern[..<$0] } ?? "."
        guard let open = try? OpenFolder(existing: "\(home)/\(folder)") else { continue }
        places += FileTree.names(in: open.descriptor).filter { $0.first != "." }.map {
          "\(folder)/\($0)"
        }
      case .animator, .function: continue
      }
    }
    try begin { made in
      for place in Set(places).sorted() {
        let bytes = try Self.bytes("\(home)/\(place)")
        let path = "\(folder)/\(place)"
        if System.exists(path) {
          guard try Self.bytes(path) == bytes else {
            throw EngineError("\(place): the file already exists", .exists)
          }
          continue
        }
        made.append(path)
        try write(bytes, to: path)
      }
      return try Self.bytes("\(home)/pipeline.json")
    }
  }

  static func bytes(_ path: String) throws(EngineError) -> [UInt8] {
    do throws(FileError) {
      return try RegularFile(path).read(limitBytes: 256 << 20)
    } catch {
      throw EngineError("\(path): \(error.reason)", .missing)
    }
  }

  // MARK: Files

  /// Writes files and then the document, and shows the document. `document` records the paths of the files; if writing
  /// fails, all of them are removed.
  func begin(_ document: (inout [String]) throws -> [UInt8]) throws {
    guard !System.exists(file) else {
      throw EngineError("\(file) already exists", .exists)
    }
    var made: [String] = []
    do {
      let text = try document(&made)
      let plan = try planned(text)
      try write(text, to: file)
      isGallery = false
      show(plan)
    } catch {
      for path in made { FileTree.remove(path) }
      throw error
    }
  }

  /// Returns a picture that a page sent; `name` is the name of its file, if it has one.
  private static func picture(_ data: JSONNode?, name: String?, else key: String) throws -> Given {
    let given = name.flatMap(plainName)
    let bytes = data?.string.flatMap(Base64.exactlyDecoded) ?? []
    let (use, named) = (FileKind.use(bytes), name.flatMap(FileKind.use(ofName:)))
    guard !bytes.isEmpty,
      [use ?? named].contains(where: { [.picture, .animation, .drawing].contains($0) })
    else {
      throw EngineError(
        "\(given.map(JSONWriter.string) ?? key) is not a picture that pipeline can read", .refused)
    }
    let ending =
      FileKind.ending(bytes) ?? given?.split(separator: ".").last.map(String.init) ?? "png"
    let stem = given?.split(separator: ".").first.map(String.init) ?? key
    return ("\(stem).\(ending)", bytes)
  }

  private func put(
    _ picture: Given, _ made: inout [String]
  ) throws -> (name: String, pixels: (width: Int, height: Int)) {
    let name = Self.freeName(picture.name, in: folder, holding: picture.bytes)
    if !System.exists("\(folder)/\(name)") {
      made.append("\(folder)/\(name)")
      try write(picture.bytes, to: "\(folder)/\(name)")
    }
    if let size = try ImageHeader.size(ofFile: "\(folder)/\(name)") { return (name, size) }
    let bitmap = try ImageReader(media).read("\(folder)/\(name)")
    return (name, (bitmap.width, bitmap.height))
  }
}
