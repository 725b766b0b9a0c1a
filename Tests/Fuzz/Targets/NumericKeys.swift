import Documents
import JSON

/// Documents that contain every key with a number, so that each number can be replaced.
///
/// The bytes are the number of a place and its new value, with a space between: `12 1e300`.
package enum NumericKeys {
  package static let documents = [
    """
    { "version": 1, "seed": 7, "duration": 2, "canvas": { "size": [16, 16], "scale": 1, "fps": 60,
      "motionBlur": { "shutterAngle": 90, "samples": 8 } },
      "layers": [
        { "id": "a", "frame": [1, 2, 8, "50%"], "anchorPoint": [0.5, 0.5], "zPosition": 1,
          "translate": [1, "10%", 0], "scale": [1, 1, 1], "rotate": [0, 0, 10], "opacity": 0.5,
          "cornerRadius": 2, "shadowOpacity": 0.5, "shadowRadius": 2, "shadowOffset": [1, 1],
          "contentsRect": [0, 0, 1, 1], "contentsTime": 0.5,
          "transform": [ { "translate": [1, 1] }, { "scale": 2 }, { "rotate": 10 },
            { "perspective": 500 }, { "m34": -0.002 },
            { "matrix": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1] } ],
          "contents": { "gradient": { "linear": { "from": [0, 0], "to": [1, 1] },
            "stops": [ [0, "#f00"], [1, "#00f"] ] } },
          "mask": { "circle": { "center": [4, 4], "radius": 3 } } },
        { "id": "b", "position": [8, 8], "bounds": [4, 4], "backgroundColor": "#0f0",
          "shadowPath": "M0 0 L1 1 Z",
          "contents": { "gradient": { "radial": { "center": [0.5, 0.5], "radius": [0.5, 0.5], "focus": [0.4, 0.4] },
            "stops": [ "#f00", "#00f" ] } },
          "mask": { "rect": [0, 0, 4, 4], "cornerRadius": 1 } },
        { "id": "c", "frame": [0, 0, 8, 8], "mask": { "ellipse": [0, 0, 8, 8] } },
        { "id": "d", "frame": [0, 0, 8, 8], "mask": { "path": "M0 0 L8 8 L0 8 Z" } } ],
      "timeline": { "parallel": [
        { "id": "one", "at": 0.25, "duration": 0.5, "targets": ["a"],
          "easing": { "spring": { "dampingRatio": 0.5, "initialVelocity": 1 } },
          "keyframes": [ { "offset": 0, "opacity": 0 }, { "offset": 1, "opacity": 1 } ] },
        { "at": { "with": "one", "offset": "120ms" }, "targets": ["b"],
          "easing": { "spring": { "mass": 1, "stiffness": 500, "damping": 40 } },
          "keyframes": [ { "opacity": 0 }, { "position": [4, 4] } ] },
        { "at": "12f", "targets": ["c"],
          "easing": { "spring": { "response": 0.3, "bounce": 0.1 } },
          "keyframes": [ { "opacity": 0 }, { "frame": [0, 0, 4, 4] } ] },
        { "at": "17%", "duration": "0.5s", "targets": ["d"], "easing": [0.4, 0, 0.2, 1],
          "keyframes": [ { "opacity": 0 }, { "rotate": 90 } ] },
        { "stagger": { "each": 0.1, "from": 1, "grid": [2, 2] }, "targets": ["a", "b", "c"],
          "step": { "duration": 0.1, "keyframes": [ { "zPosition": 0 }, { "zPosition": 1 } ] } },
        { "stagger": { "amount": "20%" }, "targets": ["a", "b", "c"],
          "step": { "duration": 0.1,
                    "keyframes": [ { "cornerRadius": 0 }, { "cornerRadius": 1 } ] } } ] },
      "outputs": [ { "path": "a.gif", "fps": 30, "scale": 1, "hold": 0.4, "loop": 2 },
        { "path": "b.png", "sheet": [0, "50%"], "columns": 2 },
        { "path": "c.mp4", "quality": 0.5, "width": 32, "height": 16, "maxBytes": 20000 } ],
      "checks": [ { "at": 0, "layer": "c", "opacity": 0, "tolerance": 0.1 } ] }
    """,
    """
    { "version": 1, "canvas": { "size": [16, 16], "fps": 60 },
      "screens": { "from": { "backgroundColor": "#f00", "layers": [ { "id": "x",
        "frame": [0, 0, 4, 4] } ] }, "to": { "backgroundColor": "#00f" } },
      "overlays": [ { "id": "o", "frame": { "frameOf": "x", "inset": [1, 1], "offset": [1, 1] },
        "mask": { "circle": { "center": { "centerOf": "x", "offset": [1, 1] }, "radius": 4 } } } ],
      "presentation": { "dimming": { "opacity": 0.5 }, "wrapper": { "cornerRadius": 2 },
        "size": [12, 12], "outset": -1 },
      "transition": { "operation": "present", "duration": 1, "seam": 0.5, "pause": 0.1,
        "timeline": [ { "duration": 1, "targets": ["to"],
          "keyframes": [ { "opacity": 0 }, { "opacity": 1 } ] } ],
        "interaction": { "gesture": "pan", "distance": 100, "startWithin": 20,
          "follow": { "layer": "to", "x": 1, "y": 0.5, "scale": [1, 0.5] },
          "completionSpeed": 0.5,
          "track": [ [0, 0, 0], [0.5, -30, 0], [0.6, "release"] ],
          "regrab": [ [ [0.7, 0, 0], [0.8, -5, 0], [0.9, "release"] ] ],
          "finishWhen": { "any": [ { "velocity": { "gt": 1, "lt": 1000 } },
            { "progress": { "gte": 0.5, "lte": 1 } } ] } } } }
    """,
    """
    { "version": 1, "duration": 1, "canvas": { "size": [16, 16],
        "motionBlur": { "shutterAngle": 180, "samples": 8 },
        "background": { "conic": { "center": [0.5, 0.5], "angle": 90 }, "stops": [ "#f00", "#00f" ] } },
      "layers": [
        { "id": "a", "frame": [1, 2, 8, 8], "cornerRadius": [1, 2, 3, 4],
          "border": { "width": 1.5, "color": "#f00" },
          "path": { "rect": [0, 0, 8, 8], "cornerRadius": [1, 2, 3, 4] },
          "strokeColor": "#00f", "lineWidth": 2, "miterLimit": 4, "lineDashPattern": [3, 1],
          "lineDashPhase": 1, "strokeStart": 0.25, "strokeEnd": 0.75 },
        { "id": "b", "frame": [1, 2, 8, 8], "path": { "ellipse": [0, 0, 8, 8] },
          "strokeColor": "#00f" },
        { "id": "c", "frame": [1, 2, 8, 8], "blur": 1,
          "filters": [ { "brightness": 1.5 }, { "contrast": 0.5 }, { "saturate": 2 },
            { "hueRotate": 90 }, { "invert": 0.5 }, { "sepia": 0.5 }, { "grayscale": 0.5 },
            { "blur": 2 }, { "dropShadow": { "radius": 2, "offset": [1, 1] } },
            { "colorMatrix": [ 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0 ] } ],
          "backdrop": { "blur": 4, "saturation": 1.5, "brightness": 0.9 },
          "shadows": [ { "radius": 2, "offset": [1, 1], "spread": 1 } ] } ],
      "timeline": { "targets": ["a"], "duration": 0.25, "repeat": 2, "repeatDelay": 0.1,
        "keyframes": [ { "strokeEnd": 0 }, { "strokeEnd": 1 } ] } }
    """,
    """
    { "version": 1, "canvas": { "size": [16, 32], "fps": 60 },
      "viewport": { "frame": [1, 1, 14, 28], "size": [28, 56], "cornerRadius": 2 },
      "screens": { "a": { "background": "#fff" }, "b": { "layers": [ { "frame": [0, 0, 28, 200] }, { "frame": [0, 0, 28, 8], "fixed": true } ] },
        "c": { "background": "#0f0" } },
      "flow": [ { "wait": 0.25 },
        { "push": "b", "id": "open", "at": "+0.5", "duration": 0.25, "tap": [4, "50%"] },
        { "scroll": 20, "duration": 0.1 }, { "flick": 300 },
        { "present": "c", "detent": 24, "cornerRadius": 3, "dimming": { "opacity": 0.5 },
          "backdrop": { "blur": 2 }, "duration": 0.25, "drag": [[4, 4], [8, 8]] },
        { "dismiss": true, "duration": 0.25 } ],
      "touches": [ { "tap": [2, 2], "at": 0.1, "duration": 0.05, "size": 8 } ],
      "camera": [ { "at": "open", "layer": "a", "zoom": 1.5, "duration": 0.25 },
        { "at": 1.5, "point": [4, "50%"], "zoom": 2, "duration": 0.1 } ] }
    """,
    // The fuzzer neither draws text nor reads files, so this document is only read.
    """
    { "version": 1, "audio": [ { "file": "a.wav", "at": 0.5, "from": 0, "to": 1, "gain": -6,
        "fadeIn": 0.5, "fadeOut": 0.25,
        "duck": { "by": "b", "gain": -12, "attack": 0.1, "release": 0.5 } },
        { "file": "b.wav", "id": "b", "gain": [ [0, -6], [1, -12] ] } ],
      "device": { "image": "a.png", "glass": [1, 1, 8, 8], "size": [8, 8], "cornerRadius": 1 },
      "captions": { "size": 4, "in": 0.25, "out": 0.25, "items": [
        { "text": "a", "at": 0, "hold": 0.5 } ] },
      "layers": [
      { "forEach": [1, 2], "by": [0, 8], "layer": { "id": "row", "frame": [0, 0, 8, 8] } },
      { "contents": { "video": "a.mp4", "from": 0, "to": 1, "at": 0, "speed": 1.5, "scale": 2 } },
      { "contents": { "fit": "shrink", "minSize": 4, "text": [ "a", { "text": "b",
        "letterSpacing": 1, "baselineOffset": 2, "stroke": { "width": 1 },
        "font": { "family": "Inter", "axes": { "wght": 650 } } } ],
        "size": 17, "lineHeight": 1.2 } },
      { "contents": { "image": "a.png", "scale": 2 } } ] }
    """,
    // This document needs films, so it is only read too.
    """
    { "version": 1, "canvas": { "size": [16, 16] },
      "clips": { "every": 2, "overlap": 0.5, "files": [ "a.mp4", { "file": "b.mp4", "speed": 2 } ] } }
    """,
  ]

  /// Returns the numbers of a document, and the times that are strings.
  private static func places(_ text: String) -> [Range<String.Index>] {
    text.matches(of: /"-?[0-9.]+(?:ms|s|f|%)"|-?[0-9][0-9.]*/).map(\.range).filter {
      // Digits inside colours and paths are left out.
      let before = text[..<$0.lowerBound].last
      return before == " " || before == "["
    }
  }

  private static let all = documents.flatMap { text in places(text).map { (text, $0) } }

  package static var count: Int { all.count }

  /// Returns the document with `value` in place `number`, which counts through all documents.
  package static func document(_ number: Int, _ value: String) -> String {
    let (text, place) = all[number]
    return text.replacingCharacters(in: place, with: value)
  }

  static func document(_ bytes: [UInt8]) -> String? {
    let words = String(decoding: bytes, as: UTF8.self)
      .split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    guard words.count == 2, let number = Int(words[0]), all.indices ~= number else { return nil }
    return document(number, String(words[1]))
  }
}

extension String {
  fileprivate func replacingCharacters(in range: Range<Index>, with text: String) -> String {
    self[..<range.lowerBound] + text + self[range.upperBound...]
  }
}
