/// How ffmpeg writes a copy of a video that asks players to turn it.
package enum Turning {
  /// ffmpeg has had an option for it since version 6, and a tag before.
  private static let hasAnOption: Bool = {
    let version = (try? Program.tool("ffmpeg", ["-version"]).output) ?? ""
    let major = version.split(separator: " ").dropFirst(2).first?.prefix { $0.isNumber } ?? ""
    return Int(major) ?? 0 >= 6
  }()

  /// ffmpeg's words before the copy's name, for degrees clockwise.
  package static func copy(of file: String, by degrees: Int) -> [String] {
    hasAnOption
      ? ["-display_rotation", "-\(degrees)", "-i", file, "-c", "copy"]
      : ["-i", file, "-c", "copy", "-metadata:s:v", "rotate=\(degrees)"]
  }
}
