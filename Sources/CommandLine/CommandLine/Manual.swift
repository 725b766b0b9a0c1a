internal import Files

/// Finds the guide, the reference of the document language, and the examples.
package enum Manual {
  /// The folder that contains `Documentation` and `Examples`: that of the installation, or the source tree;
  /// nil if neither exists.
  package static var folder: String? {
    let installed = System.prefix + "/share/doc/pipeline"
    if System.exists(installed + "/Documentation/guide.md") { return installed }
    guard let build = System.prefix.firstRange(of: "/.build") else { return nil }
    let tree = String(System.prefix[..<build.lowerBound])
    return System.exists(tree + "/Documentation/guide.md") ? tree : nil
  }
}
