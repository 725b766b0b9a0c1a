import CommandLine
import Documents
import Encoding
import Farm
import Files
import Planning
import Rendering
import Reporting
import Scenes

extension VerifyCommand {
  func perform() throws {
    let pattern = place.contains("%") ? place : try SequencePattern.find(in: place)
    let rendered = try like.plan(reader())
    let store = try FrameStore([pattern], of: rendered, Interruption.cancellation)
    let range = try range(of: store.total)
    let findings = try store.check(range)
    guard findings.isEmpty else { throw EngineError(findings: findings) }
    let drawn = Self.sample(again, of: range, seed: rendered.planned.document.seed)
    try redraw(drawn, store, rendered)
    Console.summary(
      "\(pattern)  frames \(range.lowerBound)-\(range.upperBound) are intact"
        + (drawn.isEmpty ? "" : ", \(drawn.count) of them drawn again with the same result"))
  }

  private func range(of total: Int) throws -> ClosedRange<Int> {
    guard let asked = frames?.range else { return 0...total - 1 }
    let last = asked.upperBound == FrameRangeText.end ? total - 1 : asked.upperBound
    guard asked.lowerBound <= last, last < total else {
      throw EngineError.usage("--frames: the last frame is \(total - 1)")
    }
    return asked.lowerBound...last
  }

  /// A random sample of `count` frames in ascending order; the same seed gives the same frames.
  private static func sample(_ count: Int, of frames: ClosedRange<Int>, seed: UInt64) -> [Int] {
    var numbers = Array(frames)
    let count = min(count, numbers.count)
    var state = seed
    for place in 0..<count {
      // The random numbers are those of SplitMix64; Steele, Lea and Flood 2014.
      state &+= 0x9E37_79B9_7F4A_7C15
      var random = state
      random = (random ^ (random >> 30)) &* 0xBF58_476D_1CE4_E5B9
      random = (random ^ (random >> 27)) &* 0x94D0_49BB_1331_11EB
      random ^= random >> 31
      numbers.swapAt(place, place + Int(random % UInt64(numbers.count - place)))
    }
    return numbers[..<count].sorted()
  }

  private func redraw(
    _ numbers: [Int], _ store: FrameStore, _ rendered: RenderedDocument
  ) throws {
    if numbers.isEmpty { return }
    let source = try FrameRenderer(
      rendered.planned, look: rendered.look, threads: System.processorCount, Console.diagnostics)
    let (drawn, kept) = (
      Bitmap(width: source.width, height: source.height),
      Bitmap(width: source.width, height: source.height)
    )
    var findings: [FrameStore.Finding] = []
    for number in numbers {
      try Interruption.cancellation.check()
      try source.draw(store.time(of: number), frame: number, into: drawn)
      try store.read(number, into: kept)
      let count = Self.differences(drawn, kept)
      if count > 0 {
        findings.append(
          FrameStore.Finding(
            number: number,
            words: "the frame was drawn again, and \(count) of its pixels differ", isMissing: false)
        )
      }
    }
    if !findings.isEmpty { throw EngineError(findings: findings) }
  }

  /// Counts the pixels in which two bitmaps differ.
  private static func differences(_ a: Bitmap, _ b: Bitmap) -> Int {
    var count = 0
    for y in 0..<a.height {
      // Safety: both rows are inside bitmaps of the same size.
      let p = unsafe UnsafeRawPointer(a.pixels + y * a.strideBytes)
      let q = unsafe UnsafeRawPointer(b.pixels + y * b.strideBytes)
      for x in 0..<a.width {
        let isSame =
          unsafe p.load(fromByteOffset: 4 * x, as: UInt32.self)
          == q.load(fromByteOffset: 4 * x, as: UInt32.self)
        if !isSame { count += 1 }
      }
    }
    return count
  }
}

/// The pattern of the numbered PNG files in a folder.
enum SequencePattern {
  /// Finds the pattern, such as `DIR/frame-%04d.png`, if all PNG files in the folder belong to one sequence.
  static func find(in folder: String) throws(EngineError) -> String {
    let open: OpenFolder
    do { open = try OpenFolder(existing: folder) } catch {
      throw EngineError("\(folder): \(error.reason)", .missing)
    }
    var heads: Set<String> = []
    var widths: Set<Int> = []
    var isPadded = false
    for name in FileTree.names(in: open.descriptor)
    where name.hasSuffix(".png") && !name.hasPrefix(".") {
      let stem = name.dropLast(4)
      // The last number in the name is the frame's number.
      guard let end = stem.lastIndex(where: isDigit) else { continue }
      let digits = stem[...end].reversed().prefix(while: isDigit)
      let start = stem.index(end, offsetBy: 1 - digits.count)
      heads.insert("\(stem[..<start])%\(stem[stem.index(after: end)...]).png")
      widths.insert(digits.count)
      if stem[start] == "0", digits.count > 1 { isPadded = true }
    }
    guard let head = heads.first else {
      throw EngineError("\(folder): the folder contains no numbered PNGs", .missing)
    }
    guard heads.count == 1, head.count(where: { $0 == "%" }) == 1 else {
      throw .usage(
        "\(folder): the folder contains several sequences; name one of them, "
          + "such as \(folder)/frame-%04d.png")
    }
    let width = isPadded ? widths.min()! : 1
    return "\(folder)/" + head.replacing("%", with: width > 1 ? "%0\(width)d" : "%d")
  }

  private static func isDigit(_ character: Character) -> Bool {
    character.isASCII && character.isNumber
  }
}
