package import PluginHosting
package import ArgumentParser
internal import Assets
internal import Media

/// The options of every command that starts helpers: how they are locked, and how long they may take.
package struct HelperOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Says how those processes, and those that read media, are locked: auto (by whatever the system \
      offers), require (by all of it, else none starts), off.
      """, valueName: "HOW"))
  package var sandbox = Isolation.Sandbox.auto

  @Option(
    help: ArgumentHelp(
      "Says how long decoding a picture or encoding a frame may take.", valueName: "SECONDS"))
  package var mediaTimeout: Int?

  package func validate() throws {
    if let mediaTimeout, !PluginSettings.mediaTimes.contains(mediaTimeout) {
      throw ValidationError("--media-timeout takes 1 to 86400 seconds")
    }
  }

  package init() {}
}

extension Isolation.Sandbox: WordArgument {}
