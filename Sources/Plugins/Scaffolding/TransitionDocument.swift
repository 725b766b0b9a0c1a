import JSON
package import PluginModel
package import Documents

/// The document of `pipeline transition`, with two pictures or videos, or the built-in screens, and one
/// animator.
package struct TransitionDocument {
  package enum Fit: String, CaseIterable {
    case cover, contain
    var gravity: String { self == .cover ? "resizeAspectFill" : "resizeAspect" }
  }
  /// The picture or video that a screen of the transition shows.
  package struct Picture {
    package var path: String
    package var isMoving: Bool
    package var hasSound: Bool
    package init(path: String, isMoving: Bool = false, hasSound: Bool = false) {
      self.path = path
      self.isMoving = isMoving
      self.hasSound = hasSound
    }
  }
  /// The two pictures; nil means the built-in screens.
  package var pictures: (from: Picture, to: Picture)?
  package var framesPerSecond = 50.0
  /// The path of the grey picture of a wipe.
  package var luma: String?
  /// The prefix that marks a path as the grey picture of a wipe.
  package static let luma = "luma:"
  /// The duration in seconds of the crossfade between the sounds of the two films; nil if there are no
  /// sounds.
  package var soundSeconds: Double?
  /// Whether the transition also plays backwards afterwards.
  package var goesBack = false
  /// The pause before the transition plays backwards, in document syntax.
  package var pause: String?
  /// The size in points, which equals the size in pixels.
  package var size: (width: Double, height: Double)
  package var fit = Fit.cover
  /// The operation; nil means pop for an animator that reveals *to*, and no operation for others.
  package var operation: TransitionSpec.Operation?
  package var duration: String?
  package var easing: String?
  package var background = "#ffffff"
  /// The name of the document; nil means that of the animator.
  package var name: String?
  /// The names and values of parameters, in the notation of the command line.
  package var parameters: [(name: String, value: String)] = []

  package init(size: (width: Double, height: Double)) { self.size = size }

  package func json(for animator: AnimatorDescription) -> String {
    let scale = pictures == nil ? 2 : 1
    let name = luma.map { Self.luma + $0 } ?? animator.id
    var members = ["\"animator\": \(JSONWriter.string(name))"]
    // In a cover transition, the *from* screen is above the *to* screen.
    let covers = animator.role(named: "to") == nil && animator.role(named: "cover") != nil
    var roles: [String] = []
    for role in animator.roles where !["from", "to", "container"].contains(role.name) {
      if role.name == "cover" { roles.append("\"cover\": \"from\"") }
      if role.name == "subject" { roles.append("\"subject\": \"to\"") }
    }
    if !roles.isEmpty { members.append("\"layers\": { \(roles.joined(separator: ", ")) }") }
    if !parameters.isEmpty {
      let list = parameters.map { "\(JSONWriter.string($0.name)): \(Self.value($0.value))" }
      members.append("\"params\": { \(list.joined(separator: ", ")) }")
    }
    if let duration { members.append("\"duration\": \(Self.value(duration))") }
    if let easing { members.append("\"easing\": \(Self.value(easing))") }
    return """
      {
        "version": 1,
        "name": \(JSONWriter.string(self.name ?? name)),
        "canvas": { "size": [\(JSONWriter.number(size.width)), \(JSONWriter.number(size.height))], "scale": \(scale), "background": "\(background)", "fps": \(JSONWriter.number(framesPerSecond)) },
        "screens": {
          "from": { "layers": [
      \(screen(pictures?.from, BuiltInScreens.list))
          ] },
          "to": { "layers": [
      \(screen(pictures?.to, BuiltInScreens.detail))
          ] }
        },
        "transition": \(transition((operation ?? (covers ? .pop : .none)).rawValue, members))\(audio)
      }
      """
  }

  /// The sounds of the films, which crossfade during the whole transition.
  private var audio: String {
    guard let soundSeconds, let pictures else { return "" }
    let length = JSONWriter.number(soundSeconds)
    let sounds = [(pictures.from, "fadeOut"), (pictures.to, "fadeIn")].filter { $0.0.hasSound }
      .map { picture, fade in
        "{ \"file\": \(JSONWriter.string(picture.path)), \"to\": \(length), \"\(fade)\": \(length), \"fade\": \"power\" }"
      }
    return ",\n  \"audio\": [\(sounds.joined(separator: ", "))]"
  }

  private func transition(_ operation: String, _ members: [String]) -> String {
    func object(_ more: [String]) -> String {
      let all = ["\"operation\": \"\(operation)\""] + more + members
      return "{\n    \(all.joined(separator: ",\n    "))\n  }"
    }
    guard goesBack else { return object([]) }
    let pause = pause.map { ["\"pause\": \(Self.value($0))"] } ?? []
    return "[\(object([])), \(object(["\"reversed\": true"] + pause))]"
  }

  private func screen(_ picture: Picture?, _ layers: String) -> String {
    guard let picture else { return layers }
    let kind = picture.isMoving ? "video" : "image"
    return """
      { "contents": { "\(kind)": \(JSONWriter.string(picture.path)) },
        "frame": [0, 0, \(JSONWriter.number(size.width)), \(JSONWriter.number(size.height))],
        "contentsGravity": "\(fit.gravity)", "masksToBounds": true }
      """
  }

  /// JSON for a text: the text itself if it is valid JSON, otherwise a string.
  private static func value(_ text: String) -> String {
    JSONNode(json: text) == nil ? JSONWriter.string(text) : text
  }
}
