import Files
import Foundation
import Media
import TestSupport
import Testing

/// A helper that fails reports the reason and ends while the host is still sending frames.
@Suite struct LastWordsTests {
  @Test(arguments: [
    // Frames are unread when the helper ends, or it stops reading frames before it reports the reason.
    "time.sleep(0.1)", "s.shutdown(socket.SHUT_RD); time.sleep(0.3)",
  ])
  func areHeard(before: String) throws {
    let folder = try Folder()
    try folder.writeProgram(
      """
      #!/usr/bin/env python3
      import socket, time
      \(ForgedMessages.prelude())
      s = socket.socket(fileno=3)
      s.recv(size)
      s.send(message(6))
      s.recv(size)
      \(before)
      s.send(failed(11, 4, b'No space left on device'))
      """, to: "helper")
    let made = URL(filePath: folder.path("a.webp"))
    try Data().write(to: made)
    let file = try FileHandle(forUpdating: made)
    let layout = PlaneLayout(container: .webp, width: 8, height: 8, hasAlpha: false)
    let writer = try VideoWriter(
      layout, rate: (30, 1), file: file.fileDescriptor, path: "a.webp",
      media: MediaSettings(seconds: 20), helperPath: folder.path("helper"))
    let error = #expect(throws: MediaError.self) {
      for _ in 0..<10 {
        try unsafe writer.write { _, _ in }
        usleep(50_000)
      }
      try writer.finish()
    }
    #expect("\(error!)".contains("No space left on device"), "\(error!)")
    #expect(error?.status == .unwritable)
  }
}
