import Encoding
import Foundation
import Importing
import Media
import Scenes
import TestSupport
import Testing

/// Compares transitions of gl-transitions, converted by `pipeline plugin import-glsl`, with WebGL in headless Chromium.
///
/// No two implementations of GLSL agree on `fract(sin(x) * 43758.5453)`, which magnifies the last bits of a sine. In
/// both texts a function of multiplications replaces this expression. The browser's sine and arc cosine are made exact,
/// because only the program's own functions are tested.
@Suite struct GLSLOracleTests {
  /// At 1 the step is over, and the second picture is shown whatever the shader would draw.
  private static let moments = [0, 0.1, 0.5, 0.9, 0.99999, 1]
  private static let (width, height) = (160, 96)

  /// The transitions on which no two implementations agree, with the reason.
  private static let leftOut: [String: String] = [
    "displacement": "it takes a third picture", "luma": "it takes a third picture",
    "StripDatamoshGlitch": "a row of it lies on a threshold of its chance: the last bit decides",
  ]

  /// Three test shaders, which together have the features of most shaders: bands, rotation about the middle, random
  /// numbers, loops, edges.
  private static let own = [
    "bands": """
    uniform int count; // = 7
    uniform vec4 seam; // = vec4(0.1, 0.2, 0.3, 1.0)
    vec4 transition(vec2 uv) {
      float band = fract(uv.x * float(count));
      float share = smoothstep(band - 0.02, band, progress * 1.04 - 0.02);
      vec4 both = mix(getFromColor(uv), getToColor(uv), share);
      return mix(both, seam, 0.5 * share * (1.0 - share));
    }
    """,
    "whirl": """
    uniform float turns; // = 0.75
    const float PI = 3.141592653589793;
    vec2 wound(vec2 p, float angle) {
      float s = sin(angle), c = cos(angle);
      return mat2(c, s, -s, c) * p;
    }
    vec4 transition(vec2 uv) {
      vec2 p = (uv - 0.5) * vec2(ratio, 1.0);
      float far = length(p);
      p = wound(p, 2.0 * PI * turns * progress * max(0.0, 0.5 - far));
      vec2 at = p / vec2(ratio, 1.0) + 0.5;
      vec4 to = getToColor(at);
      if (any(lessThan(at, vec2(0.0))) || any(greaterThan(at, vec2(1.0)))) to = vec4(0.0, 0.0, 0.0, 1.0);
      return mix(getFromColor(at), to, smoothstep(0.2, 0.8, progress));
    }
    """,
    "grains": """
    uniform ivec2 grid; // = ivec2(20, 12)
    float rand(vec2 co) {
      return fract(sin(dot(co.xy, vec2(12.9898, 78.233))) * 43758.5453);
    }
    vec4 transition(vec2 uv) {
      vec4 sum = vec4(0.0);
      for (int i = 0; i < 3; i++) {
        vec2 cell = floor(uv * vec2(grid) + 0.5 * float(i));
        float share = step(rand(cell), progress);
        sum += mix(getFromColor(uv), getToColor(uv), share);
      }
      return sum / 3.0;
    }
    """,
  ]

  /// Returns the texts of the shaders by their names.
  private static func shaders() throws -> [String: String] {
    var texts = own
    for file in Corpora.files("glsl", ending: ".glsl", for: "gl-transitions against WebGL") {
      let name = String(file.lastPathComponent.dropLast(5))
      if leftOut[name] == nil { texts[name] = try String(contentsOf: file, encoding: .utf8) }
    }
    return texts
  }

  @Test func drawsLikeWebGL() throws {
    guard (try? Program.tool("clang++", ["--version"]))?.status == 0 else {
      return LeftOut.tell("GLSL is not compiled: there is no clang++")
    }
    let folder = try TestSupport.Folder()
    let texts = try Self.shaders().mapValues(GLSLHash.replaced)
    let names = texts.keys.sorted()
    for name in names { try folder.write(texts[name]!, to: "in/\(name).glsl") }
    let made = try Program.pipeline(
      ["plugin", "import-glsl", "in", "--to", "made"], in: folder.url)
    try #require(made.status == 0, "\(made.errors)")
    let pictures = (0..<2).map { Self.picture(seed: UInt64($0 + 1)) }
    for (name, picture) in zip(["a", "b"], pictures) {
      try Data(SmallPNG.encode(Self.bitmap(picture), isOpaque: true))
        .write(to: folder.url.appending(path: "\(name).png"))
    }
    let theirs = try Self.webGL(names.map { texts[$0]! }, pictures, in: folder)
    var near = 0
    var told: [String] = []
    for (name, frames) in zip(names, theirs) {
      let share = try Self.worstShare(frames, of: name, end: pictures[1], in: folder)
      if share <= 0.001 { near += 1 } else { told.append("\(name): \(share)") }
    }
    print("oracle: \(near) of \(names.count) transitions in GLSL are as WebGL draws them")
    #expect(told.isEmpty, "\(told.joined(separator: "\n"))")
  }

  /// Returns the frames of all shaders, from one browser.
  private static func webGL(
    _ texts: [String], _ pictures: [[UInt8]], in folder: TestSupport.Folder
  ) throws -> [[[UInt8]]] {
    let browser = try Browser()
    defer { browser.close() }
    let tab = try BrowserTab(browser)
    try folder.write(WebGLPage.text, to: "page.html")
    try tab.open(folder.url.appending(path: "page.html"))
    return try texts.map { try WebGLPage.frames(of: $0, pictures, width, height, at: moments, tab) }
  }

  /// Returns the largest fraction of a frame's pixels that differ by more than 2.
  private static func worstShare(
    _ theirs: [[UInt8]], of name: String, end: [UInt8], in folder: TestSupport.Folder
  ) throws -> Double {
    let id = GLSLPlugin(
      try GLSLSource("vec4 transition(vec2 p) { return vec4(p, 0, 1); }"), file: name
    )
    .id
    let document = try Program.pipeline(
      [
        "transition", id, "a.png", "b.png", "--plugins", "made", "--easing", "linear",
        "--duration", "1", "--print-json",
      ], in: folder.url)
    try #require(document.status == 0, "\(document.summary)")
    try folder.write(document.output, to: "\(id).json")
    // At ten frames a second, the frames are all moments except the last.
    let most = try Program.pipeline(
      ["run", "\(id).json", "--plugins", "made", "--fps", "10", "-o", "-", "-q"], in: folder.url)
    try #require(most.status == 0, "\(name): \(most.errors)")
    let size = width * height * 4
    try #require(most.data.count >= 10 * size, "\(name)")
    var worst = 0.0
    for (moment, drawn) in zip(moments, theirs) {
      let ours: [UInt8]
      if moment > 0.9 {
        let late = try Program.pipeline(
          ["frame", "\(id).json", "--plugins", "made", "--at", "\(moment)", "-o", "-"],
          in: folder.url)
        try #require(late.status == 0 && late.data.count == size, "\(name): \(late.errors)")
        ours = Array(late.data)
      } else {
        let start = Int(clamped: moment * 10, rounded: .toNearestOrEven) * size
        ours = Array(most.data.dropFirst(start).prefix(size))
      }
      let isOver = moment == 1
      let expected =
        isOver
        ? (0..<width * height).flatMap { k -> [UInt8] in end[3 * k..<3 * k + 3] + [255] } : drawn
      var wrong = 0
      for pixel in stride(from: 0, to: ours.count, by: 4) {
        // Translucent pixels are over the white of the canvas; colours beyond their alpha are clamped.
        let alpha = Int(min(255, expected[pixel + 3]))
        let isApart = (0..<3).contains { i in
          let seen = min(Int(expected[pixel + i]), alpha) + 255 - alpha
          return abs(seen - Int(ours[pixel + i])) > 2
        }
        if isApart { wrong += 1 }
      }
      worst = max(worst, Double(wrong) / Double(ours.count / 4))
    }
    return worst
  }

  /// Returns the RGB of a picture with gradients, an edge and a little noise.
  private static func picture(seed: UInt64) -> [UInt8] {
    var random = SeededRandom(seed)
    return (0..<width * height).flatMap { place -> [UInt8] in
      let (x, y) = (place % width, place / width)
      let isInside = x > width / 4 && x < width / 2 && y > height / 3
      let noise = UInt8.random(in: 0...24, using: &random)
      return [
        UInt8(x * 200 / width) + noise, isInside ? 220 : UInt8(seed * 70),
        UInt8(y * 200 / height) + noise,
      ]
    }
  }

  private static func bitmap(_ levels: [UInt8]) -> Bitmap {
    let bitmap = Bitmap(width: width, height: height)
    for place in 0..<width * height {
      let at = place / width * bitmap.strideBytes + place % width * 4
      // Safety: the index is inside the bitmap.
      for i in 0..<4 { unsafe bitmap.pixels[at + i] = i < 3 ? levels[place * 3 + i] : 255 }
    }
    return bitmap
  }
}

/// Replaces `fract(sin(x) * c)` by `hash_of(x)` in both texts.
private enum GLSLHash {
  private static let function = """
    float hash_of(float x) { x = fract(abs(x) * 0.1031); x *= x + 33.33; x *= x + x; return fract(x); }
    vec2 hash_of(vec2 x) { return vec2(hash_of(x.x), hash_of(x.y)); }
    vec3 hash_of(vec3 x) { return vec3(hash_of(x.x), hash_of(x.y), hash_of(x.z)); }

    """

  static func replaced(in text: String) -> String {
    var text = text
    while let start = text.firstRange(of: /fract\s*\(\s*(sin|cos)\s*\(/) {
      let open = text[..<start.upperBound].lastIndex(of: "(")!
      guard let close = end(of: open, in: text),
        let outer = end(of: text[start].firstIndex(of: "(")!, in: text)
      else { break }
      let inner = text[text.index(after: open)..<close]
      text.replaceSubrange(start.lowerBound...outer, with: "hash_of(\(inner))")
    }
    // Macros keep their line, and so does everything before the first macro.
    return text.contains("hash_of") ? function + text : text
  }

  private static func end(of open: String.Index, in text: String) -> String.Index? {
    var depth = 0
    for place in text[open...].indices {
      if text[place] == "(" { depth += 1 }
      if text[place] == ")" { depth -= 1 }
      if depth == 0 { return place }
    }
    return nil
  }
}

/// Creates a page that draws a transition in WebGL.
private enum WebGLPage {
  static let text = """
    <!doctype html><meta charset=utf-8><canvas id=c></canvas><script>
    function bytes(text) { return Uint8Array.from(atob(text), c => c.charCodeAt(0)) }
    // SwiftShader's sine is wrong by up to 1.9e-4 and its arc cosine by 6e-5, which moves pixels: the replacements are
    // exact to a float's last bits.
    const exact = 'float turned(float x, float turn) {' +
      'float k = floor(x * 0.636619772 + .5), q = mod(k + turn, 4.);' +
      'float r = ((x - k * 1.5703125) - k * 4.83751296997e-4) - k * 7.5497899487686e-8, z = r * r;' +
      'float s = r + r * z * (-1.6666654611e-1 + z * (8.3321608736e-3 - z * 1.9515295891e-4));' +
      'float c = 1. - .5 * z + z * z * (4.166664568e-2 + z * (-1.388731625e-3 + z * 2.443315712e-5));' +
      'return q < .5 ? s : q < 1.5 ? c : q < 2.5 ? -s : -c; }' +
      ['vec2', 'vec3', 'vec4'].map(v => `${v} turned(${v} x, float turn) { ${v} r;` +
        `for (int i = 0; i < ${v[3]}; i++) r[i] = turned(x[i], turn); return r; }`).join('') +
      'float arc(float x) { return atan(sqrt((1. - x) * (1. + x)), x); }\\n' +
      '#define sin(x) turned(x, 0.)\\n#define cos(x) turned(x, 1.)\\n#define acos(x) arc(x)\\n'
    function draw(source, pictures, width, height, moments, values) {
      const canvas = document.createElement('canvas')
      canvas.width = width; canvas.height = height
      const gl = canvas.getContext('webgl',
        { alpha: true, antialias: false, preserveDrawingBuffer: true, premultipliedAlpha: true })
      const shader = (kind, text) => {
        const made = gl.createShader(kind)
        gl.shaderSource(made, text); gl.compileShader(made)
        if (!gl.getShaderParameter(made, gl.COMPILE_STATUS)) throw gl.getShaderInfoLog(made)
        return made
      }
      const program = gl.createProgram()
      gl.attachShader(program, shader(gl.VERTEX_SHADER,
        'attribute vec2 p; void main() { gl_Position = vec4(p, 0, 1); }'))
      gl.attachShader(program, shader(gl.FRAGMENT_SHADER,
        'precision highp float; uniform float progress, ratio; uniform sampler2D from, to; uniform vec2 size_of;' +
        'vec4 getFromColor(vec2 p) { return texture2D(from, p); }' +
        'vec4 getToColor(vec2 p) { return texture2D(to, p); }\\n' + exact + source +
        '\\nvoid main() { gl_FragColor = transition(gl_FragCoord.xy / size_of); }'))
      gl.linkProgram(program)
      if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw gl.getProgramInfoLog(program)
      gl.useProgram(program)
      gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer())
      gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-1, -1, 3, -1, -1, 3]), gl.STATIC_DRAW)
      const place = gl.getAttribLocation(program, 'p')
      gl.enableVertexAttribArray(place)
      gl.vertexAttribPointer(place, 2, gl.FLOAT, false, 0, 0)
      const at = name => gl.getUniformLocation(program, name)
      pictures.forEach((picture, i) => {
        gl.activeTexture(gl.TEXTURE0 + i)
        gl.bindTexture(gl.TEXTURE_2D, gl.createTexture())
        gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1)
        gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, true)
        gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGB, width, height, 0, gl.RGB, gl.UNSIGNED_BYTE, bytes(picture))
        for (const side of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T])
          gl.texParameteri(gl.TEXTURE_2D, side, gl.CLAMP_TO_EDGE)
        gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR)
        gl.uniform1i(at(i ? 'to' : 'from'), i)
      })
      gl.uniform1f(at('ratio'), width / height)
      gl.uniform2f(at('size_of'), width, height)
      for (const [name, kind, numbers] of values) {
        const where = at(name)
        if (!where) continue
        const isWhole = kind[0] == 'i' || kind == 'bool'
        gl['uniform' + numbers.length + (isWhole ? 'iv' : 'fv')](where, numbers)
      }
      return moments.map(moment => {
        gl.uniform1f(at('progress'), moment)
        gl.viewport(0, 0, width, height)
        gl.clearColor(0, 0, 0, 0); gl.clear(gl.COLOR_BUFFER_BIT)
        gl.drawArrays(gl.TRIANGLES, 0, 3)
        const pixels = new Uint8Array(width * height * 4)
        gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels)
        let text = ''
        for (let y = height - 1; y >= 0; y--)
          text += String.fromCharCode(...pixels.subarray(y * width * 4, (y + 1) * width * 4))
        return btoa(text)
      })
    }
    </script>
    """

  /// Returns the RGBA of each moment, top row first.
  static func frames(
    of source: String, _ pictures: [[UInt8]], _ width: Int, _ height: Int, at moments: [Double],
    _ tab: BrowserTab
  ) throws -> [[UInt8]] {
    let values: [[Any]] = try GLSLSource(source).uniforms.filter { !$0.numbers.isEmpty }.map {
      [$0.name, $0.kind.rawValue, $0.numbers]
    }
    let arguments: [Any] = [
      source, pictures.map { Data($0).base64EncodedString() }, width, height, moments, values,
    ]
    let json = String(
      decoding: try JSONSerialization.data(withJSONObject: arguments), as: UTF8.self)
    let answer = try tab.evaluate("draw(...\(json))") as? [String]
    return try #require(answer).map { [UInt8](try #require(Data(base64Encoded: $0))) }
  }
}
