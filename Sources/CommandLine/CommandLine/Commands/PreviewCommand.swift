package import ArgumentParser
package import Files

package struct PreviewCommand: DelegatedCommand, ReadingCommand {
  package static let program = CompanionProgram.studio

  package static let configuration = CommandConfiguration(
    commandName: "preview",
    abstract: "Opens the studio: a document plays in a browser, where it can be felt and changed.",
    discussion: """
      Every change on the page is written into the document at its place, and every change of a file is \
      shown at once. Without a document the page shows the animators, and begins one. The page is served on this machine only, at the address that is printed and at no other, unless \
      --listen says more; Ctrl-C ends it.
      """)

  @Argument(help: ArgumentHelp("The path of the document.", valueName: "FILE.json"))
  package var file: String?

  @Option(
    help: ArgumentHelp(
      "Names another document, a folder of PNGs or a video to look at beside it.",
      valueName: "OTHER"))
  package var compare: String?

  @OptionGroup package var plugins: PluginOptions

  @OptionGroup package var reading: ReadingOptions

  @Option(
    help: ArgumentHelp("Sets the port of the page; 0 takes any that is free.", valueName: "P"))
  package var port: UInt16 = 8731

  @Option(
    help: ArgumentHelp(
      """
      Serves the page at an IPv4 address of this machine, as 0.0.0.0 in a container, instead of to this \
      machine alone. Whoever has the printed address sees and changes the document.
      """, valueName: "ADDRESS"))
  package var listen = "127.0.0.1"

  @Option(
    help: ArgumentHelp(
      """
      Allows a name, or a name with its port, by which browsers reach the page, beside localhost and \
      127.0.0.1; may be repeated. The first one is printed.
      """, valueName: "NAME"))
  package var host: [String] = []

  package func validate() throws {
    for name in host where name.isEmpty || name.contains(where: { ",/ ".contains($0) }) {
      throw ValidationError(
        "--host takes a name such as studio.local or localhost:9000, found \(name)")
    }
  }

  package init() {}
}
