import ConformanceChecks
import Glibc

// Runs one check of one plugin; only `pipeline plugin test` starts it.
let words = Array(CommandLine.arguments.dropFirst())
if words.isEmpty {
  print("pipeline-check runs one check of a plugin; pipeline plugin test starts it")
  exit(64)
}
exit(CheckMain.run(words))
