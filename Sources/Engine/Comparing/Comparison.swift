package import Scenes

/// The result of comparing two pieces of footage.
package struct Comparison: Sendable {
  /// The kinds of differences, with their names in the `--json` output.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The pictures have different sizes, so they are not compared.
    case size
    /// The frames are equal from some frame on, but occur earlier or later.
    case shift
    /// The frames are equal, except that some frames exist only in A or only in B.
    case missingFrames
    /// The animation is the same in both files but has another duration.
    case duration
    /// The number of frames differs, and no better explanation was found.
    case frameCount
    /// The pictures are equal but are shown at other times.
    case timing
    /// The files differ only in one pixel of one frame.
    case onePixel
    /// The files differ in pixels of some frames.
    case pixels
    /// The number of times that an animated picture plays differs.
    case loops
    /// The sound tracks of the two files differ.
    case sound
  }
  package struct Finding: Sendable {
    package let kind: Kind
    package let message: String
  }
  /// A frame that differs, with the distance between the two pictures.
  package struct Frame: Sendable {
    package let index: Int
    package let nameInA: String
    package let nameInB: String
    package let difference: PictureDifference
  }
  /// A description of one of the two files that are compared.
  package struct Side: Sendable {
    package let path: String
    package let frameCount: Int
    /// The width and height of the footage's first frame.
    package let width: Int
    package let height: Int
    /// The duration of the footage; nil if the footage has no times.
    package let duration: FrameTime?
  }

  package let a: Side
  package let b: Side
  /// The differences, the most significant first; empty if the footage is equal.
  package let findings: [Finding]
  /// The number of frames that differ from the frame with the same number.
  package let differingFrames: Int
  /// The frame with the largest difference; nil if no frame differs or no frame could be compared.
  package let worst: Frame?
  /// The pictures of the frame with the largest difference in A and B, or of the first frame if the sizes
  /// differ.
  package let pictures: (a: Bitmap, b: Bitmap)?

  package var isSame: Bool { findings.isEmpty }
}

extension Comparison {
  /// Creates a comparison that contains only the findings about two sounds.
  init(sounds a: FrameSequence, _ b: FrameSequence, findings: [Finding]) {
    func side(_ sound: FrameSequence) -> Side {
      Side(path: sound.path, frameCount: 0, width: 0, height: 0, duration: nil)
    }
    self.init(
      a: side(a), b: side(b), findings: findings, differingFrames: 0, worst: nil, pictures: nil)
  }
}
