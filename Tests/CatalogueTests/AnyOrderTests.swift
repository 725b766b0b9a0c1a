import Compositing
import Evaluation
import Planning
import Scenes
import TestSupport
import Testing

/// Painting only the changed parts gives the same bits as a full repaint, in whatever order frames are drawn.
@Suite struct AnyOrderTests {
  /// The tested times: neighbouring times, jumps, and earlier times.
  private static let shares = [0.5, 0.52, 0.1, 0.9, 0.12, 0, 1]

  /// Tests every example, and the document in the root folder.
  @Test(arguments: Effort.spread(Gallery.names + [".."], test: 6)) func drawsTheSame(_ name: String)
    throws
  {
    let planned = try Gallery.plan(name)
    let size = Compositor.size(of: planned.playback.plan.stage, scale: 0.5)
    let bitmap = Bitmap(width: size.width, height: size.height)
    let compositor = Compositor(threads: 2)
    for share in Self.shares {
      let scene = try planned.playback.scene(at: planned.time(at: share))
      try compositor.draw(scene, scale: 0.5, into: bitmap)
      let whole = Bitmap(width: size.width, height: size.height)
      try Compositor(threads: 1).draw(scene, scale: 0.5, into: whole)
      #expect(Picture(bitmap) == Picture(whole), "at \(share)")
    }
  }
}
