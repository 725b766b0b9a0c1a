import CMedia
import Media
import Testing

/// Host and helper use the same numbers for containers.
@Suite struct ContainerTests {
  @Test func containersHaveTheHelpersNumbers() {
    let numbers: [(VideoContainer, media_container)] = [
      (.mp4, MEDIA_MP4), (.webm, MEDIA_WEBM), (.mov, MEDIA_MOV), (.webp, MEDIA_WEBP),
      (.mp4H265, MEDIA_MP4_H265), (.mp4AV1, MEDIA_MP4_AV1),
      (.webmLossless, MEDIA_WEBM_LOSSLESS), (.webmAV1, MEDIA_WEBM_AV1),
      (.movH264, MEDIA_MOV_H264), (.movH265, MEDIA_MOV_H265), (.mkv, MEDIA_MKV),
      (.mp4Stream, MEDIA_MP4_STREAM),
    ]
    for (container, number) in numbers { #expect(container.rawValue == number.rawValue) }
    #expect(Set(numbers.map(\.0)) == Set(VideoContainer.allCases))
  }
}
