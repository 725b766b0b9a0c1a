package import PluginHosting
package import ArgumentParser
internal import Assets
internal import Media

/// The options of every command that starts helpers: how they are locked, and how long they may take.
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
      Says how those processes, and those that read media, are locked: auto (by whatever the system \
      offers), require (by all of it, else none starts), off.
      """, valueName: "HOW")
  }

  static var mediaTimeoutHelp: ArgumentHelp {
    ArgumentHelp(
      "Says how long decoding a picture or encoding a frame may take.", valueName: "SECONDS")
  }

  static func check(mediaTimeout: Int?) throws {
    if let mediaTimeout, !PluginSettings.mediaTimes.contains(mediaTimeout) {
      throw ValidationError("--media-timeout takes 1 to 86400 seconds")
    }
  }
}

extension Isolation.Sandbox: WordArgument {}
