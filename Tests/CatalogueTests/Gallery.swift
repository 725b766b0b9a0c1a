import JSON
import PluginHosting
import Compositing
import Documents
import Evaluation
import Files
import Foundation
import Media
import Planning
import Scenes
import Synchronization
import Testing

/// Plans and draws the examples without starting the program.
enum Gallery {
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  static let folder = root.appending(path: "Examples")

  /// The names of all folders with a pipeline.json, sorted.
  static let names: [String] = {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: folder.path())) ?? []
    return all.sorted().filter {
      FileManager.default.fileExists(atPath: folder.appending(path: "\($0)/pipeline.json").path())
    }
  }()

  static func document(_ name: String, _ file: String = "pipeline.json") throws -> Document {
    try DocumentReader().read(path: folder.appending(path: "\(name)/\(file)").path())
  }

  static func plan(_ document: Document) throws -> PlannedDocument {
    try Planner(registry: Self.registry, images: Images()).plan(document)
  }

  /// Returns the plan of a file, which is made once for all tests.
  static func plan(_ name: String, _ file: String = "pipeline.json") throws -> PlannedDocument {
    let key = "\(name)/\(file)"
    if let planned = plans.withLock({ $0[key] }) { return planned }
    let planned = try plan(document(name, file))
    plans.withLock { $0[key] = planned }
    return planned
  }
  private static let plans = Mutex<[String: PlannedDocument]>([:])

  /// Draws a scene at half a pixel for each point.
  static func picture(_ scene: Scene) throws -> Picture {
    let size = Compositor.size(of: scene.stage, scale: 0.5)
    let bitmap = Bitmap(width: size.width, height: size.height)
    // All tests share one compositor, which caches reduced pictures, so only one test draws at a time.
    try compositor.withLock { _ = try $0.draw(scene, scale: 0.5, into: bitmap) }
    return Picture(bitmap)
  }
  private static let compositor = Mutex(Compositor(threads: 2))

  static func picture(_ planned: PlannedDocument, at share: Double) throws -> Picture {
    try picture(planned.playback.scene(at: planned.time(at: share)))
  }

  private static let registry = AnimatorRegistry(
    PluginSearch(environment: [:], isPrivileged: false))

  /// Decodes each picture once, even if several folders contain a copy.
  private struct Images: ImageLoading {
    private struct Decoded {
      let reader = ImageReader()
      var bitmaps: [Data: Bitmap] = [:]
    }
    private static let decoded = Mutex(Decoded())

    func picture(
      _ spec: any PictureSpec, for place: PicturePlace
    ) throws(Problem) -> any PictureSource {
      do {
        if let text = spec as? TextSpec { return try set(text, place) }
        let film = (spec as? ImageSpec).flatMap { $0.playing == nil ? nil : $0.film }
        if let moving = spec as? MovingSpec ?? film {
          // Only the first frame is used, because the choice of frames is not tested here.
          let file = try place.document.paths.forReading(moving.path.value)
          let bitmap = try SeekableVideo(file).frame(0)
          let scale = moving.scale ?? place.document.canvas.scale
          return StillPicture(
            bitmap, size: Size(Double(bitmap.width) / scale, Double(bitmap.height) / scale))
        }
        if spec is LottieSpec { return ClockPicture(size: place.size) }
        let image = try #require(spec as? ImageSpec)
        let file = try place.document.paths.forReading(image.path.value)
        if try file.isDrawing {
          return try Self.decoded.withLock { try $0.reader.vector(HeldFile(file)) }
        }
        let data = try Data(contentsOf: URL(filePath: file.path))
        let scale = image.scale ?? place.document.canvas.scale
        let bitmap = try Self.decoded.withLock { decoded in
          if let bitmap = decoded.bitmaps[data] { return bitmap }
          let bitmap = try decoded.reader.read(file)
          decoded.bitmaps[data] = bitmap
          return bitmap
        }
        return StillPicture(
          bitmap, size: Size(Double(bitmap.width) / scale, Double(bitmap.height) / scale))
      } catch {
        throw Problem(file: place.document.file, origin: place.origin, message: "\(error)")
      }
    }

    private func set(_ text: TextSpec, _ place: PicturePlace) throws -> any PictureSource {
      let runs = text.runs.map { run in
        var set = Typesetting.Run(run.text)
        set.size = run.style.size ?? set.size
        set.color = run.style.color ?? set.color
        return set
      }
      let drawings = Self.decoded.withLock { $0.reader.drawings }
      return try TextPicture(
        Typesetting(runs), size: place.size, scale: place.scale, by: drawings)
    }
  }
}

/// A picture that replaces an animation drawn by a helper: a grey that changes eight times a second.
private final class ClockPicture: PictureSource {
  let size: Size
  var isMoving: Bool { true }
  private let greys: [Bitmap]

  init(size: Size) {
    self.size = size
    greys = (0..<16).map { step in
      let bitmap = Bitmap(width: 1, height: 1)
      // Safety: the index addresses a byte of the only pixel.
      for channel in 0..<4 { unsafe bitmap.pixels[channel] = channel == 3 ? 255 : UInt8(16 * step) }
      bitmap.markOpaque()
      return bitmap
    }
  }

  func picture(at time: FrameTime, width: Int, height: Int) throws -> Bitmap {
    greys[Int(clamped: 8 * time.seconds, rounded: .down, to: 0...1_000_000) % greys.count]
  }
}

extension PlannedDocument {
  func time(at share: Double) -> FrameTime { FrameTime(seconds: share * duration.seconds) }

  /// Returns a layer or piece of the stage by its id at a time in seconds.
  func layer(_ id: String, at seconds: Double) throws -> LayerProperties {
    let index = try #require(playback.plan.stage.nodes.firstIndex { $0.id == id }, "no layer \(id)")
    return try playback.scene(at: FrameTime(seconds: seconds)).properties(of: index)
  }
}

extension Document {
  /// Returns a document with only one screen or, if the document has no screens, with the unchanged layers.
  func alone(_ screen: Selector.Screen?) -> Document {
    var copy = self
    if let screens { copy.layers = (screen == .to ? screens.to : screens.from).layers }
    copy.layers = copy.layers.map(\.unmatched)
    (copy.screens, copy.overlays, copy.transitions) = (nil, [], [])
    (copy.flow, copy.captions, copy.camera, copy.touches, copy.end) = (nil, nil, [], [], nil)
    (copy.timeline, copy.duration, copy.interaction, copy.presentation) = (nil, nil, nil, nil)
    return copy
  }
}

extension LayerSpec {
  fileprivate var unmatched: LayerSpec {
    var copy = self
    copy.match = nil
    copy.sublayers = sublayers.map(\.unmatched)
    return copy
  }
}

/// The pixels of a picture, for comparison.
struct Picture: Equatable {
  let width: Int
  let height: Int
  /// The RGBA bytes of the rows without padding.
  let bytes: [UInt8]

  init(_ bitmap: Bitmap) {
    (width, height) = (bitmap.width, bitmap.height)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(width * height * 4)
    for y in 0..<height {
      // Safety: the buffer is a row of the bitmap, which exists until the loop ends.
      let row = unsafe UnsafeBufferPointer(
        start: bitmap.pixels + y * bitmap.strideBytes, count: width * 4)
      unsafe bytes.append(contentsOf: row)
    }
    self.bytes = bytes
  }

  /// Returns the largest difference of two bytes over the pixels whose centres `contains` accepts.
  func difference(
    from other: Picture, where contains: ((Double, Double) -> Bool)? = nil
  ) -> Int {
    guard (width, height) == (other.width, other.height) else { return 255 }
    if bytes == other.bytes { return 0 }
    var largest = 0
    for i in bytes.indices where bytes[i] != other.bytes[i] {
      let pixel = i / 4
      let (x, y) = (Double(pixel % width) + 0.5, Double(pixel / width) + 0.5)
      if let contains, !contains(x, y) { continue }
      largest = max(largest, abs(Int(bytes[i]) - Int(other.bytes[i])))
    }
    return largest
  }
}
