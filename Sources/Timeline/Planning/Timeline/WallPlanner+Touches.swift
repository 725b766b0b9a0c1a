import Documents
import Evaluation
import JSON
import Scenes

/// Computes the positions and times of visible fingers from the scenes of the plan.
extension WallPlanner {
  mutating func track(of touch: PlannedTouch) -> TouchTrack? {
    let spec = touch.spec
    if touch.isTrack { return finger(of: touch) }
    guard let press = pressTime(of: touch) else { return nil }
    guard let scene = try? plan.scene(at: clock.planTime(at: press)) else { return nil }
    let screen =
      touch.move.map { number in
        transitions.first { $0.number == number }?.move?.topBefore
      } ?? screen(at: press)
    var places: [Point] = []
    if case .centre = spec.place, let layer = spec.layer {
      guard let place = middle(of: layer, in: scene, pointsOf: values.stage.container) else {
        return nil
      }
      places = [place]
    } else {
      let points: [PointSpec]
      if spec.isDrag {
        points = spec.path
      } else if case .point(let point) = spec.place {
        points = [point]
      } else {
        return nil
      }
      for point in points {
        guard let place = place(of: point, on: screen, at: spec.origin) else { return nil }
        places.append(place)
      }
    }
    let length = spec.press(values.inputs.framesPerSecond)
    if places.count == 1 { places.append(places[0]) }
    let parts = Int64(places.count - 1)
    let samples = places.enumerated().map { number, place in
      TouchTrack.Sample(
        time: press + FrameTime(ticks: length.ticks / parts * Int64(number)), place: place)
    }
    return TouchTrack(layer: touch.layer, size: spec.size, samples: samples)
  }

  /// The wall time at which a finger presses.
  private mutating func pressTime(of touch: PlannedTouch) -> FrameTime? {
    if let number = touch.move {
      guard let transition = transitions.first(where: { $0.number == number }),
        let start = clock.wallTime(of: transition.times.start)
      else { return nil }
      let rest =
        touch.spec.press(values.inputs.framesPerSecond) + FrameTime(seconds: TouchTrack.going)
      return max(.zero, start - rest)
    }
    guard let at = touch.spec.at else { return nil }
    return time(at, of: "the touch")
  }

  /// The top screen at a time; nil if the document has no flow.
  func screen(at time: FrameTime) -> Int? {
    var top = transitions.first?.move?.topBefore
    for transition in transitions {
      guard let end = clock.wallTime(of: transition.times.start), end <= time else { break }
      let isOver = clock.planTime(at: time) >= transition.times.end
      top = isOver ? transition.move?.topAfter : transition.move?.topBefore
    }
    return top
  }

  // MARK: Places

  /// The centre of the visible part of a layer, in the coordinates of another layer.
  mutating func middle(
    of selector: Sourced<Selector>, in scene: Scene, pointsOf other: Int
  ) -> Point? {
    guard let layer = values.layers(named: selector, asSeen: false).first else { return nil }
    let shown = visible(layer, in: scene)
    guard let shown, let canvas = placement(of: shown, in: scene),
      let space = placement(of: other, in: scene),
      let inverse = space.toCanvas.inverse
    else {
      values.problems.add(
        "the layer \"\(selector.value.text)\" is not visible at the time of the tap",
        at: selector.origin)
      return nil
    }
    let map = canvas.toCanvas.then(inverse)
    let (middle, far) = (canvas.bounds.center, 1e-9)
    let w = map.p * middle.x + map.q * middle.y + map.w
    return Point(
      (map.a * middle.x + map.c * middle.y + map.tx) / max(w, far),
      (map.b * middle.x + map.d * middle.y + map.ty) / max(w, far))
  }

  /// The layer or its visible copy on the same screen in another stack.
  private func visible(_ layer: Int, in scene: Scene) -> Int? {
    let name = values.stage[layer].name
    let own =
      [layer]
      + (0..<values.stage.count).filter {
        values.stage[$0].isRepeated && name != nil && values.stage[$0].name == name
      }
    // In a move with a matched pair that contains the layer, the layer of the pair is visible instead.
    let pairs = own.flatMap { layer in
      transitions.compactMap { $0.move?.scope.pairLayers[layer] }
        + (values.stage[layer].pair.flatMap { values.stage.pairs[$0]?.layer }.map { [$0] } ?? [])
    }
    return (own + pairs).first { candidate in
      var index = candidate
      while index >= 0 {
        if scene.properties(of: index).isHidden { return false }
        index = scene.stage.nodes[index].parent
      }
      return true
    }
  }

  func placement(of layer: Int, in scene: Scene) -> Placement? {
    let node = scene.stage.nodes[layer]
    let parent = node.parent < 0 ? nil : placement(of: node.parent, in: scene)
    return Placement(
      scene.properties(of: layer), hasSublayers: !node.sublayers.isEmpty, in: parent)
  }

  /// Converts a point of the screenshot that fills a screen, in pixels or percentages, to a point of the
  /// viewport; without a screenshot, the point is in points of the screen.
  mutating func place(of spec: PointSpec, on screen: Int?, at origin: Origin) -> Point? {
    let space = values.stage.container
    var bounds = screen.map { values.stage.bounds(of: $0) } ?? values.stage.bounds(of: space)
    var pixels = bounds.size
    if let screen, let picture = screenshot(of: screen) { (bounds, pixels) = picture }
    let point = Point(spec.x.points(of: pixels.width), spec.y.points(of: pixels.height))
    guard point.x >= 0, point.y >= 0, point.x <= pixels.width, point.y <= pixels.height else {
      values.problems.add(
        "(\(JSONWriter.number(point.x)), \(JSONWriter.number(point.y))) is outside the screen, "
          + "which has \(JSONWriter.number(pixels.width))×\(JSONWriter.number(pixels.height))",
        at: origin)
      return nil
    }
    let place = Rect(
      bounds.x + point.x * bounds.width / max(pixels.width, 1e-6),
      bounds.y + point.y * bounds.height / max(pixels.height, 1e-6), 0, 0)
    let own = screen.map { values.stage.space(of: $0) } ?? space
    let there = values.stage.convert(place, from: own, to: space)
    return Point(there.x, there.y)
  }

  /// The frame of the picture that fills a screen, and its size in pixels.
  private func screenshot(of screen: Int) -> (frame: Rect, pixels: Size)? {
    let bounds = values.stage.bounds(of: screen)
    for layer in [screen] + values.stage[screen].node.sublayers {
      let properties = values.stage[layer].node.properties
      guard case .picture(let picture) = properties.contents, !picture.source.isSetInFrame,
        properties.frame.width >= bounds.width * 0.99
      else { continue }
      let pixels = picture.source.size.scaled(
        by: pixels(of: values.stage[layer].values.contents))
      return (properties.frame, pixels)
    }
    return nil
  }

  /// Returns the number of pixels per point of an image.
  private func pixels(of contents: ContentsSpec?) -> Double {
    switch contents {
    case .picture(let spec as ImageSpec):
      return spec.scale ?? values.inputs.document.canvas.scale
    case .picture(let spec as MovingSpec):
      return spec.scale ?? values.inputs.document.canvas.scale
    case .asset(let name):
      return pixels(of: values.inputs.asset(named: name.value)?.contents)
    default: return 1
    }
  }
}

extension Size {
  fileprivate func scaled(by factor: Double) -> Size { Size(width * factor, height * factor) }
}

extension TouchSpec {
  /// The total time for which a finger is visible before its move starts.
  func length(_ framesPerSecond: Double) -> FrameTime {
    press(framesPerSecond) + FrameTime(seconds: TouchTrack.coming + TouchTrack.going)
  }
}
