import Dispatch
import Files
import Foundation
import Glibc

// pipeline-preview: a page that plays a document and follows its changes. `pipeline preview` starts it.

func fail(_ message: String, status: Int32) -> Never {
  try? FileHandle.standardError.write(contentsOf: Data("\(ShownText.line(message))\n".utf8))
  exit(status)
}

if CommandLine.arguments == [Workshop.janitor] { Workshop.clean() }
guard let job = Job(Array(CommandLine.arguments.dropFirst())) else {
  fail("pipeline-preview is started by pipeline preview", status: 64)
}
signal(SIGPIPE, SIG_IGN)

let server: Server
do throws(Server.Failure) {
  server = try Server(port: job.port)
} catch {
  switch error {
  case .port(EADDRINUSE):
    fail(
      "error: port \(job.port) is taken; choose another with --port, or 0 for any", status: 75)
  case .port(EACCES):
    fail(
      "error: port \(job.port) is not allowed to you; choose one from 1024 on with --port",
      status: 77)
  case .port(let number), .system(let number):
    fail("error: the server cannot be started: \(words(number))", status: 71)
  }
}
guard let workshop = Workshop() else {
  fail(
    "error: \(FileManager.default.temporaryDirectory.path(percentEncoded: false)): "
      + "no folder can be made in it", status: 74)
}

// A parent may have left them blocked.
var handled = sigset_t()
unsafe sigemptyset(&handled)
let signals = [SIGINT, SIGTERM, SIGHUP].map { number in
  unsafe sigaddset(&handled, number)
  signal(number, SIG_IGN)
  let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
  source.setEventHandler { @Sendable [messages = server.messages] in messages.put(.signal(number)) }
  source.resume()
  return source
}
unsafe pthread_sigmask(SIG_UNBLOCK, &handled, nil)

do {
  try FileHandle.standardOutput.write(
    contentsOf: Data(
      "\(ShownText.line(job.document)) at \(server.address)   (Ctrl-C ends it)\n".utf8))
} catch {
  workshop.close()
  fail("error: standard output: \(words(errno))", status: 74)
}

let preview = Preview(Tool(job: job, workshop: workshop))
let number = server.run(Site(preview: preview))
preview.leave()
workshop.close()
exit(128 + number)

/// The system's words for an errno value.
func words(_ number: Int32) -> String {
  // Unsafe: strerror gives text that stays.
  unsafe String(cString: strerror(number))
}
