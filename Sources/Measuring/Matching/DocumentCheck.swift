internal import Documents
package import Measuring
package import Planning
internal import Scenes

/// Compares a measured document with its recording: removes parts that do not explain any changes, and
/// reports parts that do not match.
package struct DocumentCheck {
  private let recording: Recording
  private let footage: Footage
  private let check: () throws -> Void
  /// The plan of a measurement's document, read with its pictures.
  private let planned: (Measurement) throws -> PlannedDocument
  /// The longer side, in pixels, to which frames are reduced for the comparison.
  private static let longest = 160.0
  /// The largest number of frames for testing whether a part explains something.
  private static let mostFrames = 90

  package init(
    _ recording: Recording, _ measurement: Measurement, check: @escaping () throws -> Void,
    planned: @escaping (Measurement) throws -> PlannedDocument
  ) throws {
    self.recording = recording
    self.check = check
    self.planned = planned
    footage = try Footage(
      recording, measurement.span.frames,
      Rect(0, 0, Double(recording.width), Double(recording.height)), longest: Self.longest,
      inColor: true, check)
  }

  // MARK: What explains nothing

  /// The minimum relative growth of the residual without a part; a part with less explains only noise.
  private static let leastGain = 0.01
  /// The same minimum for a layer's position, because the position of a faint layer is hard to see.
  private static let leastGainOfPlace = 0.03

  /// The measurement without the parts that do not explain any changes, with the remaining doubts.
  package func checked(_ given: Measurement) throws -> Measurement {
    var best = given
    var left = try squares(best)
    var isDone = false
    while !isDone {
      isDone = true
      for part in best.parts {
        let next = best.without(part)
        let more = try squares(next)
        guard more < left * (1 + Self.gain(of: part)) else { continue }
        (best, left, isDone) = (next, more, false)
        break
      }
    }
    try doubt(&best)
    return best
  }

  private static func gain(of part: Measurement.Part) -> Double {
    if case .place = part { return leastGainOfPlace }
    return part.isCorrection ? 0 : leastGain
  }

  /// The squared differences between a document and the recording, in some of the frames.
  private func squares(_ measurement: Measurement) throws -> Double {
    let stride = max(1, footage.times.count / Self.mostFrames)
    var sum = 0.0
    try draw(measurement, footage.times.indices.filter { $0 % stride == 0 }) { index, planes in
      for (drawn, seen) in zip(planes, footage.planes[index]) {
        var own: Float = 0
        for (p, q) in zip(drawn.values, seen.values) { own += (p - q) * (p - q) }
        sum += Double(own)
      }
    }
    return sum
  }

  private func draw(
    _ measurement: Measurement, _ indices: [Int], fineness: Double = 1,
    _ take: (Int, [LumaPlane]) throws -> Void
  ) throws {
    let document = try planned(measurement)
    let start = measurement.times.lowerBound
    try DocumentFrames.draw(
      document, at: indices.map { footage.times[$0] - start },
      scale: fineness * Double(footage.width) / document.document.canvas.size.width
    ) { number, bitmap in
      try check()
      try take(indices[number], footage.planes(of: bitmap))
    }
  }

  // MARK: What is off

  /// The residual of one layer, or of the screens, in a frame.
  private struct Part {
    var count = 0
    /// The sums of the distances of the document, and of the recording's nearer end.
    var off = 0.0
    var change = 0.0
    var mean: Double { off / Double(max(1, count)) }

    mutating func add(_ off: Float, _ change: Float) {
      count += 1
      self.off += Double(off)
      self.change += Double(change)
    }
  }

  /// The levels by which a pixel must differ to count, and the mean levels by which a layer and the screens
  /// must differ to be doubted.
  private static let leastOfPixel: Float = 8
  private static let least = (layer: 10.0, screens: 20.0)
  /// The pixels about a layer that its blurred edge covers.
  private static let edge = 2.0
  /// The largest fraction of the changes that a document may leave unexplained.
  private static let mostLeft = 0.4

  private func doubt(_ measurement: inout Measurement) throws {
    let (first, last) = (footage.planes[0], footage.planes[footage.planes.count - 1])
    // The rows: one for each layer, and one for the screens.
    var rows = [[Part]](repeating: [], count: measurement.layers.count + 1)
    let size = footage.width * footage.height
    var (whole, active) = (Part(), Part())
    // A frame that the recorder repeated is not an error of the document.
    let isRepeated = footage.times.indices.map { index in
      measurement.layers.contains { $0.track.samples[index].isRepeated }
    }
    // The document is drawn larger and then reduced like the recording, so that text is blurred in the same
    // way.
    try draw(measurement, Array(footage.times.indices), fineness: 2) { index, planes in
      guard !isRepeated[index] else {
        for number in rows.indices { rows[number].append(Part()) }
        return
      }
      let seen = footage.planes[index]
      let owners = self.owners(measurement, index)
      var parts = [Part](repeating: Part(), count: rows.count)
      // Changes are measured from the end of the recording that is nearer to the whole frame.
      let ends = [first, last].map { end in
        zip(end, seen).reduce(0.0) { $0 + Footage.meanDifference($1.0, $1.1) }
      }
      let end = ends[0] < ends[1] ? first : last
      for pixel in 0..<size where owners[pixel] != Self.outside {
        var (off, change): (Float, Float) = (0, 0)
        for channel in seen.indices {
          let level = seen[channel].values[pixel]
          off += (planes[channel].values[pixel] - level).magnitude
          change += (end[channel].values[pixel] - level).magnitude
        }
        off /= Float(seen.count)
        change /= Float(seen.count)
        whole.add(off, change)
        let isActive = max(off, change) > Self.leastOfPixel
        if isActive { active.add(off, change) }
        // For the screens only changes or differences count.
        if Int(owners[pixel]) < rows.count - 1 || isActive {
          parts[Int(owners[pixel])].add(off, change)
        }
      }
      for number in rows.indices { rows[number].append(parts[number]) }
    }
    measurement.agreement = (
      whole.mean, active.change > 0 ? max(0, 1 - active.off / active.change) : 1
    )
    for (number, row) in rows.enumerated() {
      let name = number < measurement.layers.count ? measurement.layers[number].track.name : nil
      measurement.doubts += doubts(row, name, leastCount: name == nil ? size / 200 : 12)
    }
  }

  /// For each pixel of a frame, the topmost layer that covers it, or the number of layers if no layer does.
  /// The rim of the frame belongs to no layer, because its rows may show parts beyond the frame.
  private func owners(_ measurement: Measurement, _ index: Int) -> [UInt8] {
    let none = UInt8(clamping: measurement.layers.count)
    var owners = [UInt8](repeating: none, count: footage.width * footage.height)
    let scale = Double(footage.width) / Double(recording.width)
    for (number, layer) in measurement.layers.enumerated() {
      guard let pose = layer.covering(index) else { continue }
      let (sine, cosine) = Portable.sineCosine(pose.angle)
      let across = scale * ((pose.width * cosine).magnitude + (pose.height * sine).magnitude) / 2
      let down = scale * ((pose.width * sine).magnitude + (pose.height * cosine).magnitude) / 2
      let (x, y) = (scale * pose.x, scale * pose.y)
      let edge = Self.edge
      let columns = part(x - across - edge, x + across + edge, footage.width)
      for row in part(y - down - edge, y + down + edge, footage.height) {
        for column in columns { owners[row * footage.width + column] = UInt8(clamping: number) }
      }
    }
    for row in 0..<footage.height {
      let isRim = row < Self.rim || row >= footage.height - Self.rim
      for column in 0..<footage.width
      where isRim || column < Self.rim || column >= footage.width - Self.rim {
        owners[row * footage.width + column] = Self.outside
      }
    }
    return owners
  }
  private static let rim = 2
  private static let outside = UInt8.max

  private func part(_ low: Double, _ high: Double, _ count: Int) -> Range<Int> {
    let first = Int(clamped: low, rounded: .up, to: 0...count)
    return first..<max(first, Int(clamped: high, rounded: .down, to: 0...count))
  }

  /// Finds runs of frames in which a row differs.
  private func doubts(_ row: [Part], _ layer: String?, leastCount: Int) -> [Unexplained] {
    // A constant residual caused by a codec or by scaling is not reported.
    let usual = row.filter { $0.count >= leastCount }.map(\.mean).sorted()
    let least = max(
      layer == nil ? Self.least.screens : Self.least.layer,
      usual.isEmpty ? 0 : 2 * usual[usual.count / 4])
    var runs: [ClosedRange<Int>] = []
    for (index, part) in row.enumerated() {
      guard part.count >= leastCount, part.mean > least, part.off > Self.mostLeft * part.change
      else { continue }
      if let end = runs.last, index - end.upperBound <= 2 {
        runs[runs.count - 1] = end.lowerBound...index
      } else {
        runs.append(index...index)
      }
    }
    return runs.filter { $0.count > 1 }.map { run in
      let parts = run.map { row[$0] }
      let whole = parts.reduce(into: Part()) {
        $0.count += $1.count
        $0.off += $1.off
        $0.change += $1.change
      }
      let frames = run.map { recording.numbers[recording.index(at: footage.times[$0])] }
      let left = whole.change > 0 ? whole.off / whole.change : 1
      let explained = PhaseTable.number(max(0, 1 - left) * 100, 1)
      return Unexplained(
        layer: layer, times: footage.times[run.lowerBound]...footage.times[run.upperBound],
        frames: frames[0]...frames[frames.count - 1], distance: whole.mean,
        words:
          "the document differs from the recording by \(PhaseTable.number(whole.mean, 10)) of 255 "
          + "levels, and explains "
          + "\(explained) % of the changes")
    }
  }
}
