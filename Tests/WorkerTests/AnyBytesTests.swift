import Compositing
import Encoding
import Foundation
import Scenes
import Synchronization
import Testing

/// The host reads what a worker drew where it lies. Whatever that holds, and while it changes: the host
/// goes on, and nothing is spoilt but the picture.
@Suite struct AnyBytesTests {
  /// Gives a picture that does not rest.
  private final class Restless: PixelProducer {
    let isReentrant = true
    let picture: RestlessPicture
    init(_ picture: RestlessPicture) { self.picture = picture }
    func draw(
      _ moment: StepMoment, scale: Double, inputs: [Bitmap], width: Int, height: Int
    ) throws -> Bitmap { picture.bitmap }
  }

  /// Looks at what it is given.
  private final class Reader: PixelProducer {
    let isReentrant = true
    let seen = Mutex<[Bitmap]>([])
    func draw(
      _ moment: StepMoment, scale: Double, inputs: [Bitmap], width: Int, height: Int
    ) throws -> Bitmap {
      seen.withLock { $0 += inputs }
      return inputs[0]
    }
  }

  private static let frame = Rect(60, 48, 40, 32)
  /// What no layer below reaches beyond.
  private static let reach = PixelRect(36, 24, 88, 80)

  private typealias Change = @Sendable (inout LayerProperties) -> Void
  private static let ways: [(name: String, change: Change)] = [
    ("as it is", { _ in }),
    ("half transparent", { $0.opacity = 0.4 }),
    ("between pixels", { $0.frame.x += 0.5 }),
    ("small", { $0.scale = Vector(0.3, 0.2, 1) }),
    ("large", { $0.scale = Vector(1.4, 1.3, 1) }),
    ("turned", { $0.rotate.z = 30 }),
    ("in perspective", { ($0.rotate.y, $0.transform) = (50, .perspective(m34: -1 / 200)) }),
    (
      "rounded",
      { ($0.cornerRadius, $0.masksToBounds, $0.backgroundColor) = (9, true, .white) }
    ),
    ("masked", { $0.mask = Mask(kind: .ellipse(frame), isInverted: true) }),
    ("with a shadow", { ($0.shadowOpacity, $0.shadowRadius, $0.opacity) = (0.7, 4, 0.9) }),
    ("a part", { $0.contentsRect = Rect(0.25, 0.125, 0.5, 0.75) }),
  ]

  /// The way's layer shows `contents`; behind it lies one that takes it as its mask, or none.
  private func stage(_ contents: Contents, _ change: Change, asMask: Bool?) -> Stage {
    var layer = LayerProperties(frame: Self.frame)
    layer.contents = contents
    change(&layer)
    var other = LayerProperties(frame: Self.frame)
    other.contents = .color(Color(red: 0.2, green: 0.5, blue: 0.9))
    if let luminance = asMask {
      layer.isHidden = true
      other.mask = Mask(kind: .layer(1, luminance: luminance), isInverted: luminance)
    }
    var nodes = [
      Stage.Node(
        id: "container", parent: -1, sublayers: asMask == nil ? [1] : [1, 2],
        properties: LayerProperties(frame: Rect(0, 0, 160, 128))),
      Stage.Node(id: "layer", parent: 0, properties: layer),
    ]
    if asMask != nil { nodes.append(Stage.Node(id: "other", parent: 0, properties: other)) }
    return Stage(size: Size(160, 128), background: .white, nodes: nodes)
  }

  private func produced(_ producer: any PixelProducer, _ inputs: [Snapshot], _ time: Int)
    -> Contents
  {
    .produced(
      ProducedContents(
        producer: producer, inputs: inputs,
        moment: StepMoment(progress: Double(time), time: .zero)))
  }

  /// Every pixel outside of what the picture reaches.
  private func rest(_ bitmap: Bitmap) -> [UInt8] {
    var bytes: [UInt8] = []
    // Asked for once: each time, threads would wait for each other.
    let reach = Self.reach
    for y in 0..<bitmap.height {
      for x in 0..<bitmap.width
      where !(reach.x..<reach.maxX).contains(x) || !(reach.y..<reach.maxY).contains(y) {
        for c in 0..<4 { unsafe bytes.append(bitmap.pixels[y * bitmap.strideBytes + x * 4 + c]) }
      }
    }
    return bytes
  }

  /// Each way, drawn again and again as it stands still and as it moves, and all that comes of it in
  /// each format.
  @Test(arguments: [false, true]) func onlyThePictureIsSpoilt(isOpaque: Bool) throws {
    let picture = try #require(
      RestlessPicture(width: 40, height: 32, seed: isOpaque ? 2 : 1, isOpaque: isOpaque))
    defer { picture.end() }
    let producer = Restless(picture)
    var canvases: [Bitmap] = []
    for (name, change) in Self.ways {
      for asMask in [nil, false, true] as [Bool?] {
        let stage = stage(produced(producer, [], 0), change, asMask: asMask)
        let still = Snapshot(scene: Scene(stage: stage, time: .zero, changes: []), layer: 1)
        for kernels in [KernelChoice.best, .baseline] {
          let compositor = Compositor(threads: 2, kernels: kernels)
          let canvas = Bitmap(width: 160, height: 128)
          for time in 0..<4 {
            // At first it moves, then it stands still; at last it is a still of itself.
            var layer = stage.nodes[1].properties
            if time < 2 { layer.contents = produced(producer, [], time) }
            if time == 3 { layer.contents = .snapshot(still) }
            let scene = Scene(
              stage: stage, time: .zero, changes: [Scene.Change(layer: 1, properties: layer)])
            try compositor.draw(scene, scale: 1, into: canvas)
            #expect(rest(canvas).allSatisfy { $0 == 255 }, "\(name)")
          }
          canvases.append(canvas)
        }
      }
    }
    if isOpaque { try encode(canvases) }
  }

  private func encode(_ canvases: [Bitmap]) throws {
    let workshop = try Workshop()
    let frames = stride(from: 0, to: canvases.count, by: canvases.count / 12).map { canvases[$0] }
    let images = ["%02d.png", "still.png", "sheet.png", "a.gif", "a.apng", "a.y4m"]
    for isOpaque in [false, true] {
      for name in isOpaque ? images : images + ["a.mov", "a.mp4", "a.webm"] {
        var options = Output.Options()
        if name == "sheet.png" {
          options.sheetTimes = (0..<12).map { FrameTime(frame: $0, framesPerSecond: 10) }
          options.sheetWidth = 400
        }
        options.prefersSmall = name == "still.png"
        let path = workshop.folder.path(percentEncoded: false) + "/" + name
        let output = try Output(
          path: path, duration: FrameTime(seconds: 1.2), framesPerSecond: 10, options: options)
        let sink = output.sink(
          Clip(
            width: 160, height: 128, framesPerSecond: 10, frameCount: 12, isOpaque: isOpaque))
        try sink.begin()
        for (i, time) in output.times.enumerated() {
          try sink.write(RenderedFrame(index: i, time: time, bitmap: frames[i % frames.count]))
        }
        try sink.finish()
        let made = name == "%02d.png" ? path.replacing(name, with: "11.png") : path
        #expect(FileManager.default.fileExists(atPath: made), "\(name)")
      }
    }
  }

  /// What another producer is given of it is the host's own, keeps the rules and rests.
  @Test func inputsKeepTheRules() throws {
    let picture = try #require(RestlessPicture(width: 40, height: 32, seed: 3, isOpaque: true))
    defer { picture.end() }
    let reader = Reader()
    let source = stage(produced(Restless(picture), [], 0), { _ in }, asMask: nil)
    let still = Snapshot(scene: Scene(stage: source, time: .zero, changes: []), layer: 1)
    let stage = stage(produced(reader, [still], 0), { _ in }, asMask: nil)
    let canvas = Bitmap(width: 160, height: 128)
    try Compositor().draw(
      Scene(stage: stage, time: .zero, changes: []), scale: 1, into: canvas)
    let input = try #require(reader.seen.withLock { $0.first })
    #expect(input.bounds == PixelRect(0, 0, 40, 32))
    func bytes() -> [UInt8] {
      unsafe Array(UnsafeBufferPointer(start: input.pixels, count: input.byteCount))
    }
    let first = bytes()
    #expect(Set(first).count > 100)
    for i in stride(from: 0, to: first.count, by: 4) {
      #expect(first[i..<i + 3].allSatisfy { $0 <= first[i + 3] })
    }
    usleep(20_000)
    #expect(bytes() == first)
  }
}
