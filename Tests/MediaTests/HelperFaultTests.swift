import Files
import Foundation
import Media
import Scenes
import TestSupport
import Testing

/// Tests helpers that misbehave; each is a script in the helper's place.
@Suite struct HelperFaultTests {
  private let folder: Folder
  init() throws { folder = try Folder() }

  func helper(_ script: String) throws -> String {
    try folder.writeProgram(script, to: "helper")
    return folder.path("helper")
  }

  func picture() throws -> String {
    let path = folder.path("x.png")
    try Data("not a picture".utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  /// Returns the error of reading a picture through a script.
  func failure(_ script: String, seconds: Int = 20) throws -> MediaError? {
    let reader = ImageReader(MediaSettings(seconds: seconds), helperPath: try helper(script))
    let path = try picture()
    return #expect(throws: MediaError.self) { try reader.read(path) }
  }

  @Test func aCrashNamesTheFileAndTheSignal() throws {
    let error = try failure("#!/bin/sh\nkill -SEGV $$\n")
    #expect("\(error!)".contains("x.png") && "\(error!)".contains("signal 11"))
    #expect(error?.status == .content)
  }

  @Test func anExitIsNoSuccess() throws {
    let error = try failure("#!/bin/sh\nexit 0\n")
    #expect("\(error!)".contains("ended with status 0"))
  }

  @Test func aHangIsKilled() throws {
    let error = try failure("#!/bin/sh\nexec sleep 1000\n", seconds: 1)
    #expect("\(error!)".contains("killed"))
  }

  @Test(arguments: [
    // The answers are too short, of another protocol, a picture without a size, one beyond the limits, and an answer to
    // another request.
    "b'short'", "bytes(size)", "message(2, 0, 5)", "message(2, 60000, 60000)", "message(4, 3, 3)",
    "message(99, 1, 1)", "bytes(5000)",
  ])
  func forgedAnswersAreRefused(_ answer: String) throws {
    let error = try failure(
      """
      #!/usr/bin/env python3
      import socket
      \(ForgedMessages.prelude())
      s = socket.socket(fileno=3)
      s.recv(size)
      s.send(\(answer))
      s.recv(size)
      """)
    #expect("\(error!)".contains("broke the protocol"), "\(error!)")
  }

  /// If a helper stores a picture with channels above alpha, the channels are clamped.
  @Test func pixelsAreClampedToAlpha() throws {
    let reader = ImageReader(
      helperPath: try helper(
        """
        #!/usr/bin/env python3
        import array, mmap, socket
        \(ForgedMessages.prelude())
        s = socket.socket(fileno=3)
        s.recv(size)
        s.send(message(2, 2, 2))
        fds = array.array('i')
        data, control, flags, address = s.recvmsg(size, socket.CMSG_SPACE(4))
        fds.frombytes(control[0][2])
        m = mmap.mmap(fds[0], 128)
        m[:] = bytes([255, 9, 0, 7]) * 32
        s.send(message(4, 0, 0))
        s.recv(size)
        """))
    let bitmap = try reader.read(try picture())
    let p = unsafe bitmap.pixels
    #expect(unsafe [p[0], p[1], p[2], p[3]] == [7, 7, 0, 7])
  }

  @Test(
    .disabled(
      if: Sanitizer.current == .thread,
      "the thread sanitizer starts programs by a fork, which hides why that failed"))
  func aMissingHelperIsUnavailable() throws {
    let reader = ImageReader(helperPath: folder.path("none"))
    let path = try picture()
    let error = #expect(throws: MediaError.self) { try reader.read(path) }
    #expect(error?.status == .unavailable)
  }

  /// The helper gets no descriptors except its socket, and no LD_ variables.
  @Test func nothingIsInherited() throws {
    // Safety: the arguments are C strings, which exist during the calls.
    _ = unsafe setenv("LD_TEST", "1", 1)
    _ = unsafe setenv("SECRET", "1", 1)
    let extra = fcntl(1, F_DUPFD, 500)
    #expect(extra >= 500)
    defer { close(extra) }
    let report = folder.path("report")
    _ = try failure("#!/bin/sh\n{ env; ls /proc/self/fd; } > \(report)\n")
    let text = try String(contentsOfFile: report, encoding: .utf8)
    #expect(!text.contains("SECRET") && !text.contains("LD_"))
    let descriptors = text.split(separator: "\n").compactMap { Int($0) }
    #expect(descriptors.contains(3) && descriptors.allSatisfy { $0 < 50 })
  }
}
