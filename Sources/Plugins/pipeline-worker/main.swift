import PluginHosting
import Glibc

// Runs one plugin; only `pipeline` starts it. With `lock`, the program runs no plugin: the worker only locks
// itself, and its exit status reports the sandbox features in force. `line` executes a program that finds
// lines of source, and `compile` a compiler.
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
