package import ArgumentParser
package import Files

package struct StatusCommand: DelegatedCommand {
  package static let program = CompanionProgram.farm

  package static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: """
      Reports the progress of a job of submit: what is done, what failed and why, and what remains.
      """)

  @Argument(help: ArgumentHelp("The folder of the job.", valueName: "JOB"))
  package var job: String

  @Flag(help: "Prints the result as JSON.")
  package var json = false

  package init() {}
}
