import ConformanceChecks
import Glibc

// Runs one check of a plugin; only `pipeline plugin test` starts this program.
let words = Array(CommandLine.arguments.dropFirst())
if words.isEmpty {
  print("pipeline-check runs one check of a plugin; pipeline plugin test starts it")
  exit(64)
}
exit(CheckMain.run(words))
