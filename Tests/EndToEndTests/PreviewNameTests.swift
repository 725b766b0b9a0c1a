import Foundation
import Testing

/// Tests the studio under names by which other machines reach it.
@Suite struct PreviewNameTests {
  private let folder: Folder
  private let temporary: Folder
  init() throws {
    folder = try Folder()
    temporary = try Folder()
    try folder.write(#"{ "version": 1, "duration": 1, "layers": [] }"#, to: "doc.json")
  }

  /// If other host names are allowed, as in a container, they are accepted with any port or with their own port.
  @Test func answersNamesThatAreAllowed() throws {
    let server = try PreviewServer(
      folder, temporary: temporary,
      options: [
        "--listen", "0.0.0.0", "--host", "127.0.0.1", "--host", "studio.test",
        "--host=localhost:9000",
      ])
    for (host, isAllowed) in [
      ("studio.test", true), ("studio.test:9000", true), ("localhost:9000", true),
      ("localhost:\(server.port)", true), ("localhost:9001", false),
      ("studio.test.evil:9000", false),
      ("evil.test", false), ("studio.test:9000:1", false), ("studio.test:x", false),
    ] {
      for token in [server.token, String(server.token.reversed()) + "x"] {
        let code = try server.answer(
          to: "GET /?token=\(token) HTTP/1.1\r\nConnection: close\r\nHost: \(host)\r\n\r\n")
        #expect((code != 403) == (isAllowed && token == server.token), "\(code): \(host)")
      }
    }
    let wrong = try Program.pipeline(
      ["preview", "doc.json", "--port", "0", "--listen", "nowhere"], in: folder.url)
    #expect(wrong.status == 64, "\(wrong.summary)")
  }
}
