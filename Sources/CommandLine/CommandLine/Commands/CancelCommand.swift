package import ArgumentParser
package import Files

package struct CancelCommand: DelegatedCommand {
  package static let program = CompanionProgram.farm

  package static let configuration = CommandConfiguration(
    commandName: "cancel",
    abstract: "Cancels a job of submit. No further task of the job starts.",
    discussion:
      """
      The tasks of the job in Slurm's queue are cancelled too. Finished frames are kept. To start \
      the job again, use submit or the submit scripts in the job's folder.
      """)

  @Argument(help: ArgumentHelp("The folder of the job.", valueName: "JOB"))
  package var job: String

  package init() {}
}
