internal import CAnimator

/// The interface versions in the ELF note of a plugin.
package struct PluginNote: Hashable {
  let major: UInt32
  let builtMinor: UInt32
  let requiredMinor: UInt32
  /// The version of the Swift compiler as major · 10,000 + minor · 100 + patch; 0 if the plugin is written in
  /// another language.
  package let swiftVersion: UInt32

  /// Reads the first note with the name "animator" and type 1 in a sequence of notes; nil if there is none.
  init?(in bytes: [UInt8]) {
    var at = 0
    while at + 12 <= bytes.count {
      let nameSize = Int(bytes.u32(at))
      let dataSize = Int(bytes.u32(at + 4))
      let nameAt = at + 12
      let dataAt = nameAt + (nameSize + 3) & ~3
      let next = dataAt + (dataSize + 3) & ~3
      guard nameAt + nameSize <= bytes.count, dataAt + dataSize <= bytes.count else { return nil }
      if bytes.u32(at + 8) == 1, nameSize == 9, dataSize >= 16, bytes.text(nameAt) == "animator" {
        major = bytes.u32(dataAt)
        builtMinor = bytes.u32(dataAt + 4)
        requiredMinor = bytes.u32(dataAt + 8)
        swiftVersion = bytes.u32(dataAt + 12)
        return
      }
      at = next
    }
    return nil
  }

  /// The reason why this host cannot load the plugin; nil if it can.
  package var problem: String? {
    let host = "\(ANIMATOR_VERSION_MAJOR).\(ANIMATOR_VERSION_MINOR)"
    if major != UInt32(ANIMATOR_VERSION_MAJOR) {
      return "needs animator interface \(major).\(requiredMinor); this host has \(host)"
    }
    if requiredMinor > UInt32(ANIMATOR_VERSION_MINOR) {
      return "needs animator interface \(major).\(requiredMinor) or later; this host has \(host)"
    }
    return nil
  }
}
