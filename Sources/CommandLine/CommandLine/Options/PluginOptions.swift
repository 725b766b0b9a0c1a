package import PluginHosting
package import ArgumentParser
package import Assets
internal import Documents
internal import Media
internal import Synchronization

/// The options of every command that uses plugins: where they lie, and where they run.
package struct PluginOptions: ParsableArguments {
  @Option(
    name: .customLong("plugins"),
    help: ArgumentHelp(
      "Names a folder of plugins that is searched first; may be repeated.", valueName: "DIR"))
  package var folders: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      Says where plugins run: auto (those of others in a process of their own), always (all of them \
      in one), never (none of them, for debuggers).
      """, valueName: "WHERE"))
  package var isolate = Isolation.Mode.auto

  // A group in a group would be checked by ArgumentParser four times over for each level, in every start of a debug
  // build, so these stand here again.
  @Option(help: HelperOptions.sandboxHelp) package var sandbox = Isolation.Sandbox.auto

  @Option(help: HelperOptions.mediaTimeoutHelp) package var mediaTimeout: Int?

  @Option(
    help: ArgumentHelp(
      """
      Says what follows a plugin's second fault at one frame: fail (the run ends), skip (the frame \
      goes without the plugin's step).
      """, valueName: "WHAT"))
  package var onPluginFault = PluginSettings.FaultPolicy.fail

  @Option(
    help: ArgumentHelp("Says how long one call of a plugin may take.", valueName: "SECONDS"))
  package var pluginTimeout = 10.0

  @Flag(
    help: """
      Lets plugins that the document names run where the system cannot lock them fully.
      """)
  package var allowDocumentPlugins = false

  package func validate() throws {
    try HelperOptions.check(mediaTimeout: mediaTimeout)
    if !PluginSettings.callTimes.contains(pluginTimeout) {
      throw ValidationError("--plugin-timeout takes 0.01 to 86400 seconds")
    }
  }

  package var settings: PluginSettings {
    var settings = PluginSettings()
    settings.folders = folders
    settings.isolation = isolate
    settings.sandbox = sandbox
    settings.onFault = onPluginFault
    settings.callSeconds = pluginTimeout
    settings.mediaSeconds = mediaTimeout
    settings.allowsDocumentPlugins = allowDocumentPlugins
    return settings
  }

  /// The animators that are there without a document.
  package func registry() -> AnimatorRegistry {
    settings.registry(Console.diagnostics, context: .ofProgram)
  }

  package init() {}
}

extension PluginSettings.FaultPolicy: WordArgument {}

extension Isolation.Mode: WordArgument {}

/// One of a few words. ArgumentParser finds out by itself what they are, but asks the runtime for their
/// types by name, in every run of every command.
package protocol WordArgument: ExpressibleByArgument, CaseIterable, RawRepresentable<String> {}

extension WordArgument {
  package static var allValueStrings: [String] { allCases.map { $0.rawValue } }
  package static var allValueDescriptions: [String: String] { [:] }
  package var defaultValueDescription: String { rawValue }
}
