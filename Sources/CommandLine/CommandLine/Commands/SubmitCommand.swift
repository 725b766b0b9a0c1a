package import ArgumentParser
package import Files
internal import Encoding

package struct SubmitCommand: DelegatedCommand, ReadingCommand {
  package static let program = CompanionProgram.farm

  package static let configuration = CommandConfiguration(
    commandName: "submit",
    abstract:
      "Hands a render to a farm: chunks of its frames, and the outputs that are made of them.",
    discussion: """
      A folder gets all that the machines need beside the package: the document with its files, the plugins \
      and fonts that it uses, their hashes, scripts, and a template of Open Job Description. Every machine \
      sees it, and the outputs, at the same paths. Then it goes to the engine. The guide is \
      Documentation/farm.md.
      """)

  package enum Engine: String, WordArgument { case openjd, slurm, local }

  @OptionGroup package var document: DocumentOptions

  @OptionGroup package var plugins: PluginOptions

  @OptionGroup package var reading: ReadingOptions

  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp(
      "Names a file to make, and by its ending the format; may be repeated.", valueName: "OUT"))
  package var output: [String]

  @Option(
    help: """
      Says who runs the job: openjd (a session of Open Job Description on this machine), slurm, or local \
      (openjd where it is installed, else processes of its own).
      """)
  package var engine: Engine

  @Option(
    help: ArgumentHelp(
      "Sets the frames that one task renders; auto times a few and takes about a minute of them.",
      valueName: "auto|N"))
  package var chunk = "auto"

  @Option(
    help: ArgumentHelp(
      "Names the folder of the job, instead of one beside the first output.", valueName: "DIR"))
  package var bundle: String?

  @OptionGroup package var rate: RateOptions

  @Option(
    help: ArgumentHelp(
      "Sets the threads of one task: without it 1 with slurm, else one for each processor.",
      valueName: "N"))
  package var jobs: Int?

  @Option(
    help: ArgumentHelp(
      """
      Makes the outputs once for each row of a CSV or JSON file, as run does; each task takes a row, or as \
      many as --chunk says.
      """, valueName: "ROWS.csv"))
  package var data: String?

  @OptionGroup package var encoding: EncodingOptions

  @Flag(
    help: """
      Renders parts of the one video of -o, which are put together without encoding them anew: no pictures \
      lie between. Give --chunk some seconds or more, since a part begins with a whole picture.
      """)
  package var parts = false

  @Option(
    help: ArgumentHelp(
      "Sets how often a task that was killed, or found too little of something, is tried again.",
      valueName: "N"))
  package var retries = 2

  @Option(
    help: ArgumentHelp(
      "Adds words to each call of Slurm's sbatch, such as \"--partition=long --mem=4G\".",
      valueName: "OPTIONS"))
  package var sbatch = ""

  @Flag(help: "Writes the job, prints the path of its template, and stops.")
  package var dryRun = false

  package func validate() throws {
    if chunk != "auto", !(Int(chunk).map { (1...FrameRangeText.limit).contains($0) } ?? false) {
      throw ValidationError("--chunk takes auto, or 1 to \(FrameRangeText.limit), found \(chunk)")
    }
    if !(0...100).contains(retries) { throw ValidationError("--retries takes 0 to 100") }
    if parts, data != nil { throw ValidationError("--parts goes without --data") }
    if parts, output.count != 1 {
      throw ValidationError("--parts makes one video: give -o once")
    }
    if let jobs, !(1...256).contains(jobs) { throw ValidationError("--jobs takes 1 to 256") }
  }

  package init() {}
}
