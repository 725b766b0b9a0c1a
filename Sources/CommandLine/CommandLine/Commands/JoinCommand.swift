package import ArgumentParser
package import Files

package struct JoinCommand: DelegatedCommand, ReadingCommand {
  package static let program = CompanionProgram.farm

  package static let configuration = CommandConfiguration(
    commandName: "join",
    abstract: "Joins frames or video parts that several runs rendered into the outputs.",
    discussion:
      """
      The parts are numbered PNGs from run --resume, or videos from run --shard. A folder of PNGs \
      is given as 'out/%05d.png'. Every part must be present, undamaged, and rendered from the \
      current document with the same variables, plugins, scale, rate and libraries. If a part is \
      missing or wrong, join lists its frames and writes nothing. Outputs joined from frames have \
      the same bytes as the outputs of a single run. Without -o, join writes the document's own \
      outputs. Videos are joined without re-encoding.
      """)

  @Argument(help: ArgumentHelp("The frames, or the video parts in any order.", valueName: "PARTS"))
  package var parts: [String]

  @OptionGroup package var like: LikeOptions

  @OptionGroup package var plugins: PluginOptions

  @OptionGroup package var reading: ReadingOptions

  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp(
      "Writes this file, in the format of its extension; may be repeated.", valueName: "OUT"))
  package var output: [String] = []

  @OptionGroup package var encoding: EncodingOptions

  @Option(
    help: ArgumentHelp(
      "Sets the number of threads, which does not affect the result.", valueName: "N"))
  package var jobs: Int = System.processorCount

  @Option(help: "Sets how progress is reported: auto, json, openjd or none.")
  package var progress: Progress.Style = .auto

  package func validate() throws {
    if parts.isEmpty {
      throw ValidationError("join needs frames, such as 'out/%05d.png', or video parts")
    }
    if !(1...256).contains(jobs) { throw ValidationError("--jobs takes 1 to 256") }
  }

  package init() {}
}
