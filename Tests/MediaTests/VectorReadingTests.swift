import Files
import Foundation
import Media
import Scenes
import TestSupport
import Testing

/// Tests SVG files of other programs: their kinds, their size, embedded pictures, and messages.
@Suite struct VectorReadingTests {
  private let folder: Folder
  init() throws { folder = try Folder() }

  private func read(_ bytes: some Sequence<UInt8>) throws -> (bitmap: Bitmap, remark: String?) {
    try Data(bytes).write(to: folder.url.appending(path: "x.svg"))
    return try ImageReader().reading(try .init(folder.path("x.svg")))
  }

  private func pixel(_ bitmap: Bitmap, _ x: Int, _ y: Int) -> [UInt8] {
    (0..<4).map { unsafe bitmap.pixels[y * bitmap.strideBytes + 4 * x + $0] }
  }

  private func svg(_ body: String, _ attributes: String = "width='20' height='20'") -> String {
    "<svg xmlns='http://www.w3.org/2000/svg' \(attributes)>\(body)</svg>"
  }

  private static let lime: [UInt8] = [0, 255, 0, 255]

  @Test func aPixelIsTheNinetySixthOfAnInch() throws {
    let (bitmap, _) = try read(
      svg("<rect width='1in' height='5' fill='lime'/>", "width='2in' height='10mm'").utf8)
    #expect(bitmap.width == 192 && bitmap.height == 38)
    #expect(pixel(bitmap, 95, 2) == Self.lime && pixel(bitmap, 97, 2)[3] == 0)
  }

  /// A letter on a curve is at the offset that browsers measure, in this case in the middle of the first of eight chords.
  @Test func lettersFollowCurves() throws {
    let sides = "width='150' height='200' viewBox='5 30 30 40'"
    let letter = "font-family='Inter' font-size='14' text-anchor='middle'"
    let (along, remark) = try read(
      svg(
        "<path id='p' d='M10 60Q50 0 90 60' fill='none'/>"
          + "<text \(letter)><textPath href='#p' startOffset='8.2503'>I</textPath></text>", sides
      ).utf8)
    let (placed, _) = try read(
      svg("<text \(letter) transform='translate(15 52.96875) rotate(-52.6961)'>I</text>", sides)
        .utf8)
    let (a, b) = (Pixels(along).bytes, Pixels(placed).bytes)
    let apart = zip(a, b).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    let whole = b.reduce(0) { $0 + Int($1) }
    #expect(remark == nil)
    #expect(whole > 0 && apart * 25 < whole, "\(apart) of \(whole)")
  }

  /// The tiles of a pattern are where separate shapes would be, also at fractions of pixels.
  @Test(arguments: [
    ("width='12' height='12' patternTransform='scale(1.3)'", "scale(1.3)", 12.0, 12.0),
    ("width='12.3' height='11.7' patternTransform='rotate(20)'", "rotate(20)", 12.3, 11.7),
    ("width='7.7' height='5.3'", "scale(1)", 7.7, 5.3),
  ]) func patternsDoNotDrift(
    _ pattern: String, _ transform: String, _ width: Double, _ height: Double
  ) throws {
    let tile = "<path d='M0 0H5V4H0z'/><rect y='4.5' width='\(width)' height='.7' fill='red'/>"
    let size = "width='100' height='100' viewBox='0 0 100 100'"
    let (drawn, remark) = try read(
      svg(
        "<pattern id='p' patternUnits='userSpaceOnUse' \(pattern)>\(tile)</pattern>"
          + "<circle cx='50' cy='50' r='40' fill='url(#p)'/>", size
      ).utf8)
    #expect(remark == nil)
    var tiles = ""
    for row in -20..<25 {
      for column in -10..<25 {
        let (x, y) = (Double(column) * width, Double(row) * height)
        tiles += "<path transform='translate(\(x) \(y))' d='M0 0H5V4H0z'/>"
      }
      tiles +=
        "<rect x='-100' y='\(Double(row) * height + 4.5)' width='400' height='.7' fill='red'/>"
    }
    let (judge, _) = try read(
      svg(
        "<clipPath id='c'><circle cx='50' cy='50' r='40'/></clipPath>"
          + "<g clip-path='url(#c)'><g transform='\(transform)'>\(tiles)</g></g>", size
      ).utf8)
    var far = 0
    for y in 0..<100 {
      for x in 0..<100 {
        let (a, b) = (pixel(drawn, x, y), pixel(judge, x, y))
        if zip(a, b).contains(where: { abs(Int($0) - Int($1)) > 24 }) { far += 1 }
      }
    }
    #expect(far <= 25, "\(far)")
  }

  @Test func patternsOfUnknownBoxesAreSaid() throws {
    let (_, remark) = try read(
      svg(
        "<pattern id='p' width='.1' height='.1'><path d='M0 0H2V2H0z'/></pattern>"
          + "<text y='15' fill='url(#p)'>a</text>"
      ).utf8)
    #expect(remark?.contains("the tiles of a pattern are drawn on whole pixels") == true)
  }

  /// A picture that grows for 60 frames, uniformly or not, starts the engine rarely, and looks like separate drawings.
  @Test(arguments: Effort.spread([Size(9, 9), Size(9, 4)], test: 1))
  func growingPicturesAreDrawnRarely(_ end: Size) throws {
    let log = folder.path("log")
    let programs = Program.folder.absoluteURL.standardizedFileURL
    let helper = programs.appending(path: "pipeline-svg").path()
    let script = "#!/bin/sh\necho >> '\(log)'\nexec '\(helper)' \"$@\"\n"
    try folder.write(script, to: "pipeline-svg")
    let manager = FileManager.default
    try manager.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.path("pipeline-svg"))
    var engine = programs.appending(path: "resvg").path()
    if !manager.fileExists(atPath: engine) {
      engine = programs.appending(path: "../../../.build/resvg/resvg").path()
    }
    try manager.createSymbolicLink(atPath: folder.path("resvg"), withDestinationPath: engine)
    try folder.write(svg("<path d='M3 3h9v7H3zM5 12l9 2-3 5z' fill='teal'/>"), to: "x.svg")
    let context = EngineContext(Installation(prefix: folder.url.path()))
    let file = try HeldFile(try RegularFile.media(folder.path("x.svg")))
    let picture = try ImageReader(MediaSettings(context: context)).vector(file)
    let views = (0..<60).map { i in
      let t = Double(i) / 59
      let density = Size(1 + (end.width - 1) * t, 1 + (end.height - 1) * t)
      return DrawingView(density: density, phase: Point(0.25, Double(i % 4) / 4))
    }
    func shown(_ view: DrawingView, by picture: VectorPicture) throws -> Bitmap {
      try picture.shown(
        at: .zero, over: picture.size, density: view.density, phase: view.phase
      ).bitmap
    }
    var late: Bitmap?
    for (i, view) in views.enumerated() {
      try picture.prepare(view) { Array(views[(i + 1)...].prefix(7)) }
      let bitmap = try shown(view, by: picture)
      if i == 37 { late = bitmap }
    }
    let starts = try String(contentsOfFile: log, encoding: .utf8).count
    let alone = try shown(views[37], by: ImageReader().vector(file))
    #expect(late.map { Pixels($0).bytes } == Pixels(alone).bytes)
    #expect(starts <= 12, "\(starts) starts")
  }

  /// The engine's messages about each element are discarded and do not affect the drawing.
  @Test func filesOfManyCirclesAreDrawn() throws {
    let circles = (0..<1500).map {
      "<circle cx='\($0 % 20)' cy='\($0 / 20 % 20)' r='1' fill='lime'/>"
    }
    #expect(pixel(try read(svg(circles.joined()).utf8).bitmap, 10, 10) == Self.lime)
  }

  @Test func everyKindOfFileIsRead() throws {
    let text = svg("<rect width='20' height='20' fill='lime'/>")
    let units = Array(text.utf16)
    let little: [UInt8] = [0xFF, 0xFE] + units.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    let big: [UInt8] = [0xFE, 0xFF] + units.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
    try Data(text.utf8).write(to: folder.url.appending(path: "plain"))
    let packed = [UInt8](try Program.tool("gzip", ["-c", folder.path("plain")]).data)
    let latin = Array("<?xml version='1.0' encoding='ISO-8859-1'?>\(text)".utf8)
    let marked: [UInt8] = [0xEF, 0xBB, 0xBF] + Array(text.utf8)
    let kinds: [[UInt8]] = [little, big, packed, latin, marked]
    for bytes in kinds {
      #expect(pixel(try read(bytes).bitmap, 10, 10) == Self.lime)
    }
    let broken: [UInt8] = [0x1F, 0x8B, 8, 0, 1, 2, 3]
    let error = #expect(throws: MediaError.self) { try read(broken) }
    #expect(error?.status == .content)
  }

  /// An element that would crash the engine, or make it refuse the file, is left out alone.
  @Test(
    arguments: Effort.spread(
      [
        "<filter id='f'><feFlood x='1' y='1' width='0' height='0'/><feTile/></filter><g filter='url(#f)'/>",
        "<clipPath id='c' transform='scale(0)'><path d='M0 0H9V9z'/></clipPath><rect width='9' height='9' clip-path='url(#c)'/>",
        "<rect width='9' height='9' transform='matrix(0 0 0 0 0 0)'/>", "<path d='M1e999 2L'/>",
        "<pattern id='p' width='0' height='0'/><rect width='5' height='5' fill='url(#p)'/>",
        "<g id='a'><use href='#a'/></g>",
        "<mask id='m' mask='url(#m)'/><rect width='5' height='5' mask='url(#m)'/>",
      ], test: 3))
  func nothingEndsTheEngine(_ body: String) throws {
    let (bitmap, _) = try read(
      svg(body + "<rect x='10' y='10' width='10' height='10' fill='lime'/>").utf8)
    #expect(pixel(bitmap, 15, 15) == Self.lime)
  }

  /// The pictures of 20 × 20 pixels are lime in the middle in a browser.
  @Test(arguments: [
    "<style>@layer b,a; @layer a{rect{fill:lime}} @layer b{rect{fill:red}}</style>$",
    "<style>rect{fill:lime} @layer a{rect{fill:red}}</style>$",
    "<style>@layer a{rect{fill:lime!important}} @layer b{rect{fill:red!important}}</style>$",
    "<style>rect{fill:lime} @media (max-width:10px){rect{fill:red}}</style>$",
    "<style>@media (min-width:15px) and (max-height:20px){rect{fill:lime}}</style>$",
    "<style>rect{fill:lime} @supports (display:foo){rect{fill:red}}</style>$",
    "<style>rect{fill:lime} @supports not (fill:red){rect{fill:red}}</style>$",
    "<style>@supports (fill:red) and (opacity:1){rect{fill:lime}}</style>$",
    "<style>svg{background:lime}</style><rect width='5' height='5'/>",
    "<style>:root{--a:var(--b,lime)} g{--b:red} rect{fill:var(--a)}</style><g>$</g>",
    "<style>[class='AB' i]{fill:lime}</style><rect class='ab' width='20' height='20'/>",
    "<rect width='clamp(5px,100%,20px)' height='min(20px,100%)' fill='lime'/>",
    "<rect width='20' height='20' fill='lime' style='clip-path:inset(1px round 2px 3px 4px 5px)'/>",
    "<pattern id='p' width='9' height='9' patternTransform='scale(0)'><rect width='9' height='9'/></pattern><rect width='20' height='20' fill='url(#p) lime'/>",
    "<image width='20' height='20' href=\"data:image/svg+xml,&lt;svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 10 5'>&lt;rect width='10' height='5' fill='lime'/>&lt;/svg>\"/>",
  ])
  func styleIsTaken(_ body: String) throws {
    let square = "<rect width='20' height='20'/>"
    let (bitmap, remark) = try read(svg(body.replacing("$", with: square)).utf8)
    #expect(pixel(bitmap, 10, 10) == Self.lime && remark == nil, "\(remark ?? "")")
  }

  /// Each remark has its line and column.
  @Test(arguments: [
    (
      "<image href='a.png' width='5' height='5'/>",
      "1:64: <image> refers to \"a.png\", which is not read"
    ),
    ("<use href='b.svg#x'/>", "1:64: <use> refers to \"b.svg#x\", which is not read"),
    (
      "<foreignObject width='9' height='9'><p xmlns='x'>a</p></foreignObject>",
      "1:64: the contents of <foreignObject> are not drawn"
    ),
    (
      "<rect><animate attributeName='x' to='9' dur='1s'/></rect>",
      "1:70: <animate> does not move: the picture is drawn without the animation"
    ),
    (
      "<style>g:has(a){fill:red}</style>",
      "1:64: the rule \"g:has(a)\" is left out, because this kind of rule is not supported"
    ),
    (
      "<rect fill='rgb(from red r g 9)'/>",
      "1:64: the colour \"rgb(from red r g 9)\" is not known here"
    ),
    ("<style>@import 'a.css';</style>", "1:64: a style sheet that @import names is not read"),
  ])
  func whatIsNotDrawnIsSaid(_ body: String, _ remark: String) throws {
    let said = try read(svg(body).utf8).remark
    #expect(said == remark, "\(said ?? "nothing")")
  }

  /// Errors contain the position.
  @Test(arguments: [
    ("<rect", "at 1:66, <rect> has no end"), ("<g></a>", "</a> ends <g>"),
    ("&x;", "&x; is not defined"),
  ])
  func brokenFilesAreRefused(_ body: String, _ words: String) throws {
    let error = #expect(throws: MediaError.self) {
      try read("<svg xmlns='http://www.w3.org/2000/svg' width='20' height='20'>   \(body)".utf8)
    }
    #expect("\(error!)".contains("x.svg: cannot be decoded: ") || error?.status == .content)
    #expect(
      error?.status == .content && ("\(error!)".contains(words) || body == "<rect"), "\(error!)")
  }
}
