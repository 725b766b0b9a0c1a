package import ArgumentParser
package import Files
internal import Encoding

package struct SubmitCommand: DelegatedCommand, ReadingCommand {
  package static let program = CompanionProgram.farm

  package static let configuration = CommandConfiguration(
    commandName: "submit",
    abstract:
      "Submits a render to a farm, as chunks of frames and a task that joins the chunks.",
    discussion:
      """
      The job is a folder with everything that the machines need in addition to the installed \
      package: the document with its files, the used plugins and fonts, hashes, scripts, and an \
      Open Job Description template. Every machine must see the folder of the job and the outputs \
      at the same paths. The guide is Documentation/farm.md.
      """)

  package enum Engine: String, WordArgument { case openjd, slurm, local }

  @OptionGroup package var document: DocumentOptions

  @OptionGroup package var plugins: PluginOptions

  @OptionGroup package var reading: ReadingOptions

  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp(
      "Writes this file, in the format of its extension; may be repeated.", valueName: "OUT"))
  package var output: [String]

  @Option(
    help:
      """
      Sets the program that runs the job: openjd (an Open Job Description session on this \
      machine), slurm, or local (openjd if it is installed, otherwise separate processes).
      """)
  package var engine: Engine

  @Option(
    help: ArgumentHelp(
      """
      Sets the number of frames per task. auto times a few frames and chooses about a minute's \
      worth.
      """,
      valueName: "auto|N"))
  package var chunk = "auto"

  @Option(
    help: ArgumentHelp(
      "Writes the job to this folder; by default, to a new folder beside the first output.",
      valueName: "DIR"))
  package var bundle: String?

  @OptionGroup package var rate: RateOptions

  @Option(
    help: ArgumentHelp(
      """
      Sets the number of threads per task. The default is 1 with slurm, and one thread for each \
      processor with other engines.
      """,
      valueName: "N"))
  package var jobs: Int?

  @Option(
    help: ArgumentHelp(
      """
      Renders the outputs once for each row of a CSV or JSON file, like pipeline run. Each task \
      takes one row, or as many rows as --chunk sets.
      """, valueName: "ROWS.csv"))
  package var data: String?

  @OptionGroup package var encoding: EncodingOptions

  @Flag(
    help:
      """
      Renders parts of the video of -o, and joins them without re-encoding. No pictures are \
      stored. Set --chunk to a few seconds or more, because each part begins with a key frame.
      """)
  package var parts = false

  @Option(
    help: ArgumentHelp(
      "Sets the number of retries for a task that was killed or ran out of a resource.",
      valueName: "N"))
  package var retries = 2

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Adds options to each call of Slurm's sbatch, such as \"--partition=long --mem=4G\".",
      valueName: "OPTIONS"))
  package var sbatch = ""

  @Flag(help: "Writes the job and prints the path of its template, without submitting the job.")
  package var dryRun = false

  package func validate() throws {
    if chunk != "auto", !(Int(chunk).map { (1...FrameRangeText.limit).contains($0) } ?? false) {
      throw ValidationError("--chunk takes auto, or 1 to \(FrameRangeText.limit), found \(chunk)")
    }
    if !(0...100).contains(retries) { throw ValidationError("--retries takes 0 to 100") }
    if parts, data != nil { throw ValidationError("--parts and --data cannot be combined") }
    if parts, output.count != 1 {
      throw ValidationError("--parts makes one video: give -o once")
    }
    if let jobs, !(1...256).contains(jobs) { throw ValidationError("--jobs takes 1 to 256") }
  }

  package init() {}
}
