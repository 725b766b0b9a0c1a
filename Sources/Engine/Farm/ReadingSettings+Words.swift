internal import PluginHosting
package import Assets

extension ReadingSettings {
  /// The arguments that let a run on another machine read a copy of the document in the same way; the plugins
  /// of the copy are in the folder `plugins`.
  package var words: [String] {
    var words = ["--plugins", "plugins"]
    for variable in variables { words += ["--set", "\(variable.name)=\(variable.value)"] }
    for limit in limits { words += ["--limit", "\(limit.name)=\(limit.value)"] }
    return words + plugins.words
  }
}

extension PluginSettings {
  /// The arguments for the isolation of plugins that differ from the defaults.
  fileprivate var words: [String] {
    let usual = PluginSettings()
    var words: [String] = []
    if isolation != usual.isolation { words += ["--isolate", isolation.rawValue] }
    if sandbox != usual.sandbox { words += ["--sandbox", sandbox.rawValue] }
    if onFault != usual.onFault { words += ["--on-plugin-fault", onFault.rawValue] }
    if callSeconds != usual.callSeconds { words += ["--plugin-timeout", "\(callSeconds)"] }
    if let mediaSeconds { words += ["--media-timeout", "\(mediaSeconds)"] }
    if allowsDocumentPlugins { words.append("--allow-document-plugins") }
    return words
  }
}
