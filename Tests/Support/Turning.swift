/// Writes a copy of a video, by ffmpeg, that declares a rotation.
package enum Turning {
  /// Whether ffmpeg has an option for the rotation, which exists since version 6; earlier versions use a tag.
  private static let hasAnOption: Bool = {
    let version = (try? Program.tool("ffmpeg", ["-version"]).output) ?? ""
    let major = version.split(separator: " ").dropFirst(2).first?.prefix { $0.isNumber } ?? ""
    return Int(major) ?? 0 >= 6
  }()

  /// Returns ffmpeg's arguments before the copy's name, for degrees clockwise.
  package static func copy(of file: String, by degrees: Int) -> [String] {
    hasAnOption
      ? ["-display_rotation", "-\(degrees)", "-i", file, "-c", "copy"]
      : ["-i", file, "-c", "copy", "-metadata:s:v", "rotate=\(degrees)"]
  }
}
