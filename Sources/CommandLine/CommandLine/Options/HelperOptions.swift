package import PluginHosting
package import ArgumentParser
internal import Assets
internal import Media

/// The options of every command that starts helpers: their sandbox and their time limit.
package struct HelperOptions: ParsableArguments {
  @Option(help: Self.sandboxHelp) package var sandbox = Isolation.Sandbox.auto

  @Option(help: Self.mediaTimeoutHelp) package var mediaTimeout: Int?

  package func validate() throws { try Self.check(mediaTimeout: mediaTimeout) }

  package init() {}
}

extension HelperOptions {
  static var sandboxHelp: ArgumentHelp {
    ArgumentHelp(
      """
      Sets how plugin and media processes are sandboxed: auto (with whatever the system offers), require \
      (fully, or not started at all), off.
      """, valueName: "HOW")
  }

  static var mediaTimeoutHelp: ArgumentHelp {
    ArgumentHelp(
      "Sets the time limit for decoding a picture or encoding a frame.", valueName: "SECONDS")
  }

  static func check(mediaTimeout: Int?) throws {
    if let mediaTimeout, !PluginSettings.mediaTimes.contains(mediaTimeout) {
      throw ValidationError("--media-timeout takes 1 to 86400 seconds")
    }
  }
}

extension Isolation.Sandbox: WordArgument {}
