package import ArgumentParser
package import Files

package struct CancelCommand: DelegatedCommand {
  package static let program = CompanionProgram.farm

  package static let configuration = CommandConfiguration(
    commandName: "cancel",
    abstract: "Cancels a job of submit: none of its tasks starts from then on.",
    discussion: """
      Tasks that Slurm has already received are cancelled too. Finished frames are kept; submit, or the submit \
      scripts in the job's folder, start the job again.
      """)

  @Argument(help: ArgumentHelp("The folder of the job.", valueName: "JOB"))
  package var job: String

  package init() {}
}
