internal import Files
package import Reporting

/// The mark that identifies pages written by this program, so that no other file is overwritten.
package enum PageMark: String {
  case checks, gallery

  /// The element in the head of the page that contains the mark.
  package var html: String { "<meta name=\"generator\" content=\"pipeline \(rawValue)\">" }

  /// Whether a page was written by this program; pages of older versions are recognised by their titles.
  private func isIn(_ text: String) -> Bool {
    let head = text.prefix(2_000)
    if head.contains(html) { return true }
    switch self {
    case .checks: return head.contains(": checks</title>")
    case .gallery: return head.contains(/<title>\d+ animators<\/title>/)
    }
  }

  /// Rejects a folder if this program did not write its page, or if the folder contains a file with one of
  /// the given names that the page does not show.
  package static func judge(
    _ folder: String, page mark: PageMark, making names: [String] = []
  ) throws(EngineError) {
    let path = "\(folder)/index.html"
    var text: String?
    if System.isTaken(path) {
      let bytes = try? RegularFile(path, own: true).read(limitBytes: 64 << 20)
      text = bytes.map { String(decoding: $0, as: UTF8.self) }
      guard let text, mark.isIn(text) else {
        throw EngineError(
          "\(path): the page already exists and was not written by pipeline, "
            + "so it is not overwritten",
          .exists)
      }
    }
    for name in names where System.isTaken("\(folder)/\(name)") {
      guard text?.contains("\"\(name)\"") == true else {
        throw EngineError(
          "\(folder)/\(name): the file already exists and is not a picture of a gallery, "
            + "so it is not overwritten",
          .exists)
      }
    }
  }
}
