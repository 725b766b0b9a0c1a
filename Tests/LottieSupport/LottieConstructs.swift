/// Lottie files with one construct each. They are created from short texts, in which words that begin with a dollar are
/// replaced by frequent parts.
package struct LottieConstruct: Sendable {
  package let name: String
  private let layers: String
  private let assets: String
  private let more: String

  /// Returns a file with one shape layer, whose middle is the picture's middle.
  static func shapes(_ name: String, _ items: String) -> Self {
    layers(name, #"{"ty":4,"nm":"L","ind":1,$time,$ks,"shapes":[\#(items)]}"#)
  }

  static func layers(
    _ name: String, _ layers: String, assets: String = "", more: String = ""
  ) -> Self {
    Self(name: name, layers: layers, assets: assets, more: more)
  }

  /// The constructs that lottie-web draws differently from After Effects: it does not support darken and difference for
  /// masks, addition of layers, inverted luminance, disabled effects, or a second repeater in a group; it stops at a
  /// camera and at a missing asset.
  package static let playerLacks: Set<String> = [
    "mask-darken", "mask-difference", "blend-add", "matte-luma-inverted", "effect-off",
    "repeater-twice", "camera", "missing-precomp",
  ]

  /// The expected pictures, as SVG, of constructs that lottie-web leaves out without a message: a path minus another,
  /// sums of colours beyond white, a line around a layer.
  package static let asked: [String: String] = [
    "merge-subtract": """
    <mask id="m"><path fill="#fff" d="M0 0h120v100H0z"/><rect x="53" y="15" width="30" height="70" rx="6"/></mask>
    <rect x="29.5" y="29.5" width="61" height="41" fill="rgb(25.5,178.5,76.5)" mask="url(#m)"/>
    """,
    "blend-hard-mix": """
    <clipPath id="c"><rect x="53" y="15" width="30" height="70" rx="6"/></clipPath>
    <rect x="15" y="5" width="60" height="90" fill="rgb(216.75,25.5,51)"/>
    <g clip-path="url(#c)"><path d="M0 0h120v100H0z" fill="rgb(25.5,178.5,76.5)"/><path d="M0 0h75v100H0z"/></g>
    """,
    "layer-style": """
    <rect x="24.5" y="24.5" width="71" height="51" rx="5" fill="#f00"/>
    <rect x="29.5" y="29.5" width="61" height="41" fill="rgb(25.5,178.5,76.5)"/>
    """,
  ]

  package static let (width, height) = (120, 100)
  package static let frameCount = 60.0

  /// The bytes of the construct's file.
  package var bytes: [UInt8] {
    var text = """
      {"v":"5.9.0","fr":30,"ip":0,"op":60,"w":120,"h":100,"ddd":0,"assets":[\(assets)],
      \(more)"layers":[\(layers)]}
      """
    for (word, meaning) in Self.words { text = text.replacing(word, with: meaning) }
    return Array(text.utf8)
  }

  /// The words and their replacements; a word comes before shorter words that begin with the same letters.
  private static let words: [(String, String)] = [
    (
      "$bouncy",
      #"{"a":1,"k":[{"t":0,"s":[10],"o":{"x":[0.3],"y":[0]},"i":{"x":[0.7],"y":[1]}},{"t":60,"s":[90]}]}"#
    ),
    (
      "$corners",
      #"{"ty":"sh","ks":{"a":0,"k":{"v":[[35,-30],[-35,-30],[-20,30],[30,25]],"i":[[0,0],[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0],[0,0]],"c":true}}}"#
    ),
    (
      "$curvy",
      #"{"ty":"sh","ks":{"a":0,"k":{"v":[[35,-30],[-35,-30],[-20,30]],"i":[[10,10],[0,-20],[-10,0]],"o":[[-10,-20],[0,20],[20,10]],"c":true}}}"#
    ),
    (
      "$line",
      #"{"ty":"sh","ks":{"a":0,"k":{"v":[[-40,20],[0,-25],[40,20]],"i":[[0,0],[-20,0],[0,0]],"o":[[0,0],[20,0],[0,0]],"c":false}}}"#
    ),
    (
      "$rect", #"{"ty":"rc","d":1,"p":{"a":0,"k":[0,0]},"s":{"a":0,"k":[61,41]},"r":{"a":0,"k":0}}"#
    ),
    (
      "$tall", #"{"ty":"rc","d":1,"p":{"a":0,"k":[8,0]},"s":{"a":0,"k":[30,70]},"r":{"a":0,"k":6}}"#
    ),
    ("$round", #"{"ty":"el","d":1,"p":{"a":0,"k":[0,0]},"s":{"a":0,"k":[70,50]}}"#),
    ("$fill", #"{"ty":"fl","c":{"a":0,"k":[0.1,0.7,0.3,1]},"o":{"a":0,"k":100},"r":1}"#),
    ("$red", #"{"ty":"fl","c":{"a":0,"k":[0.85,0.1,0.2,1]},"o":{"a":0,"k":100},"r":1}"#),
    (
      "$stroke",
      #"{"ty":"st","c":{"a":0,"k":[0.1,0.2,0.8,1]},"o":{"a":0,"k":100},"w":{"a":0,"k":8},"lc":1,"lj":1,"ml":4}"#
    ),
    (
      "$tr",
      #"{"ty":"tr","p":{"a":0,"k":[0,0]},"a":{"a":0,"k":[0,0]},"s":{"a":0,"k":[100,100]},"r":{"a":0,"k":0},"o":{"a":0,"k":100},"sk":{"a":0,"k":0},"sa":{"a":0,"k":0}}"#
    ),
    ("$time", #""ip":0,"op":60,"st":0,"sr":1,"bm":0"#),
    (
      "$ks",
      #""ks":{"o":{"a":0,"k":100},"r":{"a":0,"k":0},"p":{"a":0,"k":[60,50,0]},"a":{"a":0,"k":[0,0,0]},"s":{"a":0,"k":[100,100,100]}}"#
    ),
    (
      "$zero",
      #""ks":{"o":{"a":0,"k":100},"r":{"a":0,"k":0},"p":{"a":0,"k":[0,0,0]},"a":{"a":0,"k":[0,0,0]},"s":{"a":0,"k":[100,100,100]}}"#
    ),
    (
      "$below",
      #"{"ty":4,"nm":"B","ind":9,$time,$ks,"shapes":[{"ty":"rc","d":1,"p":{"a":0,"k":[-15,0]},"s":{"a":0,"k":[60,90]},"r":{"a":0,"k":0}},$red]}"#
        .replacing("$time", with: #""ip":0,"op":60,"st":0,"sr":1,"bm":0"#).replacing(
          "$ks",
          with:
            #""ks":{"o":{"a":0,"k":100},"r":{"a":0,"k":0},"p":{"a":0,"k":[60,50,0]},"a":{"a":0,"k":[0,0,0]},"s":{"a":0,"k":[100,100,100]}}"#
        ).replacing(
          "$red", with: #"{"ty":"fl","c":{"a":0,"k":[0.85,0.1,0.2,1]},"o":{"a":0,"k":100},"r":1}"#)
    ),
    ("$ease", #""o":{"x":[0.6],"y":[0]},"i":{"x":[0.3],"y":[1]}"#),
  ]
}
