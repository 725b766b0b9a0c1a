/// An example of each form, by the name of the form. A test validates each example with the schema of its
/// form.
enum FormExamples {
  /// The descriptions of the forms that are not objects.
  static let docs: [String: String] = [
    "easing":
      """
    How progress follows time: a name, a Bézier curve, steps, lines or a spring. The lines of \
    linear() continue beyond their first and last stops.
    """,
    "preset": "The purpose of an output file: a store or a site whose rules the file must follow.",
    "transform":
      """
    A transform: a matrix, or a list of operations. The operations of a list are applied as in \
    CSS: the last operation first, and each operation in the coordinates of the operations before \
    it. Write a perspective before the operations to which the perspective applies. Keyframes \
    interpolate two lists operation by operation as long as both lists have the same kinds of \
    operations. The operations from the first difference on are interpolated by their combined \
    translation, scale, skew, rotation and perspective.
    """,
  ]

  static let all: [String: String] = [
    "allCondition": ##"{ "all": [{ "progress": { "gt": 0.3 } }, { "velocity": { "gt": 0 } }] }"##,
    "animatorStep": ##"""
    {
      "animator": "ripple-reveal",
      "layers": {
        "cover": "veil"
      },
      "params": {
        "radius": 20
      },
      "duration": 0.6,
      "easing": "easeOut"
    }
    """##,
    "anyCondition": ##"{ "any": [{ "progress": { "gt": 0.5 } }, { "velocity": { "gt": 300 } }] }"##,
    "audio": ##"""
    { "file": "theme.mp3", "from": 1, "gain": [[0, -6], [2, -12]], "fadeOut": 1, "loop": true,
      "duck": { "by": "voice" } }
    """##,
    "backdrop": ##"{ "blur": 20, "saturation": 1.8, "tint": "#ffffff66" }"##,
    "blurFilter": ##"{ "blur": 4 }"##,
    "border": ##"{ "width": 2, "color": "#ffffff", "place": "outside" }"##,
    "boxShadow": ##"{ "radius": 12, "offset": [0, 6], "spread": -2, "color": "#00000055" }"##,
    "brightnessFilter": ##"{ "brightness": 1.5 }"##,
    "call": ##"{ "call": "orbit", "args": ["progress", [160, 284], 40] }"##,
    "cameraMove": ##"{ "at": "open", "layer": "cover", "zoom": 1.5 }"##,
    "canvas": ##"{ "size": [375, 667], "scale": 2, "background": "#ffffff", "fps": 60 }"##,
    "caption": ##"{ "text": "Pushed with its cover", "at": "open", "hold": 1.5 }"##,
    "captions": ##"{ "place": "below", "items": [{ "text": "One flow", "at": 0 }] }"##,
    "centerOf": ##"{ "centerOf": "poster" }"##,
    "check": ##"{ "at": 0.5, "layer": "card", "opacity": 0.5, "tolerance": 0.01 }"##,
    "circle": ##"{ "center": ["50%", "50%"], "radius": "50%" }"##,
    "circleMask": ##"{ "circle": { "center": [80, 80], "radius": 40 }, "inverted": true }"##,
    "color": ##""#a81c31""##,
    "colorContents": ##"{ "color": "#a81c31" }"##,
    "colorMatrixFilter": ##"""
    {
      "colorMatrix": [
        0.33, 0.33, 0.33, 0, 0,
        0.33, 0.33, 0.33, 0, 0,
        0.33, 0.33, 0.33, 0, 0,
        0, 0, 0, 1, 0
      ]
    }
    """##,
    "comparison": ##"{ "gt": 0.5 }"##,
    "conicGradient": ##"{ "center": [0.5, 0.5], "angle": 90 }"##,
    "contrastFilter": ##"{ "contrast": 1.2 }"##,
    "follow": ##"{ "layer": "photo", "x": 1, "y": 1, "scale": [1, 0.7] }"##,
    "device": ##"{ "model": "phone", "appearance": "light", "statusBar": true }"##,
    "dimming": ##"{ "color": "#000000", "opacity": 0.4 }"##,
    "directionCondition": ##"{ "direction": "forward" }"##,
    "document": ##"""
    {
      "version": 1,
      "canvas": { "size": [160, 160], "background": "#fff3e4" },
      "layers": [
        { "id": "dot", "frame": [20, 60, 40, 40], "cornerRadius": 20, "backgroundColor": "#a81c31" }
      ],
      "timeline": {
        "targets": ["dot"], "duration": 0.5,
        "keyframes": [{ "translate": [0, 0] }, { "translate": [80, 0] }]
      },
      "outputs": [{ "path": "dot.gif" }]
    }
    """##,
    "dropShadow": ##"{ "radius": 8, "offset": [0, 4], "color": "#00000066" }"##,
    "dropShadowFilter": ##"{ "dropShadow": { "radius": 8, "offset": [0, 4] } }"##,
    "easing": ##""cubic-bezier(0.2, 0, 0, 1)""##,
    "duck": ##"{ "by": "voice", "gain": -15, "attack": 0.1, "release": 0.6 }"##,
    "ellipseMask": ##"{ "ellipse": [0, 0, "100%", "100%"] }"##,
    "font": ##"{ "family": "Inter", "axes": { "wght": 650 } }"##,
    "forEach": ##"""
    { "forEach": "${people}", "as": "p", "by": [0, 72],
      "layer": { "id": "row", "frame": [16, 16, 288, 64], "contents": { "text": "${p.name}" } } }
    """##,
    "frameOf": ##"{ "frameOf": "poster", "inset": 8 }"##,
    "frames": ##"{ "frames": "art/%04d.png", "fps": 24, "loop": "forever" }"##,
    "gainPoint": "[0.5, -6]",
    "gradient": ##"""
    {
      "linear": {
        "from": [
          0,
          0
        ],
        "to": [
          1,
          1
        ]
      },
      "stops": [
        "#ff5f6d",
        [
          0.7,
          "#ffc371"
        ],
        "#ffffff"
      ]
    }
    """##,
    "clip": ##"{ "file": "b.mp4", "from": 3, "speed": 2, "duration": 1.5, "with": "cube" }"##,
    "clips": ##"""
    { "files": ["a.mp4", "b.mp4", "c.mp4"], "every": 2, "overlap": 0.5,
      "with": ["circleopen", "cube", "luma:clouds.png"], "sound": "crossfade" }
    """##,
    "end": ##"{ "icon": "icon.png", "title": "Magic push", "subtitle": "On the App Store" }"##,
    "cut": ##"{ "animator": "luma:clouds.png", "params": { "softness": 0.3 }, "overlap": 1 }"##,
    "gradientContents": ##"{ "gradient": { "linear": {}, "stops": ["#ffffff", "#000000"] } }"##,
    "grayscaleFilter": ##"{ "grayscale": 1 }"##,
    "hooks": ##"""
    {
      "presentationWillBegin": [
        {
          "targets": [
            "badge"
          ],
          "duration": 0.2,
          "keyframes": [
            {
              "opacity": 1
            },
            {
              "opacity": 0
            }
          ]
        }
      ]
    }
    """##,
    "hueRotateFilter": ##"{ "hueRotate": 90 }"##,
    "image": ##"{ "image": "art/poster.png", "scale": 3 }"##,
    "interaction": ##"""
    {
      "gesture": "edgePan", "edge": "left", "distance": "100%",
      "track": [[0, 0, 300], [0.2, 120, 300], [0.4, 260, 300]],
      "finishWhen": { "progress": { "gt": 0.5 } },
      "settle": { "spring": { "response": 0.4, "bounce": 0 }, "carryVelocity": true }
    }
    """##,
    "invertFilter": ##"{ "invert": 1 }"##,
    "keyframe": ##"{ "offset": 0.5, "opacity": 0.8, "easing": "easeOut" }"##,
    "keyframesStep": ##"""
    {
      "targets": ["card"], "duration": 0.4,
      "keyframes": [{ "opacity": 0, "scale": 0.9 }, { "opacity": 1, "scale": 1 }]
    }
    """##,
    "layer": ##"""
    {
      "id": "card", "frame": [20, 80, 335, 200], "cornerRadius": 16, "backgroundColor": "#ffffff",
      "shadowOpacity": 0.2, "shadowRadius": 12, "shadowOffset": [0, 6],
      "sublayers": [{ "frame": [16, 16, 200, 24], "contents": { "text": "Now showing" } }]
    }
    """##,
    "layerMask": ##"{ "layer": "star", "luminance": false }"##,
    "layerPlace": ##"{ "layer": "play" }"##,
    "lottie": ##"""
    { "lottie": "button.json", "marker": "press", "loop": "once", "at": 0.5,
      "colors": { "Background": "#a81c31" }, "texts": { "Label": "Buy" } }
    """##,
    "linearGradient": ##"{ "from": [0, 0], "to": [1, 0] }"##,
    "m34Operation": ##"{ "m34": -0.002 }"##,
    "matrixOperation": ##"{ "matrix": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 20, 0, 0, 1] }"##,
    "motionBlur": ##"{ "shutterAngle": 180, "samples": 64 }"##,
    "move":
      ##"{ "present": "share", "style": "sheet", "detent": "medium", "backdrop": { "blur": 12 } }"##,
    "outline": ##"{ "rect": [0, 0, "100%", "100%"], "cornerRadius": 12 }"##,
    "output": ##"{ "path": "out/push.gif", "fps": 30, "loop": true }"##,
    "overlay": ##"""
    {
      "id": "veil",
      "frame": [
        0,
        0,
        "100%",
        "100%"
      ],
      "backgroundColor": "#000000",
      "opacity": 0.4,
      "below": "@poster"
    }
    """##,
    "parallelStep": ##"""
    {
      "parallel": [
        {
          "animator": "shadow-lift",
          "layers": {
            "subject": "card"
          }
        },
        {
          "animator": "cover-fade",
          "layers": {
            "cover": "veil"
          }
        }
      ]
    }
    """##,
    "pathMask": ##"{ "path": "M 0 0 L 100 0 L 50 80 Z", "fillRule": "evenOdd" }"##,
    "perspectiveOperation": ##"{ "perspective": 500 }"##,
    "presentation": ##"""
    {
      "style": "custom",
      "dimming": {
        "opacity": 0.4
      },
      "size": [
        "80%",
        "60%"
      ],
      "place": "bottom"
    }
    """##,
    "presentationLayout": ##"{ "size": ["80%", "60%"], "place": "center" }"##,
    "preset": ##""app-store-6.7""##,
    "progressCondition": ##"{ "progress": { "gt": 0.5 } }"##,
    "radialGradient": ##"{ "center": [0.5, 0.5], "radius": 0.5 }"##,
    "rectMask": ##"{ "rect": [10, 10, 100, 60], "cornerRadius": 8 }"##,
    "relation": ##"{ "after": "lift", "offset": -0.1 }"##,
    "rotateOperation": ##"{ "rotate": 45 }"##,
    "sample": "[0.2, 120, 300]",
    "saturateFilter": ##"{ "saturate": 1.8 }"##,
    "scaleOperation": ##"{ "scale": 1.2 }"##,
    "screen": ##"""
    {
      "background": "#f4f4f4",
      "layers": [
        {
          "id": "title",
          "frame": [
            20,
            60,
            200,
            30
          ],
          "match": "title",
          "contents": {
            "text": "List"
          }
        }
      ]
    }
    """##,
    "screens": ##"""
    {
      "from": { "background": "#a81c31" },
      "to": { "background": "#1c6ea8" }
    }
    """##,
    "selector": ##""from/.row""##,
    "sepiaFilter": ##"{ "sepia": 0.6 }"##,
    "sequenceStep": ##"""
    {
      "sequence": [
        {
          "animator": "cover-fade",
          "layers": {
            "cover": "veil"
          },
          "duration": 0.2
        },
        {
          "animator": "ripple-reveal",
          "layers": {
            "cover": "veil"
          },
          "duration": 0.5
        }
      ]
    }
    """##,
    "settle": ##"{ "spring": { "response": 0.4, "bounce": 0.1 }, "carryVelocity": true }"##,
    "snapshotOfContents": ##"{ "snapshotOf": "poster" }"##,
    "sound": ##"{ "file": "tap.wav", "gain": -3 }"##,
    "spring": ##"{ "response": 0.5, "bounce": 0.2 }"##,
    "springEasing": ##"{ "spring": { "response": 0.5, "bounce": 0.2 } }"##,
    "stagger": ##"{ "each": 0.05, "from": "center" }"##,
    "staggerStep": ##"""
    {
      "stagger": { "each": 0.05 }, "targets": [".row"],
      "step": { "duration": 0.3, "keyframes": [{ "opacity": 0 }, { "opacity": 1 }] }
    }
    """##,
    "text": ##"""
    {
      "text": "Now showing",
      "size": 22,
      "weight": "semibold",
      "color": "#222222",
      "alignment": "center"
    }
    """##,
    "textRun": ##"{ "text": "showing", "weight": "bold", "highlight": "#ffe08a" }"##,
    "textStroke": ##"{ "width": 2, "color": "#ffffff", "place": "outside" }"##,
    "touch": ##"{ "tap": true, "layer": "play", "at": 1 }"##,
    "trackFile": ##"{ "file": "pan.csv" }"##,
    "transform": ##"[{ "perspective": 500 }, { "rotate": [0, 60, 0] }]"##,
    "transition": ##"""
    {
      "operation": "push",
      "animator": "slide",
      "params": {
        "edge": "right"
      },
      "duration": 0.35
    }
    """##,
    "translateOperation": ##"{ "translate": [20, "10%"] }"##,
    "use":
      ##"{ "use": "row", "id": "first", "set": { "title": "Rain" }, "frame": [0, 60, 320, 54] }"##,
    "variable": ##""${accent}""##,
    "velocityCondition": ##"{ "velocity": { "gt": 300 } }"##,
    "video": ##"{ "video": "demo.mp4", "from": "2s", "speed": 1.5, "loop": "forever" }"##,
    "viewport": ##"{ "frame": [50, 50, 200, 300], "cornerRadius": 20 }"##,
    "wrapper": ##"{ "cornerRadius": 16, "shadowOpacity": 0.3, "shadowRadius": 20 }"##,
  ]
}
