import JSON
import PluginHosting
import PluginModel
import Compositing
import Documents
import Encoding
import Evaluation
import Lottie
import Media
import Packages
import Planning
import Scenes

/// The readers of bytes from untrusted sources; `run` must return for any bytes.
package enum FuzzTarget: String, CaseIterable, Sendable {
  case document, workerProtocol, pluginFile, frameRange, easing, assetHeader, png, photo, svg, font
  case commandLine, numericKeys, lottie, archive, path
  case glsl, variables, packageRecord

  /// Runs the reader; returns whether the bytes were accepted.
  @discardableResult
  package func run(_ bytes: [UInt8]) -> Bool {
    switch self {
    case .document: return Self.plans(bytes)
    case .workerProtocol: return WireProbe.reads(bytes)
    case .pluginFile: return MemoryFile.withPath(bytes) { Self.isPlugin($0) }
    case .frameRange:
      return FrameRangeText.range(String(decoding: bytes, as: UTF8.self)) != nil
    case .easing:
      // The bytes are read as text, and as any kind of JSON.
      let text = String(decoding: bytes, as: UTF8.self)
      let isText = Self.plans(Array(Self.document(easing: JSONWriter.string(text)).utf8))
      return Self.plans(Array(Self.document(easing: text).utf8)) || isText
    case .assetHeader:
      return MemoryFile.withPath(bytes) { ((try? ImageHeader.size(ofFile: $0)) ?? nil) != nil }
    case .png: return PNGProbe.reads(bytes)
    case .photo: return PhotoProbe.reads(bytes)
    case .lottie: return readsLottie(bytes)
    case .archive: return ArchiveProbe.reads(bytes)
    case .svg: return DrawingProbe.readsSVG(bytes)
    case .font: return DrawingProbe.readsFont(bytes)
    case .glsl: return GLSLProbe.reads(bytes)
    // The documents have values, copies and components that refer to each other.
    case .variables: return Self.plans(bytes)
    case .packageRecord:
      let isManifest = (try? PackageManifest(bytes, file: "animator.json")) != nil
      return InstalledPackages.Record(bytes, name: "acme.talk") != nil || isManifest
    case .path: return Self.draws(path: String(decoding: bytes, as: UTF8.self))
    case .commandLine: return CommandLineWords.reads(bytes, plan: Self.plan)
    case .numericKeys:
      return NumericKeys.document(bytes).map { Self.plans(Array($0.utf8)) } ?? false
    }
  }

  /// Reads the bytes as a Lottie file, and replaces everything that can be replaced.
  private func readsLottie(_ bytes: [UInt8]) -> Bool {
    guard let file = try? LottieFile(bytes) else { return false }
    var filling = LottieFile.Filling()
    for name in file.colorNames {
      filling.colors[name] = Color(red: 0, green: 0.5, blue: 1, alpha: 0.5)
    }
    for name in file.textNames { filling.texts[name] = "a \"word\"\nand another" }
    for name in file.fontNames { filling.fonts[name] = "data:" }
    _ = file.undrawnTexts(with: filling)
    let names = file.pictures.indices.map(Pictures.name)
    let filled = file.filledBytes(with: filling, pictures: names)
    precondition((try? LottieFile(filled)) != nil, "what was filled is no Lottie file any more")
    guard let scene = try? LottieScene(file.filled(with: filling, pictures: names)) else {
      return false
    }
    for part in [0, 0.5, 1] {
      _ = scene.drawing(
        at: part * file.frameCount, width: 64, height: 64,
        pictures: names.map { _ in Size(8, 8) })
    }
    return true
  }

  private static func isPlugin(_ path: String) -> Bool {
    guard let elf = try? ElfFile(path: path) else { return false }
    return (try? PluginFile.judge(elf, path: path, isBundled: false)) != nil
  }

  /// The options that the target `commandLine` tests.
  package static var numericOptions: [String] { CommandLineWords.options }

  private static func document(easing: String) -> String {
    """
    { "version": 1, "canvas": { "size": [16, 16] },
      "layers": [ { "id": "box", "frame": [0, 0, 8, 8] } ],
      "timeline": { "targets": ["box"], "duration": 1, "easing": \(easing),
                    "keyframes": [ { "opacity": 0 }, { "opacity": 1 } ] } }
    """
  }

  /// Reads, plans and evaluates a document without other files.
  private static func plans(_ bytes: [UInt8]) -> Bool {
    guard let planned = plan(bytes) else { return false }
    for part in 0...4 {
      let time = FrameTime(seconds: planned.duration.seconds * Double(part) / 4)
      _ = try? planned.playback.scene(at: min(time, planned.duration))
    }
    // The frames of the outputs are counted, but not drawn.
    for output in planned.document.outputs {
      let rate = output.framesPerSecond ?? planned.framesPerSecond
      let hold = output.hold.map { planned.time(of: $0) } ?? .zero
      _ = (planned.duration + hold).frameCount(framesPerSecond: rate)
      _ = FrameRate(rate)
      for moment in output.sheet ?? [] { _ = planned.time(of: moment.value) }
    }
    return true
  }

  /// Fills the path, strokes it with dashes, masks with it, and draws its shadow.
  private static func draws(path: String) -> Bool {
    let path = JSONWriter.string(path)
    let document = """
      { "version": 1, "duration": 1, "canvas": { "size": [16, 16] },
        "layers": [
          { "id": "drawn", "frame": [2, 2, 12, 12], "path": \(path), "fillColor": "#f00",
            "strokeColor": "#00f8", "lineWidth": 1.5, "lineJoin": "round", "lineCap": "square",
            "lineDashPattern": [3, 0.01, 2], "strokeEnd": 0.9 },
          { "id": "masked", "frame": [2, 2, 12, 12], "mask": { "path": \(path) },
            "backgroundColor": "#0f0", "shadowPath": \(path), "shadowOpacity": 1 } ] }
      """
    guard let planned = plan(Array(document.utf8)),
      let scene = try? planned.playback.scene(at: .zero)
    else { return false }
    let bitmap = Bitmap(width: 16, height: 16)
    return (try? Compositor().draw(scene, scale: 1, into: bitmap)) != nil
  }

  private static func plan(_ bytes: [UInt8]) -> PlannedDocument? {
    var reader = DocumentReader()
    reader.checksFiles = false
    guard let document = try? reader.read(bytes: bytes, file: "doc.json", folder: "/nonexistent")
    else { return nil }
    return try? Planner(registry: NoAnimators(), images: NoImages()).plan(document)
  }
}

private struct NoAnimators: AnimatorFinding {
  var animatorNames: [String] { [] }
  func findAnimator(_ name: String) -> (any BindableAnimator)? { nil }
  func refusal(ofAnimatorNamed name: String) -> PluginRefusal? { nil }
}

private struct NoImages: ImageLoading {
  func picture(
    _ spec: any PictureSpec, for place: PicturePlace
  ) throws(Problem) -> any PictureSource {
    throw Problem(file: place.document.file, origin: place.origin, message: "no pictures here")
  }
}
