internal import Files

/// The place of the guide, the reference of the document language and the examples.
package enum Manual {
  /// The folder that has `Documentation` and `Examples`: the installation's, or the source tree in which
  /// the program was built; nil when it stands in neither.
  package static var folder: String? {
    let installed = System.prefix + "/share/doc/pipeline"
    if System.exists(installed + "/Documentation/guide.md") { return installed }
    guard let build = System.prefix.firstRange(of: "/.build") else { return nil }
    let tree = String(System.prefix[..<build.lowerBound])
    return System.exists(tree + "/Documentation/guide.md") ? tree : nil
  }
}
