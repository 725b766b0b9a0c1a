internal import CMeasuring
package import Scenes

/// Finds a picture in another picture, for comparisons of whole renders.
package enum PictureFinder {
  /// Finds the position of a picture in a frame, near a first guess or anywhere, and its correlation with the frame.
  package static func find(
    _ picture: Bitmap, in frame: Bitmap, near guess: Rect
  ) -> (rect: Rect, correlation: Double)? {
    let aligner = LayerAligner(LayerArt("canvas", picture))
    guard !aligner.art.isFlat else { return nil }
    let center = guess.center
    let pose = Pose(x: center.x, y: center.y, width: guess.width, height: guess.height)
    let near = aligner.align(pose, in: frame, freedom: [.position, .size], coarsest: 3)
    if let near, near.fit.correlation > 0.9 { return (near.pose.frame, near.fit.correlation) }
    let anywhere = LayerSearch(aligner: aligner).find(in: frame)
    return [near, anywhere].compactMap { $0 }.max { $0.fit.correlation < $1.fit.correlation }
      .map { ($0.pose.frame, $0.fit.correlation) }
  }

  /// Returns the offset of a part of a picture from its expected position in a frame, in pixels of the frame; nil if
  /// the part is not found. `place` is the position of the whole picture in the frame.
  package static func offset(
    of part: Rect, in picture: Bitmap, _ frame: Bitmap, _ place: Rect
  ) -> Point? {
    let whole = part.intersection(
      Rect(0, 0, Double(picture.width), Double(picture.height)))
    guard whole.width >= 20, whole.height >= 20 else { return nil }
    let (left, top) = (
      Int(clamped: whole.x, rounded: .up, to: 0...picture.width),
      Int(clamped: whole.y, rounded: .up, to: 0...picture.height)
    )
    let (right, bottom) = (
      Int(clamped: whole.maxX, rounded: .down, to: 0...picture.width),
      Int(clamped: whole.maxY, rounded: .down, to: 0...picture.height)
    )
    guard right - left >= 16, bottom - top >= 16 else { return nil }
    let cut = Bitmap(width: right - left, height: bottom - top)
    for y in 0..<cut.height {
      // Safety: the part is inside the picture.
      unsafe (cut.pixels + y * cut.strideBytes).update(
        from: picture.pixels + (top + y) * picture.strideBytes + left * 4, count: 4 * cut.width)
    }
    cut.markOpaque()
    let aligner = LayerAligner(LayerArt("part", cut))
    guard !aligner.art.isFlat else { return nil }
    let guess = Pose(
      x: place.x + Double(left + right) / 2, y: place.y + Double(top + bottom) / 2,
      width: Double(cut.width), height: Double(cut.height))
    guard let found = aligner.align(guess, in: frame, freedom: .position, coarsest: 3),
      found.fit.correlation > 0.75
    else { return nil }
    return Point(found.pose.x - guess.x, found.pose.y - guess.y)
  }
}
