import Foundation

/// An example of the catalogue in which gradients, which CSS supports too, replace the pictures.
enum CatalogueScreens {
  /// The gradients for a screen that leaves, a screen that enters, and a poster.
  static let gradients: [(name: String, top: String, bottom: String)] = [
    ("goes", "#2b5fd9", "#12306e"), ("comes", "#f4c430", "#c0392b"),
    ("poster", "#d0e0f0", "#7a1f5c"),
  ]

  static var css: String {
    gradients.map {
      ".\($0.name) { background: linear-gradient(\($0.top), \($0.bottom)); }"
    }.joined(separator: "\n")
      + "\n.screen { left: 0; top: 0; width: 320px; height: 568px; }"
  }

  private static func contents(_ index: Int) -> [String: Any] {
    let gradient = gradients[index]
    return [
      "gradient": ["linear": [String: Any](), "stops": [gradient.top, gradient.bottom]]
        as [String: Any]
    ]
  }

  /// Returns the members of an example's document that define the motion, as JSON.
  static func document(_ example: String, poster: String) -> String {
    let path = BrowserPage.root.appending(path: "Examples/\(example)/pipeline.json")
    guard let data = try? Data(contentsOf: path),
      let document = try? JSONSerialization.jsonObject(with: data) as? [String: Any]
    else { return "\"there is no example \(example)\": 0" }
    let screens = document["screens"] as? [String: Any] ?? [:]
    // Without screens, the topmost layer leaves.
    let uppermost = (document["layers"] as? [Any])?.last
    let goes =
      (try? JSONSerialization.data(withJSONObject: screens["from"] ?? uppermost ?? [:])) ?? Data()
    let inFrom = String(decoding: goes, as: UTF8.self)
    var members: [String: Any] = [:]
    for key in [
      "screens", "layers", "overlays", "transition", "timeline", "presentation", "vars",
    ] {
      members[key] = document[key].map { plain($0, inFrom) }
    }
    if let assets = document["assets"] as? [String: Any] {
      members["assets"] = Dictionary(
        uniqueKeysWithValues: assets.keys.map { name in
          let isGoing = inFrom.contains("\"contents\":\"\(name)\"")
          return (name, contents(name.hasPrefix(poster) ? 2 : isGoing ? 0 : 1))
        })
    }
    let text =
      (try? JSONSerialization.data(withJSONObject: members, options: .sortedKeys)) ?? Data()
    return String(decoding: text.dropFirst().dropLast(), as: UTF8.self)
  }

  /// Pictures in layers become gradients too.
  private static func plain(_ value: Any, _ inFrom: String) -> Any {
    if let list = value as? [Any] { return list.map { plain($0, inFrom) } }
    guard let object = value as? [String: Any] else { return value }
    if let image = object["image"] as? String {
      let name = image.split(separator: "/").last.map(String.init) ?? image
      return contents(inFrom.contains(name) ? 0 : 1)
    }
    return object.mapValues { plain($0, inFrom) }
  }
}

/// CSS animations that are paused at a moment: the browser computes the easing and the interpolation.
struct Still {
  /// The seconds since the transition's start.
  let time: Double
  private(set) var sheets = ""
  private var count = 0
  private let name: String

  init(_ name: String, _ time: Double) {
    self.name = name.filter(\.isLetter)
    self.time = time
  }

  /// Adds an animation from one set of declarations to another; before it the first set applies, and after it the last.
  mutating func animate(
    _ from: String, _ to: String, start: Double = 0, duration: Double,
    easing: String = "ease-in-out"
  ) -> String {
    count += 1
    let id = "\(name)\(Int((time * 10_000).rounded()))n\(count)"
    sheets += "@keyframes \(id) { from { \(from) } to { \(to) } }\n"
    // An animation paused at 0 s would not have started.
    return "animation: \(id) \(duration)s \(easing) \(start - time)s both paused;"
  }
}

/// Converts a spring to linear(): the spring is integrated numerically from its equation x″ + 2ζω x′ + ω² x = 0, with ω
/// from the catalogue.
enum NumericSpring {
  static func easing(dampingRatio z: Double, duration: Double) -> String {
    let omega = log(z / (0.001 * (1 - z * z).squareRoot())) / (z * duration)
    let stepsPerPoint = 20
    let points = 2000
    let h = duration / Double(points * stepsPerPoint)
    var (x, v) = (1.0, 0.0)
    func acceleration(_ x: Double, _ v: Double) -> Double { -2 * z * omega * v - omega * omega * x }
    var stops: [String] = []
    for point in 0..<points {
      stops.append("\(1 - x) \(Double(point) / Double(points) * 100)%")
      for _ in 0..<stepsPerPoint {
        let (k1, l1) = (v, acceleration(x, v))
        let (k2, l2) = (v + h / 2 * l1, acceleration(x + h / 2 * k1, v + h / 2 * l1))
        let (k3, l3) = (v + h / 2 * l2, acceleration(x + h / 2 * k2, v + h / 2 * l2))
        let (k4, l4) = (v + h * l3, acceleration(x + h * k3, v + h * l3))
        x += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        v += h / 6 * (l1 + 2 * l2 + 2 * l3 + l4)
      }
    }
    return "linear(\(stops.joined(separator: ",")),1)"
  }
}
