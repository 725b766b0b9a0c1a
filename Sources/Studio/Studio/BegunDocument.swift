import JSON
internal import PluginModel
internal import Scaffolding
internal import Documents

/// A new document for two screenshots or with an empty canvas, in the form in which a user would write it.
struct BegunDocument {
  /// A screenshot: the name of its file, and its size in pixels.
  struct Picture {
    var file: String
    var pixels: (width: Int, height: Int)
  }

  var name = "film"
  /// The screenshots of the two screens; empty for an animation without screens.
  var pictures: [Picture] = []
  /// The size in points of a canvas without screenshots.
  var size = (width: 390.0, height: 844.0)
  var animator: AnimatorDescription?
  var hasDevice = false

  /// Returns the number of pixels of a screenshot for each point, judged by its size: phones with 3 pixels for each
  /// point are at least 1,080 pixels wide, phones with 2 at least 640, and tablets and notebooks with 2 over 1,400
  /// (Apple's and Google's specifications).
  static func scale(of pixels: (width: Int, height: Int)) -> Int {
    let (short, long) = (min(pixels.width, pixels.height), max(pixels.width, pixels.height))
    let isTall = Double(long) / Double(max(1, short)) > 1.72
    let isUpright = pixels.height > pixels.width
    let scale: Int
    if isTall, isUpright || short > 1_080 {
      scale = short >= 1_080 ? 3 : short >= 640 ? 2 : 1
    } else {
      scale = short >= 1_400 ? 2 : 1
    }
    return [scale, 2, 1].first { $0 <= scale && short % $0 == 0 && long % $0 == 0 } ?? 1
  }

  var json: String {
    let scale = pictures.first.map { Self.scale(of: $0.pixels) } ?? 2
    let screen =
      pictures.first.map {
        (width: Double($0.pixels.width / scale), height: Double($0.pixels.height / scale))
      } ?? size
    let words = "[\(JSONWriter.number(screen.width)), \(JSONWriter.number(screen.height))]"
    let margin = (screen.width * 0.2).rounded()
    let canvas =
      hasDevice
      ? "[\(JSONWriter.number(screen.width + 2 * margin)), \(JSONWriter.number(screen.height + 2 * margin))]"
      : words
    let device =
      hasDevice ? "\n  \"device\": { \"model\": \"phone\", \"size\": \(words) }," : ""
    let film = """
      {
        "version": 1,
        "name": \(JSONWriter.string(name)),
        "canvas": { "size": \(canvas), "scale": \(scale), "background": "#ffffff", "fps": 60 },\(device)
      """
    let end = """
        "outputs": [
          { "path": \(JSONWriter.string("out/\(name).mp4")) }
        ]
      }

      """
    guard pictures.count == 2, let animator else { return film + "\n" + Self.empty + end }
    return film + "\n" + screens(words) + transition(animator) + end
  }

  /// The text of a document with an empty timeline of one second, to which layers can be added.
  private static let empty = """
      "layers": [],
      "duration": 2,
      "timeline": {
        "parallel": []
      },

    """

  private func screens(_ size: String) -> String {
    var ids = pictures.map { StarterDocument.id(of: $0.file) }
    if ids[0] == ids[1] { ids[1] += "-2" }
    let parts = zip(["from", "to"], zip(ids, pictures)).map { screen, layer in
      """
          "\(screen)": {
            "layers": [
              {
                "id": \(JSONWriter.string(layer.0)),
                "contents": { "image": \(JSONWriter.string(layer.1.file)) },
                "frame": [0, 0, \(size.dropFirst())
              }
            ]
          }
      """
    }
    return "  \"screens\": {\n\(parts.joined(separator: ",\n"))\n  },\n"
  }

  private func transition(_ animator: AnimatorDescription) -> String {
    let covers = animator.role(named: "to") == nil && animator.role(named: "cover") != nil
    var roles: [String] = []
    for role in animator.roles where !["from", "to", "container"].contains(role.name) {
      if role.name == "cover" { roles.append("\"cover\": \"from\"") }
      if role.name == "subject" { roles.append("\"subject\": \"to\"") }
    }
    let layers = roles.isEmpty ? "" : ", \"layers\": { \(roles.joined(separator: ", ")) }"
    return """
        "transition": {
          "operation": "\(covers ? "pop" : "push")",
          "timeline": {
            "parallel": [
              { "id": "change", "animator": \(JSONWriter.string(animator.id))\(layers) }
            ]
          }
        },

      """
  }
}
