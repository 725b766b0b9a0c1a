/// The names that are written for the engine; names from a file are never written.
enum EngineNames {
  static let elements: Set<String> = [
    "a", "circle", "clipPath", "defs", "ellipse", "feBlend", "feColorMatrix", "feComponentTransfer",
    "feComposite", "feConvolveMatrix", "feDiffuseLighting", "feDisplacementMap", "feDistantLight",
    "feDropShadow", "feFlood", "feFuncA", "feFuncB", "feFuncG", "feFuncR", "feGaussianBlur",
    "feImage",
    "feMerge", "feMergeNode", "feMorphology", "feOffset", "fePointLight", "feSpecularLighting",
    "feSpotLight", "feTile", "feTurbulence", "filter", "g", "image", "line", "linearGradient",
    "marker",
    "mask", "path", "pattern", "polygon", "polyline", "radialGradient", "rect", "stop", "svg",
    "switch",
    "symbol", "text", "textPath", "tspan", "use",
  ]

  /// The attributes that are written, except `id` and references, which get generated names.
  static let attributes: Set<String> = {
    let own: Set<String> = [
      "amplitude", "azimuth", "baseFrequency", "bias", "clipPathUnits", "diffuseConstant",
      "divisor",
      "dx", "dy", "edgeMode", "elevation", "exponent", "filterUnits", "fr", "fx", "fy",
      "gradientTransform", "gradientUnits", "in", "in2", "intercept", "k1", "k2", "k3", "k4",
      "kernelMatrix", "kernelUnitLength", "lengthAdjust", "limitingConeAngle", "markerHeight",
      "markerUnits", "markerWidth", "maskContentUnits", "maskUnits", "method", "mode", "numOctaves",
      "offset", "operator", "order", "orient", "path", "pathLength", "patternContentUnits",
      "patternTransform", "patternUnits", "points", "pointsAtX", "pointsAtY", "pointsAtZ",
      "preserveAlpha", "preserveAspectRatio", "primitiveUnits", "radius", "refX", "refY",
      "requiredExtensions", "requiredFeatures", "result", "rotate", "scale", "seed", "side",
      "slope",
      "spacing", "specularConstant", "specularExponent", "spreadMethod", "startOffset",
      "stdDeviation", "stitchTiles", "surfaceScale", "systemLanguage", "tableValues", "targetX",
      "targetY", "textLength", "transform", "type", "values", "viewBox", "x1", "x2",
      "xChannelSelector",
      "y1", "y2", "yChannelSelector", "z", "xml:space",
    ]
    return own.union(Properties.asAttributes).subtracting([
      "cursor", "enable-background", "pointer-events", "solid-color", "solid-opacity",
    ])
  }()

  /// The properties of `style` that are written, with their valid words.
  static let styles = [
    "isolation": ["isolate"], "mix-blend-mode": PropertyValues.blendModes,
  ]
}
