/// Accepts only the page that was opened from the printed address. All other clients that can reach the port are
/// refused: programs of other users, and pages of other sites in the same browser.
struct RequestFilter {
  /// The token: 128 random bits in hexadecimal.
  let token: String
  /// The token of phones, which has the same length.
  let phoneToken: String
  /// The values of the Host header that a browser sends for the printed address.
  private let hosts: [String]
  /// The host names that are accepted with any port, for containers whose port has another number outside.
  private let names: [String]

  /// Creates a filter; `own` are additional host names, with or without a port.
  init(port: UInt16, own: [String]) {
    (token, phoneToken) = (Self.newToken(), Self.newToken())
    let names = ["127.0.0.1", "localhost"]
    hosts =
      names.map { "\($0):\(port)" } + (port == 80 ? names : []) + own.filter { $0.contains(":") }
    self.names = own.filter { !$0.contains(":") }
  }

  private static func newToken() -> String {
    (0..<16).map { _ in
      let byte = UInt8.random(in: .min ... .max)
      return String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
    }.joined()
  }

  func admits(_ request: Request) -> Bool {
    // A page of another site that resolves its own name to this address sends that name as Host.
    let asked = request.headers("host").map { $0.lowercased() }
    guard asked.count == 1, let host = asked.first, isOurs(host) else { return false }
    guard request.headers("origin").allSatisfy({ $0 == "http://\(host)" }) else { return false }
    // The value "none" means that the user typed the address, or clicked it in a terminal.
    guard
      request.headers("sec-fetch-site").allSatisfy({ $0 == "same-origin" || $0 == "none" })
    else { return false }
    let tokens = request.parameters("token")
    return tokens.count == 1 && (Self.isSame(tokens[0], token) || isPhone(request))
  }

  /// Returns whether the request has the token of phones, which can only view.
  func isPhone(_ request: Request) -> Bool {
    let tokens = request.parameters("token")
    return tokens.count == 1 && Self.isSame(tokens[0], phoneToken)
  }

  private func isOurs(_ host: String) -> Bool {
    if hosts.contains(host) { return true }
    let parts = host.split(separator: ":", omittingEmptySubsequences: false)
    return parts.count <= 2 && names.contains(String(parts[0]))
      && (parts.count == 1 || UInt16(parts[1]) != nil)
  }

  /// Compares a text with the token in constant time.
  private static func isSame(_ text: String, _ token: String) -> Bool {
    guard text.utf8.count == token.utf8.count else { return false }
    return zip(text.utf8, token.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
