import AnimatorHosting
import Glibc

// Runs one plugin for `pipeline`, which starts it; nobody else does.
var words = Array(CommandLine.arguments.dropFirst())
switch words.first {
case "serve": exit(WorkerService.run(Array(words.dropFirst())))
default:
  print("pipeline-worker runs plugins for pipeline, which starts it by itself")
  exit(64)
}
