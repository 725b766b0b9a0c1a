import AnimatorHosting
import Glibc

// Runs one plugin for `pipeline`, which starts it; nobody else does. `lock` runs none: the worker only
// locks itself, and its exit status tells what is in force.
let words = Array(CommandLine.arguments.dropFirst())
switch words.first {
case nil:
  print("pipeline-worker runs plugins for pipeline, which starts it by itself")
  exit(64)
case "lock": exit(SandboxProbe.run())
default: exit(WorkerService.run(words))
}
