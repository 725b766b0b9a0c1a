import Formats
import Testing

@Suite struct Base64Tests {
  @Test(
    arguments: [
      ([], ""), (Array("h".utf8), "aA=="), (Array("hi".utf8), "aGk="), (Array("hi!".utf8), "aGkh"),
      ([255, 254, 253], "//79"), ([1, 2, 3, 4], "AQIDBA=="),
    ] as [([UInt8], String)])
  func bytesComeBack(_ bytes: [UInt8], _ text: String) {
    #expect(Base64.encoded(bytes) == text)
    #expect(Base64.decoded(text.utf8) == bytes)
    #expect(Base64.exactlyDecoded(text) == bytes)
  }

  /// Browsers accept base64 in a data URI without padding, with white space, and in the URL alphabet.
  @Test(
    arguments: [
      ("aGk", [UInt8]("hi".utf8)), ("a G\nk=", [UInt8]("hi".utf8)), ("__79", [255, 254, 253]),
      ("a*k=", nil),
    ] as [(String, [UInt8]?)])
  func textsAreReadLeniently(_ text: String, _ bytes: [UInt8]?) {
    #expect(Base64.decoded(text.utf8) == bytes)
    #expect(Base64.exactlyDecoded(text) == nil)
  }

  @Test(
    arguments: [
      ("data:text/plain;base64,aGk=", [UInt8]("hi".utf8)),
      ("DATA:;Base64,aGk=", [UInt8]("hi".utf8)),
      ("data:text/plain,a%20b", [UInt8]("a b".utf8)), ("data:;base64,aGk%3D", [UInt8]("hi".utf8)),
      ("data:;base64", nil), ("a.png", nil), ("data:;base64,*", nil),
    ] as [(String, [UInt8]?)])
  func filesAreReadOutOfTexts(_ uri: String, _ bytes: [UInt8]?) {
    #expect(DataURI.bytes(uri) == bytes)
  }
}
