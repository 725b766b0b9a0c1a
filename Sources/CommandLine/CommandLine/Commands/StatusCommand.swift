package import ArgumentParser
package import Files

package struct StatusCommand: DelegatedCommand {
  package static let program = CompanionProgram.farm

  package static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: """
      Reports the progress of a job of submit: what is done, what failed and why, and what remains.
      """,
    discussion:
      """
      The exit status is 0 if the job is done, 75 if the job is not done yet, and 1 if the job \
      failed or was cancelled.
      """)

  @Argument(help: ArgumentHelp("The folder of the job.", valueName: "JOB"))
  package var job: String

  @Flag(help: "Prints the result as JSON.")
  package var json = false

  @Flag(help: "Reports every change until the job is done or has failed.")
  package var watch = false

  package init() {}
}
