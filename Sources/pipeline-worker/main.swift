import AnimatorHosting
import Conformance
import Glibc

// Runs one plugin for `pipeline`, which starts it; nobody else does. `lock` runs none: it only locks itself,
// and its exit status tells what is in force.
let words = Array(CommandLine.arguments.dropFirst())
switch words.first {
case "serve": exit(WorkerService.run(Array(words.dropFirst())))
case "lock": exit(SandboxProbe.run())
case "check": exit(CheckChild.run(Array(words.dropFirst())))
default:
  print("pipeline-worker runs plugins for pipeline, which starts it by itself")
  exit(64)
}
