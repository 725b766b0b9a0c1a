import Foundation

/// Tells one state of a folder's files from the next.
enum Watch {
  /// The most files that are looked at.
  private static let limit = 2000

  /// Names, sizes and times of the plain files in a folder and below; hidden ones, what renders
  /// write to `out`, and the folders of previews do not count.
  static func state(of folder: URL) -> Int {
    let keys: [URLResourceKey] = [.contentModificationDateKey, .fileSizeKey, .isRegularFileKey]
    let walk = FileManager.default.enumerator(
      at: folder, includingPropertiesForKeys: keys, options: [.skipsHiddenFiles])
    // The order of the walk does not matter, so that the sum of hashes tells states apart.
    var sum = 0
    var count = 0
    while let file = walk?.nextObject() as? URL {
      let name = file.lastPathComponent
      if name == "out" || name.hasPrefix(Workshop.prefix) {
        walk?.skipDescendants()
        continue
      }
      guard let values = try? file.resourceValues(forKeys: Set(keys)), values.isRegularFile == true
      else { continue }
      var hasher = Hasher()
      hasher.combine(file)
      hasher.combine(values.fileSize)
      hasher.combine(values.contentModificationDate)
      sum &+= hasher.finalize()
      count += 1
      if count == limit { break }
    }
    return sum
  }
}
