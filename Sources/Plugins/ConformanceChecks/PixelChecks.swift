import PluginHosting
import PluginModel
import Conformance
import Scenes

/// Implements the checks 36 and 41 to 47, which examine how an animator uses images.
enum PixelChecks {
  private static func each(
    _ subject: PluginUnderTest,
    where include: @escaping (AnimatorDescription) -> Bool = { _ in true },
    otherwise: String = "the animator draws no pixels", _ body: (Bench) throws -> Void
  ) throws -> Verdict {
    try subject.each(where: { $0.hasPixels && include($0) }, otherwise: otherwise, body)
  }

  /// The image that the animator draws for pictures of a given size.
  private static func draw(
    _ bench: Bench, _ width: Int, _ height: Int, at progress: Double = 0.4, padding: Int = 0,
    flush: GuardedImage.Edge? = nil, windows: [PixelRect]? = nil, fill: UInt8 = 0,
    inputs: [GuardedImage]? = nil, scale: Double = 1
  ) throws -> GuardedImage {
    let images =
      inputs
      ?? Picture.inputs(bench.inputs.count, width, height, padding: padding, flush: flush)
    let output = GuardedImage(
      width, height, padding: padding, flush: flush ?? .back, isGuarded: flush != nil)
    output.fill(fill)
    let bound = try bench.bound { $0.scale = scale }
    CheckMain.memo?.move(to: progress)
    for window in windows ?? [PixelRect(0, 0, width, height)] {
      try bound.draw(
        bench.moment(progress), scale: scale, inputs: images, into: output, window: window)
    }
    return output
  }

  private static func same(_ a: GuardedImage, _ b: GuardedImage, _ what: String) throws {
    for y in 0..<a.height where a.row(y) != b.row(y) {
      let x = zip(a.row(y), b.row(y)).enumerated().first { $1.0 != $1.1 }!.offset / 4
      throw CheckFailure(
        "\(what): the first different pixel is (\(x), \(y)): \(text(a[x, y])) and \(text(b[x, y]))",
        CheckPicture(a, b))
    }
  }

  private static func text(_ p: (r: UInt8, g: UInt8, b: UInt8, a: UInt8)) -> String {
    "rgba \(p.r) \(p.g) \(p.b) \(p.a)"
  }

  static func tiles(_ subject: PluginUnderTest) throws -> Verdict {
    try each(
      subject, where: { !$0.flags.contains(.wholeFrame) },
      otherwise: "no animator of the plugin draws in tiles"
    ) { bench in
      let (width, height) = (61, 47)
      var tiles: [PixelRect] = []
      for y in stride(from: 0, to: height, by: 13) {
        for x in stride(from: 0, to: width, by: 7) {
          tiles.append(PixelRect(x, y, min(7, width - x), min(13, height - y)))
        }
      }
      for progress in [0, 0.4, 1] {
        try same(
          draw(bench, width, height, at: progress),
          draw(bench, width, height, at: progress, windows: tiles),
          "at progress \(progress), the whole frame and its tiles")
      }
    }
  }

  /// Checks that the image of a transition equals one of its inputs at each end.
  static func screen(_ bench: Bench, atEnd: Bool) throws {
    let name = atEnd ? "to" : "from"
    guard let role = bench.animator.roles.firstIndex(where: { $0.name == name }) else { return }
    let image = bench.roleCounts[..<role].reduce(0, +)
    let images = Picture.inputs(bench.inputs.count, 37, 29)
    let shown = try draw(bench, 37, 29, at: atEnd ? 1 : 0, inputs: images)
    try same(images[image], shown, "the image of \(name) and progress \(atEnd ? 1 : 0)")
  }

  static func halfScale(_ bench: Bench) throws {
    let side = 48
    for progress in Bench.progresses {
      let small = try draw(bench, side, side, at: progress, scale: 1)
      let large = try draw(bench, 2 * side, 2 * side, at: progress, scale: 2)
      let shrunk = halved(large)
      var sum = 0
      for y in 0..<side {
        for x in 0..<side {
          let (a, b) = (shrunk[x, y], small[x, y])
          sum += abs(Int(a.r) - Int(b.r)) + abs(Int(a.g) - Int(b.g))
          sum += abs(Int(a.b) - Int(b.b)) + abs(Int(a.a) - Int(b.a))
        }
      }
      let mean = Double(sum) / Double(side * side * 4)
      guard mean <= 12 else {
        throw CheckFailure(
          "at progress \(progress), scale 1 and scale 2 differ by \((mean * 10).rounded() / 10) of "
            + "255 in the mean (12 is allowed)", CheckPicture(shrunk, small))
      }
    }
  }

  /// The image at half the size, in which each pixel is the mean of four pixels.
  private static func halved(_ large: GuardedImage) -> GuardedImage {
    GuardedImage(large.width / 2, large.height / 2).mapped { x, y, _ in
      let four = [
        large[2 * x, 2 * y], large[2 * x + 1, 2 * y], large[2 * x, 2 * y + 1],
        large[2 * x + 1, 2 * y + 1],
      ]
      func mean(_ part: ((r: UInt8, g: UInt8, b: UInt8, a: UInt8)) -> UInt8) -> UInt8 {
        UInt8(four.reduce(0) { $0 + Int(part($1)) } / 4)
      }
      return (mean(\.r), mean(\.g), mean(\.b), mean(\.a))
    }
  }

  static func sizes(_ subject: PluginUnderTest) throws -> Verdict {
    try each(subject) { bench in
      for (width, height) in [(1, 1), (7, 13), (2049, 3), (4096, 4096)] {
        do {
          _ = try draw(bench, width, height)
        } catch let fault as AnimatorFault {
          throw CheckFailure("\(width)×\(height): \(fault.message)")
        }
      }
    }
  }

  static func strides(_ subject: PluginUnderTest) throws -> Verdict {
    try each(subject) { bench in
      let padded = try draw(bench, 37, 29, padding: 192, fill: 0x5a)
      try same(draw(bench, 37, 29, fill: 0x5a), padded, "plain and padded rows")
      for y in 0..<29 where padded.padding(y).contains(where: { $0 != 0x5a }) {
        throw CheckFailure("writes beyond the end of row \(y), into the padding")
      }
    }
  }

  /// Checks the edges of images, where any access outside ends the process.
  static func edges(_ subject: PluginUnderTest) throws -> Verdict {
    try each(subject) { bench in
      // A row of 48 pixels is a multiple of 64 bytes, so there is no gap between the last pixel and the
      // inaccessible page.
      for flush in [GuardedImage.Edge.front, .back] {
        for progress in [0, 0.4, 1] { _ = try draw(bench, 48, 31, at: progress, flush: flush) }
      }
    }
  }

  /// Checks that the animator does not write to its inputs, which would end the process.
  static func inputsStay(_ subject: PluginUnderTest) throws -> Verdict {
    try each(
      subject, where: { !$0.roles.isEmpty },
      otherwise: "the animator reads no "
        + "images"
    ) { bench in
      let images = Picture.inputs(bench.inputs.count, 48, 31)
      for image in images { image.protect() }
      for progress in [0, 0.4, 1] { _ = try draw(bench, 48, 31, at: progress, inputs: images) }
    }
  }

  static func window(_ subject: PluginUnderTest) throws -> Verdict {
    try each(subject) { bench in
      let whole = PixelRect(0, 0, 37, 29)
      let window =
        bench.animator.flags.contains(.wholeFrame) ? whole : PixelRect(5, 3, 20, 17)
      let (a, b) = (
        try draw(bench, 37, 29, windows: [window], fill: 0x5a),
        try draw(bench, 37, 29, windows: [window], fill: 0xa5)
      )
      func isInside(_ x: Int, _ y: Int) -> Bool {
        (window.x..<window.maxX).contains(x) && (window.y..<window.maxY).contains(y)
      }
      for y in 0..<29 {
        for x in 0..<37 {
          if isInside(x, y), a[x, y] != b[x, y] {
            throw CheckFailure(
              "does not write pixel (\(x), \(y)) of the window: its previous value remains",
              CheckPicture(a, b))
          }
          if !isInside(x, y), a[x, y] != (0x5a, 0x5a, 0x5a, 0x5a) {
            let kept = a.mapped { x, y, p in isInside(x, y) ? p : (0x5a, 0x5a, 0x5a, 0x5a) }
            throw CheckFailure(
              "writes pixel (\(x), \(y)) outside the window", CheckPicture(kept, a))
          }
        }
      }
    }
  }

  static func premultiplied(_ subject: PluginUnderTest) throws -> Verdict {
    try each(subject) { bench in
      for progress in Bench.progresses {
        let image = try draw(bench, 37, 29, at: progress)
        for y in 0..<29 {
          for x in 0..<37 {
            let p = image[x, y]
            guard max(p.r, p.g, p.b) > p.a else { continue }
            // Invalid pixels cannot be displayed, so they are marked in red.
            let marked = image.mapped { _, _, p in
              max(p.r, p.g, p.b) > p.a ? (255, 0, 0, 255) : p
            }
            let kept = image.mapped { _, _, p in
              (min(p.r, p.a), min(p.g, p.a), min(p.b, p.a), p.a)
            }
            throw CheckFailure(
              "at progress \(progress) pixel (\(x), \(y)) is \(text(p)): a channel exceeds alpha",
              CheckPicture(kept, marked))
          }
        }
      }
    }
  }

  static func transparency(_ subject: PluginUnderTest) throws -> Verdict {
    try each(
      subject, where: { $0.kind != .generator && !$0.roles.isEmpty },
      otherwise: "the animator is a generator, or draws no pixels"
    ) { bench in
      let clear = GuardedImage(37, 29)
      for progress in Bench.progresses {
        let image = try draw(
          bench, 37, 29, at: progress, fill: 0, inputs: bench.inputs.map { _ in clear })
        for y in 0..<29 {
          for x in 0..<37 where image[x, y] != (0, 0, 0, 0) {
            throw CheckFailure(
              "at progress \(progress) pixel (\(x), \(y)) is \(text(image[x, y]))",
              CheckPicture(clear, image))
          }
        }
      }
    }
  }
}
