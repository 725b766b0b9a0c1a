package import ArgumentParser
package import Files

package struct CancelCommand: DelegatedCommand {
  package static let program = CompanionProgram.farm

  package static let configuration = CommandConfiguration(
    commandName: "cancel",
    abstract: "Cancels a job of submit: none of its tasks starts from then on.",
    discussion: """
      Slurm takes back the tasks that it has. Frames that are done are kept, and the job's own submit scripts, or \
      submit, start it again.
      """)

  @Argument(help: ArgumentHelp("The folder of the job.", valueName: "JOB"))
  package var job: String

  package init() {}
}
