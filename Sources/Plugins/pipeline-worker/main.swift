import PluginHosting
import Glibc

// Runs one plugin; only `pipeline` starts this program. With the argument `lock`, the program runs no plugin:
// it enters the sandbox, and its exit status reports the active features. With `line`, it executes a program
// that finds source lines, and with `compile`, a compiler.
let words = Array(CommandLine.arguments.dropFirst())
switch words.first {
case nil:
  print("pipeline-worker runs plugins; pipeline starts it")
  exit(64)
case "lock": exit(SandboxProbe.run())
case CompilerBox.word: exit(CompilerBox.become(Array(words.dropFirst())))
case "line": exit(SourceLine.become(Array(words.dropFirst())))
default: exit(WorkerService.run(words))
}
