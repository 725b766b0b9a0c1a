// The handles of the selected layer in the picture: they resize and rotate it, round its corners, and move
// the points of its path.

import { dropOn } from "../side/add.js"
import { $, clamp, svg, follow } from "../core/dom.js"
import { note } from "../core/edit.js"
import { round } from "../core/model.js"
import {
  apply,
  bounds,
  canEdit,
  hints,
  inverse,
  json,
  keyed,
  layerOf,
  layout,
  linear,
  others,
  parentOf,
  showGhost,
  writer,
} from "./moving.js"
import { resized, snap } from "./snap.js"
import { decorations, drawMarks, mapped, onScreen, pointAt, valuesOf, corners, zoom } from "./stage.js"
import { on, setDragging, state, tell } from "../core/state.js"

const stage = $("stage")

// MARK: Handles

const places = [
  [0, 0],
  [0.5, 0],
  [1, 0],
  [1, 0.5],
  [1, 1],
  [0.5, 1],
  [0, 1],
  [0, 0.5],
]
const cursors = ["nwse-resize", "ns-resize", "nesw-resize", "ew-resize"]

decorations.push(values => {
  const index = state.layer,
    marks = []
  for (const { axis, at: place } of hints.guides) {
    const [w, h] = state.document.size
    const [[x1, y1], [x2, y2]] = (
      axis === "x"
        ? [
            [place, -2000],
            [place, h + 2000],
          ]
        : [
            [-2000, place],
            [w + 2000, place],
          ]
    ).map(onScreen)
    marks.push(svg("line", { x1, y1, x2, y2, class: "guide" }))
  }
  for (const shape of hints.ghost ?? []) {
    marks.push(
      svg("polygon", {
        points: shape
          .map(onScreen)
          .map(p => p.map(v => round(v, 1)).join())
          .join(" "),
        class: "ghost",
      }),
    )
  }
  if (state.also.length || !canEdit(index) || state.playing || state.step !== null) return marks
  const [x, y, width, height] = values.placement.bounds
  /** @type {(part: number[]) => number[]} */
  const on = ([px, py]) => onScreen(mapped(values, [x + px * width, y + py * height]))
  const [nw, ne, , sw] = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ].map(on)
  const size = [Math.hypot(ne[0] - nw[0], ne[1] - nw[1]), Math.hypot(sw[0] - nw[0], sw[1] - nw[1])]
  const angle = Math.round(Math.atan2(ne[1] - nw[1], ne[0] - nw[0]) / (Math.PI / 4))
  places.forEach((place, i) => {
    if (place.includes(0.5) && size[place[0] === 0.5 ? 0 : 1] < 44) return
    const [cx, cy] = on(place)
    marks.push(
      mark(
        "rect",
        {
          x: cx - 4,
          y: cy - 4,
          width: 8,
          height: 8,
          rx: 2,
          class: "grip",
          style: `cursor: ${cursors[(i + angle + 8) % 4]}`,
          "data-handle": place.join(),
        },
        "Resize; Shift keeps the aspect ratio, Alt the centre",
        event => dragSize(event, index, place),
      ),
    )
  })
  const top = on([0.5, 0]),
    up = [(nw[0] - sw[0]) / (size[1] || 1), (nw[1] - sw[1]) / (size[1] || 1)]
  const turn = [top[0] + up[0] * 22, top[1] + up[1] * 22]
  marks.push(
    svg("line", { x1: top[0], y1: top[1], x2: turn[0], y2: turn[1], class: "stem" }),
    mark(
      "circle",
      { cx: turn[0], cy: turn[1], r: 5, class: "grip", style: "cursor: grab", "data-handle": "turn" },
      "Turn; Shift by 15°",
      event => dragTurn(event, index),
    ),
  )
  const anchor = values.geometry.anchorPoint,
    [ax, ay] = on(anchor)
  // An anchor in the centre is dragged only with Alt, because most users drag a layer at its centre to move
  // it.
  const isMiddle = anchor.every(v => v === 0.5)
  marks.push(
    mark(
      "circle",
      { cx: ax, cy: ay, r: 7, class: "grip clear", style: "cursor: move", "data-handle": "anchor" },
      `Anchor point: the layer turns about it${isMiddle ? "; Alt and a drag move it" : ""}`,
      event => dragAnchor(event, index),
      event => event.altKey || !isMiddle,
    ),
  )
  if (
    Math.min(...size) > 60 &&
    (json(index).backgroundColor !== undefined ||
      json(index).contents !== undefined ||
      json(index).cornerRadius !== undefined)
  ) {
    const radius = [values.cornerRadius ?? 0].flat()[0],
      inset = Math.max(12 / zoom(), radius)
    const [cx, cy] = onScreen(
      mapped(values, [x + Math.min(inset, width / 2), y + Math.min(inset, height / 2)]),
    )
    marks.push(
      mark(
        "circle",
        { cx, cy, r: 4, class: "grip round", style: "cursor: nwse-resize", "data-handle": "radius" },
        "Corner radius",
        event => dragRadius(event, index),
      ),
    )
  }
  marks.push(...pathMarks(index, values))
  return marks
})

/**
 * @param {string} tag
 * @param {any} attributes
 * @param {string} label
 * @param {(event: any) => void} press
 * @param {(event: any) => boolean} takes
 */
function mark(tag, attributes, label, press, takes = () => true) {
  const title = svg("title")
  title.textContent = label
  return svg(
    tag,
    {
      ...attributes,
      onpointerdown: event => {
        if (event.button !== 0 || !takes(event)) return
        event.preventDefault()
        stage.focus({ preventScroll: true })
        press(event)
      },
    },
    title,
  )
}

// Follows a drag of a handle: `make` returns the edits and the hints to show.
function drag(event, make) {
  const from = pointAt(event),
    work = writer()
  let hasMoved = false
  follow(
    { currentTarget: stage, pointerId: event.pointerId },
    later => {
      const now = pointAt(later)
      if (!hasMoved && Math.hypot(now[0] - from[0], now[1] - from[1]) * zoom() < 2) return
      if (!hasMoved) setDragging(true)
      hasMoved = true
      const edits = make(
        now.map((v, k) => v - from[k]),
        later,
        now,
      )
      if (edits?.length) work.send(edits)
    },
    () => {
      work.end()
      showGhost(null)
      setDragging(false)
    },
  )
}

function dragSize(event, index, place) {
  const pointer = layerOf(index).pointer,
    own = structuredClone(json(index)),
    values = structuredClone(valuesOf(index))
  const now = layout(values),
    anchor = values.geometry.anchorPoint
  // The matrix from the axes of the layer's parent to the layer's own axes, about the anchor.
  const toOwn = inverse(linear(values)),
    toParent = inverse(linear(parentOf(index)))
  const turn = v => apply(toParent, apply(linear(values), v))
  const still = place.map(v => 1 - v)
  const isFixed = own.frame !== undefined && !Array.isArray(own.frame)
  if (isFixed)
    return void note("Another layer or a formula sets this place and size, so they cannot be dragged.")
  const targets = others([index])
  drag(event, (way, later) => {
    const isPlain = Math.abs(linear(values)[1]) < 1e-6
    let lines = []
    if (isPlain && !later.altKey) {
      const box = bounds(corners(values))
      const edge = [box[0] + place[0] * box[2] + way[0], box[1] + place[1] * box[3] + way[1], 0, 0]
      const found = snap(edge, targets, 6 / zoom(), {
        x: place[0] === 0.5 ? [] : [0],
        y: place[1] === 0.5 ? [] : [0],
      })
      way = way.map((v, k) => v + found.way[k])
      lines = found.lines
    }
    // The size changes in whole points, unless the edge snaps or Alt is held.
    const change = apply(toOwn, way).map(v => (later.altKey || lines.length ? v : Math.round(v)))
    const next = resized(now, place, change, {
      keepsRatio: later.shiftKey || (isPicture(own) && !place.includes(0.5)),
      fromCentre: later.altKey,
    })
    const [x, y, width, height] = next.map(v => round(v))
    if (!later.altKey) {
      // The opposite corner or side stays in place.
      const fixed = size =>
        turn([(still[0] - anchor[0]) * size[0], (still[1] - anchor[1]) * size[1]]).map(
          (v, k) => v + anchor[k] * size[k],
        )
      const [before, after] = [fixed([now[2], now[3]]), fixed([width, height])]
      const corner = [now[0] + before[0] - after[0], now[1] + before[1] - after[1]]
      return sizeEdits(index, pointer, own, now, [round(corner[0]), round(corner[1]), width, height], lines)
    }
    return sizeEdits(index, pointer, own, now, [x, y, width, height], lines)
  })
}

const isPicture = own =>
  (typeof own.contents === "string" && !own.contents.startsWith("#")) ||
  !!(own.contents?.image ?? own.contents?.video ?? own.contents?.lottie ?? own.contents?.svg)

function sizeEdits(index, pointer, own, now, next, lines) {
  hints.guides = lines
  drawMarks()
  if (state.autoKey) return keyed(index, { frame: now.map(v => round(v)) }, { frame: next })
  if (own.bounds !== undefined || own.position !== undefined) {
    const anchor = valuesOf(index).geometry.anchorPoint
    return [
      { pointer: `${pointer}/bounds`, value: [next[2], next[3]] },
      ...(Array.isArray(own.position)
        ? [
            {
              pointer: `${pointer}/position`,
              value: [round(next[0] + anchor[0] * next[2]), round(next[1] + anchor[1] * next[3])],
            },
          ]
        : []),
    ]
  }
  const delta = next.map((v, k) => v - now[k])
  const said = Array.isArray(own.frame) ? own.frame : now
  return [
    {
      pointer: `${pointer}/frame`,
      value: said.map((v, k) => {
        if (typeof v === "number") return round(v + delta[k])
        const percent = typeof v === "string" ? v.match(/^(-?[\d.]+)%$/)?.[1] : undefined
        return percent && Math.abs(now[k]) > 1e-6 ? `${round((+percent * next[k]) / now[k])}%` : next[k]
      }),
    },
  ]
}

function dragTurn(event, index) {
  const values = structuredClone(valuesOf(index)),
    pointer = layerOf(index).pointer,
    own = json(index)
  const [x, y, width, height] = values.placement.bounds,
    anchor = values.geometry.anchorPoint
  const middle = mapped(values, [x + anchor[0] * width, y + anchor[1] * height])
  /** @type {(point: number[]) => number} */
  const angle = ([px, py]) => (Math.atan2(py - middle[1], px - middle[0]) * 180) / Math.PI
  const from = angle(pointAt(event)),
    now = values.geometry.rotate
  const was = Array.isArray(now) ? now[2] : now
  drag(event, (_, later, point) => {
    let degrees = was + angle(point) - from
    while (degrees - was > 180) degrees -= 360
    while (degrees - was < -180) degrees += 360
    degrees = later.shiftKey ? Math.round(degrees / 15) * 15 : round(degrees, 1)
    const said = own.rotate
    const value = Array.isArray(said) ? [said[0], said[1], degrees] : degrees
    return state.autoKey
      ? keyed(index, { rotate: round(was, 1) }, { rotate: degrees })
      : [{ pointer: `${pointer}/rotate`, value }]
  })
}

// Moves the anchor within the layer; the layer stays in place unless it is rotated or scaled.
function dragAnchor(event, index) {
  const values = structuredClone(valuesOf(index)),
    pointer = layerOf(index).pointer,
    own = json(index)
  const anchor = values.geometry.anchorPoint,
    [, , width, height] = layout(values)
  drag(event, (way, later) => {
    const [dx, dy] = apply(inverse(linear(values)), way)
    const value = [anchor[0] + dx / Math.max(width, 1e-6), anchor[1] + dy / Math.max(height, 1e-6)].map(v =>
      later.shiftKey
        ? round(v, 3)
        : Math.abs(v * 2 - Math.round(v * 2)) < 0.08
          ? Math.round(v * 2) / 2
          : round(v, 3),
    )
    const edits = [{ pointer: `${pointer}/anchorPoint`, value }]
    if (Array.isArray(own.position) && own.position.every(v => typeof v === "number")) {
      edits.push({
        pointer: `${pointer}/position`,
        value: own.position.map((v, k) => round(v + (value[k] - anchor[k]) * [width, height][k])),
      })
    }
    return edits
  })
}

function dragRadius(event, index) {
  const values = structuredClone(valuesOf(index)),
    pointer = layerOf(index).pointer
  const was = [values.cornerRadius ?? 0].flat()[0],
    [, , width, height] = layout(values)
  drag(event, way => {
    const [dx, dy] = apply(inverse(linear(values)), way)
    const value = round(clamp(was + (dx + dy) / 2, 0, Math.min(width, height) / 2), 1)
    return state.autoKey
      ? keyed(index, { cornerRadius: round(was, 1) }, { cornerRadius: value })
      : [{ pointer: `${pointer}/cornerRadius`, value }]
  })
}

// MARK: Points of a path

// Returns the pairs of numbers of a path that has absolute coordinates for each of its points.
function pathPoints(data) {
  if (typeof data !== "string" || /[^MLCQTSZz\d\s.,e+-]/.test(data)) return []
  return [...data.matchAll(/(-?[\d.]+(?:e-?\d+)?)[\s,]+(-?[\d.]+(?:e-?\d+)?)/g)].map(m => ({
    start: m.index,
    length: m[0].length,
    point: [+m[1], +m[2]],
  }))
}

function pathMarks(index, values) {
  const data = json(index).path,
    [x, y] = values.placement.bounds
  return pathPoints(data)
    .slice(0, 60)
    .map(({ start, length, point }) => {
      const [cx, cy] = onScreen(mapped(values, [x + point[0], y + point[1]]))
      return mark(
        "circle",
        { cx, cy, r: 4, class: "grip point", style: "cursor: move" },
        "A point of the path",
        event => {
          const toOwn = inverse(linear(values))
          drag(event, way => {
            const now = apply(toOwn, way).map((v, k) => round(point[k] + v, 1))
            return [
              {
                pointer: `${layerOf(index).pointer}/path`,
                value: `${data.slice(0, start)}${now.join(" ")}${data.slice(start + length)}`,
              },
            ]
          })
        },
      )
    })
}

// MARK: Files

for (const type of ["dragover", "drop"]) {
  stage.addEventListener(type, event => {
    if (!state.document || !event.dataTransfer.types.includes("Files")) return
    event.preventDefault()
    stage.classList.toggle("takes", type === "dragover")
    if (type === "drop") dropOn(event, pointAt(event))
  })
}
stage.addEventListener("dragleave", () => stage.classList.remove("takes"))

// MARK: Auto-key

export function setAutoKey(isOn) {
  state.autoKey = isOn
  document.body.classList.toggle("auto-keys", isOn)
  $("auto").setAttribute("aria-pressed", isOn)
  tell("layers")
}
on("playing", drawMarks)
