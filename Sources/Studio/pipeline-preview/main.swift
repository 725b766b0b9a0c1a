import Dispatch
import Files
import FoundationEssentials
import Glibc

// The program pipeline-preview serves a page that plays a document and follows its changes. The command `pipeline
// preview` starts it.

@Sendable func fail(_ message: String, status: Int32) -> Never {
  _ = FileBytes.write(Array("\(EscapedText.line(message))\n".utf8), to: 2)
  exit(status)
}

guard let job = Job(Array(CommandLine.arguments.dropFirst())) else {
  fail("pipeline-preview can only be started by pipeline preview", status: 64)
}
signal(SIGPIPE, SIG_IGN)
// These signals are blocked in all threads except one thread that waits for them, so that no signal is lost.
let endings = [SIGINT, SIGTERM, SIGHUP]
let handled = {
  var set = sigset_t()
  // Safety of the calls with this set: a call fills the set, and the kernel reads it.
  unsafe sigemptyset(&set)
  for number in endings { unsafe sigaddset(&set, number) }
  unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
  return set
}()

let server: Server
do throws(Server.Failure) {
  server = try Server(job)
} catch {
  switch error {
  case .port(EADDRINUSE):
    fail(
      "error: port \(job.port) is taken; choose another with --port, or 0 for any", status: 75)
  case .port(EACCES):
    fail(
      "error: port \(job.port) is not allowed to you; choose one from 1024 on with --port",
      status: 77)
  case .port(EADDRNOTAVAIL):
    fail("error: \(job.listen) is not an IPv4 address of this machine", status: 64)
  case .port(let number), .system(let number):
    fail("error: the server cannot be started: \(words(number))", status: 71)
  }
}
DispatchQueue(label: "signals").async { [messages = server.messages, handled] in
  var set = handled
  var number: Int32 = 0
  while true {
    // Safety: the kernel reads the set and fills in the number.
    if unsafe sigwait(&set, &number) == 0 { messages.put(.signal(number)) }
  }
}

// The address is printed on another thread, because its reader may be slow and signals must be handled in the meantime.
let greeting =
  "\(job.isGallery ? "the animators" : EscapedText.line(job.document)) at \(server.address)   (Ctrl-C ends it)\n"
DispatchQueue(label: "greeting").async { [greeting] in
  let problem = FileBytes.write(Array(greeting.utf8), to: 1)
  if problem != 0 { fail("error: standard output: \(words(problem))", status: 74) }
}

let document = OpenDocument(job)
let renderer = Renderer(job, document, server.messages)
let tasks = BackgroundTasks(job, document, server.messages)
let recordings = Recordings(job, document, server.messages)
let number = server.run(
  Site(
    document: document, renderer: renderer, tasks: tasks, recordings: recordings,
    rendererRoutes: job.routes))
tasks.leave()
renderer.leave()
recordings.leave()
exit(128 + number)

/// Returns the system's message for an errno value.
@Sendable func words(_ number: Int32) -> String {
  // Safety: strerror returns a text, which is copied at once.
  unsafe String(cString: strerror(number))
}
