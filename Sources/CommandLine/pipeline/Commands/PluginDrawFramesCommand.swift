import CommandLine
import PluginHosting
import ArgumentParser
import Files
import Reporting
import Scenes

/// The command behind the libraries of `plugin export`: it reads pictures from standard input and writes
/// frames to standard output, as renderer.h specifies.
struct PluginDrawFramesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "draw-frames",
    abstract: "Draws frames for another program.", shouldDisplay: false)

  @Argument(help: ArgumentHelp("The id of the animator.", valueName: "ID"))
  var id: String

  @OptionGroup var plugins: PluginOptions

  private static let headBytes = 40
  private static let limitPixels = 16_384

  func run() throws {
    Console.verbosity = .quiet
    let registry = plugins.registry()
    guard let animator = registry.animator(named: id)?.description else {
      throw Plugins.unknown(id, in: registry)
    }
    guard let kind = FilterKind(animator) else {
      throw EngineError("\(id): the animator needs more than two pictures", .content)
    }
    let drawing = FrameDrawing(animator: animator, kind: kind, registry: registry)
    while let head = FileBytes.readAll(0, count: Self.headBytes) {
      try answer(head, with: drawing)
    }
  }

  /// Handles a request: after the signature, its head contains two doubles and four 32-bit integers.
  private func answer(_ head: [UInt8], with drawing: FrameDrawing) throws {
    guard head.prefix(8) == Array("pframe0".utf8) + [0] else {
      throw EngineError("the input is not a frame", .content)
    }
    func word(_ place: Int) -> Int {
      (0..<4).reduce(0) { $0 | Int(head[place + $1]) << (8 * $1) }
    }
    let progress = Double(
      bitPattern: (0..<8).reduce(UInt64(0)) { $0 | UInt64(head[8 + $1]) << (8 * UInt64($1)) })
    let (width, height, count, wordBytes) = (word(24), word(28), word(32), word(36))
    guard (1...Self.limitPixels).contains(width), (1...Self.limitPixels).contains(height),
      (1...2).contains(count), wordBytes <= 1 << 16, progress.isFinite,
      let words = FileBytes.readAll(0, count: wordBytes)
    else { throw EngineError("the input is not a frame", .content) }
    var pictures: [Bitmap] = []
    for _ in 0..<count {
      guard let bytes = FileBytes.readAll(0, count: width * height * 4) else { return }
      pictures.append(Self.premultiplied(bytes, width, height))
    }
    let lines = String(decoding: words, as: UTF8.self).split(separator: "\n")
    let values = lines.compactMap { line -> (name: String, value: String)? in
      let pair = line.split(separator: "=", maxSplits: 1).map(String.init)
      return pair.count == 2 ? (pair[0], pair[1]) : nil
    }
    do {
      let frame = try drawing.frame(pictures, at: progress, parameters: values)
      guard FileBytes.write([0, 0, 0, 0] + Self.straight(frame), to: 1) == 0 else { return }
    } catch {
      _ = FileBytes.write([1, 0, 0, 0], to: 1)
      throw error
    }
  }

  private static func premultiplied(_ bytes: [UInt8], _ width: Int, _ height: Int) -> Bitmap {
    let bitmap = Bitmap(width: width, height: height)
    for y in 0..<height {
      for x in 0..<width {
        let (from, to) = ((y * width + x) * 4, y * bitmap.strideBytes + x * 4)
        let alpha = Int(bytes[from + 3])
        // Safety: the pixel is inside the bitmap.
        for i in 0..<3 {
          unsafe bitmap.pixels[to + i] = UInt8((Int(bytes[from + i]) * alpha + 127) / 255)
        }
        unsafe bitmap.pixels[to + 3] = UInt8(alpha)
      }
    }
    return bitmap
  }

  private static func straight(_ bitmap: Bitmap) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: bitmap.width * bitmap.height * 4)
    for y in 0..<bitmap.height {
      for x in 0..<bitmap.width {
        let (to, from) = ((y * bitmap.width + x) * 4, y * bitmap.strideBytes + x * 4)
        // Safety: the pixel is inside the bitmap.
        let alpha = unsafe Int(bitmap.pixels[from + 3])
        for i in 0..<3 {
          let level = unsafe Int(bitmap.pixels[from + i])
          bytes[to + i] = alpha == 0 ? 0 : UInt8(min(255, (level * 255 + alpha / 2) / alpha))
        }
        bytes[to + 3] = UInt8(alpha)
      }
    }
    return bytes
  }
}
