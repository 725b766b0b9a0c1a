import JSON
internal import PluginHosting
internal import PluginModel
internal import Assets
internal import Documents
internal import Files
internal import Inspecting
internal import Media
internal import Planning
internal import Reporting
internal import StudioProtocol
internal import Scaffolding
internal import Scenes

/// The gallery of animators, each of which plays between two built-in screens, and the creation of documents from it.
extension Studio {
  struct GalleryItem {
    let text: String
    let planned: PlannedDocument
    let frames: StudioFrames
  }

  /// The pixels for each point of the small pictures.
  private static let exhibitScale = 0.5

  func animators() -> StudioAnswer {
    StudioAnswer(object: [
      "animators": registry.animators.map(AnimatorPage.init),
      "xfade": XfadeName.names.map { XfadeName.prefix + $0 },
    ])
  }

  /// Answers with a description of an animator's transition.
  func gallery(_ request: StudioRequest) throws -> StudioAnswer {
    let animator = try galleryAnimator(request)
    let exhibit = try exhibit(of: animator)
    let planned = exhibit.planned
    let size = planned.document.canvas.size
    return StudioAnswer(object: [
      "document": JSONFragment(exhibit.text),
      "line": "pipeline transition \(animator.id) -o \(animator.id).mp4",
      "size": [size.width * Self.exhibitScale, size.height * Self.exhibitScale],
      "frames": exhibit.frames.count, "fps": planned.framesPerSecond,
      "duration": planned.duration.seconds,
    ])
  }

  func galleryFrame(_ request: StudioRequest) throws -> StudioAnswer {
    let exhibit = try exhibit(of: try galleryAnimator(request))
    guard let number = Int(request.path[2]), number < exhibit.frames.count else {
      throw StudioRefusal(.notFound, "there is no such frame")
    }
    return StudioAnswer(.png, try exhibit.frames.picture(number, isDraft: false))
  }

  private func galleryAnimator(
    _ request: StudioRequest
  ) throws(StudioRefusal) -> AnimatorDescription {
    guard let id = URLText.decoded(request.path[1]),
      let animator = registry.animator(named: id)?.description
    else { throw StudioRefusal(.notFound, "there is no such animator") }
    return animator
  }

  private func exhibit(of animator: AnimatorDescription) throws -> GalleryItem {
    if let known = exhibits[animator.id] { return known }
    let text = TransitionDocument(size: (BuiltInScreens.width, BuiltInScreens.height))
      .json(for: animator)
    let planned: PlannedDocument
    do {
      let document = try DocumentReader().read(
        bytes: Array(text.utf8), file: animator.id, folder: ".")
      planned = try PlannedDocument(
        planning: document, images: AssetLoader(media, diagnostics), framesPerSecond: 30,
        scale: Self.exhibitScale, registry: registry)
    } catch let failure as DocumentFailure {
      throw EngineError(failure)
    }
    let exhibit = GalleryItem(
      text: text, planned: planned,
      frames: try StudioFrames(planned, threads: System.processorCount, nil, diagnostics))
    exhibits[animator.id] = exhibit
    return exhibit
  }
}
