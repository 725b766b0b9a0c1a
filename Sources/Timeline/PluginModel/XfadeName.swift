/// A transition of FFmpeg's filter `xfade` that bundled animators implement.
package struct XfadeName: Sendable {
  package let animator: String
  /// The names and values of parameters, in the notation of the command line.
  package let parameters: [(name: String, value: String)]

  /// Parses `xfade:circleopen`, or the name without the prefix; nil for a name that the filter of FFmpeg 5.1
  /// does not have.
  package init?(_ text: String) {
    let name = text.hasPrefix(Self.prefix) ? String(text.dropFirst(Self.prefix.count)) : text
    guard let words = Self.meanings[name] else { return nil }
    let parts = words.split(separator: " ").map(String.init)
    animator = parts[0]
    parameters = parts.dropFirst().map { part in
      let pair = part.split(separator: "=", maxSplits: 1)
      return (String(pair[0]), String(pair[1]))
    }
  }

  package static let prefix = "xfade:"

  /// The names of all transitions, sorted alphabetically.
  package static var names: [String] { meanings.keys.sorted() }

  /// The value 1 of `softness` means a soft edge that is as wide as the picture. The circles of the filter
  /// start and end half a radius beyond the picture, and its clock turns by 1.25 revolutions with an edge of
  /// one radian.
  private static let meanings: [String: String] = [
    "fade": "cross-dissolve",
    "slideleft": "pixel-fade style=slide edge=right",
    "slideright": "pixel-fade style=slide edge=left",
    "slideup": "pixel-fade style=slide edge=bottom", "slidedown": "pixel-fade style=slide edge=top",
    "wipeleft": "soft-wipe edge=right softness=0", "wiperight": "soft-wipe edge=left softness=0",
    "wipeup": "soft-wipe edge=bottom softness=0", "wipedown": "soft-wipe edge=top softness=0",
    "wipetl": "soft-wipe field=corner edge=bottom-right softness=0",
    "wipetr": "soft-wipe field=corner edge=bottom-left softness=0",
    "wipebl": "soft-wipe field=corner edge=top-right softness=0",
    "wipebr": "soft-wipe field=corner edge=top-left softness=0",
    "smoothleft": "soft-wipe edge=right softness=1",
    "smoothright": "soft-wipe edge=left softness=1",
    "smoothup": "soft-wipe edge=bottom softness=1", "smoothdown": "soft-wipe edge=top softness=1",
    "circleopen": "soft-wipe field=iris softness=1 lead=0.5 tail=0.5",
    "circleclose": "soft-wipe field=iris reversed=true softness=1 lead=0.5 tail=0.5",
    "vertopen": "soft-wipe field=barn-door edge=left softness=1",
    "vertclose": "soft-wipe field=barn-door edge=left reversed=true softness=1",
    "horzopen": "soft-wipe field=barn-door edge=top softness=1",
    "horzclose": "soft-wipe field=barn-door edge=top reversed=true softness=1",
    "diagtl": "soft-wipe field=diagonal edge=bottom-right softness=1",
    "diagtr": "soft-wipe field=diagonal edge=bottom-left softness=1",
    "diagbl": "soft-wipe field=diagonal edge=top-right softness=1",
    "diagbr": "soft-wipe field=diagonal edge=top-left softness=1",
    "radial":
      "soft-wipe field=clock softness=0.15915494309189535 lead=0.125 tail=-0.03415494309189535",
    "hlslice": "soft-wipe edge=right softness=0.5 stripes=10",
    "hrslice": "soft-wipe edge=left softness=0.5 stripes=10",
    "vuslice": "soft-wipe edge=bottom softness=0.5 stripes=10",
    "vdslice": "soft-wipe edge=top softness=0.5 stripes=10",
    "dissolve": "pixel-fade style=dissolve", "pixelize": "pixel-fade style=pixelate",
    "distance": "pixel-fade style=distance", "hblur": "pixel-fade style=smear",
    "fadegrays": "pixel-fade style=grays", "fadeblack": "pixel-fade style=through",
    "fadewhite": "pixel-fade style=through color=#ffffff",
    "fadefast": "pixel-fade style=early", "fadeslow": "pixel-fade style=late",
    "squeezeh": "pixel-fade style=squeeze edge=top", "squeezev": "pixel-fade style=squeeze",
    "zoomin": "pixel-fade style=zoom", "rectcrop": "pixel-fade style=crop-rect",
    "circlecrop": "pixel-fade style=crop-circle",
  ]
}

extension AnimatorFinding {
  /// The meaning of a name: an animator's id, otherwise a transition of xfade, otherwise the file of an
  /// imported GLSL transition.
  package func meaning(
    of name: String
  ) -> (animator: any BindableAnimator, xfade: XfadeName?)? {
    if !name.hasPrefix(XfadeName.prefix), let found = findAnimator(name) { return (found, nil) }
    if let xfade = XfadeName(name) { return findAnimator(xfade.animator).map { ($0, xfade) } }
    return findAnimator("glsl.\(name.lowercased())").map { ($0, nil) }
  }

  /// The known names that are similar to a name, for suggestions.
  package func names(like name: String) -> [String] {
    name.hasPrefix(XfadeName.prefix)
      ? XfadeName.names.map { XfadeName.prefix + $0 } : animatorNames + XfadeName.names
  }
}
