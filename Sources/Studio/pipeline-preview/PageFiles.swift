import CPage
import StudioProtocol

/// The files of the page, identified by their paths below its folder.
enum PageFiles {
  /// Safety of this function and the next functions: the texts and bytes exist as long as the program runs.
  static let names = (0..<page_file_count()).map { unsafe String(cString: page_file_name($0)) }
  /// The main module of the page, and the modules of the page on a phone, the main one first.
  static let main = "studio.js"
  static let ofPhones = ["phone/phone.js", "core/server.js", "phone/phone.css"]

  static func bytes(_ name: String) -> [UInt8]? {
    var count = 0
    guard let bytes = unsafe page_file(name, &count) else { return nil }
    return unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
  }

  static func content(of name: String) -> StudioAnswer.Content {
    name.hasSuffix(".css") ? .css : name.hasSuffix(".html") ? .html : .javascript
  }

  /// Returns a page with the addresses of the files that it loads; each address contains the token.
  static func page(_ name: String, _ files: [String], begins main: String, _ token: String)
    -> [UInt8]
  {
    let imports = files.filter { $0.hasSuffix(".js") }.map {
      "\"/\($0)\":\"/\($0)?token=\(token)\""
    }
    let styles = files.filter { $0.hasSuffix(".css") }.map {
      "<link rel=\"stylesheet\" href=\"/\($0)?token=\(token)\">"
    }
    let head = """
      \(styles.joined(separator: "\n"))
      <script type="importmap">{"imports":{\(imports.joined(separator: ","))}}</script>
      <script type="module" src="/\(main)?token=\(token)"></script>
      """
    let text = String(decoding: bytes(name) ?? [], as: UTF8.self)
    return Array(text.replacing("{{head}}", with: head).utf8)
  }
}
