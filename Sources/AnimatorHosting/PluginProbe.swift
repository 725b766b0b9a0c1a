/// Judges a file without running any of its code.
package enum PluginProbe {
  /// Why the file cannot be a plugin for this host, in one line; nil when it can be loaded.
  package static func problem(at path: String) -> String? {
    do throws(PluginRefusal) {
      _ = try PluginFile(path: path)
      return nil
    } catch {
      return error.reason
    }
  }
}
