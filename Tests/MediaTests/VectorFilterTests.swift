import Files
import Foundation
import Media
import Scenes
import TestSupport
import Testing

/// Tests SVG filters, masks and entities that the engine lacks, against equal drawings without them, or against their
/// messages.
@Suite struct VectorFilterTests {
  private let folder: Folder
  init() throws { folder = try Folder() }

  private func read(
    _ body: String, _ prolog: String
  ) throws -> (pixels: [UInt8], remark: String?) {
    let text =
      "\(prolog)<svg xmlns='http://www.w3.org/2000/svg' width='60' height='60'>\(body)</svg>"
    try Data(text.utf8).write(to: folder.url.appending(path: "x.svg"))
    let (bitmap, remark) = try ImageReader().reading(try .init(folder.path("x.svg")))
    // Safety: the pixels belong to the bitmap's rows.
    let pixels = (0..<60).flatMap { y in
      (0..<240).map { unsafe bitmap.pixels[y * bitmap.strideBytes + $0] }
    }
    return (pixels, remark)
  }

  private static let moved =
    "<filter id='f' x='-1' y='-1' width='3' height='3'><feOffset dx='10' dy='0'/></filter>"
  private static let soft =
    "<filter id='f' filterUnits='userSpaceOnUse' x='20' y='20' width='20' height='20'>"
    + "<feGaussianBlur stdDeviation='3'/></filter>"
  private static let square = "<rect x='20' y='20' width='20' height='20' fill='teal'"

  @Test(arguments: [
    // Offsets are rotated and mirrored together with their element.
    (
      "", "\(Self.moved)\(Self.square) transform='rotate(90 30 30)' filter='url(#f)'/>",
      "\(Self.square) transform='translate(0 10)'/>"
    ),
    (
      "",
      "\(Self.moved)<g transform='translate(60 0) scale(-1 1)'>\(Self.square) filter='url(#f)'/></g>",
      "\(Self.square) transform='translate(-10 0)'/>"
    ),
    (
      "",
      "<g transform='rotate(90 30 30)'>\(Self.square) style='filter:drop-shadow(10px 0 0 red)'/></g>",
      "<g fill='red'><rect x='20' y='30' width='20' height='20'/></g>\(Self.square)/>"
    ),
    // Several filters are applied one after the other.
    (
      "", "\(Self.moved)\(Self.square) style='filter:url(#f) url(#f)'/>",
      "\(Self.square) transform='translate(20 0)'/>"
    ),
    (
      "", "\(Self.moved)\(Self.square) style='filter:opacity(0) url(#f)'/>", "<g/>"
    ),
    // Content outside a region is blurred into it.
    (
      "", "\(Self.soft)<rect width='60' height='60' fill='teal' filter='url(#f)'/>",
      "\(Self.square)/>"
    ),
    (
      "", "\(Self.soft)<rect width='30' height='60' fill='teal' filter='url(#f)'/>",
      "<clipPath id='c'><rect x='20' y='20' width='20' height='20'/></clipPath><filter id='g'>"
        + "<feGaussianBlur stdDeviation='3'/></filter><g clip-path='url(#c)'>"
        + "<rect x='-40' y='-40' width='70' height='140' fill='teal' filter='url(#g)'/></g>"
    ),
    (
      "",
      "<mask id='m' color-interpolation='linearRGB'><rect width='60' height='60' fill='#bcbcbc'/></mask>"
        + "\(Self.square) mask='url(#m)'/>",
      "\(Self.square) opacity='0.5029'/>"
    ),
    (
      "<!DOCTYPE svg [<!ENTITY c 'teal'><!ENTITY s \"<rect x='20' y='20' width='20' height='20' fill='&c;'/>\">"
        + "<!ENTITY t '&s;<g/>'>]>", "<g>&t;</g>", "\(Self.square)/>"
    ),
    // A region cuts a whole shadow, and not what casts it.
    (
      "",
      "<filter id='f' filterUnits='userSpaceOnUse' x='30' y='30' width='20' height='20'>"
        + "<feDropShadow dx='10' dy='10' stdDeviation='0' flood-color='red'/></filter>"
        + "<path d='M10 10H40V40H10z' fill='teal' filter='url(#f)'/>",
      "<path d='M30 30H50V50H30z' fill='red'/><path d='M30 30H40V40H30z' fill='teal'/>"
    ),
    // A corner's radii are limited each by its own side.
    ("", "<rect width='30' height='50' rx='50'/>", "<ellipse cx='15' cy='25' rx='15' ry='25'/>"),
    (
      "",
      "<linearGradient id='a' gradientTransform='rotate(90)'><stop/><stop offset='1' stop-color='red'/>"
        + "</linearGradient><linearGradient id='b' href='#a' x1='1' x2='0'/>"
        + "<rect width='60' height='60' fill='url(#b)'/>",
      "<linearGradient id='a' x1='0' y1='1' x2='0' y2='0'><stop/><stop offset='1' stop-color='red'/>"
        + "</linearGradient><rect width='60' height='60' fill='url(#a)'/>"
    ),
    (
      "",
      "<defs><text id='t' y='5'>Hi</text></defs><g font-family='Inter' font-size='30'>"
        + "<use href='#t' x='9' y='30'/></g>",
      "<text x='9' y='35' font-family='Inter' font-size='30'>Hi</text>"
    ),
    (
      "",
      "<g style='transform:matrix3d(1,0,0,0,0,1,0,0,0,0,1,0,10,20,0,1) rotate3d(0,0,1,90deg)'>"
        + "<rect x='5' width='9' height='5'/></g>",
      "<rect x='5' y='25' width='5' height='9'/>"
    ),
    (
      "", "<style>g{fill:red;all:unset}</style><g fill='red'><path d='M9 9H30V30'/></g>",
      "<path d='M9 9H30V30'/>"
    ),
  ])
  func drawnAlike(_ prolog: String, _ body: String, _ plain: String) throws {
    let (ours, remark) = try read(body, prolog)
    let wanted = try read(plain, "").pixels
    #expect(remark == nil)
    let most = zip(ours, wanted).map { abs(Int($0) - Int($1)) }.max() ?? 0
    #expect(most <= 3, "\(most) levels apart")
  }

  /// A light on blurred slopes is reported if many of them may be turned away from it.
  @Test(arguments: [
    ("Diffuse", "<feDistantLight elevation='50'/>", false),
    ("Diffuse", "<feDistantLight elevation='10'/>", true),
    ("Diffuse", "<fePointLight z='40'/>", true), ("Specular", "<fePointLight z='40'/>", false),
  ])
  func lights(_ kind: String, _ light: String, _ isTold: Bool) throws {
    let filter =
      "<filter id='f'><feGaussianBlur stdDeviation='2'/><fe\(kind)Lighting>\(light)</fe\(kind)Lighting></filter>"
    let remark = try read(filter + "<path d='M9 9H30V30' filter='url(#f)'/>", "").remark
    #expect((remark?.contains("light of feDiffuseLighting") ?? false) == isTold, "\(remark ?? "")")
  }

  /// A pane of glass shows only the blur of the layers behind, which continue in a mirror at its edges; a file that
  /// browsers show as a picture has none, so it is told.
  @Test(arguments: ["", "transform='translate(5 0)'"]) func glass(_ transform: String) throws {
    let bar = "<path d='M0 26H60V30H0z' fill='teal'/>"
    let x = transform.isEmpty ? 20 : 15
    let pane =
      "<g \(transform)><foreignObject x='\(x)' y='20' width='20' height='20'><div "
      + "xmlns='http://www.w3.org/1999/xhtml' style='backdrop-filter:blur(4px);height:100%'></div>"
      + "</foreignObject></g>"
    let (ours, remark) = try read(bar + pane, "")
    #expect(remark?.contains("browsers leave it out of a file that is shown as a picture") == true)
    let mirrored = "<path d='M-20 10H80V14H-20zM-20 26H80V30H-20zM-20 50H80V54H-20z' fill='teal'/>"
    let (wanted, _) = try read(
      "<path d='M0 26H20V30H0zM40 26H60V30H40z' fill='teal'/><clipPath id='c'>"
        + "<path d='M20 20H40V40H20z'/></clipPath><filter id='f' filterUnits='userSpaceOnUse' "
        + "x='-20' y='-20' width='100' height='100' color-interpolation-filters='sRGB'>"
        + "<feGaussianBlur stdDeviation='4'/></filter><g clip-path='url(#c)'>"
        + "<g filter='url(#f)'>\(mirrored)</g></g>", "")
    let most = zip(ours, wanted).map { abs(Int($0) - Int($1)) }.max() ?? 0
    #expect(most <= 4, "\(most) levels apart")
  }

  @Test(arguments: [
    (
      "<g transform='rotate(9)' opacity='.5'><rect width='9' height='9' style='mix-blend-mode:plus-lighter'/></g>",
      "plus-lighter"
    ),
    ("<path d='M9 9H30V30' style='outline:2px solid red'/>", "outline is not drawn"),
    ("<path d='M9 9H30V30' style='mix-blend-mode:hue'/>", "the blend mode \"hue\" may be drawn"),
    (
      "<path d='M9 9H30V30' style='transform:rotateX(60deg) translateZ(9px)'/>",
      "the transform \"rotateX(60deg) translateZ(9px)\" is not drawn"
    ),
    (
      "<filter id='f'><feTurbulence/></filter><text transform='rotate(9)' filter='url(#f)'>a</text>",
      "the filter of a turned <text> is not turned with it"
    ),
    (
      "<marker id='m' orient='auto'><path d='M0 0h1v1'/></marker>"
        + "<path d='M9 9H20V20Z' marker-start='url(#m)'/>",
      "a marker at the start of a closed <path>"
    ),
    (
      "<marker id='m'><path d='M0 0h1v1'/></marker>"
        + "<path d='M9 9H20V20ZM0 0h3v3z' marker-mid='url(#m)'/>",
      "a marker at the point where a part of a <path> closes"
    ),
  ])
  func isSaid(_ body: String, _ words: String) throws {
    let remark = try read(body, "").remark
    #expect(remark?.contains(words) == true, "\(remark ?? "")")
  }
}
