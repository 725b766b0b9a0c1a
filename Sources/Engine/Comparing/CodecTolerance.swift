package import Media

/// The tolerance for the mean of 8×8 pixels after a codec, in 1/255 of a channel, at the default quality. The
/// largest differences in the frames of three examples were 18.3 (H.264), 17.6 (VP9), 13.5 (GIF), 2 (planes
/// of Y4M) and 0.5 (ProRes 4444); each tolerance is slightly larger. Lossless codecs have the tolerance 0.
/// HEVC and AV1 are not written at the default quality; they have the tolerance of H.264.
package enum CodecTolerance {
  /// The tolerances by the names of codecs in FFmpeg.
  package static let ofCodec: [String: Double] = [
    "apng": 0, "png": 0, "prores": 2, "rawvideo": 4, "ffv1": 4,
    "h264": 24, "hevc": 24, "vp9": 24, "av1": 24, "gif": 24,
  ]

  /// The larger one of the tolerances of two pieces of footage. The function throws an error if a codec has
  /// no tolerance.
  package static func between(
    _ a: FrameSequence, _ b: FrameSequence
  ) throws(MediaError) -> Double {
    var largest = 0.0
    for footage in [a, b] where footage.kind == .clip {
      guard let codec = try footage.frames().codec else { continue }
      guard let tolerance = ofCodec[codec] else {
        throw .unusable(
          path: footage.path,
          reason: "there is no default tolerance for the codec \(codec); set one with --tolerance")
      }
      largest = max(largest, tolerance)
    }
    return largest
  }
}
