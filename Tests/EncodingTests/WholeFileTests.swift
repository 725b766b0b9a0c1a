import Encoding
import Files
import Foundation
import Media
import Scenes
import TestSupport
import Testing

@Suite struct WholeFileTests {
  let clip = StreamFormat(width: 64, height: 64, framesPerSecond: 60, frameCount: 4, isOpaque: true)

  func sinks(_ folder: String) -> [any FrameSink] {
    [
      StreamSink(StillEncoder(PNGEncoder(clip)), to: FileDestination(folder + "/x.png")),
      StreamSink(APNGEncoder(clip), to: FileDestination(folder + "/x.apng")),
      StreamSink(GIFEncoder(clip, delays: [2, 2, 2, 2]), to: FileDestination(folder + "/x.gif")),
      StreamSink(Y4MEncoder(clip), to: FileDestination(folder + "/x.y4m")),
      StreamSink(VideoEncoder(clip, in: .mp4), to: FileDestination(folder + "/x.mp4")),
      SequenceSink(PNGEncoder(clip), to: NumberedName(folder + "/x-%d.png")!),
      StreamSink(
        ContactSheetEncoder(clip, duration: FrameTime(seconds: 1)),
        to: FileDestination(folder + "/x.png")),
    ]
  }

  @Test func appearsWhole() throws {
    let scratch = Scratch()
    let file = try AtomicFile(scratch("deep/er/x"))
    try file.write([1, 2, 3])
    #expect(!FileManager.default.fileExists(atPath: scratch("deep/er/x")))
    try file.commit()
    #expect(try Array(Data(contentsOf: URL(fileURLWithPath: scratch("deep/er/x")))) == [1, 2, 3])
    let second = try AtomicFile(scratch("deep/er/x"))
    try second.write([4])
    try second.commit()
    #expect(try Array(Data(contentsOf: URL(fileURLWithPath: scratch("deep/er/x")))) == [4])
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch("deep/er")) == ["x"])
  }

  /// A folder that a run has recorded and opens again must still be the same folder, and not a link.
  @Test(arguments: ["a link", "a link above", "another folder", "a link from the start"])
  func aNotedFolderStaysItself(_ change: String) throws {
    let scratch = Scratch()
    let files = FileManager.default
    try files.createDirectory(atPath: scratch("away/o"), withIntermediateDirectories: true)
    if change == "a link from the start" {
      try files.createSymbolicLink(atPath: scratch("a"), withDestinationPath: "away")
    } else {
      try files.createDirectory(atPath: scratch("a"), withIntermediateDirectories: true)
    }
    let context = EngineContext()
    context.outputs.note(scratch("a/o"))
    for name in ["x", "y"] { try AtomicFile(scratch("a/o/\(name)"), context: context).commit() }
    switch change {
    case "a link":
      try files.moveItem(atPath: scratch("a/o"), toPath: scratch("a/o2"))
      try files.createSymbolicLink(atPath: scratch("a/o"), withDestinationPath: "../away/o")
    case "a link above":
      try files.moveItem(atPath: scratch("a"), toPath: scratch("a2"))
      try files.createSymbolicLink(atPath: scratch("a"), withDestinationPath: "away")
    case "another folder": try files.moveItem(atPath: scratch("a/o"), toPath: scratch("a/o2"))
    default: return try AtomicFile(scratch("a/o/z"), context: context).commit()
    }
    let error = #expect(throws: EncodingError.self) {
      try AtomicFile(scratch("a/o/z"), context: context)
    }
    #expect(
      error?.status == .unwritable && "\(error!)".contains("moved or replaced during the run"))
    #expect(try files.contentsOfDirectory(atPath: scratch("away/o")).isEmpty)
  }

  /// Only the version of a file that was read may be replaced, even if there was no file.
  @Test func whatChangedSinceItWasReadStays() throws {
    let scratch = Scratch()
    let (path, text) = (scratch("x"), Data("other".utf8))
    for change in ["made", "written", "replaced", "removed", "touched"] {
      if change != "made" { try Data("first".utf8).write(to: URL(filePath: path)) }
      let file = try AtomicFile(path, replacing: SeenFile(at: path))
      try file.write([1])
      switch change {
      case "made", "replaced": try text.write(to: URL(filePath: path), options: .atomic)
      case "written": try text.write(to: URL(filePath: path))
      case "touched": try #require(unsafe chmod(path, 0o600) == 0)
      default: try FileManager.default.removeItem(atPath: path)
      }
      let before = try? Data(contentsOf: URL(filePath: path))
      let error = #expect(throws: EncodingError.self) { try file.commit() }
      #expect(error?.status == .unwritable && "\(error!)".contains("changed since"), "\(change)")
      #expect((try? Data(contentsOf: URL(filePath: path))) == before, "\(change)")
      #expect(scratch.names.count < 2)
      try? FileManager.default.removeItem(atPath: path)
    }
    for _ in 0..<2 {
      let file = try AtomicFile(path, replacing: SeenFile(at: path))
      try file.write([1])
      try file.commit()
    }
    #expect(scratch.names == ["x"])
  }

  @Test func cancelledSinksLeaveNothing() throws {
    let scratch = Scratch()
    for sink in sinks(scratch.path) {
      try sink.begin()
      sink.cancel()
      #expect(scratch.names == [])
    }
  }

  @Test func aFolderInTheWayIsFoundBeforeRendering() throws {
    let scratch = Scratch()
    for name in ["x.png", "x.apng", "x.gif", "x.y4m", "x.mp4", "x-0.png"] {
      try FileManager.default.createDirectory(
        atPath: scratch(name), withIntermediateDirectories: false)
    }
    for sink in sinks(scratch.path) {
      let error = #expect(throws: EncodingError.self) { try sink.begin() }
      #expect(error?.status == .unwritable && "\(error!)".contains("folder"))
    }
    let error = #expect(throws: EncodingError.self) { try AtomicFile("/dev/full") }
    #expect("\(error!)".contains("plain file"))
    #expect(throws: EncodingError.self) { try AtomicFile("/proc/x.png") }
  }

  /// The test mounts a file system of 64 KiB, if it may.
  @Test(.enabled(if: geteuid() == 0, "only root may mount")) func aFullDiskLeavesNothing() throws {
    let scratch = Scratch()
    guard unsafe mount("none", scratch.path, "tmpfs", 0, "size=64k") == 0 else {
      return LeftOut.tell("no file system may be mounted here")
    }
    defer { _ = unsafe umount2(scratch.path, 0) }
    var noise = SeededRandom(1)
    let big = (0..<4).map { _ in
      picture(256, 256) { _, _ in (noise.byte(), noise.byte(), noise.byte(), 255) }
    }
    let clip = StreamFormat(
      width: 256, height: 256, framesPerSecond: 60, frameCount: 4, isOpaque: true)
    let folder = scratch.path
    let sinks: [any FrameSink] = [
      StreamSink(StillEncoder(PNGEncoder(clip)), to: FileDestination(folder + "/x.png")),
      StreamSink(APNGEncoder(clip), to: FileDestination(folder + "/x.apng")),
      StreamSink(GIFEncoder(clip, delays: [2, 2, 2, 2]), to: FileDestination(folder + "/x.gif")),
      StreamSink(Y4MEncoder(clip), to: FileDestination(folder + "/x.y4m")),
      StreamSink(VideoEncoder(clip, in: .mp4), to: FileDestination(folder + "/x.mp4")),
      SequenceSink(PNGEncoder(clip), to: NumberedName(folder + "/x-%d.png")!),
    ]
    for sink in sinks {
      let error = #expect(throws: EncodingError.self) {
        do { try feed(sink, big) } catch {
          sink.cancel()
          throw error
        }
      }
      #expect(error?.status == .unwritable, "\(sink): \(String(describing: error))")
      #expect("\(error!)".contains("No space left"), "\(error!)")
      #expect(scratch.names == [], "\(sink)")
    }
  }
}
