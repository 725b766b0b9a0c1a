import Files
import Foundation
import Media
import Scenes
import TestSupport
import Testing

/// Tests work that few bytes of an SVG file can request: selectors match as in CSS and quickly, and a file that exceeds
/// the work of a picture is refused with its place.
@Suite struct VectorWorkTests {
  private let folder: Folder
  init() throws { folder = try Folder() }

  private func read(_ body: String) throws -> Bitmap {
    let text =
      "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='10'>\(body)</svg>"
    try Data(text.utf8).write(to: folder.url.appending(path: "x.svg"))
    return try ImageReader().reading(try .init(folder.path("x.svg"))).bitmap
  }

  /// There are four squares of 10 pixels, of which the selector paints the given ones.
  @Test(arguments: [
    ("rect ~ rect", "-###"), ("rect + rect", "-###"), (".a ~ .b", "-##-"), (".a + .b", "-#--"),
    (".a ~ .b ~ .a", "---#"), ("g > .b", "-##-"), ("svg .b + .b", "--#-"), ("svg > .b", "----"),
    ("rect:not(.a, #x)", "--#-"), (":is(.a, #x) ~ .b", "-##-"), ("rect:not(.a ~ .b)", "#--#"),
    ("rect:nth-child(2n)", "-#-#"), ("rect:nth-last-of-type(1)", "---#"), ("#x", "-#--"),
    ("g rect:first-child, .b#x", "##--"), ("[class=b] + [class^=a]", "---#"), ("a rect", "----"),
    ("* > * > *", "####"), (".a { &amp; + .b", "-#--"), ("g { .b { &amp; + &amp;", "--#-"),
    (":where(.a):is(:first-child)", "#---"), ("circle ~ rect", "----"),
  ])
  func selectorsFindWhatTheyName(_ selector: String, _ painted: String) throws {
    let ends = String(repeating: "}", count: 1 + selector.count { $0 == "{" })
    let squares = ["a", "b", "b", "a"].enumerated().map { i, name in
      "<rect class='\(name)'\(i == 1 ? " id='x'" : "") x='\(10 * i)' width='10' height='10'/>"
    }
    let bitmap = try read(
      "<style>rect{fill:#00f}\(selector){fill:red!important\(ends)</style><g>\(squares.joined())</g>"
    )
    let seen = (0..<4).map { unsafe bitmap.pixels[5 * bitmap.strideBytes + 4 * (10 * $0 + 5)] }
    #expect(String(seen.map { $0 == 255 ? "#" : "-" }) == painted, "\(selector)")
  }

  /// Without the list of steps the test would not end. It has thirty steps among thousands of siblings, and as many steps
  /// among ancestors.
  @Test func manySiblingsTakeLittle() throws {
    let rects = String(repeating: "<rect width='9' height='9'/>", count: 4000)
    let steps = Array(repeating: "rect", count: 30).joined(separator: " ~ ")
    let groups = Array(repeating: "g", count: 40).joined(separator: " ")
    let bitmap = try read(
      "<style>\(steps){fill:lime}\(groups) a{fill:red}</style>"
        + String(repeating: "<g>", count: 100) + rects + String(repeating: "</g>", count: 100))
    #expect(unsafe bitmap.pixels[1] == 255)
  }

  private static func times(_ count: Int, _ text: String) -> String {
    String(repeating: text, count: count)
  }

  private static let tooMuch: [(body: String, words: String)] = {
    let attributes = (0...1000).map { "a\($0)='1'" }.joined(separator: " ")
    let grows = "has more than 500000", works = "more work than the limit for one picture"
    var list: [(body: String, words: String)] = []
    // The references double at each level, in every kind of reference.
    list.append((chain("<g id='a#'><use href='#a%'/><use href='#a%'/></g>"), grows))
    let pattern = "<pattern id='a#' width='1' height='1'><g fill='url(#a%)'><a/><a/></g></pattern>"
    list.append((chain(pattern) + "<rect fill='url(#a0)'/>", grows))
    list.append((chain("<mask id='a#'><g mask='url(#a%)'/><g mask='url(#a%)'/></mask>"), grows))
    // There is only one rule, but every element takes much work.
    let path = "<style>path{clip-path:path('M0 0\(times(9000, "L1 1"))')}</style>"
    list.append((path + times(3000, "<path/>"), works))
    let family = "<style>*{font-family:\(times(30000, "a,"))b}</style>"
    list.append((family + times(2000, "<text>a</text>"), works))
    let doubled = chain("--a%:var(--a#) var(--a#);")
    let names = "<style>*{--a0:red red;\(doubled)fill:var(--a39)}</style>"
    list.append((names + times(30000, "<g/>"), works))
    list.append((times(300, "<g>"), "more than 200 elements are nested in each other"))
    list.append(("<g \(attributes)/>", "has more than 1000 attributes"))
    return list
  }()

  @Test(arguments: Effort.spread(tooMuch.indices, test: 1))
  func tooMuchIsRefused(_ index: Int) throws {
    let (body, words) = Self.tooMuch[index]
    let error = #expect(throws: MediaError.self) { try read(body) }
    #expect(error?.status == .content)
    #expect("\(error!)".contains("x.svg: cannot be decoded: at 1:"), "\(error!)")
    #expect("\(error!)".contains(words), "\(error!)")
  }

  /// Returns the text forty times, with a number for "#" and the next number for "%".
  private static func chain(_ text: String) -> String {
    (0..<40).map {
      text.replacing("#a%", with: "#a\($0 + 1)").replacing("a#", with: "a\($0)")
        .replacing("a%", with: "a\($0 + 1)")
    }.joined()
  }

  /// Text that CSS does not know has no effect, however deeply it is nested.
  @Test(
    arguments: Effort.spread(
      [
        times(20000, ":not(") + "g" + times(20000, ")"), times(100, "rect{") + "rect",
      ], test: 1))
  func depthEndsNothing(_ selector: String) throws {
    let bitmap = try read("<rect width='40' height='10' fill='lime'/><style>\(selector){}</style>")
    #expect(unsafe bitmap.pixels[1] == 255)
  }
}
