package import ArgumentParser
package import Files

package struct StatusCommand: DelegatedCommand {
  package static let program = CompanionProgram.farm

  package static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Says how far a job of submit is: what is done, what failed and why, what is to go.")

  @Argument(help: ArgumentHelp("The folder of the job.", valueName: "JOB"))
  package var job: String

  @Flag(help: "Prints the result as JSON.")
  package var json = false

  package init() {}
}
