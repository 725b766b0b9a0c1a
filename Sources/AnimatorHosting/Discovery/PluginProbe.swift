internal import Animators

/// Judges a file without running any of its code.
package enum PluginProbe {
  /// Why the file cannot be a plugin for this host, in one line; nil when it can be loaded.
  package static func problem(at path: String) -> String? {
    do throws(PluginRefusal) {
      try PluginFile.judge(try ElfFile(path: path), path: path, isBundled: false)
      return nil
    } catch {
      return error.reason
    }
  }
}
