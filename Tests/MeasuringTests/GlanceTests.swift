import Files
import Foundation
import Media
import Scenes
import TestSupport
import Testing

/// The levels of blocks from the decoder equal those of the shown frames.
@Suite struct GlanceTests {
  @Test(
    arguments: Effort.spread(
      [
        ("planes.mp4", ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-bf", "3", "-g", "7"]),
        ("deep.mkv", ["-c:v", "ffv1", "-pix_fmt", "yuv422p10le"]),
        ("full.avi", ["-c:v", "mjpeg", "-pix_fmt", "yuvj420p", "-q:v", "2"]),
        ("colors.mkv", ["-c:v", "ffv1", "-pix_fmt", "bgra"]), ("palette.gif", []),
      ], test: 2))
  func levelsAreThoseOfFrames(_ name: String, _ encoding: [String]) throws {
    let folder = try Folder()
    let made = try Program.tool(
      "ffmpeg",
      ["-v", "error", "-f", "lavfi", "-i", "testsrc2=s=132x98:r=20", "-t", "1.2"] as [String]
        + encoding + [name],
      in: folder.url)
    try #require(made.status == 0, "\(made.summary)")
    let video = try SeekableVideo(try RegularFile.media(folder.path(name)))
    defer { video.close() }
    let (side, count) = (14, video.starts.count)
    // The levels are read in two parts with a frame in between, and in an earlier part.
    let parts = [0..<9, 9..<count, 3..<5]
    for part in parts {
      let levels = try video.levels(of: part, side: side)
      for (index, found) in zip(part, levels) {
        let found = try #require(found, "frame \(index)")
        let truth = means(try video.frame(index), side)
        let off = zip(found, truth).map { (a: Float, b: Float) -> Float in abs(a - b) }
        try #require(found.count == truth.count)
        // The difference is due to rows that are left out, and to the matrix of high definition, which weights colours
        // differently.
        #expect(off.reduce(0, +) / Float(off.count) < 4, "frame \(index)")
      }
    }
  }

  private func means(_ frame: Bitmap, _ side: Int) -> [Float] {
    var all: [Float] = []
    for top in stride(from: 0, through: frame.height - side, by: side) {
      for left in stride(from: 0, through: frame.width - side, by: side) {
        var sum: Float = 0
        for y in top..<top + side {
          for x in left..<left + side {
            // Safety: the pixel is inside the frame.
            let pixel = unsafe frame.pixels + y * frame.strideBytes + 4 * x
            unsafe sum +=
              0.299 * Float(pixel[0]) + 0.587 * Float(pixel[1]) + 0.114 * Float(pixel[2])
          }
        }
        all.append(sum / Float(side * side))
      }
    }
    return all
  }
}
