internal import AnimatorHosting
internal import Animators
internal import Assets
internal import Documents
internal import Files
internal import Inspecting
internal import Media
internal import Planning
internal import Reporting
internal import Scaffolding
internal import Scenes

/// The animators, each of which plays between two built-in screens, and the document that is begun with
/// one of them.
extension Studio {
  /// An animator's transition, planned.
  struct GalleryItem {
    let text: String
    let planned: PlannedDocument
    let frames: StudioFrames
  }

  /// Pixels a point of the small pictures.
  private static let exhibitScale = 0.5

  func animators(_ request: StudioRequest) {
    let pages = registry.animators.map { AnimatorPage($0).json }
    reply(to: request, json: "{\"animators\":[\(pages.joined(separator: ","))]}")
  }

  func gallery(_ request: StudioRequest) {
    guard let id = URLText.decoded(request.path[1]),
      let animator = registry.animator(named: id)?.description
    else { return refuse(request, "404 Not Found", "there is no such animator") }
    do {
      let exhibit = try exhibit(of: animator)
      guard request.path.count == 3 else {
        let planned = exhibit.planned
        let size = planned.document.canvas.size
        return reply(
          to: request,
          json: "{\"document\":\(exhibit.text),\"line\":"
            + JSONWriter.string("pipeline transition \(animator.id) -o \(animator.id).mp4")
            + ",\"size\":[\(JSONWriter.number(size.width * Self.exhibitScale)),"
            + "\(JSONWriter.number(size.height * Self.exhibitScale))],"
            + "\"frames\":\(exhibit.frames.count),"
            + "\"fps\":\(JSONWriter.number(planned.framesPerSecond)),"
            + "\"duration\":\(JSONWriter.number(planned.duration.seconds))}")
      }
      guard let number = Int(request.path[2]), number < exhibit.frames.count else {
        return refuse(request, "404 Not Found", "there is no such frame")
      }
      reply(
        to: request, "200 OK", "image/png", try exhibit.frames.picture(number, isDraft: false))
    } catch {
      refuse(request, "422 Unprocessable Content", Self.words(error))
    }
  }

  private func exhibit(of animator: AnimatorDescription) throws -> GalleryItem {
    if let known = exhibits[animator.id] { return known }
    let text = TransitionDocument(size: (BuiltInScreens.width, BuiltInScreens.height))
      .json(for: animator)
    let planned: PlannedDocument
    do {
      let document = try DocumentReader().read(
        bytes: Array(text.utf8), file: animator.id, folder: ".")
      planned = try Planner(registry: registry, images: AssetLoader(diagnostics)).plan(
        document, framesPerSecond: 30, scale: Self.exhibitScale)
    } catch let failure as DocumentFailure {
      throw EngineError(failure)
    } catch let failure as PlanningFailure {
      throw EngineError(failure, file: animator.id)
    }
    let exhibit = GalleryItem(
      text: text, planned: planned,
      frames: try StudioFrames(planned, threads: System.processorCount, nil, diagnostics))
    exhibits[animator.id] = exhibit
    return exhibit
  }

  // MARK: Beginning

  /// Writes two pictures, byte for byte, and a document between them into the current folder, and goes on
  /// with that; without an animator a document with an empty canvas.
  func begin(_ request: StudioRequest) {
    guard isGallery else {
      return refuse(request, "409 Conflict", "there is a document already: \(file)")
    }
    guard let node = body(of: request) else { return }
    var begun = BegunDocument()
    begun.hasDevice = node["device"]?.boolean ?? false
    var pictures: [(name: String, bytes: [UInt8])] = []
    if let id = node["animator"]?.string {
      guard let animator = registry.animator(named: id) else {
        return refuse(request, "404 Not Found", "there is no such animator")
      }
      begun.animator = animator.description
      for key in ["from", "to"] {
        let given = node["\(key)Name"]?.string.flatMap(Self.plainName)
        guard let bytes = node[key]?.string.flatMap(URLText.base64),
          let ending = Self.ending(bytes)
        else {
          return refuse(
            request, "422 Unprocessable Content",
            "\(given.map(JSONWriter.string) ?? key) is neither a PNG nor a JPEG nor a WebP")
        }
        let stem = given?.split(separator: ".").first.map(String.init) ?? key
        pictures.append(("\(stem).\(ending)", bytes))
      }
    } else if let size = node["size"]?.elements?.compactMap(\.number), size.count == 2 {
      begun.size = (size[0], size[1])
    }
    do {
      try begin(&begun, pictures)
    } catch {
      return refuse(request, "422 Unprocessable Content", Self.words(error))
    }
    reply(to: request, json: "{\"hash\":\"\(plan?.hash ?? "")\",\"version\":\(version)}")
    drawFirst()
  }

  private func begin(
    _ begun: inout BegunDocument, _ pictures: [(name: String, bytes: [UInt8])]
  ) throws {
    guard !System.exists(file) else {
      throw EngineError("\(file) is there already", .exists)
    }
    var made: [String] = []
    do {
      for picture in pictures {
        let name = Self.freeName(picture.name, in: folder, holding: picture.bytes)
        if !System.exists("\(folder)/\(name)") {
          try Self.write(picture.bytes, to: "\(folder)/\(name)")
          made.append("\(folder)/\(name)")
        }
        let bitmap = try ImageReader().read("\(folder)/\(name)")
        begun.pictures.append(
          BegunDocument.Picture(file: name, pixels: (bitmap.width, bitmap.height)))
      }
      if let last = begun.pictures.last { begun.name = BegunDocument.id(of: last.file) }
      let text = Array(begun.json.utf8)
      let plan = try planned(text)
      try Self.write(text, to: file)
      isGallery = false
      show(plan)
    } catch {
      // What could not be begun leaves nothing.
      for path in made { FileTree.remove(path) }
      throw error
    }
  }

  /// What the name of a picture ends in, by its first bytes; nil for others.
  private static func ending(_ bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return "png" }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "jpg" }
    let isWebP =
      bytes.starts(with: Array("RIFF".utf8)) && bytes.dropFirst(8).starts(with: Array("WEBP".utf8))
    return isWebP ? "webp" : nil
  }
}
