internal import Documents
import JSON
internal import Planning
internal import Scenes

/// Pieces of source code that several export targets write.
enum Code {
  static func n(_ value: Double) -> String { CurveName.number((value * 1e4).rounded() / 1e4) }

  /// A component of a matrix as code, with more digits than other numbers because perspective components are
  /// small.
  static func fine(_ value: Double) -> String {
    let rounded = (value * 1e9).rounded() / 1e9
    return JSONWriter.number(rounded == 0 ? 0 : rounded)
  }

  /// A property name in Swift; a reserved word gets one more letter.
  static func identifier(_ name: String) -> String {
    let word = ExportNames.camel(name, upper: false)
    return reserved.contains(word) ? word + "Layer" : word
  }

  private static let reserved: Set<String> = [
    "as", "break", "case", "catch", "class", "continue", "default", "defer", "deinit", "do", "else",
    "enum", "extension",
    "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "init",
    "inout", "internal", "is",
    "let", "nil", "operator", "private", "protocol", "public", "repeat", "rethrows", "return",
    "self", "static", "struct",
    "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where",
    "while", "object", "val",
    "when", "fun", "interface", "package", "this", "typeof", "null", "layer", "container",
    "duration", "progress", "reduced", "allCases",
  ]
}

extension FilmLayer {
  /// The layer with its size written as a scale, if it has sublayers: sublayers must scale with the layer,
  /// and changing a view's bounds does not move its contents.
  var scalingAsWhole: FilmLayer {
    guard hasSublayers, layout.width > 0, layout.height > 0, let size = track(.size), !size.isStill
    else { return self }
    let scale = track(.scale) ?? Track(quantity: .scale, first: [1, 1], phases: [])
    func scaled(_ v: [Double]) -> [Double] {
      [v[0] / layout.width * scale.first[0], v[1] / layout.height * scale.first[1]]
    }
    var tracks = tracks
    tracks[.size] = Track(quantity: .size, first: [layout.width, layout.height], phases: [])
    if !isSpatial {
      // A scale as a matrix already includes the layer's size.
      guard scale.isStill else { return self }
      tracks[.scale] = size.mapped(to: .scale, scaled)
    }
    return with(tracks: tracks)
  }
}

extension Film {
  /// The largest number of pieces of a layer that the app may have as views.
  private static let mostPieces = 100

  /// The film with fewer moving layers: layers that an animator divides into too many pieces for views do not
  /// move, and a message reports each of these layers once.
  var withFewPieces: Film {
    let pieces = Dictionary(
      grouping: layers.filter { $0.id.contains("#") }.map(\.id), by: { $0.prefix { $0 != "#" } })
    let many = pieces.filter { $1.count > Self.mostPieces }
    guard !many.isEmpty else { return self }
    let layers = layers.map { layer in
      many[layer.id.prefix { $0 != "#" }]?.contains(layer.id) ?? false
        ? layer.with(
          tracks: layer.tracks.mapValues {
            Track(quantity: $0.quantity, first: $0.first, phases: [])
          })
        : layer
    }
    return with(
      layers,
      shortfalls
        + many.sorted { $0.key < $1.key }.map {
          Shortfall(
            .leftOut, layer: String($0.key), pointer: nil,
            what: "its \($0.value.count) pieces, which would be a view each")
        })
  }

  /// The matrix about the anchor of a view at the layout position of the layer; nil if the layer has no
  /// matrix, or if its size changes too.
  func placedMatrix(of layer: FilmLayer, about anchor: Point) -> Track? {
    guard let track = layer.track(.matrix), let size = layer.track(.size),
      size.isStill || layer.hasSublayers
    else { return nil }
    let parent = layer.parent.map { layers[$0].layout } ?? layer.layout
    let own = layer.hasSublayers ? [layer.layout.width, layer.layout.height] : size.first
    let (x, y) = (anchor.x * own[0], anchor.y * own[1])
    let (left, top) = (layer.layout.x - parent.x + x, layer.layout.y - parent.y + y)
    return track.mapped { m in
      var m = m
      for i in 0..<4 { m[12 + i] += x * m[i] + y * m[4 + i] }
      for row in stride(from: 0, to: 16, by: 4) {
        m[row] -= left * m[row + 3]
        m[row + 1] -= top * m[row + 3]
      }
      return m
    }
  }

  /// The features of each layer that a target leaves out because it animates an app's own views, whose
  /// contents belong to the app.
  func appShortfalls(
    saying quantities: Set<Quantity>, keepingSprings keepsSprings: (Track) -> Bool = { _ in false }
  ) -> [Shortfall] {
    var all = shortfalls
    for layer in layers {
      for quantity in Quantity.allCases {
        guard let track = layer.track(quantity), !track.isStill else { continue }
        guard quantities.contains(quantity) else {
          all.append(Shortfall(.leftOut, of: layer, quantity.rawValue))
          continue
        }
        if quantity == .size, layer.hasSublayers, !layer.scalingAsWhole.tracks[.size]!.isStill {
          all.append(
            Shortfall(.leftOut, of: layer, "size of a layer with sublayers whose scale changes"))
        }
        if quantity == .matrix, placedMatrix(of: layer, about: .zero) == nil {
          all.append(Shortfall(.leftOut, of: layer, "matrix, as the size changes too"))
        }
        if quantity == .cornerRadius, track.everyValue.contains(where: { Set($0).count > 1 }) {
          all.append(
            Shortfall(.leftOut, of: layer, "corners of different radii")
          )
        }
        all += track.approximations(of: layer, keepsSprings: keepsSprings(track))
      }
    }
    return all
  }
}
