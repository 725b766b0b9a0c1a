import ConformanceChecks
import Glibc

// Runs one check of one plugin; only `pipeline plugin test` starts it.
let words = Array(CommandLine.arguments.dropFirst())
if words.isEmpty {
  print("pipeline-check tries a plugin out for pipeline plugin test, which starts it by itself")
  exit(64)
}
exit(CheckMain.run(words))
