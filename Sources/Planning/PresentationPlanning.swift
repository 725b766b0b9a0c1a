package import Documents
import Interaction
import Scenes

/// The layers that a presentation controller adds round the presented screen.
struct Decorations {
  var dimming: Int?
  /// Stands for the presented screen in every role: what is moved is the decorated whole.
  var wrapper: Int?
  var presented: Int?

  /// The layer that plays a screen's part.
  func screen(_ layer: Int?) -> Int? {
    layer != nil && layer == presented ? wrapper ?? layer : layer
  }
}

extension PlanningSession {
  /// Adds the presented screen with its size, its place and its decorations.
  func add(
    _ spec: ScreenSpec, as screen: Selector.Screen, presentedBy presentation: PresentationSpec
  ) {
    if let dimming = presentation.dimming {
      var properties = LayerProperties(frame: canvas)
      properties.backgroundColor = dimming.color
      properties.opacity = screen == .from ? dimming.opacity : 0
      decorations.dimming = addDecoration("dimming", properties)
    }
    let frame = presentedFrame(presentation)
    guard let wrapper = presentation.wrapper else {
      decorations.presented = add(spec, as: screen, in: Self.container, frame: frame)
      return
    }
    var properties = LayerProperties(frame: frame)
    _ = apply(wrapper, to: &properties, parent: frame)
    properties.layoutFrame = properties.frame
    let index = addDecoration("wrapper", properties)
    decorations.wrapper = index
    let presented = add(spec, as: screen, in: index, frame: properties.frame)
    // The wrapper throws the shadow; the screen inside is cut to its corners.
    if properties.cornerRadius > 0 {
      draft[presented].node.properties.cornerRadius = properties.cornerRadius
      draft[presented].node.properties.masksToBounds = true
    }
    decorations.presented = presented
  }

  private func addDecoration(_ id: String, _ properties: LayerProperties) -> Int {
    var item = StageDraft.Item(
      node: Stage.Node(id: id, parent: Self.container, properties: properties))
    item.name = id
    let index = draft.add(item)
    draft.layersByName[id] = index
    return index
  }

  /// Where the presented screen lies in the container, by its size class.
  private func presentedFrame(_ presentation: PresentationSpec) -> Rect {
    let isRegular = canvas.width >= 600 && canvas.height >= 600
    let sizeClass = presentation.sizeClass ?? (isRegular ? .regular : .compact)
    let own = sizeClass == .regular ? presentation.regular : presentation.compact
    guard let layout = own ?? presentation.layout else { return canvas }
    var frame = layout.frame?.rect(in: canvas) ?? canvas
    if let size = layout.size?.size(of: canvas.size) {
      frame = Rect(center: canvas.center, size: size)
      switch layout.place {
      case .center: break
      case .top: frame.y = 0
      case .bottom: frame.y = canvas.height - size.height
      case .left: frame.x = 0
      case .right: frame.x = canvas.width - size.width
      }
    }
    let outset = layout.outset.points(of: min(frame.width, frame.height))
    return frame.insetBy(dx: -outset, dy: -outset)
  }

  /// What a presentation animates alongside a transition, with the transition's own timing, and the
  /// steps that hang on its beginning.
  func decorationSteps(_ transition: TransitionSpec) -> [StepSpec] {
    guard let presentation = document.presentation else { return [] }
    let isPresent = transition.operation == .present
    guard isPresent || transition.operation == .dismiss else { return [] }
    var steps = presentation.alongside
    steps +=
      isPresent
      ? presentation.hooks.presentationWillBegin : presentation.hooks.dismissalWillBegin
    if decorations.dimming != nil, let dimming = presentation.dimming {
      var fade = KeyframesStep()
      fade.targets = [Located(Selector(target: .id("dimming")), presentation.origin)]
      fade.keyframes = [false, true].map { isEnd in
        var frame = KeyframeSpec()
        frame.origin = presentation.origin
        frame.offset = isEnd ? 1 : 0
        frame.values["opacity"] = .number(isEnd == isPresent ? dimming.opacity : 0)
        return frame
      }
      var step = StepSpec()
      step.origin = presentation.origin
      step.kind = .keyframes(fade)
      step.duration = Located(.fraction(1), presentation.origin)
      steps.append(step)
    }
    return steps
  }

  func decorationEndSteps(_ transition: TransitionSpec) -> [StepSpec] {
    guard let hooks = document.presentation?.hooks else { return [] }
    switch transition.operation {
    case .present: return hooks.presentationDidEnd
    case .dismiss: return hooks.dismissalDidEnd
    default: return []
    }
  }

  // MARK: The clock

  /// The finger of a transition: its own, or the document's for the first.
  func interaction(of transition: TransitionSpec, number: Int) -> InteractionSpec? {
    transition.interaction ?? (number == 0 ? document.interaction : nil)
  }

  /// Adds a transition to the clock. False when it did not come to its end.
  func append(
    _ leg: Leg, _ transition: TransitionSpec, number: Int, to clock: inout PlanClock
  ) -> Bool {
    guard let spec = interaction(of: transition, number: number), spec.track != nil else {
      clock.append(leg, run: nil)
      return true
    }
    if spec.gesture == .tap { return appendTap(leg, spec, to: &clock) }
    guard let run = run(spec, of: leg, transition) else { return false }
    clock.append(leg, run: run)
    return run.isCompleted
  }

  /// A tap beside the presented screen dismisses it; a tap on it does nothing.
  private func appendTap(_ leg: Leg, _ spec: InteractionSpec, to clock: inout PlanClock) -> Bool {
    do {
      let taps = try samples.samples(spec.track!, in: document).map(Sample.init)
      let inside = decorations.screen(decorations.presented).map { draft[$0].node.properties.frame }
      for tap in taps {
        guard tap.time >= 0, case .point(let point) = tap.event else { continue }
        let isInside = inside.map { $0.contains(Rect(point.x, point.y, 0, 0)) } ?? false
        guard !isInside, document.presentation?.tapToDismiss == true else { continue }
        clock.append(leg, run: nil, delay: FrameTime(seconds: tap.time))
        return true
      }
      let nothing = InteractiveRun(
        tracks: [],
        gesture: Gesture(kind: .progress, edge: .left, extent: 1, container: canvas.size),
        transitionSeconds: 1, settling: .speed(1)
      ) { _ in false }
      clock.append(leg, run: nothing)
      return false
    } catch {
      problems.add(error)
      return false
    }
  }
}

/// Samples that stand in the document itself.
package struct InlineTracks: TrackLoading {
  package init() {}
  package func samples(
    _ track: TrackSpec, in document: Document
  ) throws(Problem) -> [TrackSample] {
    if case .samples(let samples) = track.source { return samples }
    throw Problem(
      file: document.file, origin: track.origin, message: "samples from a file cannot be read here")
  }
}
