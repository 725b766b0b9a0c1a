import Dispatch
import FlyingFox
import Foundation

// pipeline-preview: a page that plays a document and follows its changes. `pipeline preview` starts it.

guard let job = Job(Array(CommandLine.arguments.dropFirst())) else {
  FileHandle.standardError.write(Data("pipeline-preview is started by pipeline preview\n".utf8))
  exit(64)
}
let folder = FileManager.default.temporaryDirectory.appending(
  path: "pipeline-preview-\(ProcessInfo.processInfo.processIdentifier)")
try? FileManager.default.removeItem(at: folder)
do {
  try FileManager.default.createDirectory(
    at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
} catch {
  FileHandle.standardError.write(
    Data("error: \(folder.path(percentEncoded: false)): cannot be made\n".utf8))
  exit(74)
}

let preview = Preview(job, folder: folder)
let following = Task { await preview.follow() }

/// Ends everything that was started and removes what was written.
@Sendable func leave(with status: Int32) async -> Never {
  following.cancel()
  await following.value
  try? FileManager.default.removeItem(at: folder)
  exit(status)
}

let signals = [SIGINT, SIGTERM, SIGHUP].map { number in
  signal(number, SIG_IGN)
  let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
  source.setEventHandler { @Sendable in Task { await leave(with: 128 + number) } }
  source.resume()
  return source
}

do {
  let server = try await Server(preview, port: job.port)
  let running = Task { try await server.http.run() }
  do { try await server.http.waitUntilListening(timeout: 5) } catch {
    FileHandle.standardError.write(
      Data("error: port \(job.port) is taken; choose another with --port, or 0 for any\n".utf8))
    await leave(with: 75)
  }
  let line = "\(job.document) at \(await server.address ?? "")   (Ctrl-C ends it)\n"
  FileHandle.standardOutput.write(Data(line.utf8))
  try await running.value
  await leave(with: 0)
} catch {
  FileHandle.standardError.write(Data("error: \(error)\n".utf8))
  await leave(with: 70)
}
