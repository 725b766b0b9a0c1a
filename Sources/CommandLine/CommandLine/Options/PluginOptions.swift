package import PluginHosting
package import ArgumentParser
package import Assets
internal import Documents
internal import Media
internal import Synchronization

/// The options of every command that uses plugins: their folders and their isolation.
package struct PluginOptions: ParsableArguments {
  @Option(
    name: .customLong("plugins"),
    help: ArgumentHelp(
      "Searches this folder for plugins first; may be repeated.", valueName: "DIR"))
  package var folders: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      Sets where plugins run: auto (third-party plugins in separate processes), always (all \
      plugins in separate processes), never (no plugins in separate processes, for debuggers).
      """, valueName: "WHERE"))
  package var isolate = Isolation.Mode.auto

  // These options are repeated instead of nesting their group, because ArgumentParser checks a nested group
  // four times per level at every start of a debug build.
  @Option(help: HelperOptions.sandboxHelp) package var sandbox = Isolation.Sandbox.auto

  @Option(help: HelperOptions.mediaTimeoutHelp) package var mediaTimeout: Int?

  @Option(
    help: ArgumentHelp(
      """
      Sets what happens if a plugin fails twice at one frame: fail (the run ends), skip (the \
      frame is drawn without the plugin's step).
      """, valueName: "WHAT"))
  package var onPluginFault = PluginSettings.FaultPolicy.fail

  @Option(
    help: ArgumentHelp("Sets the time limit for each call of a plugin.", valueName: "SECONDS"))
  package var pluginTimeout = 10.0

  @Flag(
    help:
      "Runs plugins that the document names even if the system lacks a part of the sandbox.")
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

  /// Creates the registry of the animators that are available without a document.
  package func registry() -> AnimatorRegistry {
    settings.registry(Console.diagnostics, context: .ofProgram)
  }

  package init() {}
}

extension PluginSettings.FaultPolicy: WordArgument {}

extension Isolation.Mode: WordArgument {}

/// An enumeration whose cases are the values of an option. ArgumentParser could determine the values itself,
/// but would look up their types by name in every run of every command.
package protocol WordArgument: ExpressibleByArgument, CaseIterable, RawRepresentable<String> {}

extension WordArgument {
  package static var allValueStrings: [String] { allCases.map { $0.rawValue } }
  package static var allValueDescriptions: [String: String] { [:] }
  package var defaultValueDescription: String { rawValue }
}
