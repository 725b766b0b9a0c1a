import Scenes

/// The cases by name, each made when it is first asked for.
final class CaseTable {
  private let folder: String
  private var made: [String: any Case] = [:]
  private let screens = Screens(width: 1920, height: 1080)
  private let poster = Pictures.make(
    width: PosterScenes.width, height: PosterScenes.height, seed: 3)

  init(folder: String) throws {
    self.folder = folder
    try Pictures.write(screens.from, to: folder + "/from.rgba")
    try Pictures.write(screens.to, to: folder + "/to.rgba")
    try Pictures.write(poster, to: folder + "/poster.rgba")
  }

  func find(_ name: String) throws -> (any Case)? {
    if let known = made[name] { return known }
    made[name] = try make(name)
    return made[name]
  }

  private func make(_ name: String) throws -> (any Case)? {
    switch name {
    case "memcpy-rotated": CopyCase(width: 1920, height: 1080, sets: 12)
    case "memcpy-rotated-by-the-wall":
      CopyCase(width: 1920, height: 1080, sets: 12, clock: .wall)
    case "memcpy-4k-rotated": CopyCase(width: 3840, height: 2160, sets: 3)
    case "memcpy-portrait-rotated": CopyCase(width: 1080, height: 1920, sets: 12)
    case "circle": DrawingCase(screens.circle)
    case "circle-4k": DrawingCase(Screens(width: 3840, height: 2160).circle)
    case "circle-sequence": SequenceCase(screens.circle)
    case "circle-sequence-two-threads": SequenceCase(screens.circle, threads: 2)
    case "dissolve": DrawingCase(screens.dissolve)
    case "dissolve-two-threads": DrawingCase(screens.dissolve, threads: 2)
    case "poster": DrawingCase(PosterScenes.make(poster))
    case "perspective": DrawingCase(screens.perspective)
    case "turned": DrawingCase(screens.turned)
    case "shrunk": DrawingCase(screens.scaled(0.6))
    case "shrunk-far": DrawingCase(screens.scaled(0.27))
    case "enlarged": DrawingCase(screens.scaled(1.5))
    case "magic-sequence": try magic(threads: 1)
    case "magic-sequence-two-threads": try magic(threads: 2)
    case "call": try CallCase()
    case "layers-1": try StillLayersCase(count: 1)
    case "layers-1000": try StillLayersCase(count: 1000)
    case "steps-100-layers": try StepsCase(layers: 100)
    case "steps-10000-layers": try StepsCase(layers: 10_000)
    case "layout-in-host": try IsolationCase(pixels: false, isolated: false)
    case "layout-in-worker": try IsolationCase(pixels: false, isolated: true)
    case "pixels-in-host": try IsolationCase(pixels: true, isolated: false)
    case "pixels-in-worker": try IsolationCase(pixels: true, isolated: true)
    case "worker-start": WorkerStartCase()
    default: effect(name)
    }
  }

  /// `blur-20`, `blend-multiply` and the like.
  private func effect(_ name: String) -> (any Case)? {
    let effects = EffectScenes(screens)
    let words = name.split(separator: "-", maxSplits: 1).map(String.init)
    guard words.count == 2 else { return nil }
    switch words[0] {
    case "blur": return Double(words[1]).map { DrawingCase(effects.blurred($0)) }
    case "blend": return BlendMode(rawValue: words[1]).map { DrawingCase(effects.blended($0)) }
    case "filters": return Int(words[1]).map { DrawingCase(effects.filtered($0)) }
    case "glass": return DrawingCase(effects.glass(words[1]))
    case "still": return SequenceCase(effects.still(words[1]))
    default: return nil
    }
  }

  private func magic(threads: Int) throws -> SequenceCase {
    let (scenes, scale) = try MagicScenes.make(document: folder + "/magic.json")
    return SequenceCase(scenes, scale: scale, threads: threads)
  }
}
