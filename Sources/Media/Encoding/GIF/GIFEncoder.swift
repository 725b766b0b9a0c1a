internal import CEncoding
internal import Media
internal import Scenes
internal import Synchronization

/// Encodes an animated GIF with one palette for as many frames as memory allows. Frames are stored as their changed
/// rectangles until the rectangles reach 192 MiB; then one palette is chosen for all stored frames. A longer animation
/// gets a palette for each such group of frames. On a transparent canvas, each pixel is either opaque or transparent.
package final class GIFEncoder: StreamEncoder {
  private let clip: StreamFormat
  private let delays: [Int]
  private let loop: Int
  private var difference: GIFDifference
  private var colours: GIFColours
  private var waiting: [GIFFrame] = []
  private var waitingBytes = 0
  private var taken = 0
  private var hasTable = false

  private static let waitingLimit = 192 << 20

  /// Creates an encoder; `delays` has one delay for each frame of the clip, from `GIFTiming`; `loop` is the number of
  /// times that the picture plays, and 0 means endlessly.
  package init(_ clip: StreamFormat, delays: [Int], loop: Int = 0) {
    self.clip = clip
    self.delays = delays
    self.loop = loop
    difference = GIFDifference(clip)
    colours = GIFColours(clip)
  }

  package func check(_ name: String) throws(EncodingError) {
    if clip.width > 65_535 || clip.height > 65_535 {
      throw .format(path: name, reason: "a GIF has at most 65535 pixels on each side")
    }
  }

  package func write(
    _ frame: RenderedFrame, to output: any Destination
  ) throws(EncodingError) {
    let bitmap = frame.bitmap
    precondition(bitmap.width == clip.width && bitmap.height == clip.height)
    let made = difference.frame(
      bitmap, changed: frame.changed, delay: taken < delays.count ? delays[taken] : 2)
    colours.count(bitmap, index: taken)
    taken += 1
    waiting.append(made)
    waitingBytes += made.pixels.count
    if waitingBytes >= Self.waitingLimit { try flush(to: output) }
  }

  package func finish(_ output: any Destination) throws(EncodingError) {
    try flush(to: output)
    try output.write([0x3b])
  }

  package func cancel() { waiting = [] }

  /// Chooses a palette for the stored frames, and writes these frames.
  private func flush(to output: any Destination) throws(EncodingError) {
    if waiting.isEmpty { return }
    let palette = colours.takePalette()
    let isLocal = hasTable
    if !hasTable { try output.write(head(palette)) }
    hasTable = true
    let frames = waiting
    waiting = []
    waitingBytes = 0
    let isOpaqueCanvas = clip.isOpaque
    // Groups of neighbouring frames share the dithering results of a colour.
    let groupSize = max(1, (frames.count + clip.jobs * 4 - 1) / (clip.jobs * 4))
    let groups = (frames.count + groupSize - 1) / groupSize
    let results = Mutex([[UInt8]](repeating: [], count: groups))
    let isShort = Atomic(false)
    parallel(groups, jobs: clip.jobs) { group in
      var table = palette.table
      // Safety: only this call uses the cache, and frees it at the end.
      guard let cache = unsafe gif_new_cache(&table) else {
        isShort.store(true, ordering: .relaxed)
        return
      }
      defer { unsafe gif_free_cache(cache) }
      var bytes: [UInt8] = []
      for frame in frames[(group * groupSize)..<min(frames.count, (group + 1) * groupSize)] {
        bytes += unsafe frame.encoded(
          palette, cache: cache, isLocal: isLocal, isOpaqueCanvas: isOpaqueCanvas)
      }
      results.withLock { $0[group] = bytes }
    }
    if isShort.load(ordering: .relaxed) {
      throw .media(.shortage("\(output.name): there is no memory for the colours of the GIF"))
    }
    for bytes in results.withLock({ $0 }) { try output.write(bytes) }
  }

  /// Returns the header, the screen descriptor, the global colour table, and the extension for repetition. A GIF that
  /// plays once has no such extension, because the extension counts repetitions.
  private func head(_ palette: GIFPalette) -> [UInt8] {
    var result = Array("GIF89a".utf8) + little(clip.width) + little(clip.height)
    result += [0xf0 | UInt8(palette.bits - 1), palette.transparent, 0] + palette.bytes
    if loop != 1 {
      result += [0x21, 0xff, 11] + Array("NETSCAPE2.0".utf8) + [3, 1]
      result += little(max(0, loop - 1)) + [0]
    }
    return result
  }
}
